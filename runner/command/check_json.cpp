// SPDX-License-Identifier: MIT
// Puts what a check found into keys. Words of its own: none.
#include "runner/command/check_json.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/text_file.h"
#include "runner/command/own_picture.h"
#include "runner/lesson/lesson.h"
#include "runner/lesson/state.h"

namespace learn {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Message& one) {
  return {{"severity", one.severity}, {"name", one.name},
          {"file", one.file},         {"line", one.line},
          {"column", one.column},     {"text", one.text}};
}

const char* word_of(CaseState state) {
  switch (state) {
    case CaseState::kPass:
      return "passed";
    case CaseState::kFail:
      return "failed";
    case CaseState::kNotReached:
      return "not reached";
    case CaseState::kSkipped:
      break;
  }
  return "skipped";
}

Message message_of(const Place& place, const simt::report::Diagnostic& found) {
  Message one{simt::report::is_error(found) ? "error" : "warning",
              found.name,
              {},
              0,
              0,
              found.message};
  if (found.places.empty()) return one;
  const auto& at = primary_place(found);
  one.file = place.relative(at.file);
  one.line = at.line;
  one.column = at.column;
  return one;
}

std::string print(const Json& json) {
  // What a program printed need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::vector<Message> compiler_messages(const std::string& shown) {
  std::vector<Message> messages;
  for (const auto& line : split_lines(shown)) {
    const auto found =
        match(line, R"(([^\s(:]+)(?:\((\d+)\)|:(\d+)(?::(\d+))?): )"
                    R"((?:fatal |catastrophic |internal )?(error|warning))"
                    R"((?: (#[\w-]+))?: (.*))");
    if (!found) continue;
    const auto& part = *found;
    Message one;
    one.severity = part[5];
    one.name = part[6];
    one.file = part[1];
    one.line = std::stoi(part[2].empty() ? part[3] : part[2]);
    one.column = part[4].empty() ? 0 : std::stoi(part[4]);
    one.text = part[7];
    messages.push_back(one);
  }
  return messages;
}

std::vector<Message> messages_of(const Place& place, const Lesson& lesson,
                                 const Checked& checked) {
  auto messages = compiler_messages(checked.compiler);
  if (!checked.verdict) return messages;
  const auto& run = checked.verdict->last();
  for (const auto& one : lesson.cases) {
    const auto found = run.cases.find(one.name);
    if (found == run.cases.end() || !found->second.failure) continue;
    const auto& failure = *found->second.failure;
    messages.push_back(
        {"error", "", place.relative(failure.file), failure.line, 0,
         "in case \"" + one.name + "\": " + failure.expression +
             (failure.values.empty() ? "" : ", values: " + failure.values)});
  }
  for (const auto& found : run.report.diagnostics) {
    messages.push_back(message_of(place, found));
  }
  return messages;
}

std::string check_json(const Place& place, const Lesson& lesson,
                       const Checked& checked) {
  Json json{{"check", 1},
            {"lesson", lesson.name},
            {"source", checked.subject.source},
            {"command", checked.subject.command()},
            {"result", checked.result},
            {"points", checked.verdict ? checked.verdict->points : 0},
            {"of", lesson.points()}};
  json["cases"] = Json::array();
  if (checked.verdict) {
    for (size_t i = 0; i < lesson.cases.size(); ++i) {
      json["cases"].push_back({{"name", lesson.cases[i].name},
                               {"kind", name_of(lesson.cases[i].kind)},
                               {"state", word_of(checked.verdict->states[i])}});
    }
    json["schedule"] = checked.verdict->last().seed;
  }
  json["messages"] = Json::array();
  for (const auto& one : messages_of(place, lesson, checked)) {
    json["messages"].push_back(to_json(one));
  }
  if (!checked.picture.empty()) {
    json["picture"] = place.shown(own_picture(place, lesson));
  }
  json["text"] = checked.text;
  return print(json);
}

std::string list_json(const Place& place) {
  const auto lessons = read_lessons(place);
  const State state(place);
  const auto* current = state.current(lessons);
  Json json{{"list", 1}, {"current", current ? Json(current->name) : Json()}};
  json["lessons"] = Json::array();
  for (const auto& one : lessons) {
    json["lessons"].push_back(
        {{"name", one.name},
         {"number", one.number},
         {"title", one.title},
         {"goal", one.goal},
         {"part", one.part},
         {"minutes", one.minutes},
         {"needs", one.needs},
         {"page", place.shown(one.folder(place) / "README.md")},
         {"exercise", place.shown(one.folder(place) / "exercise.cu")},
         {"solved", state.solved(one.name)},
         {"points", state.points(one.name)},
         {"of", one.points()}});
  }
  return print(json);
}

}  // namespace learn
