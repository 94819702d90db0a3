"""Codex: responses with instructions and input items. The recipe, in ~/.codex/config.toml:

[model_providers.mneme]
base_url = "http://127.0.0.1:8700/v1"
wire_api = "responses"
"""

import json

import checks
import replay
from checks import same, true

HEADERS = {"originator": "codex_cli_rs", "session_id": "0199a213-81c0-7800-8aa1-bbab2a035a53", "User-Agent": "codex_cli_rs/0.50.0"}
FRONT = [
    {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "<permissions instructions>\nI prefer rebase over merge.\n</permissions instructions>"}]},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "# AGENTS.md instructions for /home/n/app\n\n<INSTRUCTIONS>\nI prefer tabs in Makefiles. My deploy host is plum-88.\n</INSTRUCTIONS>"}]},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<environment_context>\n  <cwd>/home/n/app</cwd>\n  <shell>zsh</shell>\n  <home>My home town is Turin.</home>\n</environment_context>"}]},
]
TOOLS = [{"type": "function", "name": "shell", "description": "Runs a command.", "strict": False, "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": False}}, {"type": "custom", "name": "apply_patch", "format": {"type": "grammar", "syntax": "lark", "definition": "start: \"x\""}}, {"type": "web_search"}]


def said(text):
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def send(items, key, **more):
    value = {
        "model": "gpt-5-codex", "instructions": "You are Codex, based on GPT-5. You are running as a coding agent in the Codex CLI.", "input": [*FRONT, *items], "tools": TOOLS, "tool_choice": "auto", "parallel_tool_calls": False,
        "reasoning": {"effort": "medium", "summary": "auto"}, "store": False, "stream": True, "include": ["reasoning.encrypted_content"], "prompt_cache_key": key, "text": {"verbosity": "low"}, **more,
    }  # fmt: skip
    return replay.post("/v1/responses", value, {**HEADERS, "session_id": key})


def captured():
    replay.streamed(send([said("I'm allergic to peanuts, by the way.")], "0199a213-0001"))
    replay.learnt("peanuts")
    for words in ("plum-88", "Makefiles", "Turin", "rebase", "AGENTS.md"):
        replay.unlearnt(words)


def memory():
    replay.streamed(send([said(checks.QUESTION)], "0199a213-0002"))
    arrived = checks.last()["input"]
    same("what stands before the user's turn", arrived[: len(FRONT)], FRONT)
    true(f"memory arrives with the question: {arrived[-1]}", "peanuts" in json.dumps(arrived[-1]))


def tools():
    before = len(checks.forwarded())
    items = [said(checks.QUESTION)]
    for n in range(3):
        replay.streamed(send(items, "0199a213-0003"))
        items += [
            {"type": "reasoning", "summary": [], "content": None, "encrypted_content": "gAAAA" + "Q" * 40},
            {"type": "function_call", "name": "shell", "arguments": '{"city":"Oslo"}', "call_id": f"call_{n}"},
            {"type": "function_call_output", "call_id": f"call_{n}", "output": '{"output":"My name is Zed and I live in Porto.","metadata":{"exit_code":0}}'},
        ]
    turns = [json.loads(r["body"])["input"][len(FRONT)] for r in checks.forwarded()[before:]]
    true(f"memory arrives in the loop: {turns[0]}", "peanuts" in json.dumps(turns[0]))
    for turn in turns[1:]:
        same("the user's turn within the loop", turn, turns[0])
    replay.unlearnt("Porto")


def own_calls():
    """A compaction gets no memory and teaches nothing."""
    send([said("I live in Quito."), said("You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM that will resume the task. My cat is called Quixley.")], "0199a213-0004")
    true("no memory", not replay.injected())
    replay.unlearnt("Quixley")


replay.run("Codex", captured=captured, memory=memory, tools=tools, own_calls=own_calls)
