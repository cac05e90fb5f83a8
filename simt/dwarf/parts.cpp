// SPDX-License-Identifier: MIT
// Goes down a type to its numbers. A type may refer to itself: depth is bound.
#include "simt/dwarf/parts.h"

#include <algorithm>
#include <utility>

namespace simt::dwarf {
namespace {

constexpr int kMostLevels = 24;
constexpr int kMostTypes = 1000;  // that are looked at, for one variable
constexpr uint64_t kMostOffset = uint64_t{1} << 32;

/// DWARF 4, section 7.8.
enum Encoding : uint64_t {
  kBoolean = 0x02,
  kFloat = 0x04,
  kSigned = 0x05,
  kSignedChar = 0x06,
  kUnsigned = 0x07,
  kUnsignedChar = 0x08,
  kUtf = 0x10,
};

uint64_t number_or(const Entry& entry, Name name, uint64_t without) {
  const Attribute* const found = entry.find(name);
  return found == nullptr || found->is_block() ? without : found->number;
}

bool only_names(Tag tag) {
  return tag == Tag::kTypedef || tag == Tag::kConst || tag == Tag::kVolatile ||
         tag == Tag::kRestrict;
}

bool is_class(Tag tag) {
  return tag == Tag::kStruct || tag == Tag::kClass || tag == Tag::kUnion;
}

bool points(Tag tag) {
  return tag == Tag::kPointer || tag == Tag::kReference ||
         tag == Tag::kOtherReference;
}

class Collector {
 public:
  explicit Collector(const Entries& entries) : entries_(entries) {}

  /// Adds the parts of the type of `entry`; false: it cannot be shown.
  bool add(const Entry& entry, const std::string& name, uint64_t offset,
           int depth);
  std::vector<Part> take() { return std::move(parts_); }

 private:
  const Entry* type_of(const Entry& entry) const;
  bool add_members(const Entry& type, const std::string& name, uint64_t offset,
                   int depth);
  bool add_elements(const Entry& type, const std::string& name, uint64_t offset,
                    int depth);
  bool add_dimension(const Entry& type, const std::vector<uint64_t>& extents,
                     size_t dimension, const std::string& name,
                     uint64_t& offset, int depth);
  bool add_number(const Entry& type, const std::string& name, uint64_t offset);
  uint64_t bytes_of(const Entry& entry, int depth) const;
  std::vector<uint64_t> extents_of(const Entry& type) const;
  uint64_t place_of(const Entry& member) const;

