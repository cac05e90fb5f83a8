// SPDX-License-Identifier: MIT
// An unpacked students' copy, searched for what gives an answer away: lines
// that stand in solutions alone, and the part of an exam's page that compares
// answers. Each search is shown to find what somebody might put there.
#include <algorithm>
#include <map>

#include "runner/base/pattern.h"
#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/pack/sheet.h"
#include "runner/pack/student.h"
#include "tests/pack/course.h"

namespace {

constexpr size_t kTelling = 16;  // a shorter line is `}` or `return;`

using Files = std::map<std::string, std::string>;  // path -> text
using LineSet = std::set<std::string>;

/// The whole course as students unpack it.
Files unpacked() {
  const learn::ScratchFolder scratch;
  const auto said = learn_at(
      ROOT, BUILD,
      {"pack", "--student", "-o", (scratch.path() / "all.tar.gz").string()});
  CAPTURE(said.err);
  REQUIRE(said.status == 0);
  REQUIRE(run({"tar", "xzmf", "all.tar.gz"}, scratch.path()).status == 0);
  Files files;
  const auto root = scratch.path() / "lockstep";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    files[fs::relative(entry.path(), root).string()] =
        learn::read_text(entry.path());
  }
  return files;
}

/// A line of code as it can be compared: no comment, one blank for many.
std::string plain(const std::string& line) {
  return learn::squeeze(line.substr(0, line.find("//")));
}

bool is_code(const std::string& name) {
  return name.ends_with(".cu") || name.ends_with(".cuh") ||
         name.ends_with(".h") || name.ends_with(".cpp");
}

/// What is read, not compiled: pages, pictures, tables.
bool is_read(const std::string& name) {
  return name.ends_with(".md") || name.ends_with(".svg") ||
         name.ends_with(".toml");
}

/// The code that students are given.
std::string given_code(const Files& files) {
  std::string all;
  for (const auto& [name, text] : files) {
    const bool of_course =
        name.starts_with("lessons/") || name.starts_with("common/");
    if (!of_course || !is_code(name)) continue;
    for (const auto& line : learn::split_lines(text)) all += plain(line) + '\n';
  }
  return all;
}

/// Lines of a lesson's right answers which no file that students are given has:
/// of the solution those between the marks; another answer has no others.
LineSet only_in_answers(const learn::Lesson& lesson, const std::string& given) {
  std::vector<fs::path> answers{lesson.answers(kCourse) / "solution.cu"};
  const auto also_right = lesson.answers(kCourse) / "also_right";
  if (fs::exists(also_right)) {
    for (const auto& entry : fs::directory_iterator(also_right)) {
      if (entry.path().extension() == ".cu") answers.push_back(entry.path());
    }
  }
  LineSet lines;
  for (const auto& answer : answers) {
    bool within = answer.filename() != "solution.cu";
    for (const auto& line : learn::split_lines(learn::read_text(answer))) {
      if (learn::trim(line) == "// task-end") within = false;
      const auto code = plain(line);
      // A call of the API without arguments gives no answer away.
      const bool tells = !learn::match(code, R"(\w+\(\);)");
      if (within && tells && code.size() >= kTelling &&
          given.find(code) == std::string::npos) {
        lines.insert(code);
      }
      if (learn::trim(line) == "// task-begin") within = true;
    }
  }
  return lines;
}

/// A page's text in one line. Hints may show a line: they are for students.
std::string readable(std::string text) {
  const auto hints = text.find("\n## Hints\n");
  if (hints != std::string::npos) {
    const auto after = text.find("\n## ", hints + 1);
    text.erase(hints, after == std::string::npos ? after : after - hints);
  }
  for (const auto& [mark, letter] : {std::pair{"&lt;", "<"},
                                     {"&gt;", ">"},
                                     {"&quot;", "\""},
                                     {"&amp;", "&"}}) {
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos; ++at) {
      text.replace(at, std::string(mark).size(), letter);
    }
  }
  return learn::squeeze(text);
}

