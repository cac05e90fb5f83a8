// SPDX-License-Identifier: MIT
// Source positions: `.file`, `.loc`, and the strings of `.debug_str` that name
// inlined functions (PTX ISA section 11.5).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "simt/ptx/cursor.h"
#include "simt/ptx/module.h"

namespace simt::ptx {

class Locations {
 public:
  /// Parses what follows `.file`.
  void parse_file(Cursor& in);
  /// Parses what follows `.loc`; returns its index in Module::locations.
  int parse_loc(Cursor& in);
  /// Parses what follows `.section`. Kept are `.debug_str` and what names
  /// variables (debug_section.h).
  void parse_section(Cursor& in);

  /// Hands all to `module`, with the names of the inlined functions.
  void finish(Module& module);

 private:
  using Position = std::tuple<int, int, int>;  // file, line, column
  struct Label {
    std::string_view name;  // in .debug_str; empty: not inlined
    uint64_t offset = 0;
    bool operator<(const Label& other) const {
      return std::tie(name, offset) < std::tie(other.name, other.offset);
    }
  };

  Position parse_position(Cursor& in);
  int add(const Position& at, int inlined_at, const Label& function);
  void parse_strings(Cursor& in);
  std::string string_at(const Label& label) const;

  std::map<int, std::string> files_;
  std::vector<Location> locations_;
  std::vector<Label> functions_;    // parallel to locations_
  std::map<Position, int> latest_;  // the newest location of a position
  std::map<std::tuple<Position, int, Label>, int> known_;
  std::map<std::string, DebugSection> debug_;
  std::string strings_;                        // the bytes of .debug_str
  std::map<std::string_view, size_t> labels_;  // offsets in strings_
};

}  // namespace simt::ptx
