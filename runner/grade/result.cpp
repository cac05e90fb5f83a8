// SPDX-License-Identifier: MIT
#include "runner/grade/result.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace learn {
namespace {

using Json = nlohmann::ordered_json;

/// Length of the UTF-8 character that begins at `at`; 0 when there is none.
size_t utf8_length(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Longer than needed, halves of UTF-16, beyond U+10FFFF.
  const unsigned second = byte(1);
  const bool bad =
      (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return bad ? 0 : length;
}

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
    const auto length = utf8_length(text, at);
    const auto c = static_cast<unsigned char>(text[at]);
    const bool control = (c < ' ' && c != '\n' && c != '\t') || c == 0x7f;
    // U+FFFE and U+FFFF are no characters, and XML forbids them.
    const bool none = length == 3 && (text.substr(at, 3) == "\xef\xbf\xbe" ||
                                      text.substr(at, 3) == "\xef\xbf\xbf");
    if (length == 0 || control || none) {
      clean += kUnknown;
      at += none ? 3 : 1;
    } else {
      clean += text.substr(at, length);
      at += length;
    }
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
    return mark;
  } catch (const Json::exception&) {
    return {};
  }
}

}  // namespace learn