/// "FILE quotes LINE" for each line of `answers` that a page, a picture or a
/// table shows.
LineSet quotes(const Files& files, const LineSet& answers) {
  LineSet found;
  for (const auto& [name, text] : files) {
    if (!is_read(name)) continue;
    const auto words = readable(text);
    for (const auto& line : answers) {
      if (words.find(line) != std::string::npos) {
        found.insert(name + " quotes " + line);
      }
    }
  }
  return found;
}

LineSet answers_of_course(const Files& files) {
  const auto given = given_code(files);
  LineSet answers;
  for (const auto& lesson : learn::read_lessons(kCourse)) {
    answers.merge(only_in_answers(lesson, given));
  }
  return answers;
}

/// What stands below "## Afterwards" in the course's own page, line by line.
LineSet afterwards(const std::string& page) {
  LineSet lines;
  const auto at = page.find("\n## Afterwards\n");
  REQUIRE(at != std::string::npos);
  for (const auto& line : learn::split_lines(page.substr(at + 15))) {
    if (line.size() >= kTelling && page.find(line) >= at) lines.insert(line);
  }
  return lines;
}

}  // namespace

TEST_SUITE("answers") {
  TEST_CASE("no page, picture or table quotes a line of an answer") {
    auto files = unpacked();
    const auto answers = answers_of_course(files);
    CHECK(answers.size() > 500);
    for (const auto& quote : quotes(files, answers)) FAIL_CHECK(quote);

    // The search finds what it is for: in a page, a table and a picture.
    const auto lesson = learn::find_lesson(kCourse, "13");
    const auto line = *only_in_answers(lesson, given_code(files)).begin();
    files["lessons/13_bank_conflicts/README.md"] += "    " + line + "\n";
    files["lessons/13_bank_conflicts/lesson.toml"] += "line = '" + line + "'\n";
    files["docs/new.svg"] = "<text>" + line + "</text>";
    CHECK(quotes(files, answers).size() == 3);
  }

  TEST_CASE("an exam's sheet ends before its answers are compared") {
    auto files = unpacked();
    int exams = 0;
    for (const auto& lesson : learn::read_lessons(kCourse)) {
      if (lesson.kind != "exam") continue;
      ++exams;
      CAPTURE(lesson.name);
      const auto name = "lessons/" + lesson.name + "/README.md";
      const auto page = learn::read_text(fs::path(ROOT) / name);
      const auto secret = afterwards(page);
      CHECK(secret.size() > 5);
      const auto held = [&](const std::string& text) {
        return std::count_if(secret.begin(), secret.end(),
                             [&](const auto& one) {
                               return text.find(one) != std::string::npos;
                             });
      };
      CHECK(held(files.at(name)) == 0);
      CHECK(held(page) == static_cast<long>(secret.size()));
      CHECK(files.at(name).find("## How you are judged") != std::string::npos);
    }
    CHECK(exams >= 6);
    CHECK_THROWS_AS(learn::exam_sheet("page", "# exam_8\n\n## Check\n"),
                    learn::Stop);
  }

  TEST_CASE("no table says which lines of an answer a picture shows") {
    const auto files = unpacked();
    for (const auto& lesson : learn::read_lessons(kCourse)) {
      CAPTURE(lesson.name);
      const auto& toml = files.at("lessons/" + lesson.name + "/lesson.toml");
      CHECK(toml.find("picture.panel") == std::string::npos);
      CHECK(toml.find("\nprogram =") == std::string::npos);
      CHECK(toml.find("\"solution\"") == std::string::npos);
      REQUIRE(lesson.picture.has_value());
      CHECK(learn::squeeze(toml).find(lesson.picture->alt) !=
            std::string::npos);
      for (const auto& one : lesson.cases) {
        CHECK(toml.find('"' + one.name + '"') != std::string::npos);
      }
      for (const auto& panel : lesson.picture->panels) {
        if (lesson.kind == "exam") CHECK(panel.program == "example");
      }
    }
  }
}
