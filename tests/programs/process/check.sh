#!/bin/sh
# SPDX-License-Identifier: MIT
# What the emulator leaves behind, however a program ends.
# Usage: check.sh PROGRAM PROGRAM_WITHOUT_PTX LIBRARY_FOLDER COMPILER
set -u
program=$1
without_ptx=$2
export LD_LIBRARY_PATH="$3"
compiler=$4
unset SIMT_DEVICE SIMT_SMS SIMT_CHECKS SIMT_SCHEDULE SIMT_REPORT SIMT_HINT
unset SIMT_LIMIT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
slower=${LOCKSTEP_SLOWER:-1}

fail() {
  echo "FAIL: $1"
  for file in out err report.json; do
    [ -f $file ] && sed "s/^/  $file: /" $file | head -40
  done
  failed=1
}

run() {
  rm -f report.json
  SIMT_JSON=report.json "$program" "$@" > out 2> err
  status=$?
}
holds() { grep -q -- "$2" "$1" || fail "$3: no \"$2\" in $1"; }
lacks() { ! grep -q -- "$2" "$1" || fail "$3: \"$2\" in $1"; }
ends_with() { [ $status -eq "$1" ] || fail "$2: status $status, not $1"; }

run return
ends_with 0 "return"
holds report.json '"schema": 1' "return"
holds report.json '"symbol": "_Z3setPii"' "return"
holds out "static destructor: cudaSuccess" "return"
[ -s err ] && fail "return: stderr is not empty"

run exit
ends_with 7 "exit(7)"
holds report.json '"kernel": "set(int\*, int)"' "exit(7)"

run abort
ends_with 134 "abort"
holds report.json '"schema": 1' "abort"

run null
ends_with 139 "null pointer on the host"
holds report.json '"schema": 1' "null pointer on the host"
lacks report.json 'device-pointer-on-host' "null pointer on the host"

# However the host ends: the whole report, with the launch before.
crash() {  # crash STATUS HOW
  run "$2"
  ends_with "$1" "$2"
  python3 -c '
import json, sys
launches = json.load(open("report.json"))["launches"]
sys.exit(not any(l["symbol"] == "_Z3setPii" for l in launches))' ||
    fail "$2: no complete report"
}
crash 134 abort
crash 134 throw
crash 134 "free twice"
crash 134 overrun
crash 134 callback
crash 6 "callback exits"
crash 136 divide
crash 139 overflow
crash 139 "overflow in a thread"
crash 5 quick_exit
crash 139 "null beside a launch"
crash 7 "exit beside a launch"
holds report.json '"name": "livelock"' "exit beside a launch"
for i in 1 2 3 4 5 6 7 8 9 10; do
  crash 7 "exit beside short launches"
  lacks err "error" "exit beside short launches"
done
crash 9 "exit twice"
holds err "out-of-bounds" "exit twice"

# Two at once, with one file for both reports: each is what it is alone.
run counters
cp out alone.out
cp report.json alone.json
for i in 1 2 3 4; do
  SIMT_JSON=$i.json "$program" counters > $i.out 2> $i.err &
done
SIMT_JSON=same.json "$program" counters > /dev/null &
SIMT_JSON=same.json "$program" counters > /dev/null &
wait
for i in 1 2 3 4; do
  cmp -s alone.out $i.out && cmp -s alone.json $i.json ||
    fail "four at once: $i differs"
done
cmp -s alone.json same.json || fail "two at once: one file is not whole"

# What is counted per launch can be left out; what the program says stays.
SIMT_JSON=parts.json SIMT_JSON_PARTS=findings "$program" counters > parts.out
holds parts.json '"launches": \[\]' "findings alone"
cmp -s alone.out parts.out || fail "findings alone: the program says otherwise"
SIMT_JSON=parts.json SIMT_JSON_PARTS=all "$program" counters > /dev/null
cmp -s alone.json parts.json || fail "all parts: they are not what they are alone"

# A kernel that takes memory or prints without end is stopped and explained.
unending() {  # unending HOW FILE WORDS
  run "$1"
  holds report.json '"name": "livelock"' "$1"
  holds "$2" "$3" "$1"
}
SIMT_CHECKS=none
export SIMT_CHECKS
unending "malloc without end" report.json "loop that cannot end"
unending "malloc and free without end" err "called malloc 1000000 times"
unending "print without end" report.json "printed more than 67108864 bytes"
[ "$(wc -c < out)" -lt 70000000 ] || fail "print without end: too much text"
unset SIMT_CHECKS
SIMT_LIMIT=100000
export SIMT_LIMIT
unending "kernel never ends" report.json "did not end"
holds report.json "100000 warp instructions" "SIMT_LIMIT"
holds out "the wait ended" "SIMT_LIMIT"
unending "graph never ends" report.json "did not end within 10 rounds"
holds out "then: cudaErrorLaunchTimeout" "SIMT_LIMIT"
unset SIMT_LIMIT

run touch
ends_with 139 "host touch"
holds report.json '"name": "device-pointer-on-host"' "host touch"
holds err 'cudaMalloc #1+20' "host touch"
holds err 'host:  in main' "host touch"

run fork
ends_with 0 "fork"
holds out "child: cudaErrorInitializationError" "fork"
[ "$(grep -c '"symbol"' report.json)" = 2 ] || fail "fork: not two launches"

# Another thread is in a launch and has the lock: the child has none of it.
SIMT_JSON=report.json timeout -k 5 $((30 * slower)) "$program" \
  "fork beside a launch" > out 2> err
