// SPDX-License-Identifier: MIT
// Each output holds exactly the keys that its format documents, and nothing
// that a student writes breaks it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/xml.h"
#include "runner/grade/result.h"

namespace {

using learn::Mark;
using learn::write_marks;
using nlohmann::json;

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

/// A student who calls himself a formula and prints what breaks formats.
Mark strange_mark() {
  Mark mark;
  mark.student = "=HYPERLINK(\"x\")\xff";
  mark.isolation = "none";
  mark.inputs = "0";
  mark.notes = {"line 3\nfollows"};
  learn::LessonMark lesson;
  lesson.lesson = "13_bank_conflicts";
  lesson.title = "13 Bank conflicts";
  lesson.state = "failed";
  lesson.host = "teacher";
  lesson.reason = "]]> & \"quoted\"";
  lesson.text = "</system-out><testcase/>\x1b[31m\xc0\xaf \xe2\x82\xac\n";
  lesson.cases = {{"adds, and <more>", "tiny", "pass", 2, 2, ""},
                  {"counts \"it\"", "technique", "fail", 0, 3, "@1 ==\n2"}};
  mark.lessons = {lesson};
  return mark;
}

struct Variable {
  Variable(const char* name, const char* value) : name_(name) {
    setenv(name, value, 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  const char* name_;
};

}  // namespace

TEST_SUITE("formats") {
  TEST_CASE("JSON comes back as the same model") {
    const auto text = learn::to_json(strange_mark());
    const auto back = learn::mark_from_json(text);
    REQUIRE(back);
    CHECK(learn::to_json(*back) == text);
    CHECK(back->score() == 2);
    CHECK(back->max() == 5);
    CHECK(!learn::mark_from_json("{}"));
    CHECK(!learn::mark_from_json(text.substr(0, text.size() / 2)));
    const auto all = json::parse(write_marks({strange_mark()}, "json"));
    CHECK(keys_of(all) == std::set<std::string>{"schema", "submissions"});
    CHECK(all["submissions"][0]["lessons"][0]["cases"].size() == 2);
  }

  TEST_CASE("text becomes UTF-8 without control characters") {
    using learn::clean_text;
    CHECK(clean_text("a\xff") == "a\xef\xbf\xbd");
    CHECK(clean_text("\xe2\x82\xac \xf0\x9f\x98\x80") ==
          "\xe2\x82\xac \xf0\x9f\x98\x80");
    CHECK(clean_text("\xc0\xaf").find('\xc0') == std::string::npos);
    CHECK(clean_text("\xed\xa0\x80").find('\xed') == std::string::npos);
    CHECK(clean_text("\xef\xbf\xbf") == "\xef\xbf\xbd");
    CHECK(clean_text("\xe2\x82") == "\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(clean_text("\x1b[0m\r\n\t") == "\xef\xbf\xbd[0m\xef\xbf\xbd\n\t");
  }

  TEST_CASE("CSV quotes, and no field is a formula") {
    const auto text = write_marks({strange_mark()}, "csv");
    CHECK(text.rfind("student,lesson,case,kind,state,score,max,reason\r\n",
                     0) == 0);
    CHECK(text.find("\r\n\"'=HYPERLINK(\"\"x\"\")\xef\xbf\xbd\",") !=
          std::string::npos);
    CHECK(text.find("\"'@1 == 2\"\r\n") != std::string::npos);
    CHECK(text.find("\"adds, and <more>\",tiny,pass,2,2,\r\n") !=
          std::string::npos);
    for (const auto* name : {"+1", "-1", "@a", " =1", "\t=1"}) {
      auto mark = strange_mark();
      mark.student = name;
      CHECK(write_marks({mark}, "csv").find(std::string("\r\n\"'")) !=
            std::string::npos);
    }
  }

  TEST_CASE("gradebooks get a row for each student, a column for each lesson") {
    auto first = strange_mark();
    auto second = strange_mark();
    second.student = "ada";
    second.lessons[0].lesson = "01_one_thread_one_value";
    second.lessons[0].state = "refused";
    second.lessons[0].cases = {{"adds", "tiny", "not reached", 0, 6, ""}};
    second.lessons.push_back(first.lessons[0]);
    second.lessons[1].state = learn::kNotGraded;
    auto third = strange_mark();
    third.student = "li, wei";
    third.lessons[0].lesson = "-";
    third.lessons[0].cases.clear();
    // Refused is zero; what was not graded, or not handed in, is no number.
    CHECK(write_marks({first, second, third}, "moodle") ==
          "Username,01_one_thread_one_value,13_bank_conflicts\r\n"
          "\"'=HYPERLINK(\"\"x\"\")\xef\xbf\xbd\",,2\r\n"
          "ada,0,\r\n"
          "\"li, wei\",,\r\n");
    // The columns of Canvas' export, and its second row.
    CHECK(write_marks({second}, "canvas") ==
          "Student,ID,SIS User ID,SIS Login ID,Section,"
          "01_one_thread_one_value,13_bank_conflicts\r\n"
          "Points Possible,,,,,6,5\r\n"
          "ada,,,ada,,0,\r\n");
  }

  TEST_CASE("JUnit XML is whole and counts its cases") {
    auto text = write_marks({strange_mark(), strange_mark()}, "junit");
    CHECK(text.rfind("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", 0) == 0);
    const auto root = learn::parse_xml(text);
    REQUIRE(root);
    CHECK(root->name == "testsuites");
    CHECK(root->attribute("tests") == "4");
    CHECK(root->attribute("failures") == "2");
    REQUIRE(root->children.size() == 2);
    const auto& suite = root->children[0];
    CHECK(suite.name == "testsuite");
    for (const auto* key : {"name", "tests", "failures", "errors", "skipped"}) {
      CHECK_MESSAGE(suite.attributes.count(key) == 1, key);
    }
    CHECK(suite.attribute("tests") == "2");
    REQUIRE(suite.children.size() == 3);
    CHECK(suite.children[0].name == "testcase");
    CHECK(suite.children[0].attributes.size() == 2);
    CHECK(suite.children[0].attribute("name") == "adds, and <more>");
    CHECK(suite.children[0].attribute("classname") == "13_bank_conflicts");
    REQUIRE(suite.children[1].child("failure") != nullptr);
    CHECK(suite.children[1].child("failure")->attribute("message") == "fail");
    CHECK(suite.children[2].name == "system-out");
    CHECK(suite.children[2].children.empty());
  }

  TEST_CASE("Gradescope's results.json has its documented keys") {
    const auto all = json::parse(write_marks({strange_mark()}, "gradescope"));
    CHECK(keys_of(all) == std::set<std::string>{"score", "output",
                                                "output_format", "visibility",
                                                "stdout_visibility", "tests"});
    CHECK(all["score"] == 2);
    CHECK(all["visibility"] == "visible");
    CHECK(all["stdout_visibility"] == "hidden");
    CHECK(all["output_format"] == "text");
    REQUIRE(all["tests"].size() == 2);
    for (const auto& test : all["tests"]) {
      CHECK(keys_of(test) ==
            std::set<std::string>{"score", "max_score", "status", "name",
                                  "output", "output_format", "visibility"});
      CHECK(test["score"].is_number_integer());
    }
    CHECK(all["tests"][0]["status"] == "passed");
    CHECK(all["tests"][1]["status"] == "failed");
    CHECK(all["tests"][1]["max_score"] == 3);
  }

  TEST_CASE("Classroom 50's result.json has its documented keys") {
    CHECK_THROWS_AS(write_marks({strange_mark()}, "classroom50"), learn::Stop);
    const Variable variables[] = {{"CLASSROOM", "cs"},
                                  {"ASSIGNMENT", "07"},
                                  {"SUBMISSION_TAG", "submit/1"},
                                  {"COMMIT_URL", "https://a/commit/1"},
                                  {"RELEASE_URL", "https://a/releases/1"}};
    const auto all = json::parse(write_marks({strange_mark()}, "classroom50"));
    CHECK(keys_of(all) ==
          std::set<std::string>{"schema", "classroom", "assignment",
                                "submission", "commit", "release", "review",
                                "datetime", "score", "max-score", "tests"});
    CHECK(all["schema"] == "classroom50/result/v1");
    CHECK(all["review"] == "https://a/commit/1");
    CHECK(all["datetime"].get<std::string>().size() == 20);
    CHECK(all["score"] == 2);
    CHECK(all["max-score"] == 5);
    REQUIRE(all["tests"].size() == 2);
    for (const auto& test : all["tests"]) {
      CHECK(keys_of(test) ==
            std::set<std::string>{"test-name", "passed", "score", "max-score"});
      CHECK(test["passed"].is_boolean());
      CHECK(test["score"].is_number_integer());
    }
  }

  TEST_CASE("formats for one submission refuse more") {
    for (const auto* format : {"gradescope", "classroom50"}) {
      CHECK_THROWS_AS(write_marks({strange_mark(), strange_mark()}, format),
                      learn::Stop);
      CHECK_THROWS_AS(write_marks({}, format), learn::Stop);
    }
    CHECK_THROWS_AS(write_marks({}, "xls"), learn::Stop);
  }

  TEST_CASE("a row of the table stays a row") {
    auto mark = strange_mark();
    mark.student = "a\nb";
    const auto text = write_marks({mark}, "table");
    CHECK(text.find("a b  ") != std::string::npos);
    CHECK(text.find("note: line 3 follows") != std::string::npos);
  }
}
