// SPDX-License-Identifier: MIT
// Draws a need only when no other lesson's needs imply it (a transitive
// reduction), as a Mermaid graph. The text between the page's marks is
// compared, or replaced with --update.
#include "runner/contract/map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/base/text_file.h"

namespace learn {
namespace {

constexpr const char* kBegin = "<!-- map-begin -->";
constexpr const char* kEnd = "<!-- map-end -->";

using Needs = std::map<std::string, std::set<std::string>>;

/// Lesson -> the lessons that it needs, those that are there.
Needs direct_needs(const std::vector<Lesson>& lessons) {
  Needs needs;
  for (const auto& lesson : lessons) needs[lesson.number];
  for (const auto& lesson : lessons) {
    for (const auto& need : lesson.needs) {
      if (needs.count(need) != 0) needs[lesson.number].insert(need);
    }
  }
  return needs;
}

/// True when `from` needs `to` by way of at least one other lesson. Needs are
/// earlier lessons, so this ends.
bool needs_by_way(const Needs& needs, const std::string& from,
                  const std::string& to) {
  const auto& direct = needs.at(from);
  return std::any_of(direct.begin(), direct.end(), [&](const auto& between) {
    return between != to && (needs.at(between).count(to) != 0 ||
                             needs_by_way(needs, between, to));
  });
}

std::string node(const Lesson& lesson) {
  std::string label = lesson.heading();
  for (size_t at = 0; (at = label.find('"', at)) != std::string::npos;) {
    label.replace(at, 1, "#quot;");
  }
  const bool exam = lesson.kind == "exam";
  return fmt::format("    l{}{}\"{}\"{}\n", lesson.number, exam ? "([" : "[",
                     label, exam ? "])" : "]");
}

std::string graph(const std::vector<Lesson>& lessons) {
  std::string text = "```mermaid\nflowchart LR\n";
  int part = 0;
  for (const auto& lesson : lessons) {
    if (lesson.part != part) {
      if (part != 0) text += "  end\n";
      part = lesson.part;
      text += fmt::format("  subgraph part{} [\"{} {}\"]\n", part, part,
                          part_title(part));
    }
    text += node(lesson);
  }
  if (part != 0) text += "  end\n";
  const auto needs = direct_needs(lessons);
  for (const auto& lesson : lessons) {
    for (const auto& need : needs.at(lesson.number)) {
      if (needs_by_way(needs, lesson.number, need)) continue;
      text += fmt::format("  l{} --> l{}\n", need, lesson.number);
    }
  }
  return text + "```\n";
}

std::string duration(int minutes) {
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

std::string tables(const std::vector<Lesson>& lessons) {
  std::map<int, int> minutes;
  for (const auto& lesson : lessons) minutes[lesson.part] += lesson.minutes;
  std::string text;
  int part = 0;
  for (const auto& lesson : lessons) {
    if (lesson.part != part) {
      part = lesson.part;
      text += fmt::format(
          "\n## {} {}\n\nAbout {}.\n\n"
          "| lesson | goal | kind | minutes | points | needs |\n"
          "|---|---|---|---|---|---|\n",
          part, part_title(part), duration(minutes[part]));
    }
    text += fmt::format(
        "| [{}](../../lessons/{}/README.md) | {} | {} | {} "
        "| {} | {} |\n",
        lesson.heading(), lesson.name, lesson.goal, lesson.kind, lesson.minutes,
        lesson.points(),
        lesson.needs.empty()
            ? "-"
            : fmt::format("{}", fmt::join(lesson.needs, ", ")));
  }
  return text;
}

}  // namespace

std::string map_of(const std::vector<Lesson>& lessons) {
  int minutes = 0;
  for (const auto& lesson : lessons) minutes += lesson.minutes;
  const auto exams =
      std::count_if(lessons.begin(), lessons.end(),
                    [](const Lesson& lesson) { return lesson.kind == "exam"; });
  return fmt::format("Lessons: {}. Exams: {}. Together about {}.\n\n",
                     static_cast<long>(lessons.size()) - exams, exams,
                     duration(minutes)) +
         graph(lessons) + tables(lessons);
}

std::optional<std::string> page_with_map(const std::string& page,
                                         const std::vector<Lesson>& lessons) {
  auto lines = split_lines(page);
  const auto begin = std::find(lines.begin(), lines.end(), kBegin);
  const auto end = std::find(begin, lines.end(), kEnd);
  if (end == lines.end()) return {};
  const auto map = split_lines(map_of(lessons));
  const auto at = lines.erase(begin + 1, end);
  lines.insert(at, map.begin(), map.end());
  return join_lines(lines);
}

void check_map(const Place& place, bool update, Complaints& complaints) {
  const auto path = place.root / "docs" / "course" / "map.md";
  const auto file = place.shown(path);
  const auto page = read_text(path);
  const auto real = page_with_map(page, read_lessons(place));
  if (!real) {
    complaints.errors.push_back(
        fmt::format("{}: it has no lines {} and {}", file, kBegin, kEnd));
  } else if (*real != page && update) {
    write_text(path, *real);
  } else if (*real != page) {
    complaints.errors.push_back(fmt::format(
        "{}: it is not the map of these lessons; type ./learn dev map --update",
        file));
  }
}

}  // namespace learn
