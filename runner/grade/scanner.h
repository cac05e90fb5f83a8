// SPDX-License-Identifier: MIT
// The state of one reading of a text; for region_scan.cpp and directives.cpp
// alone.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/grade/region_scan.h"

namespace learn {

/// Each \r that stands before a \n, or before another such one, left out.
std::string without_carriage_returns(std::string_view text);

/// Brackets of all three kinds. Braces may close what was opened before.
class Nesting {
 public:
  void open(char bracket);
  /// False when `bracket` does not close what is open.
  [[nodiscard]] bool close(char bracket);
  /// True when nothing but braces is open.
  bool braces_alone() const;
  int lowest() const { return -closed_; }
  int end() const { return static_cast<int>(opened_.size()) - closed_; }
  friend bool operator==(const Nesting&, const Nesting&) = default;

 private:
  std::string opened_;
  int closed_ = 0;  // braces that were open at the beginning
};

/// Goes through a text once.
class Scanner {
 public:
  /// `text` has no \r before a \n, and outlives this, as `rules` do.
  Scanner(std::string_view text, const ScanRules& rules)
      : text_(text), rules_(rules) {}

  Scan look();

 private:
  /// A group of #if ... #endif.
  struct Group {
    Nesting before;              // where it begins
    std::optional<Nesting> all;  // how each part so far ends
    bool has_else = false;
  };

  // Signs. A backslash at a line's end joins two lines: no sign at all.
  size_t splice_at(size_t at) const;
  void skip_splices();
  char peek(size_t ahead = 0) const;
  char next();
  bool here(std::string_view word) const;

  bool going() const { return found_.refusal.empty(); }
  void refuse(std::string why);
  void refuse_sign(char c);
  void write(char c) { found_.text += c; }
  void write(std::string_view text) { found_.text += text; }
  /// Ends the line, and those that were joined to it.
  void end_line();

  void step();
  void line_comment();
  void block_comment();
  void token(char c);
  void bracket(char c);
  size_t letter_here() const;
  std::string take_word();
  void word();
  void literal(char quote);
  void number();

  // Directives (directives.cpp).
  void directive();
  std::string rest_of_line();
  void name_of_macro(const std::string& directive);
  void define();
  void pragma();
  void include();
  void condition(const std::string& directive);
  void end_part(const std::string& directive);
  void plain_tokens();
  void blanks();
  bool at_end() const { return at_ >= text_.size() || peek() == '\n'; }

  std::string_view text_;
  const ScanRules& rules_;
  size_t at_ = 0;
  size_t owed_ = 0;  // ends of lines that were joined
  bool fresh_line_ = true, in_directive_ = false;
  Nesting nesting_;
  std::vector<Group> groups_;
  Scan found_;
};

}  // namespace learn
