// SPDX-License-Identifier: MIT
// The runner's parts that need no process: results, suggestions, lessons.
#include <doctest/doctest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <string>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/base/text_file.h"
#include "runner/base/xml.h"
#include "runner/check/doctest_results.h"
#include "runner/check/emulator_report.h"
#include "runner/check/explain.h"
#include "runner/check/first_nan.h"
#include "runner/lesson/lesson.h"
#include "runner/lesson/state.h"
#include "runner/process/build_lock.h"

namespace {

constexpr const char* kGood = R"(<?xml version="1.0" encoding="UTF-8"?>
<doctest binary="x" version="2.4.9">
  <TestSuite name="tiny">
    <TestCase name="a &lt; b" filename="c.cpp" line="5">
      <Expression success="false" type="CHECK" filename="c.cpp" line="7">
        <Original> i == 4 </Original>
        <Expanded> 3 == 4 </Expanded>
        <Info> row 2 </Info>
      </Expression>
      <OverallResultsAsserts successes="1" failures="1"
          test_case_success="false"/>
    </TestCase>
  </TestSuite>
  <OverallResultsAsserts successes="1" failures="1"/>
  <OverallResultsTestCases successes="0" failures="1"/>
</doctest>
)";

/// The message of the Stop that reading `toml` as lesson 07_x throws.
std::string complaint(const std::string& toml) {
  const learn::ScratchFolder scratch;
  const auto folder = scratch.path() / "lessons/07_x";
  std::filesystem::create_directories(folder);
  learn::write_text(folder / "lesson.toml", toml);
  try {
    learn::read_lesson({scratch.path(), scratch.path()}, "07_x");
  } catch (const learn::Stop& stop) {
    return stop.sentence;
  }
  return "";
}

/// Whether `process` waits for a lock that another one holds.
bool waits_for_lock(pid_t process) {
  std::ifstream locks("/proc/locks");
  const auto mine = " " + std::to_string(process) + " ";
  for (std::string line; std::getline(locks, line);) {
    const bool waits = line.find(" -> FLOCK ") != std::string::npos;
    if (waits && line.find(mine) != std::string::npos) return true;
  }
  return false;
}

