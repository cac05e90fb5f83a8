// SPDX-License-Identifier: MIT
// The text may be anybody's: lists are bounded, and what does not end is cut.
#include "simt/dwarf/entries.h"

#include <utility>

namespace simt::dwarf {
namespace {

constexpr size_t kMostEntries = 1 << 20;
constexpr size_t kMostAttributes = 64;
constexpr size_t kMostDepth = 64;

/// DWARF 4, section 7.5.4.
enum Form : uint64_t {
  kAddr = 0x01,
  kBlock2 = 0x03,
  kBlock4 = 0x04,
  kData2 = 0x05,
  kData4 = 0x06,
  kData8 = 0x07,
  kString = 0x08,
  kBlock = 0x09,
  kBlock1 = 0x0a,
  kData1 = 0x0b,
  kFlag = 0x0c,
  kSdata = 0x0d,
  kStrp = 0x0e,
  kUdata = 0x0f,
  kRefAddr = 0x10,
  kRef1 = 0x11,
  kRef2 = 0x12,
  kRef4 = 0x13,
  kRef8 = 0x14,
  kRefUdata = 0x15,
  kSecOffset = 0x17,
  kExprloc = 0x18,
  kFlagPresent = 0x19,
};

/// Bytes of a form that has always as many; 0: another form.
size_t width_of(uint64_t form, size_t address) {
  switch (form) {
    case kData1:
    case kFlag:
    case kRef1:
      return 1;
    case kData2:
    case kRef2:
      return 2;
    case kData4:
    case kRef4:
    case kRefAddr:
    case kSecOffset:
    case kStrp:
      return 4;
    case kData8:
    case kRef8:
      return 8;
    case kAddr:
      return address;
    default:
      return 0;
  }
}

bool refers_in_unit(uint64_t form) {
  return form >= kRef1 && form <= kRefUdata;
}

}  // namespace

const Attribute* Entry::find(Name name) const {
  const auto found = attributes.find(name);
  return found == attributes.end() ? nullptr : &found->second;
}

Entries::Shapes Entries::read_shapes(Bytes in) {
  Shapes shapes;
  while (!in.done()) {
    const uint64_t code = in.leb();
    if (code == 0) break;
    Shape shape;
    shape.tag = static_cast<Tag>(in.leb());
    shape.children = in.number(1) != 0;
    for (size_t i = 0; in.ok(); ++i) {
      const uint64_t name = in.leb(), form = in.leb();
      if (name == 0 && form == 0) break;
      if (i == kMostAttributes) return shapes;
      shape.attributes.emplace_back(static_cast<Name>(name), form);
    }
    if (in.ok()) shapes.emplace(code, std::move(shape));
  }
  return shapes;
}

Entries::Entries(const ptx::Module& module) : module_(module) {
  const auto info = module.debug.find("debug_info");
  const auto shapes = module.debug.find("debug_abbrev");
  if (info == module.debug.end() || shapes == module.debug.end()) return;
  info_ = &info->second;
  Bytes in(info->second);
  while (!in.done()) {
    const size_t begin = in.at();
    const uint64_t length = in.number(4);
    const size_t end = in.at() + length;
    const uint64_t version = in.number(2);
    const auto* symbol = in.symbol();
    const uint64_t from =
        in.number(4) + static_cast<uint64_t>(symbol ? symbol->offset : 0);
    address_ = in.number(1);
    // From 5 on a unit begins otherwise.
    if (!in.ok() || version < 2 || version > 4 || address_ > 8) return;
    read_unit(
        in, begin, end,
        read_shapes(Bytes(shapes->second, from, shapes->second.bytes.size())));
    in = Bytes(info->second, end, info->second.bytes.size());
  }
}

void Entries::read_unit(Bytes& in, size_t begin, size_t end,
                        const Shapes& shapes) {
  std::vector<size_t> open;  // entries whose children are being read
  while (!in.done() && in.at() < end && all_.size() < kMostEntries) {
    const size_t at = in.at();
    const uint64_t code = in.leb();
    if (code == 0) {
      if (open.empty()) return;
      open.pop_back();
      continue;
    }
    const auto shape = shapes.find(code);
    if (shape == shapes.end()) return;
    Entry entry;
    entry.tag = shape->second.tag;
    for (const auto& [name, form] : shape->second.attributes) {
      Attribute attribute;
      if (!read_attribute(in, form, begin, attribute)) return;
      entry.attributes.emplace(name, attribute);
    }
    const size_t index = all_.size();
    if (!open.empty()) all_[open.back()].children.push_back(index);
    at_.emplace(at, index);
    all_.push_back(std::move(entry));
    if (!shape->second.children) continue;
    if (open.size() == kMostDepth) return;
    open.push_back(index);
  }
}

void Entries::read_block(Bytes& in, uint64_t bytes, Attribute& to) {
  to.begin = in.at();
  in.skip(bytes);
  to.end = in.at();
}

bool Entries::read_attribute(Bytes& in, uint64_t form, size_t unit,
                             Attribute& to) {
  to.symbol = in.symbol();
  const size_t width = width_of(form, address_);
  if (width != 0) {
    to.number = in.number(width);
  } else if (form == kSdata) {
    to.number = static_cast<uint64_t>(in.signed_leb());
  } else if (form == kUdata || form == kRefUdata) {
    to.number = in.leb();
  } else if (form == kString) {
    to.text = in.text();
  } else if (form == kFlagPresent) {
    to.number = 1;
  } else if (form == kBlock1) {
    read_block(in, in.number(1), to);
  } else if (form == kBlock2) {
    read_block(in, in.number(2), to);
  } else if (form == kBlock4) {
    read_block(in, in.number(4), to);
  } else if (form == kBlock || form == kExprloc) {
    read_block(in, in.leb(), to);
  } else {
    return false;
  }
  if (refers_in_unit(form)) to.number += unit;
  if (form == kStrp) {
    const auto texts = module_.debug.find("debug_str");
    if (texts == module_.debug.end()) return in.ok();
    const uint64_t at = offset_of(texts->second, to);
    to.text = Bytes(texts->second, at, texts->second.bytes.size()).text();
  }
  return in.ok();
}

uint64_t offset_of(const ptx::DebugSection& section, const Attribute& to) {
  if (to.symbol == nullptr) return to.number;
  const auto label = section.labels.find(to.symbol->name);
  const size_t from = label == section.labels.end() ? 0 : label->second;
  return from + static_cast<uint64_t>(to.symbol->offset);
}

const Entry* Entries::referred(const Entry& entry, Name name) const {
  const Attribute* const attribute = entry.find(name);
  if (attribute == nullptr) return nullptr;
  const auto found = at_.find(attribute->number);
  return found == at_.end() ? nullptr : &all_[found->second];
}

}  // namespace simt::dwarf
