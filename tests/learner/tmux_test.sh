#!/bin/sh
# SPDX-License-Identifier: MIT
# The watch mode inside tmux: tmux_test.sh LEARN COURSE BUILD. 77 without tmux.
set -u
command -v tmux >/dev/null || { echo "skipped: there is no tmux"; exit 77; }
work=$(mktemp -d)
tmux() { command tmux -S "$work/socket" -f /dev/null "$@"; }
trap 'tmux kill-server 2>/dev/null; rm -rf "$work"' EXIT
failed=0

# expect TEXT: the pane shows it within a minute.
expect() {
  for _ in $(seq 600); do
    tmux capture-pane -p >"$work/seen" 2>/dev/null
    grep -qF -- "$1" "$work/seen" && return
    sleep 0.1
  done
  echo "expected '$1', saw:"
  cat "$work/seen"
  failed=1
}

TERM=xterm tmux new-session -d -x 80 -y 24 "env PS1='prompt> ' sh" || exit 1
tmux send-keys "echo earlier line" Enter
tmux send-keys "LOCKSTEP_STATE=$work/state DISPLAY= WAYLAND_DISPLAY= BROWSER=none $1 --root $2 --build $3" Enter
expect "92 Adds"
expect "0 of 1 lessons"
expect "not passed"  # what a check prints takes the place of a list
tmux send-keys l
expect "1 First steps"
tmux send-keys s
expect "w0    "
expect "No browser was found here."
tmux resize-window -x 100 -y 30
expect "$(printf '%0100d' 0 | tr 0 -)"
tmux send-keys q
expect "prompt> "
expect "earlier line"
if grep -qF "q quit" "$work/seen"; then
  echo "the screen was not given back:"
  cat "$work/seen"
  failed=1
fi
[ $failed = 0 ] && echo "tmux: as on a terminal"
exit $failed
