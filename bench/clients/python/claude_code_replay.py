"""Claude Code: Anthropic messages with system blocks, cache_control, reminders, tools and
metadata.user_id. The recipe: ANTHROPIC_BASE_URL=http://127.0.0.1:8700."""

import json

import checks
import replay
from checks import same, true

DEVICE = "0f" * 32
ACCOUNT = "3c5e7a10-52c1-4b8e-9d55-0a7be4f7d001"
HEADERS = {"anthropic-version": "2023-06-01", "anthropic-beta": "claude-code-20250219,interleaved-thinking-2025-05-14", "x-app": "cli", "User-Agent": "claude-cli/2.0.0 (external, cli)"}
CACHE = {"type": "ephemeral"}
REMINDER = "<system-reminder>\nAs you answer the user's questions, you can use the following context:\n# claudeMd\nI prefer tabs in Makefiles. My deploy host is plum-88.\n</system-reminder>"
TOOLS = [{"name": "Bash", "description": "Runs a command.", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": False, "$schema": "http://json-schema.org/draft-07/schema#"}}]


def body(turns, session, user=None, **more):
    return {
        "model": "claude-sonnet-4-5-20250929", "messages": turns, "temperature": 1,
        "system": [{"type": "text", "text": "You are Claude Code, Anthropic's official CLI for Claude.", "cache_control": CACHE}, {"type": "text", "text": "You help with software tasks. <env>\nWorking directory: /home/n/app\n</env>", "cache_control": CACHE}],
        "tools": TOOLS, "metadata": {"user_id": user or f"user_{DEVICE}_account_{ACCOUNT}_session_{session}"}, "max_tokens": 32000, "stream": True, **more,
    }  # fmt: skip


def turn(text, *before):
    return {"role": "user", "content": [*({"type": "text", "text": t} for t in before), {"type": "text", "text": text, "cache_control": CACHE}]}


def send(turns, session, user=None, **more):
    return replay.post("/v1/messages?beta=true", body(turns, session, user, **more), HEADERS)


def captured():
    replay.streamed(send([turn("I'm allergic to peanuts, by the way.", REMINDER)], "aaaaaaaa-0000-4000-8000-000000000001"))
    replay.learnt("peanuts", ACCOUNT)
    replay.unlearnt("plum-88", ACCOUNT)
    replay.unlearnt("Makefiles", ACCOUNT)


def memory():
    replay.streamed(send([turn(checks.QUESTION, REMINDER)], "aaaaaaaa-0000-4000-8000-000000000002"))
    parts = checks.last()["messages"][-1]["content"]
    true(f"memory stands behind what the user said: {parts}", "peanuts" in parts[-1]["text"] and REMINDER == parts[0]["text"])
    as_json = json.dumps({"device_id": DEVICE, "account_uuid": ACCOUNT, "session_id": "aaaaaaaa-0000-4000-8000-000000000003"})
    replay.streamed(send([turn(checks.QUESTION)], "", as_json))
    true("the account's memory arrives under the id's other form", "peanuts" in checks.forwarded()[-1]["body"])
    replay.streamed(send([turn(checks.QUESTION)], "", f"user_{'1e' * 32}_account__session_aaaaaaaa-0000-4000-8000-000000000004"))
    true("another device hears nothing", "peanuts" not in checks.forwarded()[-1]["body"])


def tools():
    session = "aaaaaaaa-0000-4000-8000-000000000005"
    before = len(checks.forwarded())
    turns = [turn(checks.QUESTION, REMINDER)]
    for n in range(3):
        replay.streamed(send(turns, session))
        turns += [
            {"role": "assistant", "content": [{"type": "tool_use", "id": f"toolu_{n}", "name": "Bash", "input": {"city": "Oslo"}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "My name is Zed and I live in Turin.", "is_error": False}, {"type": "text", "text": "<system-reminder>\nThe TODO list is empty. My cat is called Quixley.\n</system-reminder>"}]},
        ]
    users = [[m for m in json.loads(r["body"])["messages"] if m["role"] == "user"][0] for r in checks.forwarded()[before:]]
    true(f"memory arrives in the loop: {users[0]}", "peanuts" in json.dumps(users[0]))
    for user in users[1:]:
        same("the user's turn within the loop", user, users[0])
    replay.unlearnt("Turin", ACCOUNT)
    replay.unlearnt("Quixley", ACCOUNT)


def own_calls():
    """Calls for titles, topics, quota and compaction get no memory and teach nothing."""
    for system, text in [
        ("Summarize this coding conversation in under 50 characters.\nCapture the main task, key files, problems addressed, and current status.", "Please write a 5-10 word title for the following conversation:\n\nUser: I'm allergic to walnuts and live in Porto.\n\nClaude: Noted.\n\nRespond with the title for the conversation and nothing else."),
        ("Analyze if this message indicates a new conversation topic. If it does, extract a 2-3 word title that captures the new topic.", "Any allergy of mine to think of? I live in Porto."),
        ("You are Claude Code.", "Your task is to create a detailed summary of the conversation so far, paying close attention to the user's explicit requests. I live in Porto."),
    ]:
        replay.post("/v1/messages?beta=true", {"model": "claude-3-5-haiku-20241022", "max_tokens": 512, "system": [{"type": "text", "text": system}], "messages": [{"role": "user", "content": text}], "metadata": {"user_id": f"user_{DEVICE}_account_{ACCOUNT}_session_b"}, "stream": True}, HEADERS)
        true(f"no memory for {text!r}", not replay.injected())
    replay.unlearnt("Porto", ACCOUNT)
    replay.unlearnt("walnuts", ACCOUNT)


def relayed():
    status, _, _ = replay.post("/v1/messages/count_tokens?beta=true", {"model": "claude-sonnet-4-5-20250929", "messages": [turn("Any allergy?")]}, HEADERS)
    same("count_tokens", (status, replay.injected()), (404, False))
    arrived = checks.forwarded()[-1]
    same("path", arrived["path"], "/v1/messages/count_tokens?beta=true")
    for name, value in HEADERS.items():
        same(name, arrived["headers"][name.lower()], value)


replay.run("Claude Code", captured=captured, memory=memory, tools=tools, own_calls=own_calls, relayed=relayed)
