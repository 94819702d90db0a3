// The recipe: createOpenAI({ baseURL: "http://127.0.0.1:8700/v1" }); a user is named by
// providerOptions: { openai: { user } }, or by headers. It speaks responses unless told otherwise.
import { createOpenAI } from "@ai-sdk/openai";
import { embedMany, generateText, Output, stepCountIs, streamText, tool } from "ai";
import { z } from "zod";
import * as c from "./checks.mjs";

const openai = createOpenAI({ baseURL: c.BASE, apiKey: "sk-script" });
const models = [(name) => openai(name), (name) => openai.chat(name)];
const weather = tool({ description: "The weather of a city.", inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `${city}: 7` });

const ask = (prompt, more) => generateText({ model: openai("gpt-4o"), system: "Be short.", prompt, maxRetries: 0, ...more });
const say = async (prompt, more) => (await ask(prompt, more)).text;

async function chat() {
  for (const model of models) c.same("answer", await say("Hello there", { model: model("gpt-4o") }), c.ANSWER);
}

async function streamed(model) {
  let failure;
  let text = "";
  for await (const part of streamText({ model, prompt: "Hello", maxRetries: 0, onError: ({ error }) => (failure = error) }).textStream) text += part;
  if (failure) throw failure;
  return text;
}

async function stream() {
  for (const model of models) c.same("text", await streamed(model("gpt-4o")), c.ANSWER);
}

async function tools() {
  await say(c.FACTS[0][0]);
  await c.flush();
  for (const model of models) {
    const before = (await c.forwarded()).length;
    c.same("answer", await say(c.QUESTION, { model: model("gpt-4o"), tools: { weather }, stopWhen: stepCountIs(5) }), c.WEATHER);
    await c.looped(before);
  }
}

async function structured() {
  const schema = z.object({ name: z.string(), age: z.number() });
  for (const model of models) {
    const { output } = await ask("Who?", { model: model("gpt-4o"), output: Output.object({ schema }) });
    c.same("instance", output, { name: "Nora", age: 41 });
  }
}

async function embeddings() {
  const { embeddings: got } = await embedMany({ model: openai.embedding("text-embedding-3-small"), values: ["a", "乙"] });
  c.same("vectors", got, [c.VECTOR, c.VECTOR]);
}

async function errors() {
  const busy = await c.raises(() => say("Hello", { model: openai.chat("busy-1") }), (err) => err.statusCode === 429);
  c.same("retry-after", busy.responseHeaders["retry-after"], "1");
  c.same("answer after a retry", await say("Hello", { model: openai.chat("busy-2"), maxRetries: 2 }), c.ANSWER);
  await c.raises(() => say("Hello", { model: openai("ill-1") }), (err) => err.statusCode === 500);
  await c.raises(() => streamed(openai.chat("cut-1")));
}

async function memory() {
  const named = (user) => (text) => say(text, { providerOptions: { openai: { user } } });
  const byHeader = (user) => (text) => say(text, { model: openai.chat("gpt-4o"), headers: { "X-Memory-User-Id": user } });
  await c.remembers((text) => say(text));
  await c.remembers(named("nora"), named("omar"));
  await c.remembers(byHeader("tess"), byHeader("uma"));
}

await c.run("ai + @ai-sdk/openai", "ai", { chat, stream, tools, structured, embeddings, errors, memory }, "@ai-sdk/openai");
