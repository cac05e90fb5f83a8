// SPDX-License-Identifier: MIT
// The entries of .debug_info: a tree of tags with attributes (DWARF 4, section
// 2 and 7). Knows no variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/dwarf/bytes.h"
#include "simt/ptx/module.h"

namespace simt::dwarf {

/// DWARF 4, section 7.5.4; only those that say something of a variable.
enum class Tag : uint16_t {
  kArray = 0x01,
  kClass = 0x02,
  kEnum = 0x04,
  kParameter = 0x05,
  kBlock = 0x0b,
  kMember = 0x0d,
  kPointer = 0x0f,
  kReference = 0x10,
  kStruct = 0x13,
  kTypedef = 0x16,
  kUnion = 0x17,
  kInheritance = 0x1c,
  kSubrange = 0x21,
  kBase = 0x24,
  kConst = 0x26,
  kFunction = 0x2e,
  kVariable = 0x34,
  kVolatile = 0x35,
  kRestrict = 0x37,
  kOtherReference = 0x42,
};

enum class Name : uint16_t {
  kLocation = 0x02,
  kName = 0x03,
  kByteSize = 0x0b,
  kBitSize = 0x0d,
  kLowPc = 0x11,
  kHighPc = 0x12,
  kUpperBound = 0x2f,
  kCount = 0x37,
  kMemberAt = 0x38,
  kEncoding = 0x3e,
  kType = 0x49,
};

struct Attribute {
  uint64_t number = 0;                                // a constant, or an entry
  const ptx::DebugSection::Symbol* symbol = nullptr;  // that stands there
  std::string_view text;
  size_t begin = 0, end = 0;  // of a block; else both 0

  bool is_block() const { return end > begin; }
};

/// The byte of `section` that an attribute of it means: by a number, or by a
/// symbol.
uint64_t offset_of(const ptx::DebugSection& section, const Attribute& to);

struct Entry {
  Tag tag{};
  std::map<Name, Attribute> attributes;
  std::vector<size_t> children;  // indices

  const Attribute* find(Name name) const;
};

class Entries {
 public:
  /// Reads `module`, which must outlive this. Where it says something unknown,
  /// what follows there is not read.
  explicit Entries(const ptx::Module& module);

  const std::vector<Entry>& all() const { return all_; }
  /// The section that the blocks of attributes lie in.
  const ptx::DebugSection& info() const { return *info_; }
  /// The one that attribute `name` of `entry` refers to, or null.
  const Entry* referred(const Entry& entry, Name name) const;

 private:
  struct Shape {  // an abbreviation
    Tag tag{};
    bool children = false;
    std::vector<std::pair<Name, uint64_t>> attributes;  // with its form
  };
  using Shapes = std::map<uint64_t, Shape>;

  static Shapes read_shapes(Bytes in);
  void read_unit(Bytes& in, size_t begin, size_t end, const Shapes& shapes);
  bool read_attribute(Bytes& in, uint64_t form, size_t unit, Attribute& to);
  static void read_block(Bytes& in, uint64_t bytes, Attribute& to);

  const ptx::Module& module_;
  const ptx::DebugSection* info_ = nullptr;  // where there are entries
  size_t address_ = 8;  // bytes of one, in the unit that is read
  std::vector<Entry> all_;
  std::map<uint64_t, size_t> at_;  // index by the byte of .debug_info
};

}  // namespace simt::dwarf
