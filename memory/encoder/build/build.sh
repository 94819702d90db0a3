#!/usr/bin/env bash
# build.sh FILE [REFERENCE]: writes the weights that `mneme serve -embed quality -embed-file FILE` reads,
# and what the model itself makes of some texts, for the tests. Needs Python 3.11 or later and some
# 60 MB of packages (requirements.txt); takes a minute.
set -euo pipefail
: "${1:?the file to write, such as quality.bin}"
out=$(realpath -m "$1")
reference=${2:+$(realpath -m "$2")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$0")"
python3 -m venv "$work"
"$work/bin/pip" install -q -r requirements.txt
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$work/bin/python" build.py "$out" ${reference:+"$reference"}