status=$?
ends_with 0 "fork beside a launch"
holds out "child: cudaErrorInitializationError" "fork beside a launch"

run signals
ends_with 0 "signals"
holds out "beside a kernel: the program's" "signals"
holds out "beside a host function: the program's" "signals"

run "other folder"
[ -f report.json ] || fail "chdir: the report went elsewhere"

run unsupported
holds out "levels: cudaErrorNotSupported" "unsupported call"
holds out "last: cudaErrorNotSupported" "unsupported call"
holds report.json '"name": "unsupported-call"' "unsupported call"
holds err 'cudaMallocMipmappedArray' "unsupported call"
holds err 'host:  in main' "unsupported call"

# A library that needs a GPU is named, and what it loads itself behind it.
for library in libcublasLt.so.13 libcublas.so.13; do
  "$compiler" -shared -x c++ -o $library /dev/null
done
LD_PRELOAD="$work/libcublasLt.so.13 $work/libcublas.so.13" run return
ends_with 0 "a library"
holds err 'warning\[unsupported-call\]: .* cuBLAS, which' "a library"
holds err 'besides: cuBLASLt' "a library"

# Checks and the report's file see the same counts.
run counters
grep '^"' out > counts
[ "$(wc -l < counts)" -eq 8 ] || fail "counters: not eight values"
while read -r count; do
  [ "$count" = "${count% 0}" ] || fail "counters: nothing in $count"
  holds report.json "$count" "counters"
done < counts

# A time limit: the kernel is stopped and explained, the host just ends.
for limit in TERM INT ALRM; do
  for who in kernel "racing kernel" host; do
    rm -f report.json
    SIMT_JSON=report.json timeout -s $limit -k 20 $((2 * slower)) "$program" \
      "$who never ends" > out 2> err
    status=$?
    what="$who, SIG$limit"
    [ $status -eq 124 ] || fail "$what: status $status, not 124"
    holds report.json '"schema": 1' "$what"
    lacks out "the wait ended" "$what"
    [ $who = host ] || holds report.json '"diagnostics": \[$' "$what"
    lacks err "host function" "$what"
  done
done

# Requests that come while the report is written do not cut it off.
rm -f report.json
SIMT_JSON=report.json "$program" "host never ends" > out 2> err &
sleep $slower
for _ in $(seq 200); do kill -ALRM $! 2> err.kill || break; done
wait $!
status=$?
ends_with 142 "many requests"
holds report.json '"schema": 1' "many requests"

# A host function that never returns is named, and the call that waits for it.
for limit in TERM INT; do
  SIMT_JSON=report.json timeout -s $limit -k 20 $((2 * slower)) \
    "$program" "host function never returns" > out 2> err
  status=$?
  what="host function, SIG$limit"
  ends_with 124 "$what"
  holds err 'error\[deadlock\]: the host function .lock_for_ever(void\*). did' \
    "$what"
  holds err "given: by cudaLaunchHostFunc in wait_for_each_other()" "$what"
  holds err "host:  waits for it in cudaDeviceSynchronize in" "$what"
done

# A host that asks for ever, while the kernel waits for it.
SIMT_JSON=report.json timeout -k 20 $((2 * slower)) \
  "$program" "host never answers" > out 2> err
status=$?
ends_with 124 "host never answers"
holds report.json "the kernel did not end in time" "host never answers"
holds err "it can store to .cudaHostAlloc #1., but has not" "host never answers"

# Bad values are refused before the program begins.
for bad in SIMT_DEVICE=voodoo2 SIMT_SMS=0 SIMT_SMS=many SIMT_CHECKS=memory,x \
  SIMT_SCHEDULE=-1 SIMT_SCHEDULE=1x SIMT_FAIL=0 SIMT_REPORT=maybe SIMT_HINT=2; do
  env "$bad" "$program" return > out 2> err
  status=$?
  ends_with 2 "$bad"
  [ -s out ] && fail "$bad: the program ran"
  [ "$(wc -l < err)" -eq 1 ] || fail "$bad: not one line on stderr"
  holds err "${bad%%=*}" "$bad"
done

# Good ones are obeyed.
SIMT_DEVICE=t4 SIMT_SMS=2 SIMT_CHECKS=none SIMT_SCHEDULE=18446744073709551615 \
  run return
ends_with 0 "good options"
holds report.json '"device": "t4"' "good options"
holds report.json '"schedule": 18446744073709551615' "good options"
SIMT_REPORT=full run return
holds err "main.cu" "SIMT_REPORT=full"
SIMT_REPORT=0 run unsupported
[ -s err ] && fail "SIMT_REPORT=0: a report on stderr"

# The runner's handshake.
SIMT_HANDSHAKE=hello run return
[ -s hello ] || fail "no handshake"

# A folder that is not there costs one sentence, not the program.
SIMT_JSON=nowhere/report.json "$program" return > out 2> err
status=$?
ends_with 0 "no folder for the report"
holds err "SIMT_JSON" "no folder for the report"

# Machine code alone cannot be run; the sentence says what to change.
"$without_ptx" return > out 2> err
holds out "launch: cudaErrorNoKernelImageForDevice" "no PTX"
holds err "holds no PTX" "no PTX"
holds err "-gencode" "no PTX"

# Same program, same seed: the same bytes.
run return && cp report.json first.json
run return && cmp -s report.json first.json || fail "two runs differ"

exit $failed
