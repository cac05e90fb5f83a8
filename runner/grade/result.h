// SPDX-License-Identifier: MIT
// The result of grading: one model, from which each output is written. Holds no
// time and no path of this machine, so that equal work gives equal bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// The state when the machine failed: its points say nothing, and the next run
/// tries again.
constexpr const char* kNotGraded = "not graded";

/// One expected case of a lesson.
struct CaseMark {
  std::string name;     // as lesson.toml has it
  std::string kind;     // tiny, awkward, technique
  std::string state;    // pass, fail or "not reached"
  int score = 0;        // points earned, 0 to `max`
  int max = 0;          // points of the case
  std::string message;  // why it failed, one line; "" where there is no reason
};

/// One lesson of one submission.
struct LessonMark {
  std::string lesson, title;  // "13_bank_conflicts", "13 Bank conflicts"; "-"
  /// passed, failed, "does not compile", refused, "no file" or kNotGraded.
  std::string state;
  std::string reason;  // one sentence; "" when passed
  std::string text;    // what a student reads: the check's words, errors
  std::string host;    // whose host code ran: "teacher" or "student"
  std::vector<CaseMark> cases;

  int score() const;
  int max() const;
};

/// One submission. It has one lesson at least: where nobody knows which ones,
/// one of the name "-" says why.
struct Mark {
  std::string student;
  std::string inputs;     // fingerprint of all that decides the result
  std::string isolation;  // how its code was kept apart, a sentence
  std::vector<std::string> notes;
  std::vector<LessonMark> lessons;

  int score() const;
  int max() const;
};

/// The model as JSON text, and back; nothing when `text` is not one.
std::string to_json(const Mark& mark);
std::optional<Mark> mark_from_json(std::string_view text);

/// Bytes that are not UTF-8, and control characters but line feed and tab,
/// become U+FFFD: what students write must not break a format.
std::string clean_text(std::string_view text);

/// The formats of `--format`.
const std::vector<std::string>& mark_formats();

/// All marks in one of the formats. Throws Stop for a format that knows one
/// submission only, when there are more.
std::string write_marks(const std::vector<Mark>& marks,
                        const std::string& format);

}  // namespace learn
