#!/usr/bin/env bash
# Plays a tournament on a Slurm cluster: an array job of N parts, and behind it
# a job that joins their records and makes the report.
#
#   submit.sh CUP.toml N [options of sbatch]
#
# The current directory must be one that all nodes see, as must the program
# (TENGEN, default: tengen from PATH) and the engines. Submit again to go on
# with what is not played yet.
set -euo pipefail
if [ $# -lt 2 ]; then echo "usage: submit.sh CUP.toml N [options of sbatch]" >&2; exit 2; fi
here=$(cd "$(dirname "$0")" && pwd)
cup=$1
parts=$2
shift 2
job=$(sbatch --parsable --array="1-$parts" "$@" "$here/array.sbatch" "$cup" "$parts")
# A part may fail; the join then tells how many games are missing.
finish=$(sbatch --parsable --dependency="afterany:$job" "$here/finish.sh" "$cup" "$parts")
echo "array job $job, then job $finish"
