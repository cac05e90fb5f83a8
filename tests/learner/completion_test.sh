#!/bin/sh
# SPDX-License-Identifier: MIT
# What Tab offers: completion_test.sh SHELL LEARN COURSE BUILD runs the script
# of `./learn completion SHELL` in that shell; 77 when it is not there.
set -u
shell=$1 learn=$2 course=$3 build=$4
command -v "$shell" >/dev/null || { echo "skipped: there is no $shell"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# A checkout, as the script expects it: ./learn and build/runner/learn.
mkdir -p "$work/build/runner"
printf '#!/bin/sh\nexec "%s" --root "%s" --build "%s" "$@"\n' \
  "$learn" "$course" "$build" >"$work/build/runner/learn"
chmod +x "$work/build/runner/learn"
"$learn" completion "$shell" >"$work/script" || exit 1

# What the shell's own machinery calls, with the words typed so far.
cat >"$work/ask.bash" <<'END'
. ./script
[ "$(complete -p ./learn)" = \
  "complete -o default -F _learn_complete ./learn" ] || echo "not registered"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_learn_complete
printf '%s\n' "${COMPREPLY[@]}"
END
cat >"$work/ask.zsh" <<'END'
compdef() { [[ "$*" == "_learn_complete learn ./learn" ]] || print "not so" }
compadd() { [[ $1 == -a ]] && print -l -- ${(P)2} }
_files() { print "files" }
. ./script
words=("$@") CURRENT=$#
_learn_complete
END

cd "$work" || exit 1
offers() { # offers WORDS: what is offered behind them, in one line
  "$shell" "./ask.$shell" ./learn "$@" | tr '\n' ' ' | sed 's/ *$//'
}
expect() { # expect OFFERED WORDS...: exactly these
  wanted=$1
  shift
  got=$(offers "$@")
  [ "$got" = "$wanted" ] && return
  echo "after '$*' expected '$wanted', got '$got'"
  failed=1
}
some() { # some WORD WORDS...: this one among others
  wanted=$1
  shift
  case " $(offers "$@") " in
    *" $wanted "*) ;;
    *) echo "after '$*' expected '$wanted' among '$(offers "$@")'"; failed=1 ;;
  esac
}
nothing=
[ "$shell" = zsh ] && nothing=files

for verb in check run hint next reset diff ptx explain completion doctor; do
  some "$verb" ""
done
expect "check" ch
expect "dev" de
some skeleton dev ""
expect "13 13_bank_conflicts" check 13
expect "13_bank_conflicts" hint 13_
some 46_matmul_tensor_cores next ""
expect "shared-race" explain shared
expect "--mistake" check 13 --mi
expect "padding_removed" check 13 --mistake padding_r
expect "padding_removed" dev mistake 13 padding_r
expect "bash" completion ba
expect "$nothing" emulate --json ""
expect "$nothing" hint nonsense
case " $(offers "")" in
  *" complete "*) echo "a verb for scripts is offered"; failed=1 ;;
esac
# Nothing was built yet: no word, and no set-up.
rm "$work/build/runner/learn"
expect "" ch
[ $failed = 0 ] && echo "$shell: each word is offered"
exit $failed
