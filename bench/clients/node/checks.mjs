// What every client is asked, and what has to be true of it: the Node half of
// python/checks.py, with the same words.
import { readFileSync } from "node:fs";
import { deepStrictEqual } from "node:assert";

export const { MNEME_ORIGIN: ORIGIN, MNEME_ADMIN: ADMIN, PROVIDER_ORIGIN: PROVIDER } = process.env;
export const BASE = ORIGIN + "/v1";

export const ANSWER = "All right, so be it: 好的。";
export const WEATHER = "It is 7 degrees in Oslo and 9 in Bergen.";
export const VECTOR = [0.25, -0.5, 0.125, 1.0];
export const QUESTION = "Which snacks may I bring? No allergy trouble, please. How warm is it in Oslo and Bergen?";

// Told in one session, asked in another, and the words that have to arrive.
export const FACTS = [
  ["I'm allergic to peanuts, by the way.", "Which snacks can I eat? Any allergy?", "peanuts"],
  ["我住在杭州,不吃香菜。", "点外卖的时候,有什么是我不吃的?", "香菜"],
];

// Every model call that reached the provider, oldest first.
export async function forwarded() {
  const answer = await fetch(PROVIDER + "/requests");
  return (await answer.json()).filter((r) => r.method === "POST");
}

export const last = async () => JSON.parse((await forwarded()).at(-1).body);

export async function flush() {
  const answer = await fetch(ADMIN + "/memory/v1/flush", { method: "POST", headers: { "content-type": "application/json" }, body: '{"timeout_ms":30000}' });
  if (!answer.ok) throw new Error(`flush: ${answer.status} ${await answer.text()}`);
}

// The texts of users in a forwarded body, of any of the three formats, in order.
export function userTexts(body) {
  const turns = body.messages ?? body.input;
  if (typeof turns === "string") return [turns];
  return turns
    .filter((turn) => turn.role === "user")
    .map((turn) => (typeof turn.content === "string" ? turn.content : turn.content.map((p) => p.text ?? "").join("")))
    .filter((text) => text !== "");
}

export function same(name, got, want) {
  try {
    deepStrictEqual(got, want);
  } catch {
    throw new Error(`${name}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  }
}

export function truth(name, condition) {
  if (!condition) throw new Error(name);
}

// Returns the error which a call has to raise.
export async function raises(call, is = () => true) {
  let raised;
  try {
    await call();
  } catch (err) {
    raised = err;
  }
  if (raised === undefined) throw new Error("nothing was raised");
  truth(`another error was raised: ${raised?.constructor?.name}: ${raised}`, is(raised));
  return raised;
}

// A fact told to ask arrives with a later question, and does not arrive with other's.
export async function remembers(ask, other) {
  for (const [told, asked, words] of FACTS) {
    await ask(told);
    await flush();
    await ask(asked);
    const text = userTexts(await last()).at(-1);
    truth(`the question arrives first: ${text}`, text.startsWith(asked));
    truth(`${words} arrives with it: ${text}`, text.includes(words));
    if (other) {
      await other(asked);
      truth("another user hears it", !(await forwarded()).at(-1).body.includes(words));
    }
  }
}

// The calls of a tool loop since before: the user's turn is the same bytes in each.
export async function looped(before) {
  const calls = (await forwarded()).slice(before).map((r) => JSON.parse(r.body));
  truth(`a loop has at least three calls, not ${calls.length}`, calls.length >= 3);
  const first = userTexts(calls[0]).at(-1);
  truth(`memory arrives in the loop: ${first}`, first.startsWith(QUESTION) && first.includes("peanuts"));
  for (const body of calls.slice(1)) same("the user's turn within the loop", userTexts(body).at(-1), first);
}

const versionOf = (name) => JSON.parse(readFileSync(new URL(`./node_modules/${name}/package.json`, import.meta.url))).version;

// Runs the checks in order, each a function or a word on why there is none; prints one line of JSON each.
export async function run(client, name, checks, beside) {
  const version = versionOf(name) + (beside ? `, ${beside} ${versionOf(beside)}` : "");
  console.log(JSON.stringify({ client, package: name, version }));
  let failed = false;
  for (const [check, act] of Object.entries(checks)) {
    const line = { check, ok: true };
    if (typeof act === "string") {
      line.none = act;
    } else {
      try {
        await act();
      } catch (err) {
        failed = true;
        line.ok = false;
        line.error = `${err}`.slice(0, 1500);
        console.error(err);
      }
    }
    console.log(JSON.stringify(line));
  }
  process.exit(failed ? 1 : 0);
}
