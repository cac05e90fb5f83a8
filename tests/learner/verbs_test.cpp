// SPDX-License-Identifier: MIT
// next, reset, diff, explain; and what every verb's help must have.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/learner/course.h"

namespace {

namespace fs = std::filesystem;

/// The verbs that a help text lists, after the line SUBCOMMANDS.
std::vector<std::string> verbs_of(const std::string& help) {
  std::vector<std::string> verbs;
  bool inside = false;
  for (const auto& line : learn::split_lines(help)) {
    const bool heading =
        line.rfind("SUBCOMMANDS", 0) == 0 || line.rfind("Subcommands:", 0) == 0;
    if (heading) inside = true;
    if (line.rfind("Example", 0) == 0) break;
    if (!inside || heading || line.size() < 3 || line[2] == ' ') continue;
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    verbs.push_back(verb);
  }
  return verbs;
}

bool git(const fs::path& folder, std::vector<std::string> words) {
  words.insert(words.begin(),
               {"git", "-c", "user.name=x", "-c", "user.email=x"});
  return learn::run_limited({words, {}, folder}, {}).ok();
}

}  // namespace

TEST_SUITE("verbs") {
  TEST_CASE("the help of every verb has an example that names it") {
    const auto verbs = verbs_of(learn_with({"--help"}).out);
    CHECK(verbs.size() >= 11);
    for (const auto& verb : verbs) {
      CAPTURE(verb);
      const auto help = learn_with({verb, "--help"});
      CHECK(help.status == 0);
      CHECK(help.says("Example"));
      CHECK(help.says("./learn " + verb));
      for (const auto& below : verbs_of(help.out)) {
        CAPTURE(below);
        const auto more = learn_with({verb, below, "--help"});
        CHECK(more.says("./learn " + verb + " " + below));
      }
    }
  }

  TEST_CASE("a misspelt verb below dev is answered with the nearest") {
    const auto answer = learn_with({"dev", "chekc"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("did you mean `dev check`?"));
  }

  TEST_CASE("each new verb suggests a lesson for a misspelt one") {
    for (const auto* verb : {"hint", "next", "reset", "diff", "ask"}) {
      const auto answer = learn_with({verb, "ads"});
      CHECK(answer.status == 2);
      CHECK(answer.complains("there is no lesson `ads`; did you mean"));
    }
  }

  TEST_CASE("after a pass the check says what is next") {
    const Course course;
    // A line outside of the marks: the check compiles a text of its own then,
    // and not the file that the build folder knows.
    learn::write_text(
        course.exercise,
        learn::read_text(course.root / "solutions/90_adds/solution.cu") +
            "// the end\n");
    const auto last = course.learn({"check", "90"});
    CHECK(last.status == 0);
    CHECK(last.says("Passed: 4 of 4 points"));
    CHECK(last.says("Next: read \"Afterwards\" in "));
    CHECK(last.says("lessons/90_adds/README.md; all lessons are solved\n"));
    fs::copy(course.root / "lessons/90_adds", course.root / "lessons/91_again",
             fs::copy_options::recursive);
    CHECK(course.learn({"check", "90"})
              .says("lessons/90_adds/README.md, then type ./learn next\n"));
  }

  TEST_CASE("next goes round the open lessons and is remembered") {
    const Course course;
    CHECK(course.learn({"next"}).says("Lesson 90 Adds, about 5 minutes"));
    CHECK(course.learn({"next"}).complains("no other lesson is open"));
    for (const auto* name : {"92_b", "93_c"}) {
      fs::copy(course.root / "lessons/90_adds", course.root / "lessons" / name);
    }
    course.solve("92_b");
    CHECK(course.learn({"next"}).says("Next: edit lessons/90_adds/"));
    CHECK(course.learn({"next"}).says("Next: edit lessons/93_c/exercise.cu"));
    CHECK(course.learn({"hint"}).status == 0);  // of 93, the chosen one
    CHECK(learn::read_text(course.state).find("93_c\": 1") !=
          std::string::npos);
    CHECK(course.learn({"next"}).says("Lesson 90 Adds"));
    CHECK(course.learn({"next", "92"}).says("Lesson 92 Adds"));
    CHECK(course.learn({"next"}).says("Lesson 93 Adds"));
  }

  TEST_CASE("reset gives the skeleton back and keeps what it replaces") {
    const Course course;
    const auto given = learn::read_text(course.exercise);
    CHECK(course.learn({"reset", "90"}).says("nothing changed"));
    CHECK(course.learn({"dev", "keep"}).status == 0);
    for (int number : {1, 2}) {
      const auto mine = "my answer " + std::to_string(number) + "\n";
      learn::write_text(course.exercise, mine);
      const auto answer = course.learn({"reset", "90"});
      CHECK(answer.status == 0);
      const auto backup =
          ".learn/backup/90_adds." + std::to_string(number) + ".cu";
      CHECK(answer.says("Your text is kept in " + backup));
      CHECK(learn::read_text(course.exercise) == given);
      CHECK(learn::read_text(course.root / backup) == mine);
    }
    fs::remove(course.exercise);
    CHECK(course.learn({"reset", "90"}).status == 0);
    CHECK(learn::read_text(course.exercise) == given);
  }

  TEST_CASE("reset changes nothing when it cannot keep or give") {
    const Course course;
    const auto given = learn::read_text(course.exercise);
    learn::write_text(course.exercise, "mine\n");
    // An edited exercise is not kept as what was given.
    CHECK(course.learn({"dev", "keep"}).status == 0);
    auto answer = course.learn({"reset", "90"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("no copy of lessons/90_adds/exercise.cu as it was"));
    CHECK(learn::read_text(course.exercise) == "mine\n");
    const auto folder = course.root / ".learn/given";
    fs::create_directories(folder);
    learn::write_text(folder / "90_adds.cu", given + "// of another edition\n");
    CHECK(course.learn({"reset", "90"}).status == 2);
    learn::write_text(folder / "90_adds.cu", given);
    learn::write_text(course.root / ".learn/backup", "where a folder must be");
    answer = course.learn({"reset", "90"});
    CHECK(answer.status == 2);
    CHECK(learn::read_text(course.exercise) == "mine\n");
  }

  TEST_CASE("what was edited before set-up is found in git") {
    const Course course;
    const auto given = learn::read_text(course.exercise);
    if (!git(course.root, {"init", "-q"})) {
      return std::puts("skipped: no git"), void();
    }
    const auto commit = [&](const char* what) {
      return git(course.root, {"add", "."}) &&
             git(course.root, {"commit", "-qm", what});
    };
    REQUIRE(commit("course"));
    learn::write_text(course.exercise, "mine\n");
    REQUIRE(commit("my answer"));
    // A clone without history has only what was edited, and says so.
    const auto shallow = course.folder.path() / "shallow";
    REQUIRE(git(course.root, {"clone", "-q", "--depth", "1",
                              "file://" + course.root.string(), shallow}));
    const auto reset = [&](const fs::path& root) {
      return learn_with(
          {"--root", root.string(), "--build", BUILD, "reset", "90"},
          {{"LOCKSTEP_STATE", root / ".learn/state.json"}});
    };
    const auto answer = reset(shallow);
    CHECK(answer.status == 2);
    CHECK(answer.complains("This clone has no history. Type git fetch"));
    REQUIRE(git(shallow, {"fetch", "-q", "--unshallow"}));
    for (const auto& root : {course.root, shallow}) {
      CHECK(reset(root).status == 0);
      CHECK(learn::read_text(root / "lessons/90_adds/exercise.cu") == given);
      CHECK(learn::read_text(root / ".learn/given/90_adds.cu") == given);
    }
  }

  TEST_CASE("git that refuses a clone of another user is told") {
    const Course course;
    learn::write_text(course.exercise, "mine\n");
    if (!git(course.root, {"init", "-q"})) {
      return std::puts("skipped: no git"), void();
    }
    const learn::Command differs_in_owner{
        {"git", "rev-parse"},
        {{"GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"},
         {"GIT_CONFIG_GLOBAL", "/dev/null"}},
        course.root};
    if (learn::run_limited(differs_in_owner, {}).ok())
      return std::puts("skipped: this git reads clones of others"), void();
    const auto reset = [&](const char* differs) {
      return learn_with(
          {"--root", course.root.string(), "--build", BUILD, "reset", "90"},
          {{"LOCKSTEP_STATE", course.root / ".learn/state.json"},
           {"GIT_TEST_ASSUME_DIFFERENT_OWNER", differs},
           {"GIT_CONFIG_GLOBAL", "/dev/null"}});
    };
    const auto answer = reset("1");
    CHECK(answer.status == 2);
    CHECK(answer.complains("git does not read this clone, since another user"));
    CHECK(answer.complains("Type git config --global --add safe.directory"));
    CHECK_FALSE(reset("0").complains("another user"));
  }

  TEST_CASE("without what was given, check and grade say so") {
    const Course course;
    const auto mine = course.folder.path() / "exercise.cu";
    const auto solution =
        learn::read_text(course.root / "solutions/90_adds/solution.cu");
    learn::write_text(mine, "// mine\n" + solution);
    learn::write_text(course.exercise, "mine\n");
    const std::vector<std::string> words{"check", "90", "--file",
                                         mine.string()};
    // The solution has the same lines outside of its marks.
    auto answer = course.learn(words);
    CHECK(answer.status == 0);
    CHECK(answer.says("Note: line 1 lies outside of the marks"));
    fs::remove_all(course.root / "solutions");
    answer = course.learn(words);
    CHECK(answer.status == 0);
    CHECK(
        answer.says("Note: no copy of lessons/90_adds/exercise.cu as it was "
                    "given is left"));
    CHECK(answer.says("nobody\ncan tell what it would take. Take lessons/"));
    answer = course.learn({"grade", "--lesson", "90", "--no-isolation",
                           course.folder.path().string()});
    CHECK(answer.status == 2);
    CHECK(
        answer.complains("no copy of lessons/90_adds/exercise.cu as it was "));
    CHECK(answer.complains("type ./learn dev skeleton 90 --update"));
    CHECK(answer.out.empty());
  }

  TEST_CASE("line ends of Windows are no edit") {
    const Course course;
    auto text = learn::read_text(course.exercise);
    for (size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) {
      text.insert(at, "\r");
    }
    learn::write_text(course.exercise, text);
    CHECK(course.learn({"reset", "90"}).says("nothing changed"));
  }

  TEST_CASE("the exercise is marked, and an answer never") {
    const Course course;
    const auto toml = course.root / "lessons/90_adds/lesson.toml";
    const auto before = learn::read_text(toml);
    CHECK(course.learn({"dev", "skeleton"}).status == 0);
    learn::write_text(
        course.exercise,
        replaced(learn::read_text(course.exercise), "TODO: ", "TODO: now "));
    const auto answer = course.learn({"dev", "skeleton", "90"});
    CHECK(answer.status == 1);
    CHECK(
        answer.says("lessons/90_adds/lesson.toml: `given` is not the mark of "
                    "exercise.cu"));
    CHECK(course.learn({"dev", "skeleton", "90", "--update"}).status == 0);
    const auto after = learn::read_text(toml);
    CHECK(after != before);
    CHECK(after.size() == before.size());
    CHECK(course.learn({"dev", "skeleton", "90"}).status == 0);
    fs::copy(course.root / "solutions/90_adds/solution.cu", course.exercise,
             fs::copy_options::overwrite_existing);
    CHECK(course.learn({"dev", "skeleton", "--update"}).status == 0);
    CHECK(learn::read_text(toml) == after);
    const auto line = after.find("given = ");
    const auto end = after.find('\n', line) + 1;
    const auto without = after.substr(0, line) + after.substr(end);
    learn::write_text(toml, without);
    CHECK(course.learn({"dev", "skeleton", "--update"}).says("it has no TODO"));
    CHECK(learn::read_text(toml) == without);
  }

  TEST_CASE("diff waits until the lesson is passed") {
    const Course course;
    auto answer = course.learn({"diff", "90"});
    CHECK(answer.status == 1);
    CHECK(answer.out.empty());
    CHECK(answer.complains("not passed yet"));
    course.solve();
    answer = course.learn({"diff", "90"});
    CHECK(answer.status == 0);
    CHECK(
        answer.says("--- lessons/90_adds/exercise.cu\n"
                    "+++ solutions/90_adds/solution.cu\n@@ -12,2 +12,1 @@"));
    CHECK(answer.says("\n-  // TODO: store the sum of a[i] and b[i].\n"));
    CHECK_FALSE(answer.says("task-begin"));
    fs::copy(course.root / "solutions/90_adds/solution.cu", course.exercise,
             fs::copy_options::overwrite_existing);
    CHECK(course.learn({"diff", "90"}).says("letter by letter"));
    fs::remove_all(course.root / "solutions");
    CHECK(course.learn({"diff", "90"}).complains("came without solutions"));
  }

  TEST_CASE("explain shows a page, from a name in any form") {
    const Course course;
    for (const auto* name :
         {"shared-race", "error[shared-race]:", "error[shared-race]",
          "error[shared-race]: two warps touch `buf[0]` in any order",
          "docs/diagnostics/shared-race.md"}) {
      const auto answer = course.learn({"explain", name});
      CHECK(answer.status == 0);
      CHECK(answer.out.rfind("shared-race\n", 0) == 0);
      CHECK(answer.says("    buf[threadIdx.x] = in[threadIdx.x];"));
      CHECK_FALSE(answer.says("```"));
      CHECK_FALSE(answer.says("<!--"));
      CHECK_FALSE(answer.says("\033"));
    }
  }

  TEST_CASE("explain takes the line that names a picture of the learner's") {
    const Course course;
    const std::vector<std::string> line = {"explain", "Picture:", "x/90_a.svg",
                                           "shows", "this"};
    CHECK(course.learn(line).complains("that picture is not there"));
    CHECK(course.learn(line).status == 2);
    const auto folder = course.root / ".learn/pictures";
    fs::create_directories(folder);
    learn::write_text(folder / "90_a.txt", "two words in one bank\n");
    learn::write_text(folder / "91_b.txt", "the newest\n");
    fs::last_write_time(
        folder / "90_a.txt",
        fs::last_write_time(folder / "91_b.txt") - std::chrono::hours(1));
    const auto answer = course.learn(line);
    CHECK(answer.status == 0);
    CHECK(answer.says("two words in one bank\n"));
    CHECK(answer.says("pictures/90_a.svg shows it."));
    CHECK(course.learn({"explain", "Picture:"}).says("the newest\n"));
  }

  TEST_CASE("explain lists every page and helps with a wrong name") {
    const Course course;
    const auto list = course.learn({"explain"});
    int pages = 0;
    for (const auto& entry :
         fs::directory_iterator(course.root / "docs/diagnostics")) {
      const auto name = entry.path().stem().string();
      if (name == "README") continue;
      INFO("docs/diagnostics/README.md has no row for ", name);
      CHECK(list.says("  " + name + ", "));
      ++pages;
    }
    CHECK(pages > 20);
    const auto answer = course.learn({"explain", "bank-conflicts"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("did you mean `bank-conflict`?"));
  }

  TEST_CASE("bench names the lessons that have one") {
    const auto answer = learn_with({"--root", SOURCE, "bench", "13"});
    CHECK(answer.status == 2);
    CHECK(answer.complains(
        "no bench takes an exercise of lesson 13; these lessons have one: 34, "
        "35, 40, 42, 43, 44, 45"));
    CHECK(learn_with({"bench", "90"}).complains("came without bench/"));
  }

  TEST_CASE("bench without a GPU is one sentence and exit 2") {
    const learn::ScratchFolder empty;  // holds no nvidia-smi
    const auto answer = learn_with({"--root", SOURCE, "bench", "40"},
                                   {{"PATH", empty.path().string()}});
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(answer.complains(
        "learn: there is no GPU here, and a time on the emulator says nothing "
        "about one. ./learn check 40 counts what a GPU would do"));
  }
}
