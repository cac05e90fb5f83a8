#!/bin/sh
# SPDX-License-Identifier: MIT
# The files of labs/: YAML and JSON can be read and hold what their readers
# want, shell scripts parse, ci/grade.sh answers right, and the weeks of the
# teachers' page are current. labs_test.sh ROOT
set -u
root=$1
failed=0
fail() {
  echo "$1"
  failed=1
}
skip() { # skip REASON: unless something failed before
  [ $failed = 0 ] || exit 1
  echo "skipped: $1"
  exit 77
}
for script in "$root"/labs/*/*.sh "$root"/labs/*/*.sbatch \
    "$root/labs/gradescope/run_autograder"; do
  [ -e "$script" ] || continue
  sh -n "$script" || fail "$script: it does not parse"
  [ -x "$script" ] || fail "$script: it cannot be executed"
done

# ci/grade.sh, with a stand-in for ./learn that notes what it was asked.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/labs/ci" "$work/lessons/01_a" "$work/lessons/02_b"
cp "$root/labs/ci/grade.sh" "$work/labs/ci"
cat >"$work/learn" <<'END'
#!/bin/sh
echo "$*" >>asked
[ -e broken ] && exit 2
case "$*" in *results.xml*) cat verdict >results.xml ;; esac
END
chmod +x "$work/learn"
expect() { # expect STATUS WHAT
  "$work/labs/ci/grade.sh" >"$work/said" 2>&1
  status=$?
  [ "$status" = "$1" ] || fail "$2: status $status instead of $1"
}
echo '<testsuite/>' >"$work/verdict"
echo '// TODO' >"$work/lessons/01_a/exercise.cu"
echo '// TODO' >"$work/lessons/02_b/exercise.cu"
expect 0 "nothing solved"
[ ! -e "$work/asked" ] || fail "it graded what has a TODO"
echo '// solved' >"$work/lessons/02_b/exercise.cu"
expect 0 "one passes"
grep -q -- "grade $work --lesson 02_b --into build/graded" "$work/asked" ||
  fail "it asked: $(cat "$work/asked")"
echo '<testcase><failure message="x"/></testcase>' >"$work/verdict"
expect 1 "one fails"
touch "$work/broken"
expect 2 "grade broke"

# The weeks of docs/teaching.md are those of the lessons.
"$root/labs/syllabus/weeks.sh" 150 >"$work/weeks"
sed -n '/^<!-- weeks-begin/,/^<!-- weeks-end/p' "$root/docs/teaching.md" |
  grep '^|' | cmp -s - "$work/weeks" ||
  fail "docs/teaching.md: put there the weeks that labs/syllabus/weeks.sh prints"

# docs/grading.md names the lessons whose region has host code.
for lesson in "$root"/lessons/*/; do
  grep -q '^region = "device"' "$lesson/lesson.toml" || basename "$lesson"
done | sed 's/^exam_//; s/_.*//' >"$work/host_code"
tr '\n' ' ' <"$root/docs/grading.md" | sed 's/.*has host code\.\*\* These are//
  s/\. The function.*//' | grep -o '[0-9]*' | cmp -s - "$work/host_code" ||
  fail "docs/grading.md: $(tr '\n' ' ' <"$work/host_code")have host code"
"$root/labs/syllabus/weeks.sh" none >"$work/said" 2>&1
[ $? = 2 ] || fail "weeks.sh takes anything"

python=$(command -v python3) || skip "there is no python3"
"$python" -c 'import json, sys
d = json.load(open(sys.argv[1]))
assert d["hostRequirements"]["gpu"] == "optional", d
assert d["build"]["dockerfile"] == "Dockerfile" and "./learn doctor" in d["postCreateCommand"], d
' "$root/.devcontainer/devcontainer.json" || fail "devcontainer.json"
"$python" -c 'import yaml' 2>/dev/null || skip "Python has no module yaml"
"$python" - "$root" <<'END' || fail "a workflow is not as it should be"
import os, re, sys, yaml
root = sys.argv[1]
hub = yaml.safe_load(open(root + "/labs/github/grade.yml"))
assert "push" in hub[True]  # YAML 1.1 reads the key `on` as true
steps = hub["jobs"]["grade"]["steps"]
grades = [s["run"] for s in steps if "run" in s]
assert all(("run" in s) != ("uses" in s) for s in steps), steps
# A project's own workflow runs both kinds of suites, and hands on its findings.
test = yaml.safe_load(open(root + "/labs/github/test.yml"))
runs = "\n".join(s["run"] for s in test["jobs"]["test"]["steps"] if "run" in s)
last = test["jobs"]["test"]["steps"][-1]
assert "upload-sarif" in last["uses"] and last["if"] == "always()", last
assert test["permissions"]["security-events"] == "write"
own = yaml.safe_load(open(root + "/labs/gitlab/test.yml"))
for job in own["ctest"], own["pytest"]:
    assert job["extends"] == ".lockstep", job
    runs += "\n" + job["script"][0]
for kind in " ctest --test-dir build", " python3 -m pytest":
    assert len(re.findall(r"lockstep --sarif \S+\.sarif" + kind, runs)) == 2, runs
assert "findings.sarif" in own[".lockstep"]["artifacts"]["paths"]
lab = yaml.safe_load(open(root + "/labs/gitlab/gitlab-ci.yml"))
assert lab["grade"]["artifacts"]["reports"]["junit"] == "results.xml"
for commands in grades, lab["grade"]["script"]:
    assert commands == ["./learn doctor", "./labs/ci/grade.sh"], commands
    for command in commands:
        assert os.access(root + "/" + command.split()[0], os.X_OK), command
END
[ $failed = 0 ] && echo "labs: each file is as its readers want it"
exit $failed
