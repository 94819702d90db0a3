"""A scripted model provider, and nothing but the standard library.

It speaks chat completions, responses, Anthropic messages, embeddings and models, at once
and streaming. What it answers follows from the request alone:

  the model's name   (or the header X-Script) asks for faults: `busy-*` refuses its first call
                     with 429, `ill-*` always answers 500, `cut-*` breaks its stream off after
                     three events
  a JSON schema      an instance of it
  a forced tool      a call of it with an instance of its schema
  tools              one call for each of CITIES, one after the other, then an answer
  anything else      ANSWER

It keeps every request as it arrived, so that a check can say what reached a provider.
"""

import base64
import json
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWER = "All right, so be it: 好的。"
CITIES = ["Oslo", "Bergen"]
WEATHER = "It is 7 degrees in Oslo and 9 in Bergen."
VECTOR = [0.25, -0.5, 0.125, 1.0]  # exact in 32 bits
LIMITS = {"retry-after-ms": "60", "retry-after": "1", "x-ratelimit-remaining-tokens": "0"}


class Provider:
    """A provider on a port of its own until close."""

    def __init__(self):
        self.requests = []  # {"method", "path", "headers", "body"}, in the order of arrival
        self.seen = {}  # calls of each faulty kind
        self.lock = threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"provider": self}))
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def keep(self, request):
        with self.lock:
            self.requests.append(request)

    def nth(self, script):
        """Counts a call, and says which one of its kind it is."""
        with self.lock:
            self.seen[script] = self.seen.get(script, 0) + 1
            return self.seen[script]


