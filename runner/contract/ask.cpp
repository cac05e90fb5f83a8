// SPDX-License-Identifier: MIT
// A lesson's question as its page shows it, and what it rests on: the answer
// that the table [ask] names must be there, and must say what the right choice
// says.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/contract/marked.h"
#include "runner/contract/reasons.h"

namespace learn {
namespace {

constexpr const char* kAskMark = "<!-- ask -->";

std::vector<std::string> question_lines(const Lesson& lesson) {
  const Ask& ask = *lesson.ask;
  std::vector<std::string> lines{"", "**A question.** " + ask.question, ""};
  for (size_t i = 0; i < ask.choices.size(); ++i) {
    lines.push_back(fmt::format("{}. {}", i + 1, ask.choices[i]));
  }
  lines.insert(lines.end(),
               {"",
                fmt::format("Answer with `./learn ask {} NUMBER`, once your "
                            "exercise passed.",
                            lesson.number),
                ""});
  return lines;
}

/// Whether `choice` names what the mistake's head names: a case or a
/// diagnostic, letter by letter.
bool names_a_reason(const std::string& choice,
                    const std::vector<Reason>& reasons) {
  return std::any_of(reasons.begin(), reasons.end(), [&](const Reason& one) {
    const auto parts =
        match(one.text, "(?:case|diagnostic|warning) \"?([^\"]+)\"?");
    const auto& name = parts ? (*parts)[1] : one.text;
    return choice.find(name) != std::string::npos;
  });
}

/// Compares the right choice with the answer in solutions/ that shows it.
void check_shown_by(const Place& place, const Lesson& lesson,
                    Complaints& complaints) {
  const auto answers = lesson.answers(place);
  if (!fs::exists(answers)) return;  // a course without solutions
  const Ask& ask = *lesson.ask;
  const auto toml = place.shown(lesson.folder(place) / "lesson.toml");
  const auto blank = ask.shown_by.find(' ');
  const auto name = ask.shown_by.substr(blank + 1) + ".cu";
  const bool wrong = ask.shown_by.rfind("mistake ", 0) == 0;
  const auto file = answers / (wrong ? "mistakes" : "also_right") / name;
  if (!fs::exists(file)) {
    complaints.errors.push_back(
        fmt::format("{}: the question is shown by {}, which is not there", toml,
                    place.shown(file)));
  } else if (wrong &&
             !names_a_reason(ask.choices[ask.answer - 1], reasons_of(file))) {
    complaints.errors.push_back(
        fmt::format("{}: choice {} of the question names nothing that catches "
                    "{}: write the case or the diagnostic as it stands there",
                    toml, ask.answer, place.shown(file)));
  }
}

}  // namespace

void keep_ask(const Place& place, MarkedPage& page, const Lesson& lesson) {
  const auto mark = std::find(page.lines.begin(), page.lines.end(), kAskMark);
  if (!lesson.ask) {
    if (mark != page.lines.end()) {
      page.complain(static_cast<size_t>(mark - page.lines.begin()),
                    "lesson.toml has no table [ask]");
    }
    return;
  }
  if (mark == page.lines.end()) {
    page.complain(0, fmt::format("the question of lesson.toml is not on the "
                                 "page: in Afterwards goes the line {}, then "
                                 "./learn dev text {} --update",
                                 kAskMark, page.name));
    return;
  }
  keep_part(page,
            {kAskMark, "<!-- ask-end -->",
             "the question is not that of "
             "lesson.toml"},
            question_lines(lesson));
  check_shown_by(place, lesson, page.complaints);
}

}  // namespace learn