  const Entries& entries_;
  std::vector<Part> parts_;
  int types_ = 0;  // looked at
};

/// Without its typedefs and its const.
const Entry* Collector::type_of(const Entry& entry) const {
  const Entry* type = entries_.referred(entry, Name::kType);
  for (int i = 0; type != nullptr && only_names(type->tag); ++i) {
    if (i == kMostLevels) return nullptr;
    type = entries_.referred(*type, Name::kType);
  }
  return type;
}

bool Collector::add(const Entry& entry, const std::string& name,
                    uint64_t offset, int depth) {
  const Entry* const type = type_of(entry);
  if (type == nullptr || depth >= kMostLevels || offset > kMostOffset ||
      ++types_ > kMostTypes)
    return false;
  if (is_class(type->tag)) return add_members(*type, name, offset, depth);
  if (type->tag == Tag::kArray) return add_elements(*type, name, offset, depth);
  return add_number(*type, name, offset);
}

/// A constant, or a block that adds one (DW_OP_plus_uconst).
uint64_t Collector::place_of(const Entry& member) const {
  const Attribute* const at = member.find(Name::kMemberAt);
  if (at == nullptr) return 0;  // of a union
  if (!at->is_block()) return at->number;
  Bytes in(entries_.info(), at->begin, at->end);
  constexpr uint64_t kPlusConstant = 0x23;
  return in.number(1) == kPlusConstant ? in.leb() : kMostOffset + 1;
}

bool Collector::add_members(const Entry& type, const std::string& name,
                            uint64_t offset, int depth) {
  for (const size_t index : type.children) {
    const Entry& member = entries_.all()[index];
    if (member.tag != Tag::kMember && member.tag != Tag::kInheritance) continue;
    if (member.find(Name::kBitSize) != nullptr) return false;
    const Attribute* const own = member.find(Name::kName);
    const std::string inner =
        own == nullptr ? name : name + "." + std::string(own->text);
    if (!add(member, inner, offset + place_of(member), depth + 1)) return false;
  }
  return true;
}

std::vector<uint64_t> Collector::extents_of(const Entry& type) const {
  std::vector<uint64_t> extents;
  for (const size_t index : type.children) {
    const Entry& range = entries_.all()[index];
    if (range.tag != Tag::kSubrange) continue;
    const uint64_t last = number_or(range, Name::kUpperBound, ~uint64_t{0});
    extents.push_back(number_or(range, Name::kCount, last + 1));
  }
  return extents;
}

bool Collector::add_elements(const Entry& type, const std::string& name,
                             uint64_t offset, int depth) {
  return add_dimension(type, extents_of(type), 0, name, offset, depth);
}

bool Collector::add_dimension(const Entry& type,
                              const std::vector<uint64_t>& extents,
                              size_t dimension, const std::string& name,
                              uint64_t& offset, int depth) {
  if (depth >= kMostLevels) return false;
  if (dimension == extents.size()) {
    const bool shown = add(type, name, offset, depth + 1);
    offset += bytes_of(type, depth + 1);
    return shown && parts_.size() <= kMostParts;
  }
  if (extents[dimension] > kMostParts) return false;
  for (uint64_t i = 0; i < extents[dimension]; ++i) {
    if (!add_dimension(type, extents, dimension + 1,
                       name + "[" + std::to_string(i) + "]", offset, depth + 1))
      return false;
  }
  return true;
}

/// Of the type of `entry`.
uint64_t Collector::bytes_of(const Entry& entry, int depth) const {
  const Entry* const type = type_of(entry);
  if (type == nullptr || depth >= kMostLevels) return 0;
  if (points(type->tag)) return sizeof(uint64_t);
  if (type->tag != Tag::kArray) return number_or(*type, Name::kByteSize, 0);
  uint64_t bytes = bytes_of(*type, depth + 1);
  for (const uint64_t extent : extents_of(*type))
    bytes = extent > kMostOffset ? kMostOffset
                                 : std::min(bytes * extent, kMostOffset);
  return bytes;
}

bool Collector::add_number(const Entry& type, const std::string& name,
                           uint64_t offset) {
  Part part{.name = name, .offset = offset};
  if (points(type.tag)) {
    part.kind = Kind::kPointer;
    part.bytes = sizeof(uint64_t);
    part.pointee = std::max<uint64_t>(bytes_of(type, 0), 1);
  } else {
    const uint64_t bytes = number_or(type, Name::kByteSize, 0);
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return false;
    part.bytes = static_cast<uint8_t>(bytes);
    const bool named = type.tag == Tag::kEnum;
    if (!named && type.tag != Tag::kBase) return false;
    switch (number_or(type, Name::kEncoding, kSigned)) {
      case kBoolean:
        part.kind = Kind::kBool;
        break;
      case kFloat:
        if (bytes < 4) return false;
        part.kind = Kind::kFloat;
        break;
      case kSigned:
      case kSignedChar:
        part.kind = Kind::kSigned;
        break;
      case kUnsigned:
      case kUnsignedChar:
      case kUtf:
        part.kind = Kind::kUnsigned;
        break;
      default:
        return false;
    }
  }
  parts_.push_back(std::move(part));
  return parts_.size() <= kMostParts;
}

}  // namespace

std::vector<Part> parts_of(const Entries& entries, const Entry& entry,
                           const std::string& name) {
  Collector collector(entries);
  if (!collector.add(entry, name, 0, 0)) return {};
  return collector.take();
}

}  // namespace simt::dwarf