class Broken(Exception):
    """Ends a connection in the middle of an answer."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    provider = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/requests":  # what arrived, for checks in other processes
            with self.provider.lock:
                return self.whole(200, self.provider.requests)
        self.keep(b"")
        if self.path.split("?")[0].endswith("/models"):
            return self.whole(200, {"object": "list", "data": [{"id": "gpt-4o", "object": "model", "created": 1, "owned_by": "script"}]})
        self.whole(404, {"error": {"message": "no such route", "type": "invalid_request_error", "code": "not_found"}})

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.keep(raw)
        path = self.path.split("?")[0]
        for ending, speak in ROUTES.items():
            if path.endswith(ending):
                try:
                    body = json.loads(raw)
                except ValueError:
                    return self.whole(400, {"error": {"message": "not JSON", "type": "invalid_request_error", "code": "bad_body"}})
                self.script = self.headers.get("X-Script") or body.get("model", "").rsplit("/", 1)[-1]
                if self.fault():
                    return None
                try:
                    return speak(self, body)
                except Broken:
                    self.close_connection = True
                    return None
        self.whole(404, {"error": {"message": "no such route", "type": "invalid_request_error", "code": "not_found"}})

    def keep(self, raw):
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.provider.keep({"method": self.command, "path": self.path, "headers": headers, "body": raw.decode("utf-8", "surrogateescape")})

    def fault(self):
        kind = self.script.split("-")[0]
        if kind == "busy" and self.provider.nth(self.script) == 1:
            self.whole(429, {"type": "error", "error": {"message": "slow down", "type": "rate_limit_error", "code": "rate_limit_exceeded"}}, LIMITS)
            return True
        if kind == "ill":
            self.whole(500, {"type": "error", "error": {"message": "out of order", "type": "api_error", "code": "script_500"}}, {"x-should-retry": "false"})
            return True
        return False

    def whole(self, status, value, headers=None):
        body = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogateescape")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("x-request-id", "req_script")
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def stream(self, events):
        """Sends events, each a (name, value) pair; a name of None makes an unnamed event."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for n, (name, value) in enumerate(events):
            if n == 3 and self.script.startswith("cut-"):
                raise Broken
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            self.chunk((f"event: {name}\n" if name else "") + f"data: {text}\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()


# The script.


def instance(schema, root=None):
    """An instance of a JSON schema: words are "Nora", numbers 41."""
    root = root or schema
    if "$ref" in schema:
        at = root
        for step in schema["$ref"].lstrip("#/").split("/"):
            at = at[step]
        return instance(at, root)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return instance(schema[choice][0], root)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object" or "properties" in schema:
        return {name: instance(part, root) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [instance(schema.get("items", {"type": "string"}), root)]
    return {"string": "Nora", "integer": 41, "number": 41, "boolean": True}.get(kind)


def plan(tools, forced, results, schema):
    """What to answer: ("text", words) or ("call", name, arguments)."""
    if schema is not None:
        return "text", json.dumps(instance(schema))
    if forced:
        named = [t for t in tools if forced is True or t[0] == forced]
        return "call", named[-1][0], instance(named[-1][1])
    if not tools:
        return "text", ANSWER
    if results < len(CITIES):
        name, parameters = tools[0]
        if "city" in parameters.get("properties", {}):
            return "call", name, {"city": CITIES[results]}
        return "call", name, instance(parameters)
    return "text", WEATHER


def pieces(text):
    return [text[i : i + 5] for i in range(0, len(text), 5)]


def usage(n):
    return {"prompt_tokens": n, "completion_tokens": n, "total_tokens": 2 * n}


def since_user(messages, is_result):
    """Tool results since the last turn of a user."""
    count = 0
    for m in messages:
        if is_result(m):
            count += 1
        elif m.get("role") == "user":
            count = 0
    return count


def chat(self, body):
    tools = [(t["function"]["name"], t["function"].get("parameters") or {}) for t in body.get("tools") or [] if t.get("type") == "function"]
    choice, form = body.get("tool_choice"), body.get("response_format") or {}
    forced = choice["function"]["name"] if isinstance(choice, dict) and "function" in choice else choice == "required"
    schema = form["json_schema"]["schema"] if form.get("type") == "json_schema" else None
    kind, *what = plan(tools, forced, since_user(body["messages"], lambda m: m.get("role") == "tool"), schema)
    n = len(self.provider.requests)
    head = {"id": f"chatcmpl-{n}", "created": 1, "model": body["model"]}
    call = {"id": f"call_{n}", "type": "function", "function": {"name": what[0], "arguments": json.dumps(what[1])}} if kind == "call" else None
    end = "tool_calls" if call else "stop"
    if not body.get("stream"):
        message = {"role": "assistant", "content": None, "tool_calls": [call]} if call else {"role": "assistant", "content": what[0]}
        return self.whole(200, {**head, "object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": end, "logprobs": None}], "usage": usage(7)})

    def events():
        def delta(change, finish=None):
            return None, {**head, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": change, "finish_reason": finish}]}

        yield delta({"role": "assistant", "content": None if call else ""})
        if call:
            yield delta({"tool_calls": [{"index": 0, **call, "function": {"name": what[0], "arguments": ""}}]})
            for part in pieces(call["function"]["arguments"]):
                yield delta({"tool_calls": [{"index": 0, "function": {"arguments": part}}]})
        else:
            for part in pieces(what[0]):
                yield delta({"content": part})
        yield delta({}, end)
        if (body.get("stream_options") or {}).get("include_usage"):
            yield None, {**head, "object": "chat.completion.chunk", "choices": [], "usage": usage(7)}
        yield None, "[DONE]"

    self.stream(events())


def responses(self, body):
    items = body["input"] if isinstance(body["input"], list) else [{"role": "user", "content": body["input"]}]
    tools = [(t["name"], t.get("parameters") or {}) for t in body.get("tools") or [] if t.get("type") == "function"]
    choice, form = body.get("tool_choice"), (body.get("text") or {}).get("format") or {}
    forced = choice["name"] if isinstance(choice, dict) and "name" in choice else choice == "required"
    schema = form["schema"] if form.get("type") == "json_schema" else None
    kind, *what = plan(tools, forced, since_user(items, lambda m: m.get("type") == "function_call_output"), schema)
    n = len(self.provider.requests)
    if kind == "call":
        item = {"type": "function_call", "id": f"fc_{n}", "call_id": f"call_{n}", "name": what[0], "arguments": json.dumps(what[1]), "status": "completed"}
    else:
        item = {"type": "message", "id": f"msg_{n}", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": what[0], "annotations": []}]}
    counts = {"input_tokens": 7, "output_tokens": 7, "total_tokens": 14, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    whole = {
        "id": f"resp_{n}", "object": "response", "created_at": 1, "status": "completed", "model": body["model"], "output": [item], "usage": counts,
        "error": None, "incomplete_details": None, "instructions": body.get("instructions"), "metadata": {}, "parallel_tool_calls": True, "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0,
    }  # fmt: skip
    if not body.get("stream"):
        return self.whole(200, whole)

    def events():
        number = iter(range(10**6))

        def event(name, /, **more):
            return name, {"type": name, "sequence_number": next(number), **more}

        begun = {**whole, "status": "in_progress", "output": [], "usage": None}
        yield event("response.created", response=begun)
        yield event("response.in_progress", response=begun)
        at = {"item_id": item["id"], "output_index": 0}
        if kind == "call":
            yield event("response.output_item.added", output_index=0, item={**item, "arguments": "", "status": "in_progress"})
            for part in pieces(item["arguments"]):
                yield event("response.function_call_arguments.delta", **at, delta=part)
            yield event("response.function_call_arguments.done", **at, name=item["name"], arguments=item["arguments"])
        else:
            at["content_index"] = 0
            yield event("response.output_item.added", output_index=0, item={**item, "content": [], "status": "in_progress"})
            yield event("response.content_part.added", **at, part={"type": "output_text", "text": "", "annotations": []})
            for part in pieces(what[0]):
                yield event("response.output_text.delta", **at, delta=part, logprobs=[])
            yield event("response.output_text.done", **at, text=what[0], logprobs=[])
            yield event("response.content_part.done", **at, part=item["content"][0])
        yield event("response.output_item.done", output_index=0, item=item)
        yield event("response.completed", response=whole)

    self.stream(events())


def messages(self, body):
    tools = [(t["name"], t["input_schema"]) for t in body.get("tools") or [] if "input_schema" in t]
    choice = body.get("tool_choice") or {}
    forced = choice.get("name") if choice.get("type") == "tool" else choice.get("type") == "any"
    form = body.get("output_format") or (body.get("output_config") or {}).get("format") or {}
    schema = form["schema"] if form.get("type") == "json_schema" else None
    results = 0
    for m in body["messages"]:
        if m["role"] == "user":
            answers = [p for p in m["content"] if p.get("type") == "tool_result"] if isinstance(m["content"], list) else []
            results = results + len(answers) if answers else 0
    kind, *what = plan(tools, forced, results, schema)
    n = len(self.provider.requests)
    block = {"type": "tool_use", "id": f"toolu_{n}", "name": what[0], "input": what[1]} if kind == "call" else {"type": "text", "text": what[0]}
    end = "tool_use" if kind == "call" else "end_turn"
    whole = {"id": f"msg_{n}", "type": "message", "role": "assistant", "model": body["model"], "content": [block], "stop_reason": end, "stop_sequence": None, "usage": {"input_tokens": 7, "output_tokens": 7}}
    if not body.get("stream"):
        return self.whole(200, whole)

    def events():
        def event(name, /, **more):
            return name, {"type": name, **more}

        yield event("message_start", message={**whole, "content": [], "stop_reason": None})
        yield event("content_block_start", index=0, content_block={**block, "input": {}} if kind == "call" else {"type": "text", "text": ""})
        yield event("ping")
        for part in pieces(json.dumps(what[1]) if kind == "call" else what[0]):
            yield event("content_block_delta", index=0, delta={"type": "input_json_delta", "partial_json": part} if kind == "call" else {"type": "text_delta", "text": part})
        yield event("content_block_stop", index=0)
        yield event("message_delta", delta={"stop_reason": end, "stop_sequence": None}, usage={"output_tokens": 7})
        yield event("message_stop")

    self.stream(events())


def embeddings(self, body):
    inputs = body["input"] if isinstance(body["input"], list) and not all(isinstance(i, int) for i in body["input"]) else [body["input"]]
    vector = base64.b64encode(struct.pack("<4f", *VECTOR)).decode() if body.get("encoding_format") == "base64" else VECTOR
    data = [{"object": "embedding", "index": i, "embedding": vector} for i in range(len(inputs))]
    self.whole(200, {"object": "list", "model": body["model"], "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}})


def echo(self, body):
    """Servers' own routes: the answer is what was sent."""
    self.whole(200, body)


ECHOED = ["/api/chat", "/api/generate", "/api/embed", "/api/v0/chat", "/tokenize", "/v1/completions", "/rerank", "/speech"]
ROUTES = {"/chat/completions": chat, "/responses": responses, "/messages": messages, "/embeddings": embeddings, **dict.fromkeys(ECHOED, echo)}
