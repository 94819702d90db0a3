// The recipe: OPENAI_BASE_URL=http://127.0.0.1:8700/v1; a user is named by
// modelSettings: { providerData: { safety_identifier } }. It speaks responses unless told otherwise.
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, run, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { z } from "zod";
import * as c from "./checks.mjs";

setTracingDisabled(true);
const client = new OpenAI({ maxRetries: 0 });
const kinds = [OpenAIResponsesModel, OpenAIChatCompletionsModel];
const weather = tool({ name: "weather", description: "The weather of a city.", parameters: z.object({ city: z.string() }), execute: ({ city }) => `${city}: 7` });

const agent = ({ name = "gpt-4o", kind = OpenAIResponsesModel, through = client, user, ...more } = {}) =>
  new Agent({ name: "helper", instructions: "Be short.", model: new kind(through, name), modelSettings: user ? { providerData: { safety_identifier: user } } : {}, ...more });
const say = async (text, more) => (await run(agent(more), text)).finalOutput;

async function chat() {
  for (const kind of kinds) c.same("answer", await say("Hello there", { kind }), c.ANSWER);
}

async function streamed(more) {
  const result = await run(agent(more), "Hello", { stream: true });
  let text = "";
  for await (const part of result.toTextStream()) text += part;
  await result.completed;
  if (result.error) throw result.error;
  return text;
}

async function stream() {
  for (const kind of kinds) c.same("text", await streamed({ kind }), c.ANSWER);
}

async function tools() {
  await say(c.FACTS[0][0]);
  await c.flush();
  for (const kind of kinds) {
    const before = (await c.forwarded()).length;
    c.same("answer", await say(c.QUESTION, { kind, tools: [weather] }), c.WEATHER);
    await c.looped(before);
  }
}

async function structured() {
  const outputType = z.object({ name: z.string(), age: z.number() });
  for (const kind of kinds) c.same("instance", await say("Who?", { kind, outputType }), { name: "Nora", age: 41 });
}

async function errors() {
  const [, kind] = kinds;
  const busy = await c.raises(() => say("Hello", { kind, name: "busy-1" }), (err) => err.status === 429);
  c.same("retry-after", busy.headers.get("retry-after"), "1");
  c.same("answer after a retry", await say("Hello", { kind, name: "busy-2", through: new OpenAI({ maxRetries: 2 }) }), c.ANSWER);
  await c.raises(() => say("Hello", { name: "ill-1" }), (err) => err.status === 500);
  await c.raises(() => streamed({ kind, name: "cut-1" }));
}

async function memory() {
  const named = (user, kind) => (text) => say(text, { user, kind });
  await c.remembers((text) => say(text));
  await c.remembers(named("nora"), named("omar"));
  await c.remembers(named("tess", kinds[1]), named("uma", kinds[1]));
}

await c.run("@openai/agents", "@openai/agents", { chat, stream, tools, structured, embeddings: "it has none", errors, memory });
