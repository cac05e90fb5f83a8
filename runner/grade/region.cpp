// SPDX-License-Identifier: MIT
#include "runner/grade/region.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/lesson/place.h"
#include "runner/lesson/region.h"
#include "runner/lesson/text_file.h"

namespace learn {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Phase two of translation: a backslash at a line's end joins two lines. GCC
/// forgives white space behind it.
std::string join_spliced(std::string_view text) {
  std::string joined;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      const auto next = text.find_first_not_of(" \t\r\f\v", i + 1);
      if (next != std::string_view::npos && text[next] == '\n') {
        i = next;
        continue;
      }
    }
    joined += text[i];
  }
  return joined;
}

/// Goes through the tokens of a region and counts its braces.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  RegionLook look() {
    while (at_ < text_.size() && found_.refusal.empty()) step();
    return found_;
  }

 private:
  bool here(std::string_view word) const {
    return text_.substr(at_, word.size()) == word;
  }
  void refuse(std::string why) {
    if (found_.refusal.empty()) found_.refusal = std::move(why);
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      fresh_line_ = true;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (here("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (here("/*")) {
      block_comment();
    } else if (fresh_line_ && (c == '#' || here("%:"))) {
      directive();
    } else {
      fresh_line_ = false;
      token(c);
    }
  }

  void token(char c) {
    if (c == '"' || c == '\'') return literal(c);
    if (is_letter(c)) return word();
    const bool point = c == '.' && at_ + 1 < text_.size();
    if (is_digit(c) || (point && is_digit(text_[at_ + 1]))) return number();
    if (c == '{' || here("<%")) return open(c == '{' ? 1 : 2);
    if (c == '}' || here("%>")) return shut(c == '}' ? 1 : 2);
    ++at_;
  }

  void open(size_t length) {
    ++found_.braces.end;
    at_ += length;
  }
  void shut(size_t length) {
    found_.braces.lowest = std::min(found_.braces.lowest, --found_.braces.end);
    at_ += length;
  }

  void block_comment() {
    const auto end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) return refuse("a comment has no end");
    at_ = end + 2;
  }

  void literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == quote) {
        ++at_;
        return;
      }
    }
    refuse("a text or a character between quotes has no end");
  }

  /// Preprocessing number: 1'000, 0x1p-3f, 1.5e+3.
  void number() {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_], last = text_[at_ - 1];
      const bool sign =
          (c == '+' || c == '-') &&
          std::string_view("eEpP").find(last) != std::string_view::npos;
      const bool mark = c == '\'' && at_ + 1 < text_.size() &&
                        (is_letter(text_[at_ + 1]) || is_digit(text_[at_ + 1]));
      if (!is_letter(c) && !is_digit(c) && c != '.' && !sign && !mark) return;
    }
  }

  void word() {
    const auto begin = at_;
    while (at_ < text_.size() &&
           (is_letter(text_[at_]) || is_digit(text_[at_])))
      ++at_;
    const auto name = text_.substr(begin, at_ - begin);
    if (name == "_Pragma") refuse("it uses _Pragma");
    if (name.ends_with('R') && at_ < text_.size() && text_[at_] == '"') {
      refuse("it has a raw string literal");
    }
  }

  /// What stays here cannot hide a brace from us, nor bring in other files.
  void directive() {
    const auto end = std::min(text_.find('\n', at_), text_.size());
    auto line = text_.substr(at_, end - at_);
    at_ = end;
    line.remove_prefix(line[0] == '#' ? 1 : 2);
    const auto words = squeeze(line.substr(0, line.find("//")));
    const auto name = words.substr(0, words.find(' '));
    const auto starts = [&](std::string_view with) {
      return words == with || words.starts_with(std::string(with) + " ");
    };
    if (name.empty() || starts("pragma unroll") || starts("pragma nounroll")) {
      return;
    }
    const bool braces = words.find_first_of("{}%#\"'") != std::string::npos ||
                        words.find("/*") != std::string::npos;
    if ((name == "define" || name == "undef") && !braces) return;
    std::string shown = name;
    for (char& c : shown) {
      if (c < ' ' || c > '~') c = '?';
    }
    refuse(fmt::format(
        "it has the preprocessor directive #{}; a region may have #pragma "
        "unroll, and #define of plain values",
        shown.substr(0, 24)));
  }

  std::string_view text_;
  size_t at_ = 0;
  bool fresh_line_ = true;
  RegionLook found_;
};

constexpr std::string_view kTaken[] = {
    "#include <cooperative_groups.h>",
    "#include <cooperative_groups/memcpy_async.h>",
    "#include <cooperative_groups/reduce.h>",
    "#include <cooperative_groups/scan.h>",
    "#include <cuda/atomic>",
    "#include <cuda/barrier>",
    "#include <cuda/pipeline>",
    "#include <cuda_bf16.h>",
    "#include <cuda_fp16.h>",
    "#include <mma.h>",
};

/// The line of lines_taken() that `line` is; "": none.
std::string_view taken_line(std::string_view line) {
  const auto words = squeeze(line.substr(0, line.find("//")));
  const auto* const found =
      std::find(std::begin(kTaken), std::end(kTaken), std::string_view(words));
  return found == std::end(kTaken) ? std::string_view() : *found;
}

/// First line of `theirs` that differs from `ours`, counted from 1; 0: there
/// is none. Lines that are taken do not count.
int first_difference(std::string_view ours, std::string_view theirs) {
  const auto a = split_lines(ours), b = split_lines(theirs);
  size_t at = 0;
  for (size_t i = 0; i < b.size(); ++i) {
    const bool equal = at < a.size() && trim(a[at]) == trim(b[i]);
    if (equal) {
      ++at;
    } else if (taken_line(b[i]).empty()) {
      return static_cast<int>(i) + 1;
    }
  }
  return at == a.size() ? 0 : static_cast<int>(b.size()) + 1;
}

/// The lines of lines_taken() that `theirs` has and `ours` has not.
std::string more_lines(std::string_view ours, std::string_view theirs) {
  std::string text;
  for (const auto& line : split_lines(theirs)) {
    const auto taken = taken_line(line);
    const bool known = taken.empty() || text.find(taken) != text.npos ||
                       ours.find(taken) != ours.npos;
    if (!known) text.append(taken) += "\n";
  }
  return text;
}

}  // namespace

std::span<const std::string_view> lines_taken() { return kTaken; }

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

RegionLook look_at_region(std::string_view region) {
  for (const char c : region) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' &&
        std::string_view("\t\n\r\f\v").find(c) == std::string_view::npos) {
      return {{}, "it has a control character"};
    }
  }
  for (const auto* trigraph : {"?\?=", "?\?/", "?\?<", "?\?>"}) {
    if (region.find(trigraph) != std::string_view::npos) {
      return {{}, "it has a trigraph"};
    }
  }
  const auto joined = join_spliced(region);
  return Scanner(joined).look();
}

Splice splice_region(std::string_view teacher, std::string_view student) {
  const auto ours = cut_at_marks(teacher);
  if (!ours) throw Stop{"the course's own exercise.cu has no region"};
  const auto theirs = cut_at_marks(student);
  Splice splice;
  if (!theirs) {
    splice.refusal =
        "the file has not exactly one line `// task-begin` and, below it, one "
        "line `// task-end`";
    return splice;
  }
  splice.differs_at = first_difference(ours->before, theirs->before);
  if (splice.differs_at == 0) {
    const auto at = first_difference(ours->after, theirs->after);
    const auto above =
        split_lines(theirs->before).size() + split_lines(theirs->region).size();
    if (at != 0) splice.differs_at = at + static_cast<int>(above);
  }
  const auto look = look_at_region(theirs->region);
  if (!look.refusal.empty()) {
    splice.refusal = "the region cannot be taken: " + look.refusal;
  } else if (look.braces != look_at_region(ours->region).braces) {
    splice.refusal =
        "the region's braces do not match: it closes what was opened outside "
        "of it, or leaves something open";
  }
  if (splice.refusal.empty()) {
    splice.text = more_lines(ours->before, theirs->before) + ours->before +
                  theirs->region + ours->after;
  }
  return splice;
}

}  // namespace learn
