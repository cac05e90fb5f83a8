// SPDX-License-Identifier: MIT
// Compares the lines outside the marks, has region_scan.h write the region
// anew, and puts it between the teacher's lines. Headers that the student
// included on top come along when they are allowed.
#include "runner/grade/region.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/lesson/region.h"

namespace learn {
namespace {

/// Headers that the include lines of `text` name, in order.
std::vector<std::string> headers_of(std::string_view text) {
  std::vector<std::string> names;
  for (const auto& line : split_lines(text)) {
    auto name = included_header(line);
    if (!name.empty()) names.push_back(std::move(name));
  }
  return names;
}

/// First line of `theirs` that differs from `ours`, counted from 1; 0: there
/// is none. Lines that include a `taken` header do not count; null: none is.
int first_difference(std::string_view ours, std::string_view theirs,
                     const HeaderTest& taken) {
  const auto a = split_lines(ours), b = split_lines(theirs);
  size_t at = 0;
  for (size_t i = 0; i < b.size(); ++i) {
    if (at < a.size() && trim(a[at]) == trim(b[i])) {
      ++at;
      continue;
    }
    const auto name = included_header(b[i]);
    if (!name.empty() && taken && taken(name)) continue;
    return static_cast<int>(i) + 1;
  }
  return at == a.size() ? 0 : static_cast<int>(b.size()) + 1;
}

/// Include lines for the `taken` headers that `theirs` names and `ours` does
/// not, each once.
std::string more_lines(std::string_view ours, std::string_view theirs,
                       const HeaderTest& taken) {
  const auto known = headers_of(ours);
  std::set<std::string> seen(known.begin(), known.end());
  std::string text;
  for (const auto& name : headers_of(theirs)) {
    if (!taken || !taken(name) || !seen.insert(name).second) continue;
    text += "#include <" + name + ">\n";
  }
  return text;
}

/// Why `text` has no region, as a sentence.
std::string what_marks_lack(std::string_view text) {
  int begins = 0, ends = 0;
  for (const auto& line : split_lines(text)) {
    if (trim(line) == "// task-begin") ++begins;
    if (trim(line) == "// task-end") ++ends;
  }
  if (begins == 0 && ends == 0) {
    return "the lines `// task-begin` and `// task-end` are missing";
  }
  if (begins == 0) return "the line `// task-begin` is missing";
  if (ends == 0) return "the line `// task-end` is missing";
  if (begins > 1) return "the line `// task-begin` stands there twice";
  if (ends > 1) return "the line `// task-end` stands there twice";
  return "the line `// task-end` stands above `// task-begin`";
}

Scan scan_course(std::string_view text) {
  auto scan = scan_text(text, {.course = true});
  if (scan.refusal.empty()) return scan;
  throw Stop{"the course's own exercise.cu cannot be read: " + scan.refusal};
}

}  // namespace

std::optional<Marked> cut_at_marks(std::string_view text) {
  const auto region = find_region(text);
  if (!region) return {};
  Marked marked;
  for (size_t line = 1; line <= region->lines.size(); ++line) {
    (line <= region->begin ? marked.before
     : line < region->end  ? marked.region
                           : marked.after) += region->lines[line - 1] + "\n";
  }
  return marked;
}

Splice splice_region(std::string_view teacher, std::string_view student,
                     const HeaderTest& header) {
  const auto ours = cut_at_marks(teacher);
  if (!ours) throw Stop{"the course's own exercise.cu has no region"};
  const auto theirs = cut_at_marks(student);
  Splice splice;
  if (!theirs) {
    splice.refusal = what_marks_lack(student);
    return splice;
  }
  const auto above = split_lines(theirs->before).size();
  const auto inside = split_lines(theirs->region).size();
  splice.differs_at = first_difference(ours->before, theirs->before, header);
  if (splice.differs_at == 0) {
    const auto at = first_difference(ours->after, theirs->after, nullptr);
    if (at != 0) splice.differs_at = at + static_cast<int>(above + inside);
  }
  const auto names = scan_course(ours->after).names;
  const auto look =
      scan_text(theirs->region, {.header = header,
                                 .depth = scan_course(ours->before).braces.end,
                                 .kept_names = &names});
  if (!look.refusal.empty()) {
    splice.refusal =
        "the text between the marks cannot be taken: " + look.refusal;
  } else if (const auto given = scan_course(ours->region).braces;
             look.braces != given) {
    splice.refusal = look.braces.lowest < given.lowest
                         ? "between the marks a `}` closes what was opened "
                           "above them"
                     : look.braces.end > given.end
                         ? "between the marks a `{` is not closed"
                         : "between the marks the braces do not match";
  }
  if (!splice.refusal.empty()) return splice;
  const auto more = more_lines(ours->before, theirs->before, header);
  splice.text = more + ours->before + look.text + ours->after;
  const auto lines = [](const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  };
  splice.begin = lines(more + ours->before) + 1;
  splice.end = splice.begin + lines(look.text);
  return splice;
}

}  // namespace learn
