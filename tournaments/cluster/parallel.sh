#!/usr/bin/env bash
# Plays a tournament in N parts with GNU parallel, then joins the records and
# makes the report.
#
#   parallel.sh CUP.toml N [options of parallel]
#
# Alone it uses this machine. With --sshlogin HOSTS or --sshloginfile FILE, and
# --workdir at the current directory, the parts run on other machines; all must
# see the same files. Start it again to go on with what is not played yet.
set -euo pipefail
if [ $# -lt 2 ]; then echo "usage: parallel.sh CUP.toml N [options of parallel]" >&2; exit 2; fi
here=$(cd "$(dirname "$0")" && pwd)
cup=$1
parts=$2
shift 2
failed=0
parallel "$@" --halt never "${TENGEN:-tengen}" tournament "$cup" --shard "{}/$parts" --quiet ::: $(seq "$parts") || failed=$?
"$here/finish.sh" "$cup" "$parts"
if [ "$failed" -ne 0 ]; then echo "$failed parts ended with an error; the same command goes on with them" >&2; exit 1; fi
