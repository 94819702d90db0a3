"""Runs every client's script against a mneme and a scripted provider of its own."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from provider import Provider

HERE = Path(__file__).resolve().parent
OLDER = {"litellm_client.py", "llama_index_client.py"}  # need an older openai package
COLUMNS = ["chat", "stream", "tools", "structured", "embeddings", "errors", "memory"]


class Mneme:
    """The binary, serving from an empty folder."""

    def __init__(self, binary, upstream):
        self.folder = tempfile.mkdtemp(prefix="mneme-clients-")
        self.log = open(os.path.join(self.folder, "log"), "w+")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MNEME_") and not name.lower().endswith("_proxy")}
        command = [binary, "serve", "-listen", "127.0.0.1:0", "-admin", "127.0.0.1:0", "-upstream", upstream, "-data", os.path.join(self.folder, "data"), "-log-format", "json", "-log-level", "debug"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT, env=environment)
        banner = self.banner()
        self.origin, self.admin = banner["base URL"].removesuffix("/v1"), banner["admin"]

    def banner(self):
        """The banner's URLs, once it is whole: both listeners are open by then."""
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            lines = Path(self.log.name).read_text().splitlines()
            found = {name: line.split(name, 1)[1].split()[0] for line in lines for name in ("base URL", "admin") if line.startswith("  " + name)}
            if len(found) == 2:
                return found
            time.sleep(0.05)
        raise SystemExit("mneme did not start:\n" + Path(self.log.name).read_text())

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder)


def clients():
    """(language, script) of each script, in the order of the table."""
    for language, pattern in [("python", "*_client.py"), ("node", "*.client.mjs"), ("python", "*_replay.py")]:
        for script in sorted((HERE / language).glob(pattern)):
            yield language, script


def play(kind, script, cache, binary):
    """Runs one script and returns its head and its checks."""
    provider = Provider()
    mneme = Mneme(binary, provider.origin + "/v1")
    try:
        environment = {
            "PATH": os.environ["PATH"], "HOME": mneme.folder, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
            "MNEME_ORIGIN": mneme.origin, "MNEME_ADMIN": mneme.admin, "PROVIDER_ORIGIN": provider.origin,
            "OPENAI_BASE_URL": mneme.origin + "/v1", "OPENAI_API_KEY": "sk-script", "ANTHROPIC_BASE_URL": mneme.origin, "ANTHROPIC_API_KEY": "sk-script",
            "OPENAI_AGENTS_DISABLE_TRACING": "1", "LITELLM_LOCAL_MODEL_COST_MAP": "True", "ANONYMIZED_TELEMETRY": "False",
        }  # fmt: skip
        if kind == "python":
            command = [cache / ("older" if script.name in OLDER else "python") / "bin" / "python", script]
        else:  # Node finds packages beside the script it runs
            for module in (HERE / "node").glob("*.mjs"):
                shutil.copy(module, cache / "node")
            command = ["node", cache / "node" / script.name]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        head = lines[0] if lines else {"client": script.name, "package": "?", "version": "?"}
        checks = {line["check"]: line for line in lines[1:]}
        if done.returncode != 0 and all(line["ok"] for line in checks.values()):
            checks["start"] = {"check": "start", "ok": False, "error": f"exit {done.returncode}"}
        return head, checks, done.stderr
    finally:
        mneme.close()
        provider.close()


def play_go():
    """The Go clients' rows: they are tests of the bench package."""
    root = HERE.parent.parent
    done = subprocess.run(["go", "test", "-count=1", "-run", "^TestClients$", "-json", "./bench"], cwd=root, capture_output=True, text=True, timeout=600)
    versions = dict(line.split()[:2] for line in (root / "go.mod").read_text().splitlines() if line.startswith("\t"))
    rows = {}
    for event in map(json.loads, done.stdout.splitlines()):
        path = event.get("Test", "").split("/")
        if len(path) != 3 or event["Action"] not in ("pass", "fail"):
            continue
        rows.setdefault(path[1], {})[path[2]] = {"check": path[2], "ok": event["Action"] == "pass", "error": "go test ./bench"}
    if not rows:
        raise SystemExit(f"go test printed no result:\n{done.stdout}{done.stderr}")
    for name, checks in rows.items():
        package = {"openai-go": "github.com/openai/openai-go/v3", "go-openai": "github.com/sashabaranov/go-openai"}[name]
        yield {"client": name, "package": name, "version": versions[package].lstrip("v")}, checks, done.stderr


def row(head, checks):
    def cell(name):
        line = checks.get(name)
        if line is None:
            return ""
        return ("–" if "none" in line else "yes") if line["ok"] else "**no**"

    if not head["version"]:  # a replayed shape has checks of its own
        return f"| {head['client']} | " + ", ".join(name.replace("_", " ") + ("" if line["ok"] else " **no**") for name, line in checks.items()) + " |"
    return f"| {head['client']} | {head['version']} | " + " | ".join(cell(name) for name in COLUMNS) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-cache", type=Path, required=True)
    parser.add_argument("-table", action="store_true")
    parser.add_argument("-only", default="", help="parts of scripts' names, separated by commas")
    parser.add_argument("binary", type=Path)
    asked = parser.parse_args()
    cache, binary = asked.cache.resolve(), asked.binary.resolve()
    wanted = [word for word in asked.only.split(",") if word]
    passed = failed = 0
    shapes = []
    if asked.table:
        print("| client | version | " + " | ".join(COLUMNS) + " |")
        print("|---" * (len(COLUMNS) + 2) + "|")

    def count(head, checks, errors):
        nonlocal passed, failed
        faults = [line for line in checks.values() if not line["ok"]]
        passed += sum(line["ok"] and "none" not in line for line in checks.values())
        failed += len(faults)
        if not asked.table:
            print(f"{head['client']} {head['version']}: {sum(line['ok'] for line in checks.values())} of {len(checks)}", flush=True)
        elif head["version"]:
            print(row(head, checks), flush=True)
        else:
            shapes.append(row(head, checks))
        for line in faults:
            print(f"  FAIL {line['check']}: {line['error']}", file=sys.stderr)
        if faults:
            print(errors[-6000:], file=sys.stderr)

    for kind, script in clients():
        if not wanted or any(word in script.name for word in wanted):
            count(*play(kind, script, cache, binary))
    if asked.table:
        if not wanted:
            for played in play_go():
                count(*played)
        if shapes:
            print("\n| shape | what holds |\n|---|---|")
            print("\n".join(shapes))
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
