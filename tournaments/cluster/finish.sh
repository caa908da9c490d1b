#!/usr/bin/env bash
# Joins the records of all parts of a tournament into CUP.jsonl and makes
# CUP.html of it.
#
#   finish.sh CUP.toml N
#
# The records are expected in the current directory, under the names that
# "tengen tournament --shard" gives them.
#SBATCH --job-name=tengen-finish
#SBATCH --output=tengen-finish-%j.log
set -euo pipefail
name=$(basename "$1" .toml)
parts=$2
tengen=${TENGEN:-tengen}

records=()
for i in $(seq "$parts"); do
  record="$name-${i}of$parts.jsonl"
  if [ -s "$record" ]; then records+=("$record"); else echo "part $i of $parts has no record yet" >&2; fi
done
# merge never writes over a file; an older joined record is made of the same parts.
"$tengen" tournament merge -o "$name.jsonl.new" "${records[@]}" || { rm -f "$name.jsonl.new"; exit 1; }
mv "$name.jsonl.new" "$name.jsonl"
"$tengen" tournament report "$name.jsonl"
