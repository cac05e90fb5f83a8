// SPDX-License-Identifier: MIT
// Takes the marks of Markdown away line by line: headings in bold, code
// indented, links without their address. A hint is a <details> block.
#include "runner/lesson/page.h"

#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"

namespace learn {
namespace {

constexpr std::string_view kOpen = "<details>", kClose = "</details>";
constexpr std::string_view kAsk = "<summary>", kAsked = "</summary>";

/// [words](address) becomes words, and **words** loses its stars.
std::string without_marks(std::string line) {
  for (auto at = line.find("]("); at != std::string::npos;
       at = line.find("](", at)) {
    const auto begin = line.rfind('[', at);
    const auto end = line.find(')', at);
    if (begin == std::string::npos || end == std::string::npos) {
      at += 2;
      continue;
    }
    line.erase(at, end - at + 1);
    line.erase(begin, 1);
  }
  for (auto at = line.find("**"); at != std::string::npos;
       at = line.find("**", at)) {
    line.erase(at, 2);
  }
  return line;
}

/// A link that goes on in the next line is joined with it.
std::vector<std::string> joined_links(const std::vector<std::string>& lines) {
  std::vector<std::string> result;
  bool open = false;
  for (const auto& line : lines) {
    if (open) {
      result.back() += " " + trim(line);
    } else {
      result.push_back(line);
    }
    const auto& last = result.back();
    const auto begin = last.rfind('[');
    open = begin != std::string::npos && last.find(']', begin) == last.npos &&
           last.rfind("    ", 0) != 0;
  }
  return result;
}

}  // namespace

std::string for_terminal(std::string_view markdown, bool colour) {
  std::string text;
  bool code = false;
  bool blank = true;  // the last line that was written
  std::vector<std::string> pending;
  const auto flush = [&] {
    for (const auto& line : joined_links(pending)) {
      text += without_marks(line) + "\n";
    }
    pending.clear();
  };
  for (const auto& line : split_lines(markdown)) {
    if (line.rfind("```", 0) == 0) {
      flush();
      code = !code;
      continue;
    }
    if (code) {
      text += "    " + line + "\n";
      blank = false;
      continue;
    }
    if (line.rfind("<!--", 0) == 0) continue;
    if (trim(line).empty() && blank) continue;
    blank = trim(line).empty();
    if (line.rfind('#', 0) == 0) {
      flush();
      const auto words = trim(line.substr(line.find_first_not_of('#')));
      text += colour ? "\033[1m" + words + "\033[0m\n" : words + "\n";
    } else {
      pending.push_back(line);
    }
  }
  flush();
  return text;
}

std::vector<Hint> read_hints(const Place& place, const Lesson& lesson) {
  const auto file = lesson.folder(place) / "README.md";
  const auto page = read_text(file);
  std::vector<Hint> hints;
  for (auto at = page.find(kOpen); at != std::string::npos;
       at = page.find(kOpen, at)) {
    const auto end = page.find(kClose, at);
    const auto ask = page.find(kAsk, at);
    const auto asked = page.find(kAsked, at);
    if (end == std::string::npos || ask > end || asked > end || ask > asked) {
      throw Stop{place.shown(file) +
                 ": a <details> has no <summary> or no </details>"};
    }
    const auto begin = ask + kAsk.size();
    const auto below = asked + kAsked.size();
    hints.push_back(
        {without_marks(squeeze(page.substr(begin, asked - begin))),
         trim(for_terminal(page.substr(below, end - below), false)) + "\n"});
    at = end;
  }
  return hints;
}

}  // namespace learn
