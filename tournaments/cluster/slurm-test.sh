#!/usr/bin/env bash
# Starts a Slurm of one node on this machine (Debian: apt-get install slurm-wlm),
# plays a small tournament on it with submit.sh, looks at the result and takes
# everything down again. It needs root, since slurmd does.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" > /dev/null || { echo "not tested: no $program here; on Debian: apt-get install slurm-wlm" >&2; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "not tested: slurmd needs root" >&2; exit 77; }

dir=$(mktemp -d)
pids=()
stop() {
  status=$?
  set +e
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do kill "${pids[$i]}" 2> /dev/null; wait "${pids[$i]}" 2> /dev/null; done
  if [ "$status" -ne 0 ] && [ "$status" -ne 77 ]; then tail -n 20 "$dir"/*.log "$dir"/work/*.log; fi
  rm -rf "$dir"
  exit "$status"
}
trap stop EXIT

mkdir "$dir/state" "$dir/spool" "$dir/munge" "$dir/work"
chmod 711 "$dir" "$dir/munge"
head -c 128 /dev/urandom > "$dir/munge.key"
chmod 600 "$dir/munge.key"
munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/munge/socket" --pid-file="$dir/munge.pid" \
  --seed-file="$dir/munge.seed" --log-file="$dir/munged.log" > "$dir/munged-out.log" 2>&1 &
pids+=($!)

host=$(hostname -s)
export SLURM_CONF="$dir/slurm.conf"
cat > "$SLURM_CONF" << CONF
ClusterName=tengen
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
for ((i = 0; i < 100; i++)); do [ -S "$dir/munge/socket" ] && break; sleep 0.1; done
slurmctld -D > "$dir/slurmctld-out.log" 2>&1 &
pids+=($!)
slurmd -D -N "$host" > "$dir/slurmd-out.log" 2>&1 &
pids+=($!)
for ((i = 0; i < 300; i++)); do
  state=$(sinfo -h -o %T 2> /dev/null || true)
  [ "$state" = idle ] && break
  sleep 0.2
done
[ "$state" = idle ] || { echo "the node is \"$state\" and not idle" >&2; exit 1; }

cd "$dir/work"
cat > cup.toml << CUP
rounds = 3
[board]
size = 9
[each]
nodes = 300
threads = 1
turn = "20s"
memory = "100MB"
pause = "0s"
[[engine]]
name = "a"
command = '{tengen}'
[[engine]]
name = "b"
command = '{tengen}'
depth = 1
CUP
TENGEN=${TENGEN:-$(command -v tengen)}
export TENGEN
"$here/submit.sh" cup.toml 3 --ntasks=1
for ((i = 0; i < 600; i++)); do
  [ -z "$(squeue -h)" ] && break
  sleep 0.2
done
[ -s cup.html ] && [ "$(wc -l < cup.jsonl)" -eq 7 ] || { echo "the tournament was not played: $(wc -l cup.jsonl)" >&2; exit 1; }
for i in 1 2 3; do [ "$(wc -l < "cup-${i}of3.jsonl")" -eq 3 ] || { echo "part $i has not its two games" >&2; exit 1; }; done
cat tengen-finish-*.log
echo "Slurm of one node: 3 parts, 6 games, joined and reported"
