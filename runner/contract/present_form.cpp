// SPDX-License-Identifier: MIT
// The form that pages have: what one can do afterwards, a guess before the
// example's output, and how one is judged as it stands in lesson.toml.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "runner/base/text_file.h"
#include "runner/contract/judged.h"
#include "runner/contract/page_forms.h"

namespace learn {
namespace {

constexpr int kMostWords = 200;      // in Idea
constexpr double kMostHeight = 400;  // of the picture, in pixels
constexpr int kLeastHints = 3;

/// The paragraphs above the first section, with the index of the first line.
struct Paragraph {
  size_t line = 0;
  std::vector<std::string> lines;
};

std::vector<Paragraph> head_of(const PageText& page) {
  std::vector<Paragraph> all;
  bool open = false;
  for (size_t i = 1; i < page.next_section(0); ++i) {
    const auto& line = page.lines[i];
    if (line.empty()) {
      open = false;
      continue;
    }
    if (!open) all.push_back({i, {}});
    open = true;
    all.back().lines.push_back(line);
  }
  return all;
}

/// What the paragraphs above the first section begin with, in order.
std::vector<std::string> wanted_head(const Lesson& lesson) {
  return {"> ",
          "**You can, afterwards:**",
          "- ",
          "**Used in:** ",
          fmt::format("**Needs:** {}.", needs_of(lesson)),
          fmt::format("**Time:** about {} minutes.", lesson.minutes)};
}

void check_head(const PageText& page) {
  const auto head = head_of(page);
  const auto wanted = wanted_head(page.lesson);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const size_t line = i < head.size() ? head[i].line : page.next_section(0);
    const auto text =
        i < head.size() ? squeeze(join_lines(head[i].lines)) + " " : "";
    if (text.rfind(wanted[i], 0) != 0) {
      page.complain(line + 1,
                    fmt::format("paragraph {} of the page must begin with `{}`",
                                i + 1, trim(wanted[i])));
      return;
    }
  }
  if (head.size() > wanted.size()) {
    page.complain(head[wanted.size()].line + 1,
                  "the next after **Time:** is ## Idea");
  }
  const auto bullets = std::count_if(
      head[2].lines.begin(), head[2].lines.end(),
      [](const std::string& line) { return line.rfind("- ", 0) == 0; });
  if (bullets < 2 || bullets > 3) {
    page.complain(head[2].line + 1,
                  fmt::format("two or three bullets say what one can do "
                              "afterwards; there are {}",
                              bullets));
  }
}

/// Words of a section, without code and the words of a picture.
int words_in(const PageText& page, size_t section) {
  std::string text;
  for (size_t i = section + 1; i < page.next_section(section); ++i) {
    if (page.lines[i].rfind("<!--", 0) != 0) text += page.lines[i] + " ";
  }
  for (size_t at = 0; (at = text.find("![", at)) != std::string::npos;) {
    const auto end = text.find(')', text.find("](", at));
    text.erase(at, end == std::string::npos ? end : end + 1 - at);
  }
  int words = 0;
  bool inside = false;  // of a word: it has a letter or a digit
  for (const char c : text + " ") {
    if (c == ' ') {
      words += inside ? 1 : 0;
      inside = false;
    } else {
      inside |= std::isalnum(static_cast<unsigned char>(c)) != 0;
    }
  }
  return words;
}

void check_judged_section(const PageText& page) {
  const auto begin = page.section("How you are judged");
  const auto first = page.lines.begin() + static_cast<long>(begin);
  const auto last =
      page.lines.begin() + static_cast<long>(page.next_section(begin));
  if (std::count(first, last, kJudgedMark) != 1) {
    page.complain(begin + 1, fmt::format("the section needs one line {}; "
                                         "./learn dev text {} --update writes "
                                         "what stands below it",
                                         kJudgedMark, page.lesson.number));
  }
  for (const auto& one : page.lesson.cases) {
    if (!one.asks.empty()) continue;
    page.complain(begin + 1,
                  fmt::format("the case `{}` of lesson.toml has no `asks`: one "
                              "sentence, what it asks, with its bound",
                              one.name));
  }
}

}  // namespace

bool has_present_form(const PageText& page) {
  return page.section("Try it") < page.lines.size();
}

void check_present_form(const PageText& page, double picture_height) {
  const bool exam = page.lesson.kind == "exam";
  std::vector<std::string> names{"Idea", "Try it", "Task",
                                 "How you are judged"};
  if (!exam) names.emplace_back("Hints");
  names.insert(names.end(), {"Afterwards", "Further reading"});
  page.check_sections(names);
  check_head(page);
  const auto idea = page.section("Idea");
  if (const int words = idea < page.lines.size() ? words_in(page, idea) : 0;
      words > kMostWords) {
    page.complain(idea + 1, fmt::format("Idea has {} words; at most {} explain "
                                        "one idea",
                                        words, kMostWords));
  }
  if (picture_height > kMostHeight) {
    page.complain(1, fmt::format("picture.svg is {} pixels high; at most {} "
                                 "can be seen beside the text",
                                 picture_height, kMostHeight));
  }
  check_judged_section(page);
  if (!exam && page.hints() < kLeastHints) {
    page.complain(page.section("Hints") + 1,
                  fmt::format("at least {} hints, each in <details>: a "
                              "question, a fact, a sketch",
                              kLeastHints));
  }
}

}  // namespace learn
