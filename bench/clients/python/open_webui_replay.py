"""Open WebUI: chats, and tasks for titles, tags, follow-ups and queries. The recipe:
OPENAI_API_BASE_URL=http://127.0.0.1:8700/v1."""

import checks
import replay
from checks import true

HISTORY = "<chat_history>\nUSER: I live in Porto, any allergy of mine?\nASSISTANT: You are allergic to walnuts.\n</chat_history>"


def chat(text, before=(), **more):
    return replay.post("/v1/chat/completions", {"stream": True, "model": "gpt-4o", "messages": [*before, {"role": "user", "content": text}], **more})


def captured():
    replay.streamed(chat("I'm allergic to peanuts, by the way."))
    replay.learnt("peanuts")


def memory():
    replay.streamed(chat(checks.QUESTION, [{"role": "system", "content": "Be short."}]))
    true("memory arrives", "peanuts" in checks.forwarded()[-1]["body"])


def documents():
    """Of a question wrapped in retrieved documents, the question is the user's."""
    text = '### Task:\nRespond to the user query using the provided context, incorporating inline citations in the format [id] **only when the <source> tag includes an explicit id attribute**.\n\n<context>\n<source id="1" name="cv.pdf">I live in Turin and my name is Zed.</source>\n</context>\n\n<user_query>\nI prefer window seats on trains. Does he?\n</user_query>\n'
    replay.streamed(chat(text))
    replay.learnt("window seats")
    replay.unlearnt("Turin")


def own_calls():
    for text in [
        "### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Guidelines:\n- The title should clearly represent the main theme.\n### Output:\nJSON format: { \"title\": \"your concise title here\" }\n### Chat History:\n" + HISTORY,
        "### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history, along with 1-3 more specific subtopic tags.\n\n### Chat History:\n" + HISTORY,
        "### Task:\nSuggest 3-5 relevant follow-up questions or prompts that the user might naturally ask next in this conversation as a **user**, based on the chat history.\n### Chat History:\n" + HISTORY,
        "### Task:\nAnalyze the chat history to determine the necessity of generating search queries, in the given language.\n### Chat History:\n" + HISTORY,
    ]:
        replay.post("/v1/chat/completions", {"model": "gpt-4o", "messages": [{"role": "user", "content": text}], "stream": False, "max_completion_tokens": 1000})
        true(f"no memory for {text[:60]!r}", not replay.injected())
    replay.unlearnt("Porto")
    replay.unlearnt("walnuts")


replay.run("Open WebUI", captured=captured, memory=memory, documents=documents, own_calls=own_calls)