std::string good_toml() {
  return "title = \"X\"\npart = 1\nkind = \"fill\"\nneeds = []\n"
         "minutes = 9\ngoal = \"G.\"\nseeds = 2\n"
         "[[case]]\nname = \"a\"\nkind = \"tiny\"\npoints = 1\n";
}

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_SUITE("parts") {
  TEST_CASE("doctest's results are read with the first failure") {
    const auto cases = learn::read_doctest_xml(kGood);
    REQUIRE(cases.has_value());
    const auto& one = cases->at("a < b");
    CHECK(one.suite == "tiny");
    CHECK_FALSE(one.passed);
    REQUIRE(one.failure.has_value());
    CHECK(one.failure->line == 7);
    CHECK(one.failure->expression == "CHECK( i == 4 )");
    CHECK(one.failure->values == "3 == 4");
    CHECK(one.failure->info == "row 2\n");
  }

  TEST_CASE("a NaN is a word of its own") {
    const auto shows = [](const std::string& values, const std::string& info) {
      return learn::shows_nan({"", 1, "", values, info});
    };
    CHECK(shows("nan == 3", ""));
    CHECK(shows("", "first wrong at [0]: expected 1, got -inf; 1 of 2 wrong"));
    CHECK_FALSE(shows("3 == 4", "banana; infinite; nan1; got 4"));
  }

  TEST_CASE("the devices of a lesson begin with h200") {
    const auto with = [](const std::string& devices) {
      return complaint(replaced(good_toml(), "seeds = 2\n",
                                "seeds = 2\ndevices = " + devices + "\n"));
    };
    CHECK(with("[\"h200\", \"c1060\"]") == "");
    const std::string first = "a list that begins with \"h200\"";
    CHECK(with("[\"c1060\", \"h200\"]").find(first) != std::string::npos);
    CHECK(with("[]").find(first) != std::string::npos);
    CHECK(with("\"h200\"").find("docs/devices.md") != std::string::npos);
    CHECK(with("[\"h200,k20m\"]").find("docs/devices.md") != std::string::npos);
  }

  TEST_CASE("the multiprocessors of a lesson are 1 to 132") {
    const auto with = [](const std::string& sms) {
      return complaint(replaced(good_toml(), "seeds = 2\n",
                                "seeds = 2\nsms = " + sms + "\n"));
    };
    CHECK(with("1") == "");
    CHECK(with("132") == "");
    const std::string wanted = "`sms` must be a whole number from 1 to 132";
    for (const auto* sms : {"0", "133", "-2", "\"2\"", "2.0"}) {
      CHECK(with(sms).find(wanted) != std::string::npos);
    }
  }

  TEST_CASE("the launches of a lesson may have a limit") {
    const auto with = [](const std::string& limit) {
      return complaint(replaced(good_toml(), "seeds = 2\n",
                                "seeds = 2\nlaunch_limit = " + limit + "\n"));
    };
    CHECK(with("20000000") == "");
    CHECK(with("999").find("from 1000 to") != std::string::npos);
    CHECK(with("10000000000").find("from 1000 to") != std::string::npos);
  }

  TEST_CASE(
      "a lesson's PTX is that of a GPU since Turing, its blocks' order any") {
    const auto with = [](const std::string& lines) {
      return complaint(
          replaced(good_toml(), "seeds = 2\n", "seeds = 2\n" + lines));
    };
    CHECK(with("arch = 80\nblock_order = \"any\"\n") == "");
    CHECK(with("arch = 70\n").find("75, 80, 90 or") != std::string::npos);
    CHECK(with("arch = 81\n").find("75, 80, 90 or") != std::string::npos);
    CHECK(
        with("arch = 80\ndevices = [\"h200\", \"t4\"]\n").find("older ones") !=
        std::string::npos);
    CHECK(with("block_order = \"none\"\n").find("one of any") !=
          std::string::npos);
  }

  TEST_CASE("results that are cut off or disagree are not read") {
    const std::string good = kGood;
    for (size_t n = 0; n + 2 < good.size(); n += 7) {
      CHECK_FALSE(learn::read_doctest_xml(good.substr(0, n)).has_value());
    }
    CHECK_FALSE(
        learn::read_doctest_xml(replaced(good, "TestCases successes=\"0\"",
                                         "TestCases successes=\"3\""))
            .has_value());
    CHECK_FALSE(learn::read_doctest_xml("").has_value());
    CHECK_FALSE(learn::read_doctest_xml("<a><b></a></b>").has_value());
  }

  TEST_CASE("XML is one element with elements and text, and nothing else") {
    using learn::parse_xml;
    const auto root = parse_xml(
        "\n<?xml version=\"1.0\"?>\n<a b=\"&lt;1&quot;\n2\"> x <!-- no -->"
        "<c/>&amp;amp;\n</a>\n");
    REQUIRE(root);
    CHECK(root->attribute("b") == "<1\"\n2");
    CHECK(root->text == " x &amp;\n");
    CHECK(root->child("c") != nullptr);
    CHECK(parse_xml(std::string("<a>1\0 2</a>", 11)));
    for (const auto* text :
         {"", " ", "x", "<a/>x", "<a/><b/>", "x<a/>", "<a>", "<a></b>", "<a",
          "<a b=\"1></a>", "<a><![CDATA[x]]></a>", "<!DOCTYPE a><a/>",
          "<a><?x y?></a>", "<?x y?><?x y?><a/>", "<a/><?x y?>", "<a/><!---->",
          "</a>", "<a><b></a></b>"}) {
      CHECK_MESSAGE(!parse_xml(text), std::string(text));
    }
    const auto nested = [](int depth) {
      std::string text;
      for (int i = 0; i < depth; ++i) text += "<a>";
      for (int i = 0; i < depth; ++i) text += "</a>";
      return parse_xml(text).has_value();
    };
    CHECK(nested(65));
    CHECK_FALSE(nested(66));
    CHECK_FALSE(nested(1'000'000));
  }

  TEST_CASE("a misspelt word finds its neighbour, a strange one does not") {
    CHECK(learn::nearest("chekc", {"list", "check"}) == "check");
    CHECK(learn::nearest("zzz", {"list", "check"}).empty());
    CHECK(learn::nearest("99", {"07", "11"}).empty());
  }

  TEST_CASE("a right lesson.toml is read") {
    CHECK(complaint(good_toml()).empty());
  }

  TEST_CASE("a case may say what it asks") {
    const auto with = [](const std::string& asks) {
      return complaint(
          replaced(good_toml(), "points = 1\n", "points = 1\nasks = " + asks));
    };
    CHECK(with("\"Sums 2 values.\"") == "");
    const std::string wanted =
        "lesson.toml:12: `asks` must be a text between quotes";
    for (const auto* asks : {"\"\"", "3", "[\"Sums.\"]"}) {
      CHECK(with(asks).find(wanted) != std::string::npos);
    }
  }

  TEST_CASE("a wrong lesson.toml is answered with line and reason") {
    const auto good = good_toml();
    const auto broken = [&](const char* from, const char* to) {
      return complaint(replaced(good, from, to));
    };
    CHECK(broken("part = 1\n", "") ==
          "lessons/07_x/lesson.toml:1: the key `part` is missing; "
          "docs/lesson-contract.md has an example of it");
    CHECK(broken("part = 1", "part = 10") ==
          "lessons/07_x/lesson.toml:2: `part` must be a whole number from 1 "
          "to 9");
    CHECK(broken("\"fill\"", "\"maze\"") ==
          "lessons/07_x/lesson.toml:3: `kind` must be one of fill, fix, "
          "ladder, exam");
    CHECK(broken("needs = []", "needs = [4]").find("must be a list") !=
          std::string::npos);
    CHECK(broken("seeds = 2", "seeds = 2\nspeed = 1").find("`speed` is not") !=
          std::string::npos);
    CHECK(broken("part = 1\n", "part = 1\nminuts = 9\n") ==
          "lessons/07_x/lesson.toml:3: the key `minuts` is not known; did you "
          "mean `minutes`?");
    CHECK(broken("part = 1\n", "part = 1\nzebra = 9\n")
              .find("`zebra` is not known; known are title, part,") !=
          std::string::npos);
    CHECK(broken("\"tiny\"", "\"awkward\"")
              .find("at least one has kind = \"tiny\"") != std::string::npos);
    CHECK(broken("points = 1", "points = 0")
              .find("at least one has points = 1 or more") !=
          std::string::npos);
    CHECK(broken("title = \"X\"", "title = X").find("lesson.toml:1: ") !=
          std::string::npos);
    CHECK(complaint(good + "[!case]\n").find("after [ comes the name") !=
          std::string::npos);
    CHECK(broken("title = \"X\"", "t\xC3\xA9tle = \"X\"")
              .find("lesson.toml:1: write this line in ASCII") !=
          std::string::npos);
    CHECK(complaint(good + " [[\n").find("after [ comes the name") !=
          std::string::npos);
    CHECK(complaint(good + "[[case]]\nname = \"a\"\nkind = \"tiny\"\n"
                           "points = 1\n")
              .find("stands here twice") != std::string::npos);
  }

  TEST_CASE("a damaged state is set aside, not believed") {
    const learn::ScratchFolder scratch;
    const learn::Place place{scratch.path(), scratch.path()};
    learn::State(place).note_solved("07_x", 4);
    CHECK(learn::State(place).points("07_x") == 4);
    const auto file = scratch.path() / ".learn/state.json";
    learn::write_text(file, "{\"solved\": 3");
    CHECK_FALSE(learn::State(place).solved("07_x"));
    CHECK(std::filesystem::exists(file.string() + ".damaged"));
  }

  TEST_CASE("what was noted under a former name is the lesson's") {
    const learn::ScratchFolder scratch;
    const learn::Place place{scratch.path(), scratch.path()};
    learn::State before(place);
    before.note_solved("07_x", 4);
    before.note_hints("07_x", 2);
    before.note_solved("exam_2_y", 9);
    before.choose("07_x");
    const auto folder = scratch.path() / "lessons/13_x";
    std::filesystem::create_directories(folder);
    learn::write_text(
        folder / "lesson.toml",
        "title = \"X\"\npart = 2\nkind = \"fix\"\nneeds = []\nminutes = 9\n"
        "goal = \"G.\"\nseeds = 1\nformerly = \"07_x\"\n"
        "[[case]]\nname = \"a\"\nkind = \"tiny\"\npoints = 1\n");
    const learn::State now(place);
    CHECK(now.points("13_x") == 4);
    CHECK(now.hints("13_x") == 2);
    CHECK_FALSE(now.solved("07_x"));
    CHECK(now.points("exam_2_y") == 9);
    const auto lessons = learn::read_lessons(place);
    REQUIRE(lessons.size() == 1);
    CHECK(now.current(lessons) == lessons.data());  // chosen again
  }

  TEST_CASE("a path lies in a folder by its parts, not by its letters") {
    using learn::lies_in;
    CHECK(lies_in("/a/b", "/a/b"));
    CHECK(lies_in("/a/b/c", "/a/b/"));
    CHECK(lies_in("/a/x/../b/c", "/a/./b"));
    CHECK_FALSE(lies_in("/a/bc", "/a/b"));
    CHECK_FALSE(lies_in("/a/b/../c", "/a/b"));
    CHECK_FALSE(lies_in("/a", "/a/b"));
    CHECK_FALSE(lies_in("a/b/c", "/a/b"));
    CHECK_FALSE(lies_in("/a/b/../../etc/passwd", "/a/b"));
  }

  TEST_CASE("one build at a time in a folder") {
    const learn::ScratchFolder scratch;
    const learn::Place place{scratch.path(), scratch.path()};
    // A child's standard error is a terminal, or a pipe.
    int terminal[2], said[2];
    REQUIRE(openpty(&terminal[0], &terminal[1], nullptr, nullptr, nullptr) ==
            0);
    REQUIRE(pipe(said) == 0);
    const auto fork_one = [&](int error, auto after) {
      std::fflush(nullptr);
      const pid_t child = fork();
      REQUIRE(child >= 0);
      if (child == 0) {
        dup2(error, STDERR_FILENO);
        const learn::BuildLock lock(place);
        std::fputs("locked\n", stderr);
        after();
        _exit(0);
      }
      return child;
    };
    const auto line = [](int from) {
      std::string text;
      for (char c = 0; c != '\n' && read(from, &c, 1) == 1;) text += c;
      return text;
    };
    int status = 0;
    const auto nothing = [] {};
    {
      const learn::BuildLock lock(place);
      const pid_t person = fork_one(terminal[1], nothing);
      CHECK(
          line(terminal[0]).rfind("learn: waiting for another build in ", 0) ==
          0);
      CHECK(waitpid(person, &status, WNOHANG) == 0);
      const pid_t program = fork_one(said[1], nothing);
      while (!waits_for_lock(program)) usleep(1000);
      CHECK(waitpid(program, &status, WNOHANG) == 0);
    }
    for (int i = 0; i < 2; ++i) {
      CHECK(wait(&status) > 0);
      CHECK(status == 0);
    }
    CHECK(line(terminal[0]) == "locked\r\n");
    CHECK(line(said[0]) == "locked\n");
    // A killed one holds nothing.
    const pid_t killed = fork_one(said[1], [] { pause(); });
    CHECK(line(said[0]) == "locked\n");
    kill(killed, SIGKILL);
    waitpid(killed, &status, 0);
    { const learn::BuildLock lock(place); }
    CHECK_THROWS_AS(learn::BuildLock({"/", "/nowhere"}), learn::Stop);
    for (const int one : {terminal[0], terminal[1], said[0], said[1]}) {
      close(one);
    }
  }

  TEST_CASE("a report that is too long is not read, and that is told") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "report.json";
    CHECK_FALSE(learn::read_emulator_report(file));
    const std::string text(100, ' ');
    learn::write_text(file, text);
    CHECK_FALSE(learn::read_emulator_report(file, text.size()));
    CHECK_THROWS_AS(learn::read_emulator_report(file, text.size() - 1),
                    learn::Stop);
  }

  TEST_CASE("numbers are printed with commas") {
    CHECK(learn::with_commas(0) == "0");
    CHECK(learn::with_commas(999) == "999");
    CHECK(learn::with_commas(1048576) == "1,048,576");
  }
}
