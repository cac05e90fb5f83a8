#!/bin/sh
# SPDX-License-Identifier: MIT
# every_call.sh LIBRARIES PROGRAM...: in each program, which checks its calls,
# each call that can fail is made to. The report names the one fault; the program
# ends with a status of its own or prints something else, or the report says that
# it read no error.
set -u
libraries=$1
shift
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
unset SIMT_CHECKS SIMT_SCHEDULE SIMT_DEVICE SIMT_REPORT
export LD_LIBRARY_PATH="$libraries" SIMT_JSON="$here/report.json"

fail() {
  echo "$*" >&2
  sed 's/^/  /' "$here/err" >&2
  exit 1
}

for program; do
  name=${program##*/}
  "$program" > "$here/well" 2> "$here/err" || fail "$name: failed by itself"
  call=1
  while :; do
    SIMT_FAIL=$call timeout $((60 * ${LOCKSTEP_SLOWER:-1})) "$program" \
      > "$here/out" 2> "$here/err"
    status=$?
    told=$(grep -c '"injected-fault"' "$here/report.json")
    if grep -q "not seen: SIMT_FAIL=$call" "$here/err"; then
      [ "$told" -eq 0 ] || fail "$name, call $call: told, and not reached"
      cmp "$here/out" "$here/well" || fail "$name: SIMT_FAIL changed it"
      break
    fi
    [ "$told" -eq 1 ] || fail "$name, call $call: told $told times"
    [ $status -ne 0 ] || ! cmp -s "$here/out" "$here/well" ||
      grep -q '"unchecked-error"' "$here/report.json" ||
      fail "$name, call $call: nobody noticed"
    [ $status -lt 124 ] || fail "$name, call $call: ended with $status"
    call=$((call + 1))
    [ $call -lt 500 ] || fail "$name: no end of calls"
  done
  [ $call -gt 3 ] || fail "$name: only $((call - 1)) calls can fail"
  echo "$name: $((call - 1)) calls"
done
