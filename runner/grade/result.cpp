// SPDX-License-Identifier: MIT
// Writes and reads one JSON form; what is not whole is no mark. Bytes that are
// no UTF-8, and control characters, are replaced before they are written.
#include "runner/grade/result.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "runner/base/utf8.h"

namespace learn {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const CaseMark& one) {
  return {{"name", clean_text(one.name)},
          {"kind", one.kind},
          {"state", one.state},
          {"score", one.score},
          {"max", one.max},
          {"message", clean_text(one.message)}};
}

Json json_of(const LessonMark& lesson) {
  Json cases = Json::array();
  for (const auto& one : lesson.cases) cases.push_back(json_of(one));
  return {{"lesson", lesson.lesson},
          {"title", lesson.title},
          {"state", lesson.state},
          {"score", lesson.score()},
          {"max", lesson.max()},
          {"reason", clean_text(lesson.reason)},
          {"host", lesson.host},
          {"cases", std::move(cases)},
          {"text", clean_text(lesson.text)}};
}

LessonMark lesson_from(const Json& json) {
  LessonMark lesson;
  json.at("lesson").get_to(lesson.lesson);
  json.at("title").get_to(lesson.title);
  json.at("state").get_to(lesson.state);
  json.at("reason").get_to(lesson.reason);
  json.at("text").get_to(lesson.text);
  json.at("host").get_to(lesson.host);
  for (const auto& entry : json.at("cases")) {
    CaseMark one;
    entry.at("name").get_to(one.name);
    entry.at("kind").get_to(one.kind);
    entry.at("state").get_to(one.state);
    entry.at("score").get_to(one.score);
    entry.at("max").get_to(one.max);
    entry.at("message").get_to(one.message);
    lesson.cases.push_back(std::move(one));
  }
  return lesson;
}

template <typename Parts, typename Part>
int sum_of(const Parts& parts, Part part) {
  int sum = 0;
  for (const auto& one : parts) sum += part(one);
  return sum;
}

}  // namespace

int LessonMark::score() const {
  return sum_of(cases, [](const CaseMark& one) { return one.score; });
}
int LessonMark::max() const {
  return sum_of(cases, [](const CaseMark& one) { return one.max; });
}
int Mark::score() const {
  return sum_of(lessons, [](const LessonMark& one) { return one.score(); });
}
int Mark::max() const {
  return sum_of(lessons, [](const LessonMark& one) { return one.max(); });
}

std::string clean_text(std::string_view text) {
  constexpr std::string_view kUnknown = "\xef\xbf\xbd";
  std::string clean;
  for (size_t at = 0; at < text.size();) {
    const auto [length, code] = character_at(text, at);
    const bool control =
        (code < ' ' && code != '\n' && code != '\t') || code == 0x7f;
    // U+FFFE and U+FFFF are no characters, and XML forbids them.
    const bool none = code == 0xfffe || code == 0xffff;
    clean +=
        length == 0 || control || none ? kUnknown : text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return clean;
}

std::string to_json(const Mark& mark) {
  Json lessons = Json::array(), notes = Json::array();
  for (const auto& one : mark.lessons) lessons.push_back(json_of(one));
  for (const auto& one : mark.notes) notes.push_back(clean_text(one));
  const Json json{{"schema", 1},
                  {"student", clean_text(mark.student)},
                  {"score", mark.score()},
                  {"max", mark.max()},
                  {"isolation", mark.isolation},
                  {"notes", std::move(notes)},
                  {"inputs", mark.inputs},
                  {"lessons", std::move(lessons)}};
  return json.dump(2) + "\n";
}

std::optional<Mark> mark_from_json(std::string_view text) {
  try {
    const auto json = Json::parse(text);
    if (json.at("schema").get<int>() != 1) return {};
    Mark mark;
    json.at("student").get_to(mark.student);
    json.at("isolation").get_to(mark.isolation);
    json.at("inputs").get_to(mark.inputs);
    json.at("notes").get_to(mark.notes);
    for (const auto& entry : json.at("lessons")) {
      mark.lessons.push_back(lesson_from(entry));
    }
    if (mark.lessons.empty()) return {};  // would be no row of any format
    return mark;
  } catch (const Json::exception&) {
    return {};
  }
}

}  // namespace learn
