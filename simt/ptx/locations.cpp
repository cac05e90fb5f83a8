// SPDX-License-Identifier: MIT
// One entry per distinct position, each after the call that it is inside of.
#include "simt/ptx/locations.h"

#include <utility>

#include "simt/ptx/constant.h"
#include "simt/ptx/debug_section.h"

namespace simt::ptx {
namespace {

// Longer names are cut: many locations may share one, and each holds a copy.
constexpr size_t kMaxName = 8192;

}  // namespace

void Locations::parse_file(Cursor& in) {
  const int number = in.expect_count("a file number");
  const Token name = in.expect(Token::Kind::kString, "a file name");
  while (in.accept(',')) in.expect(Token::Kind::kInteger, "a number");
  files_[number] = std::string(name.text);
}

Locations::Position Locations::parse_position(Cursor& in) {
  const int file = in.expect_count("a file number");
  const int line = in.expect_count("a line number");
  const int column = in.expect_count("a column number");
  return {file, line, column};
}

int Locations::add(const Position& at, int inlined_at, const Label& function) {
  const auto [it, added] = known_.try_emplace(
      {at, inlined_at, function}, static_cast<int>(locations_.size()));
  if (added) {
    const auto [file, line, column] = at;
    locations_.push_back({file, line, column, inlined_at, {}});
    functions_.push_back(function);
  }
  return latest_[at] = it->second;
}

int Locations::parse_loc(Cursor& in) {
  const Position at = parse_position(in);
  int inlined_at = -1;
  Label function;
  while (in.accept(',')) {
    if (in.at_word("function_name")) {
      in.take();
      function.name = in.expect(Token::Kind::kWord, "a label").text;
      function.offset = static_cast<uint64_t>(parse_offset(in));
    } else if (in.at_word("inlined_at")) {
      in.take();
      // The compiler prints the call's own .loc before this one. When a
      // position was inlined several times, the newest is meant.
      const Position call = parse_position(in);
      const auto it = latest_.find(call);
      inlined_at = it != latest_.end() ? it->second : add(call, -1, {});
    } else {
      in.fail_expected("`function_name` or `inlined_at`");
    }
  }
  return add(at, inlined_at, function);
}

void Locations::parse_section(Cursor& in) {
  const Token name = in.expect(Token::Kind::kDotWord, "a section name");
  in.expect('{');
  if (name.text == "debug_str") return parse_strings(in);
  DebugSection section = parse_debug_section(in);
  const bool kept = name.text == "debug_info" || name.text == "debug_abbrev" ||
                    name.text == "debug_loc";
  if (kept) debug_[std::string(name.text)] = std::move(section);
}

void Locations::parse_strings(Cursor& in) {
  while (!in.accept('}')) {
    if (in.at(Token::Kind::kWord)) {
      labels_[in.take().text] = strings_.size();
      in.expect(':');
    } else if (in.accept_dot("b8")) {
      do {
        strings_ += static_cast<char>(parse_integer(in));
      } while (in.accept(','));
    } else {
      in.fail_expected("`.b8` or a label");
    }
  }
}

std::string Locations::string_at(const Label& label) const {
  const auto it = labels_.find(label.name);
  if (it == labels_.end()) return {};
  if (label.offset >= strings_.size() - it->second) return {};
  const std::string_view text =
      std::string_view(strings_).substr(it->second + label.offset, kMaxName);
  return std::string(text.substr(0, text.find('\0')));
}

void Locations::finish(Module& module) {
  for (size_t i = 0; i < locations_.size(); ++i) {
    if (!functions_[i].name.empty()) {
      locations_[i].function = string_at(functions_[i]);
    }
  }
  // Where there are variables, their names may stand there, too.
  if (debug_.contains("debug_info")) debug_["debug_str"] = {strings_, {}, {}};
  for (const auto& [label, at] : labels_)
    if (debug_.contains("debug_str"))
      debug_["debug_str"].labels[std::string(label)] = at;
  module.debug = std::move(debug_);
  module.files = std::move(files_);
  module.locations = std::move(locations_);
}

}  // namespace simt::ptx
