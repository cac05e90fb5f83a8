#!/bin/sh
# SPDX-License-Identifier: MIT
# Grades a class on a cluster: a job array, each task some of the submissions,
# and one job behind it that merges the results. Started again with the same
# --into it grades only what is missing.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
usage() {
  echo "usage: labs/slurm/submit.sh --lesson NN --into FOLDER" \
    "[--chunk 10] [--gpu] SUBMISSIONS" >&2
  echo "  SUBMISSIONS holds a folder or an archive for each student." >&2
  exit 2
}
lesson='' into='' chunk=10 gpu='' from=''
while [ $# -gt 0 ]; do
  case $1 in
    --lesson | --into | --chunk)
      [ $# -ge 2 ] || usage
      case $1 in
        --lesson) lesson=$2 ;;
        --into) into=$2 ;;
        --chunk) chunk=$2 ;;
      esac
      shift
      ;;
    --gpu) gpu=--gpu ;;
    -*) usage ;;
    *)
      [ -z "$from" ] || usage
      from=$1
      ;;
  esac
  shift
done
if [ -z "$lesson" ] || [ -z "$into" ] || [ ! -d "$from" ]; then usage; fi
case $chunk in '' | 0 | *[!0-9]*) usage ;; esac
command -v sbatch >/dev/null || {
  echo "submit.sh: there is no sbatch here; type it where Slurm is" >&2
  exit 2
}

mkdir -p "$into"
into=$(CDPATH='' cd -- "$into" && pwd)
from=$(CDPATH='' cd -- "$from" && pwd)
# Nothing but submissions: no hidden files, no lists.
find "$from" -mindepth 1 -maxdepth 1 ! -name '.*' \( -type d -o -name '*.zip' \
  -o -name '*.tar' -o -name '*.tar.gz' -o -name '*.tgz' \) |
  LC_ALL=C sort >"$into/submissions.txt"
count=$(wc -l <"$into/submissions.txt")
if [ "$count" = 0 ]; then
  echo "submit.sh: no folder and no archive in $from" >&2
  exit 2
fi
tasks=$(((count + chunk - 1) / chunk))

# One GPU a task where GPUs are asked for, and nothing of it where not.
set -- --array="0-$((tasks - 1))" --output="$into/%x-%a.log"
[ -z "$gpu" ] || set -- "$@" --gpus=1
export LOCKSTEP_LESSON="$lesson" LOCKSTEP_INTO="$into" \
  LOCKSTEP_CHUNK="$chunk" LOCKSTEP_GPU="$gpu" LOCKSTEP_ROOT="$here/../.."
array=$(sbatch --parsable "$@" "$here/grade.sbatch")
merge=$(sbatch --parsable --dependency="afterany:${array%%;*}" \
  --output="$into/%x.log" "$here/merge.sbatch")
echo "$count submissions in $tasks tasks: job ${array%%;*};" \
  "merged by job ${merge%%;*} into $into/marks.csv"
