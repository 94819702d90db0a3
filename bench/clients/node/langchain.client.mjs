// The recipe: new ChatOpenAI({ configuration: { baseURL: "http://127.0.0.1:8700/v1" } }), or
// OPENAI_BASE_URL; a user is named by the field user, or by configuration.defaultHeaders.
import { HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { z } from "zod";
import * as c from "./checks.mjs";

const weather = tool(({ city }) => `${city}: 7`, { name: "weather", description: "The weather of a city.", schema: z.object({ city: z.string() }) });

const llm = (more) => new ChatOpenAI({ model: "gpt-4o", maxRetries: 0, ...more });
const say = async (text, more) => (await llm(more).invoke([new SystemMessage("Be short."), new HumanMessage(text)])).text;

async function chat() {
  c.same("answer", await say("Hello there"), c.ANSWER);
  c.same("answer of responses", await say("Hello there", { useResponsesApi: true }), c.ANSWER);
}

async function streamed(more) {
  let text = "";
  for await (const chunk of await llm(more).stream("Hello")) text += chunk.text;
  return text;
}

async function stream() {
  c.same("text", await streamed(), c.ANSWER);
  c.same("text of responses", await streamed({ useResponsesApi: true }), c.ANSWER);
}

async function tools() {
  await say(c.FACTS[0][0]);
  await c.flush();
  for (const useResponsesApi of [false, true]) {
    const before = (await c.forwarded()).length;
    const bound = llm({ useResponsesApi }).bindTools([weather]);
    const turns = [new HumanMessage(c.QUESTION)];
    let answer;
    for (;;) {
      answer = await bound.invoke(turns);
      turns.push(answer);
      if (!answer.tool_calls?.length) break;
      for (const call of answer.tool_calls) turns.push(new ToolMessage({ content: await weather.invoke(call.args), tool_call_id: call.id }));
    }
    c.same("answer", answer.text, c.WEATHER);
    await c.looped(before);
  }
}

async function structured() {
  const schema = z.object({ name: z.string(), age: z.number() });
  for (const method of ["jsonSchema", "functionCalling"]) {
    c.same(method, await llm().withStructuredOutput(schema, { name: "person", method }).invoke("Who?"), { name: "Nora", age: 41 });
  }
}

async function embeddings() {
  c.same("vectors", await new OpenAIEmbeddings({ model: "text-embedding-3-small" }).embedDocuments(["a", "乙"]), [c.VECTOR, c.VECTOR]);
}

async function errors() {
  await c.raises(() => say("Hello", { model: "busy-1" }), (err) => err.status === 429);
  c.same("answer after a retry", await say("Hello", { model: "busy-2", maxRetries: 2 }), c.ANSWER);
  await c.raises(() => say("Hello", { model: "ill-1" }), (err) => err.status === 500);
  await c.raises(() => streamed({ model: "cut-1" }));
}

async function memory() {
  const named = (user) => (text) => say(text, { user });
  const byHeader = (user) => (text) => say(text, { useResponsesApi: true, configuration: { defaultHeaders: { "X-Memory-User-Id": user } } });
  await c.remembers((text) => say(text));
  await c.remembers(named("nora"), named("omar"));
  await c.remembers(byHeader("tess"), byHeader("uma"));
}

await c.run("@langchain/openai", "@langchain/openai", { chat, stream, tools, structured, embeddings, errors, memory });
