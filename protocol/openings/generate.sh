#!/bin/sh
# Makes the files of this folder anew: three stones each, near even by a search. About half an hour on one core.
# The same version of the search gives the same files.
set -e
cd "$(dirname "$0")/../.."
for rule in freestyle standard renju caro caro-exact; do
  for size in 15 20; do
    go run . openings --quiet --rule $rule --size $size --count 24 --min-stones 3 --max-stones 3 --max-score 30 \
      --nodes 50000 --seed 2 -o protocol/openings/$rule-$size.txt
  done
done
