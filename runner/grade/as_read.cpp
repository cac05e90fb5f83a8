// SPDX-License-Identifier: MIT
// Cuts nvcc's .ii file into tokens and, by its line markers, into what comes
// before, in and after the region. Outside the region all tokens must be equal,
// but for line numbers that the region shifts.
#include "runner/grade/as_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace learn {
namespace {

enum Phase { kBefore, kRegion, kAfter };

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

/// Length of the token at the beginning of `text`, which is no blank; 0: a
/// text that has no end here.
size_t token_length(std::string_view text) {
  size_t at = 1;
  const char c = text[0];
  if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
    while (at < text.size() && (is_word(text[at]) || text[at] == '.' ||
                                (text[at] == '\'' && at + 1 < text.size() &&
                                 is_word(text[at + 1]))))
      ++at;
    return at;
  }
  if (is_word(c)) {
    while (at < text.size() && is_word(text[at])) ++at;
    return at;
  }
  if (c != '"' && c != '\'') return 1;
  for (; at < text.size(); ++at) {
    if (text[at] == c) return at + 1;
    if (text[at] == '\\') ++at;
  }
  return 0;
}

std::vector<std::string_view> tokens_of(std::string_view line,
                                        std::string& trouble) {
  std::vector<std::string_view> tokens;
  while (!line.empty()) {
    if (std::isspace(static_cast<unsigned char>(line[0])) != 0) {
      line.remove_prefix(1);
      continue;
    }
    const auto length = token_length(line);
    const bool raw = line[0] == '"' && !tokens.empty() &&
                     tokens.back().ends_with('R') &&
                     tokens.back().end() == line.begin();
    if (length == 0 || raw) {
      trouble = "it has a text that does not end on its line";
      return tokens;
    }
    tokens.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
  return tokens;
}

/// A line `# 12 "file" 1`, which tells where the next one comes from.
struct Marker {
  int line = 0;
  std::string file;
};

std::optional<Marker> marker_of(std::string_view line) {
  if (!line.starts_with("# ")) return {};
  line.remove_prefix(2);
  Marker marker;
  const auto [rest, error] =
      std::from_chars(line.data(), line.data() + line.size(), marker.line);
  if (error != std::errc()) return {};
  line.remove_prefix(static_cast<size_t>(rest - line.data()));
  if (!line.starts_with(" \"")) return {};
  for (line.remove_prefix(2); !line.empty() && line[0] != '"';
       line.remove_prefix(1)) {
    if (line[0] == '\\' && line.size() > 1) line.remove_prefix(1);
    marker.file += line[0];
  }
  return marker;
}

class Reader {
 public:
  Reader(int begin, int end) : begin_(begin), end_(end) {}

  Reading read(std::string_view text) {
    while (!text.empty() && found_.trouble.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      const auto line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (const auto marker = marker_of(line)) {
        move(*marker);
      } else {
        take(line);
        ++line_;
      }
    }
    if (main_.empty()) found_.trouble = "it does not tell its lines";
    return std::move(found_);
  }

 private:
  void move(const Marker& marker) {
    if (main_.empty()) main_ = marker.file;
    phase();  // an #include stands on the line that is next
    in_main_ = marker.file == main_;
    line_ = marker.line;
    if (!in_main_) found_.files.insert(marker.file);
  }

  /// Nothing leads back from the region, or from what stands below it.
  Phase phase() {
    if (in_main_) {
      const auto here = line_ < begin_ ? kBefore
                        : line_ < end_ ? kRegion
                                       : kAfter;
      phase_ = std::max(phase_, here);
    }
    return phase_;
  }

  void take(std::string_view line) {
    if (line.find_first_not_of(" \t\f\v\r") == std::string_view::npos) return;
    const auto now = phase();
    if (now == kBefore && !in_main_) return;
    const auto tokens = tokens_of(line, found_.trouble);
    const bool pragma = !tokens.empty() && tokens[0] == "#";
    if (now == kRegion && pragma && !may_stay(tokens)) {
      found_.trouble = "it leaves a directive for the compiler";
    }
    for (const auto token : tokens) {
      if (now == kRegion) {
        if (!pragma) nest(token);
      } else {
        (now == kBefore ? found_.before : found_.after)
            .push_back({std::string(token), in_main_ ? line_ : 0});
      }
    }
  }

  /// A pragma that says nothing of other code, or one of a header.
  bool may_stay(const std::vector<std::string_view>& tokens) const {
    if (tokens.size() < 3 || tokens[1] != "pragma") return false;
    const auto name = tokens[2];
    const bool diagnostic =
        name == "GCC" && tokens.size() > 3 && tokens[3] == "diagnostic";
    return !in_main_ || diagnostic || name == "unroll" || name == "nounroll" ||
           name.starts_with("nv_diag");
  }

  void nest(std::string_view token) {
    constexpr std::string_view kBegins = "([{", kEnds = ")]}";
    if (token.size() != 1) return;
    auto& open = found_.nesting;
    const auto closes = kEnds.find(token[0]);
    if (closes != std::string_view::npos && !open.empty() &&
        open.back() == kBegins[closes]) {
      open.pop_back();
    } else if (closes != std::string_view::npos ||
               kBegins.find(token[0]) != std::string_view::npos) {
      open += token;
    }
  }

  int begin_, end_;
  std::string main_;
  bool in_main_ = true;
  int line_ = 1;
  Phase phase_ = kBefore;
  Reading found_;
};

/// `text` as a number; -1: it is none.
int number_of(const std::string& text) {
  int number = -1;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? number : -1;
}

/// The first line of the file where the two differ; 0: none.
int first_other(const std::vector<ReadToken>& ours,
                const std::vector<ReadToken>& theirs, int shift) {
  for (size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
    if (i >= ours.size() || i >= theirs.size()) {
      return theirs.empty() ? 1 : theirs[std::min(i, theirs.size() - 1)].line;
    }
    const auto &a = ours[i], &b = theirs[i];
    if (a.text == b.text) continue;
    // __LINE__
    const int number = number_of(a.text);
    const bool own_line = number >= 0 && number_of(b.text) == number + shift;
    if (!own_line) return std::max(b.line, 1);
  }
  return 0;
}

}  // namespace

Reading read_preprocessed(std::string_view text, int begin, int end) {
  return Reader(begin, end).read(text);
}

std::string strange_file(
    const Reading& ours, const Reading& theirs,
    const std::function<bool(const std::string&)>& may_read) {
  for (const auto& file : theirs.files) {
    if (ours.files.count(file) != 0 || may_read(file)) continue;
    return "it brings in a file that is no header of the course or of CUDA";
  }
  return {};
}

std::string compare_readings(const Reading& ours, RegionLines our_lines,
                             const Reading& theirs, RegionLines their_lines) {
  if (!theirs.trouble.empty()) return theirs.trouble;
  auto line = first_other(ours.before, theirs.before,
                          their_lines.begin - our_lines.begin);
  if (line == 0) {
    line =
        first_other(ours.after, theirs.after, their_lines.end - our_lines.end);
  }
  if (line > 0) {
    return fmt::format(
        "with it the compiler reads line {} otherwise, which is outside of it",
        line);
  }
  if (ours.nesting != theirs.nesting) {
    return "its macros open or close brackets beyond it";
  }
  return {};
}

}  // namespace learn
