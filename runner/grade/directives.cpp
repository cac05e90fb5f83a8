// SPDX-License-Identifier: MIT
// The directives of a region; see region_scan.h. Taken are those that cannot
// reach beyond it: they choose code of which each part opens and closes the
// same, name values, or bring in headers of the toolkit.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "runner/base/text_file.h"
#include "runner/grade/scanner.h"

namespace learn {
namespace {

constexpr std::string_view kTakenPragmas[] = {
    "unroll",          "nounroll",        "nv_diag_suppress",
    "nv_diag_warning", "nv_diag_default", "nv_diagnostic"};

bool one_of(const std::string& name, auto& names) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

bool is_plain_header(std::string_view name) {
  constexpr std::string_view kSigns = "_-+./";
  const auto plain = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || kSigns.find(c) != kSigns.npos;
  };
  // Each part of the path begins with a letter: no "..", no "/etc", no "//".
  bool begins = true;
  for (const char c : name) {
    if (!plain(c) || (begins && kSigns.find(c) != kSigns.npos)) return false;
    begins = c == '/';
  }
  return !begins;
}

std::string included_header(std::string_view line) {
  const auto words = trim(line);
  if (!words.starts_with('#')) return {};
  auto rest = trim(std::string_view(words).substr(1));
  if (!rest.starts_with("include")) return {};
  rest = trim(std::string_view(rest).substr(7));
  if (rest.empty() || (rest[0] != '<' && rest[0] != '"')) return {};
  const auto end = rest.find(rest[0] == '<' ? '>' : '"', 1);
  if (end == std::string::npos) return {};
  const auto name = rest.substr(1, end - 1);
  const auto after = trim(std::string_view(rest).substr(end + 1));
  const bool comment =
      after.empty() || after.starts_with("//") ||
      (after.starts_with("/*") && after.find("*/", 2) == after.size() - 2);
  return comment && is_plain_header(name) ? name : std::string();
}

/// Blanks and comments, up to a token or the end of the line.
void Scanner::blanks() {
  while (going() && !at_end()) {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
      next();
      write(' ');
    } else if (here("//")) {
      line_comment();
    } else if (here("/*")) {
      block_comment();
    } else {
      return;
    }
  }
}

/// Tokens up to the end of the line; brackets among them match.
void Scanner::plain_tokens() {
  const auto outside = std::exchange(nesting_, Nesting());
  for (blanks(); going() && !at_end(); blanks()) {
    if (peek() == '#') return refuse("it has a # within a directive");
    token(peek());
  }
  if (nesting_ != Nesting()) {
    refuse("a directive opens or closes a bracket alone");
  }
  nesting_ = outside;
}

std::string Scanner::rest_of_line() {
  std::string rest;
  while (!at_end()) rest += next();
  return rest;
}

void Scanner::directive() {
  in_directive_ = true;
  write(next());
  blanks();
  const auto name = take_word();
  if (rules_.course) {
    write(name);
    write(rest_of_line());
  } else if (name == "include") {
    include();
  } else if (!name.empty()) {
    write(name);
    if (name == "define" || name == "undef") {
      name_of_macro(name);
    } else if (name == "pragma") {
      pragma();
    } else if (name == "error") {
      plain_tokens();
    } else {
      condition(name);
    }
  }
  blanks();
  if (going() && !at_end()) refuse("a directive has more than is plain");
  in_directive_ = false;
}

void Scanner::name_of_macro(const std::string& directive) {
  blanks();
  const auto name = take_word();
  write(name);
  if (name.empty()) return refuse("a #" + directive + " names nothing");
  if (rules_.kept_names != nullptr && rules_.kept_names->count(name) != 0) {
    return refuse(
        fmt::format("it has #{} {}, a name that the text below the region uses",
                    directive, name));
  }
  if (directive == "define") plain_tokens();
}

void Scanner::pragma() {
  blanks();
  const auto name = take_word();
  if (!one_of(name, kTakenPragmas)) {
    return refuse(fmt::format(
        "it has #pragma {}; a region may have #pragma unroll, nounroll and "
        "nv_diag_suppress",
        name.substr(0, 24)));
  }
  write(name);
  plain_tokens();
}

void Scanner::include() {
  const auto rest = rest_of_line();
  const auto name = included_header("#include" + rest);
  if (name.empty() || !rules_.header || !rules_.header(name)) {
    return refuse("it has an #include that names no header of CUDA or of C++");
  }
  if (rules_.depth + nesting_.end() != 0 || !nesting_.braces_alone()) {
    return refuse("it has an #include inside of braces");
  }
  write("include <" + name + ">");
}

void Scanner::condition(const std::string& directive) {
  constexpr std::string_view kBegins[] = {"if", "ifdef", "ifndef"};
  if (one_of(directive, kBegins)) {
    groups_.push_back({nesting_, {}, false});
  } else if (directive == "elif" || directive == "else" ||
             directive == "endif") {
    end_part(directive);
  } else {
    return refuse(fmt::format(
        "it has the preprocessor directive #{}; a region may have #define, "
        "#if, #include and #pragma unroll",
        directive.substr(0, 24)));
  }
  if (going() && (directive == "if" || directive == "elif")) plain_tokens();
  if (going() && (directive == "ifdef" || directive == "ifndef")) {
    blanks();
    write(take_word());
  }
}

/// A part of a group ends: it must open and close as much as the others.
void Scanner::end_part(const std::string& directive) {
  if (groups_.empty()) {
    return refuse("an #" + directive + " belongs to no #if of the region");
  }
  auto& group = groups_.back();
  if (group.has_else && directive != "endif") {
    return refuse("an #" + directive + " stands after #else");
  }
  const bool differs = group.all && *group.all != nesting_;
  const bool nothing =
      directive == "endif" && !group.has_else && nesting_ != group.before;
  if (differs || nothing) {
    return refuse("the parts of an #if do not open and close the same braces");
  }
  group.all = nesting_;
  group.has_else = group.has_else || directive == "else";
  if (directive == "endif") {
    groups_.pop_back();
  } else {
    nesting_ = group.before;
  }
}

}  // namespace learn
