#!/bin/sh
# SPDX-License-Identifier: MIT
# A class to try the cluster with: COUNT submissions of one lesson, in turn its
# solution, its other right answers and its mistakes; every third one is an
# archive. make_class.sh LESSON_NAME COUNT FOLDER
set -eu
[ $# = 3 ] || {
  echo "usage: labs/slurm/make_class.sh 10_shared_static 300 FOLDER" >&2
  exit 2
}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
answers=$(CDPATH='' cd -- "$root/solutions/$1" && pwd)
mkdir -p "$3"
cd "$3"
set -- "$2" "$answers/solution.cu" "$answers"/*/*.cu
count=$1
shift
i=0
while [ "$i" -lt "$count" ]; do
  i=$((i + 1))
  answer=$1
  shift
  set -- "$@" "$answer"
  case $answer in
    */mistakes/*) kind=wrong ;;
    *) kind=right ;;
  esac
  name=$(printf 'student_%03d_%s' "$i" "$kind")
  mkdir -p "$name"
  case $answer in
    */solution.cu) cp "$answer" "$name/exercise.cu" ;;
    *)
      awk -f "$root/cmake/splice.awk" -v answer="$answer" \
        -v to="$name/exercise.cu" "$answers/solution.cu"
      ;;
  esac
  if [ $((i % 3)) = 0 ]; then
    tar czf "$name.tar.gz" "$name"
    rm -r "$name"
  fi
done
echo "$count submissions, $# different answers"
