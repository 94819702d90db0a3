// The recipe: new OpenAI({ baseURL: "http://127.0.0.1:8700/v1" }), or OPENAI_BASE_URL. A user is
// named by the body's safety_identifier or user.
import OpenAI from "openai";
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";
import * as c from "./checks.mjs";

const client = new OpenAI({ maxRetries: 0 });
const model = "gpt-4o";
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };
const Person = z.object({ name: z.string(), age: z.number() });
const user = (content) => [{ role: "user", content }];

const say = async (text, more) => (await client.chat.completions.create({ model, messages: user(text), ...more })).choices[0].message.content;
const respond = async (text, more) => (await client.responses.create({ model, input: text, ...more })).output_text;

async function chat() {
  c.same("answer", await say("Hello there"), c.ANSWER);
  c.same("answer of responses", await respond("Hello there", { instructions: "Be short." }), c.ANSWER);
  const names = [];
  for await (const m of client.models.list()) names.push(m.id);
  c.same("models", names, ["gpt-4o"]);
  const { response } = await client.chat.completions.create({ model, messages: user("Hello again") }).withResponse();
  c.same("x-request-id", response.headers.get("x-request-id"), "req_script");
  c.truth("x-memory-status", ["empty", "injected"].includes(response.headers.get("x-memory-status")));
}

async function stream() {
  let text = "";
  let usage;
  for await (const chunk of await client.chat.completions.create({ model, messages: user("Hello"), stream: true, stream_options: { include_usage: true } })) {
    text += chunk.choices[0]?.delta.content ?? "";
    usage = chunk.usage ?? usage;
  }
  c.same("text", text, c.ANSWER);
  c.same("usage", usage.total_tokens, 14);
  const events = client.responses.stream({ model, input: "Hello" });
  c.same("final text of responses", (await events.finalResponse()).output_text, c.ANSWER);
}

async function tools() {
  await say(c.FACTS[0][0]);
  await c.flush();
  let before = (await c.forwarded()).length;
  const runner = client.chat.completions.runTools({
    model,
    messages: user(c.QUESTION),
    tools: [{ type: "function", function: { name: "weather", parse: JSON.parse, function: ({ city }) => `${city}: 7`, parameters } }],
  });
  c.same("answer", await runner.finalContent(), c.WEATHER);
  await c.looped(before);

  before = (await c.forwarded()).length;
  const input = user(c.QUESTION);
  let got;
  for (;;) {
    got = await client.responses.create({ model, input, tools: [{ type: "function", name: "weather", parameters, strict: true }] });
    input.push(...got.output);
    const calls = got.output.filter((item) => item.type === "function_call");
    if (calls.length === 0) break;
    for (const call of calls) input.push({ type: "function_call_output", call_id: call.call_id, output: "7" });
  }
  c.same("answer of responses", got.output_text, c.WEATHER);
  await c.looped(before);
}

async function structured() {
  const got = await client.chat.completions.parse({ model, messages: user("Who?"), response_format: zodResponseFormat(Person, "person") });
  c.same("parsed", got.choices[0].message.parsed, { name: "Nora", age: 41 });
  const response = await client.responses.parse({ model, input: "Who?", text: { format: zodTextFormat(Person, "person") } });
  c.same("parsed of responses", response.output_parsed, { name: "Nora", age: 41 });
}

async function embeddings() {
  const got = await client.embeddings.create({ model: "text-embedding-3-small", input: ["a", "乙"] });
  c.same("base64", got.data[1].embedding, c.VECTOR);
  const plain = await client.embeddings.create({ model: "text-embedding-3-small", input: "a", encoding_format: "float" });
  c.same("float", plain.data[0].embedding, c.VECTOR);
}

async function errors() {
  const busy = await c.raises(() => say("Hello", { model: "busy-1" }), (err) => err instanceof OpenAI.RateLimitError);
  c.same("retry-after", busy.headers.get("retry-after"), "1");
  c.same("code", busy.code, "rate_limit_exceeded");
  const retried = await client.chat.completions.create({ model: "busy-2", messages: user("Hello") }, { maxRetries: 2 });
  c.same("answer after a retry", retried.choices[0].message.content, c.ANSWER);
  const ill = await c.raises(() => respond("Hello", { model: "ill-1" }), (err) => err instanceof OpenAI.InternalServerError);
  c.same("code", ill.code, "script_500");
  await c.raises(async () => {
    for await (const _ of await client.chat.completions.create({ model: "cut-1", messages: user("Hello"), stream: true }));
  });
  await c.raises(() => client.files.retrieve("f1"), (err) => err instanceof OpenAI.NotFoundError);
}

async function memory() {
  await c.remembers(say);
  await c.remembers((text) => say(text, { user: "nora" }), (text) => say(text, { user: "omar" }));
  await c.remembers((text) => say(text, { safety_identifier: "mia" }), (text) => respond(text, { safety_identifier: "ole" }));
  await c.remembers((text) => respond(text, { user: "tess" }), (text) => respond(text, { user: "uma" }));
}

await c.run("openai (Node)", "openai", { chat, stream, tools, structured, embeddings, errors, memory });
