"""Makes the training pairs: a bilingual fact with its bilingual question, from templates and slots.

Every pair is four texts that mean one thing: a fact and a question, each in English and Chinese.
Conversational wrapping ("oh, by the way", 对了) teaches the table to give such words no weight.
Every tenth template is held back for choosing settings, so that the judging set is not used for it.
"""

import os
import random
import re

HERE = os.path.dirname(os.path.abspath(__file__))

OPEN = {"en": ["", "", "", "", "Hey, ", "Oh, by the way, ", "Well, ", "Hi! ", "So, ", "You know what? ", "Thanks for asking! ", "Haha, ",
               "Good to see you! ", "That's great! ", "Wow, ", "Actually, ", "To be honest, ", "Yeah, ", "Just so you know, ", "Good morning! ",
               "I wanted to tell you: ", "Sounds good. ", "No worries. ", "Long time no see! "],
        "zh": ["", "", "", "", "对了，", "哈哈，", "其实，", "你好！", "说起来，", "跟你说，", "谢谢关心！", "嗯，", "哎呀，", "没事。", "告诉你一件事，",
               "老实说，", "好久不见！", "是啊，", "顺便说一下，", "早上好！", "太好了！", "你知道吗，"]}
CLOSE = {"en": ["", "", "", "", "", " How about you?", " What do you think?", " It means a lot to me.", " Anyway.", " Talk to you later!",
                " Please remember that.", " Can't wait!", " What have you been up to?", " Just saying.", " :)"],
         "zh": ["", "", "", "", "", "你呢？", "你觉得怎么样？", "这对我很重要。", "请记住。", "回头聊！", "就这样吧。", "哈哈。", "真是的。", "希望一切顺利。"]}
ASK = {"en": ["", "", "", "", "", "Hey, ", "Do you remember: ", "Quick question: ", "Can you remind me, ", "Remind me: ", "Let me check, ",
              "I forgot. ", "Please tell me: ", "Help me out. "],
       "zh": ["", "", "", "", "", "你还记得吗，", "帮我想想，", "请问，", "提醒我一下，", "我忘了，", "你知道", "问一下，", "帮我看看，", "我之前说过，"]}
# The same question about somebody: a third of all questions are asked of the user by an agent, or of a third person.
PERSON = [(r"\bmy\b", "the user's"), (r"\bam I\b", "is the user"), (r"\bdo I\b", "does the user"), (r"\bhave I\b", "has the user"),
          (r"\bwas I\b", "was the user"), (r"\bI\b", "the user"), (r"\bme\b", "the user")]


def read():
    slots = {}
    for line in open(os.path.join(HERE, "slots.txt"), encoding="utf-8"):
        if not line.startswith("#"):
            name, values = line.rstrip("\n").split(": ", 1)
            # Thousands keep their comma: a value ends at ", " alone.
            slots[name] = [tuple(v.split("=")) for v in values.split(", ")]
    templates = []
    for block in open(os.path.join(HERE, "templates.txt"), encoding="utf-8").read().split("\n\n"):
        t = {line[0]: line[2:].split(" | ") for line in block.split("\n") if line and line[0] in "fFqQ"}
        if len(t) == 4:
            templates.append(t)
    return slots, templates


def fill(text, pick, side, rng):
    text = re.sub(r"\[([^\]]*)\]", lambda m: rng.choice(m.group(1).split("/")), text)
    return re.sub(r"\{(\w+)\}", lambda m: pick(m.group(1))[side], text)


def third(q):
    for a, b in PERSON:
        q = re.sub(a, b, q)
    return q[0].upper() + q[1:]


def pairs(n, seed):
    """n times (template number, fact en, fact zh, ask en, ask zh)."""
    rng = random.Random(seed)
    slots, templates = read()
    seen, out = set(), []
    while len(out) < n:
        k = rng.randrange(len(templates))
        t, chosen = templates[k], {}

        def pick(name):
            if name not in chosen:
                base = re.sub(r"2$", "", name) if name not in slots else name
                others = {v for m, v in chosen.items() if m.rstrip("2") == base.rstrip("2")}
                chosen[name] = rng.choice([v for v in slots[base] if v not in others])
            return chosen[name]

        # Facts of one index mostly say the same in both languages.
        i = rng.randrange(min(len(t["f"]), len(t["F"])))
        fe, fz = t["f"][i].strip(), t["F"][i].strip()
        # A question that names a value the fact does not have would be a lie.
        named = set(re.findall(r"\{(\w+)\}", fe)) & set(re.findall(r"\{(\w+)\}", fz))
        ok = [j for j in range(min(len(t["q"]), len(t["Q"])))
              if set(re.findall(r"\{(\w+)\}", t["q"][j] + t["Q"][j])) <= named]
        if not ok:
            continue
        j = rng.choice(ok)
        qe, qz = t["q"][j].strip(), t["Q"][j].strip()
        fe, fz = fill(fe, pick, 0, rng), fill(fz, pick, 1, rng)
        if (k, fe, j) in seen:
            continue
        seen.add((k, fe, j))
        qe, qz = fill(qe, pick, 0, rng), fill(qz, pick, 1, rng)
        if rng.random() < 0.3:
            qe, qz = third(qe), qz.replace("我们", "用户").replace("我", "用户")
        if rng.random() < 0.5:
            fe, fz = rng.choice(OPEN["en"]) + fe + rng.choice(CLOSE["en"]), rng.choice(OPEN["zh"]) + fz + rng.choice(CLOSE["zh"])
        if rng.random() < 0.5:
            qe, qz = rng.choice(ASK["en"]) + qe, rng.choice(ASK["zh"]) + qz
        out.append((k, fe, fz, qe, qz))
    return out


def held_back(k):
    return k % 10 == 7


if __name__ == "__main__":
    for p in pairs(12, 3):
        print(*p, sep="\n  ")
