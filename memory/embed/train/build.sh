#!/usr/bin/env bash
# build.sh ID [WORKDIR]: makes ../table.bin and ../testdata/cuts.jsonl anew, from nothing but this
# folder, the packages of requirements.txt and two Debian packages: scowl and wordnet-base.
set -euo pipefail
id=${1:?the new id, such as builtin-2}
work=${2:-$(mktemp -d)}
cd "$(dirname "$0")"
[ -d /usr/share/dict/scowl ] && [ -d /usr/share/wordnet ] || { echo "apt-get install scowl wordnet-base" >&2; exit 1; }
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q -r requirements.txt
# The same bytes every time: one thread, so that sums have one order, and the kernels that every x86-64 machine
# of the last ten years has, so that this machine's better ones do not round in their own way.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Haswell PYTHONHASHSEED=0
export NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR"
"$work/venv/bin/python" build.py "$work" "$id"
sha256sum ../table.bin
"$work/venv/bin/python" score.py "$work"
echo "now set the pins in ../pins_test.go: go test -run 'Pinned|JudgingSet' -v .."
