// The recipe: new Anthropic({ baseURL: "http://127.0.0.1:8700" }), or ANTHROPIC_BASE_URL, without
// /v1; a user is named by metadata: { user_id }. The upstream is one that speaks messages.
import Anthropic from "@anthropic-ai/sdk";
import * as c from "./checks.mjs";

const client = new Anthropic({ maxRetries: 0 });
const base = { model: "claude-sonnet-4-5", max_tokens: 100 };
const schema = { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } }, required: ["name", "age"], additionalProperties: false };
const user = (content) => [{ role: "user", content }];

const ask = (content, more, options) => client.messages.create({ ...base, messages: user(content), ...more }, options);
const say = async (text, more, options) => (await ask(text, more, options)).content[0].text;

async function chat() {
  c.same("answer", await say("Hello there"), c.ANSWER);
  const cache_control = { type: "ephemeral" };
  c.same("answer to parts", await say([{ type: "text", text: "Hello again", cache_control }], { system: [{ type: "text", text: "Be short.", cache_control }] }), c.ANSWER);
}

async function stream() {
  const events = client.messages.stream({ ...base, messages: user("Hello") });
  c.same("text", await events.finalText(), c.ANSWER);
}

async function tools() {
  await say(c.FACTS[0][0]);
  await c.flush();
  const before = (await c.forwarded()).length;
  const messages = user(c.QUESTION);
  let answer;
  for (;;) {
    answer = await client.messages.create({ ...base, messages, tools: [{ name: "weather", input_schema: { type: "object", properties: { city: { type: "string" } } } }] });
    messages.push({ role: "assistant", content: answer.content });
    if (answer.stop_reason !== "tool_use") break;
    messages.push({ role: "user", content: answer.content.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "7" })) });
  }
  c.same("answer", answer.content[0].text, c.WEATHER);
  await c.looped(before);
}

async function structured() {
  const forced = await ask("Who?", { tools: [{ name: "person", input_schema: schema }], tool_choice: { type: "tool", name: "person" } });
  c.same("by a tool", forced.content[0].input, { name: "Nora", age: 41 });
  c.same("by a schema", JSON.parse(await say("Who?", { output_config: { format: { type: "json_schema", schema } } })), { name: "Nora", age: 41 });
}

async function errors() {
  const busy = await c.raises(() => say("Hello", { model: "busy-1" }), (err) => err instanceof Anthropic.RateLimitError);
  c.same("retry-after", busy.headers.get("retry-after"), "1");
  c.same("answer after a retry", await say("Hello", { model: "busy-2" }, { maxRetries: 2 }), c.ANSWER);
  await c.raises(() => say("Hello", { model: "ill-1" }), (err) => err instanceof Anthropic.InternalServerError);
  await c.raises(() => client.messages.stream({ ...base, model: "cut-1", messages: user("Hello") }).finalText());
}

async function memory() {
  const named = (user_id) => (text) => say(text, { metadata: { user_id } });
  await c.remembers(say);
  await c.remembers(named("nora"), named("omar"));
}

await c.run("@anthropic-ai/sdk", "@anthropic-ai/sdk", { chat, stream, tools, structured, embeddings: "it has none", errors, memory });
