// SPDX-License-Identifier: MIT
// Fills the @WORDS@ of the template and marks the new exercise as given. The
// part is that of the lesson before it in number.
#include "runner/pack/new_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/lesson/given.h"
#include "runner/lesson/lesson.h"

namespace learn {
namespace {

constexpr const char* kNewName =
    "([0-9]{2}|exam_[1-9])_([a-z0-9]+(_[a-z0-9]+)*)";

/// What the author may have meant: small letters, two digits; "" when even
/// that is no name.
std::string mended(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0) {
      text += static_cast<char>(std::tolower(letter));
    } else if (!text.empty() && text.back() != '_') {
      text += '_';
    }
  }
  if (match(text, "[0-9]_.*")) text.insert(0, "0");
  while (text.ends_with('_')) text.pop_back();
  return match(text, kNewName) ? text : "";
}

/// The first free number after all others, or NN when 99 is taken.
std::string free_number(const std::vector<Lesson>& lessons) {
  int highest = 0;
  for (const auto& lesson : lessons) {
    if (lesson.kind == "exam") continue;
    highest = std::max(highest, std::stoi(lesson.number));
  }
  return highest < 99 ? fmt::format("{:02}", highest + 1) : "NN";
}

void require_free(const Place& place, const std::vector<Lesson>& lessons,
                  const std::string& name, const std::string& number,
                  const std::string& noun) {
  for (const auto* folder : {"lessons", "solutions"}) {
    const auto path = place.root / folder / name;
    if (!fs::exists(path)) continue;
    throw Stop{fmt::format(
        "{} is there already; nothing was written. Choose another name: "
        "./learn dev new {}_NAME",
        place.shown(path), free_number(lessons))};
  }
  for (const auto& lesson : lessons) {
    if (lesson.number != number) continue;
    throw Stop{fmt::format(
        "the number {} is taken by {}; nothing was written. Type ./learn dev "
        "new {}_{}",
        number, lesson.name, free_number(lessons), noun)};
  }
}

/// The part of the lesson before it in number; 1 for the first.
int part_of(const std::vector<Lesson>& lessons, const std::string& number) {
  if (number.starts_with("exam_")) return number.back() - '0';
  int part = 1;
  std::string before;
  for (const auto& lesson : lessons) {
    if (lesson.kind == "exam" || lesson.number > number) continue;
    if (lesson.number < before) continue;
    before = lesson.number;
    part = lesson.part;
  }
  return part;
}

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

/// An exam has no hints.
std::string without_hints(std::string page) {
  const auto begin = page.find("## Hints");
  const auto end = page.find("## Afterwards");
  return begin < end ? page.erase(begin, end - begin) : page;
}

}  // namespace

std::vector<std::string> make_lesson(const Place& place,
                                     const std::string& name) {
  const auto parts = match(name, kNewName);
  if (!parts) {
    const auto close = mended(name);
    throw Stop{fmt::format(
        "`{}` is no name for a lesson: two digits (or exam_ and a part), then "
        "words in small letters with _ between. Type ./learn dev new {}",
        name, close.empty() ? "60_ray_marching" : close)};
  }
  const auto& number = (*parts)[1];
  const auto& noun = (*parts)[2];
  const auto lessons = read_lessons(place);
  require_free(place, lessons, name, number, noun);
  const bool exam = number.starts_with("exam_");
  auto title = replaced(noun, "_", " ");
  title[0] = static_cast<char>(std::toupper(title[0]));

  // The template lies with the program, whichever course it works on.
  const auto source = Place::of_this_build().root / "runner/pack/template";
  const auto filled = [&](std::string text) {
    text = replaced(text, "@NUMBER@", number);
    text = replaced(text, "@TITLE@", title);
    text = replaced(text, "@PART@", std::to_string(part_of(lessons, number)));
    return replaced(text, "@KIND@", exam ? "exam" : "fill");
  };
  const auto given = given_mark(filled(read_text(source / "exercise.cu")));
  std::vector<std::string> written;
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    if (!entry.is_regular_file()) continue;
    const auto file = entry.path().lexically_relative(source).string();
    const bool answer = file == "solution.cu" || file.starts_with("mistakes/");
    auto text = replaced(filled(read_text(entry.path())), "@GIVEN@", given);
    if (exam && file == "README.md") text = without_hints(text);
    const auto path =
        place.root / (answer ? "solutions" : "lessons") / name / file;
    fs::create_directories(path.parent_path());
    write_text(path, text);
    written.push_back(place.shown(path));
  }
  std::sort(written.begin(), written.end());
  return written;
}

}  // namespace learn
