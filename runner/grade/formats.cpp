// SPDX-License-Identifier: MIT
// Writes marks as a table, JSON, CSV, JUnit XML and the files of two graders.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/base/xml.h"
#include "runner/grade/result.h"

namespace learn {
namespace {

using Json = nlohmann::ordered_json;
constexpr size_t kNameColumns = 28;

/// Characters of UTF-8 text: bytes that do not go on with a character.
size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(std::string text, size_t columns) {
  const auto wide = characters(text);
  if (wide < columns) text.append(columns - wide, ' ');
  return text;
}

/// One line: no line feed and no tab of a student's may start a new row.
std::string one_line(std::string_view text) {
  return squeeze(clean_text(text));
}

std::string as_table(const std::vector<Mark>& marks) {
  size_t columns = 7;
  for (const auto& mark : marks) {
    columns = std::max(columns, characters(one_line(mark.student)));
  }
  columns = std::min(columns, kNameColumns);
  std::string text =
      fmt::format("{}  {:24}{:>7}  {}\n", padded("student", columns), "lesson",
                  "points", "result");
  for (const auto& mark : marks) {
    const auto name = padded(one_line(mark.student), columns);
    for (const auto& lesson : mark.lessons) {
      text += fmt::format("{}  {:24}{:>7}  {}{}{}\n", name, lesson.lesson,
                          fmt::format("{}/{}", lesson.score(), lesson.max()),
                          lesson.state, lesson.reason.empty() ? "" : ": ",
                          one_line(lesson.reason));
    }
    for (const auto& note : mark.notes) {
      text += fmt::format("{}  note: {}\n", std::string(columns, ' '),
                          one_line(note));
    }
  }
  return text;
}

std::string as_json(const std::vector<Mark>& marks) {
  Json list = Json::array();
  for (const auto& mark : marks) list.push_back(Json::parse(to_json(mark)));
  return Json{{"schema", 1}, {"submissions", std::move(list)}}.dump(2) + "\n";
}

/// A field of CSV (RFC 4180). A spreadsheet takes a text that begins with one
/// of = + - @ for a formula: an apostrophe makes it a text again.
std::string field(std::string_view value) {
  auto text = clean_text(value);
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos &&
      std::string_view("=+-@").find(text[first]) != std::string_view::npos) {
    text.insert(0, "'");
  }
  if (text.find_first_of(",\"\n\r\t'") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string as_csv(const std::vector<Mark>& marks) {
  std::string text = "student,lesson,case,kind,state,score,max,reason\r\n";
  const auto row = [&](const Mark& mark, const LessonMark& lesson,
                       const std::string& name, const std::string& kind,
                       const std::string& state, int score, int max,
                       const std::string& why) {
    text += fmt::format("{},{},{},{},{},{},{},{}\r\n", field(mark.student),
                        field(lesson.lesson), field(name), kind, field(state),
                        score, max, field(one_line(why)));
  };
  for (const auto& mark : marks) {
    for (const auto& lesson : mark.lessons) {
      row(mark, lesson, "", "lesson", lesson.state, lesson.score(),
          lesson.max(), lesson.reason);
      for (const auto& one : lesson.cases) {
        row(mark, lesson, one.name, one.kind, one.state, one.score, one.max,
            one.message);
      }
    }
  }
  return text;
}

/// A gradebook's table: a row for each student, a column for each lesson that
/// anybody's mark names, in order. `head` begins the header; `possible` the row
/// of greatest points, "": no such row; `begin` a student's row. What was not
/// graded stays empty.
std::string as_gradebook(const std::vector<Mark>& marks,
                         const std::string& head, const std::string& possible,
                         std::string (*begin)(const std::string&)) {
  std::map<std::string, int> greatest;
  for (const auto& mark : marks) {
    for (const auto& lesson : mark.lessons) {
      if (lesson.max() == 0) continue;  // "-": nobody knows which
      auto& most = greatest[lesson.lesson];
      most = std::max(most, lesson.max());
    }
  }
  std::string text = head;
  for (const auto& [lesson, most] : greatest) text += "," + field(lesson);
  text += "\r\n";
  if (!possible.empty()) {
    text += possible;
    for (const auto& [lesson, most] : greatest)
      text += fmt::format(",{}", most);
    text += "\r\n";
  }
  for (const auto& mark : marks) {
    text += begin(field(one_line(mark.student)));
    for (const auto& [name, most] : greatest) {
      const auto found = std::find_if(
          mark.lessons.begin(), mark.lessons.end(),
          [&name = name](const auto& one) { return one.lesson == name; });
      text += ",";
      if (found == mark.lessons.end() || found->state == kNotGraded) continue;
      text += std::to_string(found->score());
    }
    text += "\r\n";
  }
  return text;
}

/// Grade import from CSV; the teacher maps "Username".
std::string as_moodle(const std::vector<Mark>& marks) {
  return as_gradebook(marks, "Username", "",
                      [](const std::string& student) { return student; });
}

/// The columns of Canvas' own gradebook export; it finds a student by any of
/// the first four.
std::string as_canvas(const std::vector<Mark>& marks) {
  return as_gradebook(marks, "Student,ID,SIS User ID,SIS Login ID,Section",
                      "Points Possible,,,,", [](const std::string& student) {
                        return fmt::format("{0},,,{0},", student);
                      });
}

/// For an attribute, where XML readers make blanks of line feeds and tabs.
std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : escape_xml(clean_text(value))) {
    if (c == '\n') {
      text += "&#10;";
    } else if (c == '\t') {
      text += "&#9;";
    } else {
      text += c;
    }
  }
  return text;
}

std::string junit_case(const LessonMark& lesson, const CaseMark& one) {
  auto text = fmt::format(R"(    <testcase classname="{}" name="{}")",
                          escaped(lesson.lesson), escaped(one.name));
  if (lesson.state == kNotGraded) {
    return text +
           fmt::format(">\n      <error message=\"{}\"/>\n    </testcase>\n",
                       escaped(lesson.reason));
  }
  if (one.state == "pass") return text + "/>\n";
  const auto& why = one.message.empty() ? lesson.reason : one.message;
  return text + fmt::format(
                    ">\n      <failure message=\"{}\">{}</failure>\n"
                    "    </testcase>\n",
                    escaped(one.state), escaped(why));
}

/// The cases of a lesson; one that stands for all where nobody knows them, so
/// that each submission is seen.
std::vector<CaseMark> junit_cases(const LessonMark& lesson) {
  if (!lesson.cases.empty()) return lesson.cases;
  return {{"the submission", "", lesson.state, 0, 0, lesson.reason}};
}

std::string as_junit(const std::vector<Mark>& marks) {
  std::string suites;
  size_t all = 0, wrong = 0, broken = 0;
  for (const auto& mark : marks) {
    for (const auto& lesson : mark.lessons) {
      const bool error = lesson.state == kNotGraded;
      const auto known = junit_cases(lesson);
      size_t failed = 0;
      std::string cases;
      for (const auto& one : known) {
        failed += !error && one.state != "pass" ? 1 : 0;
        cases += junit_case(lesson, one);
      }
      const size_t errors = error ? known.size() : 0;
      suites += fmt::format(
          "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
          "errors=\"{}\" skipped=\"0\">\n{}    <system-out>{}</system-out>\n"
          "  </testsuite>\n",
          escaped(mark.student + " " + lesson.lesson), known.size(), failed,
          errors, cases, escaped(lesson.text));
      all += known.size();
      wrong += failed;
      broken += errors;
    }
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"lockstep\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\">\n{}</testsuites>\n",
      all, wrong, broken, suites);
}

const Mark& only_one(const std::vector<Mark>& marks, const char* format) {
  if (marks.size() == 1) return marks.front();
  throw Stop{fmt::format(
      "the format {} is for one submission, and here are {}. Grade one at a "
      "time, or use --format json",
      format, marks.size())};
}

/// "04: adds 2 values"; with several lessons names must tell which.
std::string test_name(const LessonMark& lesson, const CaseMark& one) {
  return lesson.lesson + ": " + clean_text(one.name);
}

std::string as_gradescope(const std::vector<Mark>& marks) {
  const auto& mark = only_one(marks, "gradescope");
  Json tests = Json::array();
  std::string output;
  for (const auto& lesson : mark.lessons) {
    output += lesson.text.empty() ? lesson.title + ": " + lesson.reason + "\n"
                                  : lesson.text;
    for (const auto& one : lesson.cases) {
      tests.push_back({{"name", test_name(lesson, one)},
                       {"score", one.score},
                       {"max_score", one.max},
                       {"status", one.state == "pass" ? "passed" : "failed"},
                       {"output", clean_text(one.message)},
                       {"output_format", "text"},
                       {"visibility", "visible"}});
    }
  }
  for (const auto& note : mark.notes) output += "note: " + note + "\n";
  return Json{{"score", mark.score()},         {"output", clean_text(output)},
              {"output_format", "text"},       {"visibility", "visible"},
              {"stdout_visibility", "hidden"}, {"tests", std::move(tests)}}
             .dump(2) +
         "\n";
}

/// A variable that Classroom 50's runner sets.
std::string from_runner(const char* name) {
  const char* value = std::getenv(name);
  if (value != nullptr && *value != '\0') return value;
  throw Stop{fmt::format(
      "the format classroom50 needs the variable {}, which the runner of "
      "Classroom 50 sets. Elsewhere use --format json",
      name)};
}

std::string as_classroom50(const std::vector<Mark>& marks) {
  const auto& mark = only_one(marks, "classroom50");
  Json tests = Json::array();
  for (const auto& lesson : mark.lessons) {
    for (const auto& one : lesson.cases) {
      tests.push_back({{"test-name", test_name(lesson, one)},
                       {"passed", one.state == "pass"},
                       {"score", one.score},
                       {"max-score", one.max}});
    }
  }
  const auto commit = from_runner("COMMIT_URL");
  const char* review = std::getenv("REVIEW_URL");
  const bool reviewed = review != nullptr && *review != '\0';
  return Json{{"schema", "classroom50/result/v1"},
              {"classroom", from_runner("CLASSROOM")},
              {"assignment", from_runner("ASSIGNMENT")},
              {"submission", from_runner("SUBMISSION_TAG")},
              {"commit", commit},
              {"release", from_runner("RELEASE_URL")},
              {"review", reviewed ? std::string(review) : commit},
              {"datetime", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                                       fmt::gmtime(std::time(nullptr)))},
              {"score", mark.score()},
              {"max-score", mark.max()},
              {"tests", std::move(tests)}}
             .dump(2) +
         "\n";
}

struct MarkFormat {
  const char* name;
  std::string (*write)(const std::vector<Mark>&);
};
constexpr MarkFormat kMarkFormats[] = {{"table", as_table},
                                       {"json", as_json},
                                       {"csv", as_csv},
                                       {"junit", as_junit},
                                       {"moodle", as_moodle},
                                       {"canvas", as_canvas},
                                       {"gradescope", as_gradescope},
                                       {"classroom50", as_classroom50}};

}  // namespace

const std::vector<std::string>& mark_formats() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const auto& one : kMarkFormats) names.emplace_back(one.name);
    return names;
  }();
  return kNames;
}

std::string write_marks(const std::vector<Mark>& marks,
                        const std::string& format) {
  for (const auto& one : kMarkFormats) {
    if (format == one.name) return one.write(marks);
  }
  throw Stop{fmt::format("`{}` is no format; known are {}", format,
                         fmt::join(mark_formats(), ", "))};
}

}  // namespace learn
