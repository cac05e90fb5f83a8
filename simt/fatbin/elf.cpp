// SPDX-License-Identifier: MIT
// Section headers as in the ELF-64 specification; the meaning of
// `.nv.info` was read off cubins of nvcc 13.0 beside `ptxas -v`.
#include "simt/fatbin/elf.h"

#include <algorithm>
#include <vector>

#include "simt/fatbin/bytes.h"

namespace simt::fatbin {
namespace {

constexpr std::string_view kElfMagic(
    "\x7f"
    "ELF\x02\x01",
    6);  // 64 bits, little endian
constexpr uint64_t kSectionSize = 64;
constexpr uint64_t kSymbolSize = 24;
constexpr uint16_t kTypeExecutable = 2;  // ET_EXEC
constexpr uint32_t kTypeSymbols = 2;     // SHT_SYMTAB
constexpr uint32_t kTypeNoBits = 8;      // SHT_NOBITS
constexpr uint8_t kFormatSized = 4;      // of an .nv.info record
constexpr uint8_t kRegisters = 0x2f;     // {u32 symbol, u32 count}
constexpr uint8_t kFrameSize = 0x11;     // {u32 symbol, u32 bytes}

constexpr uint64_t kReserved = 1024;  // bytes per block

struct Section {
  std::string_view name;
  uint32_t type = 0;
  uint64_t size = 0;
  uint32_t link = 0;
  std::string_view bytes;
};

std::vector<Section> read_sections(std::string_view elf) {
  const auto table = number_at<uint64_t>(elf, 0x28);
  const auto count = number_at<uint16_t>(elf, 0x3C);
  const auto names_index = number_at<uint16_t>(elf, 0x3E);
  const auto header = [&](uint64_t i) {
    return piece(elf, table + i * kSectionSize, kSectionSize);
  };
  const std::string_view names_header = header(names_index);
  const std::string_view names =
      piece(elf, number_at<uint64_t>(names_header, 0x18),
            number_at<uint64_t>(names_header, 0x20));
  std::vector<Section> sections;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string_view raw = header(i);
    if (raw.empty()) break;
    Section& section = sections.emplace_back();
    section.name = text_at(names, number_at<uint32_t>(raw, 0x00));
    section.type = number_at<uint32_t>(raw, 0x04);
    section.size = number_at<uint64_t>(raw, 0x20);
    section.link = number_at<uint32_t>(raw, 0x28);
    if (section.type != kTypeNoBits) {
      section.bytes = piece(elf, number_at<uint64_t>(raw, 0x18), section.size);
    }
  }
  return sections;
}

/// The name of symbol `index`; empty when there is none.
std::string_view symbol_name(const std::vector<Section>& sections,
                             uint32_t index) {
  for (const Section& section : sections) {
    if (section.type != kTypeSymbols) continue;
    const std::string_view symbol =
        piece(section.bytes, index * kSymbolSize, kSymbolSize);
    if (symbol.empty() || section.link >= sections.size()) return {};
    return text_at(sections[section.link].bytes,
                   number_at<uint32_t>(symbol, 0));
  }
  return {};
}

/// Reads registers and frame sizes out of `.nv.info`: records of a format
/// byte, an attribute byte and two bytes that are a value or a size.
void read_info(const std::vector<Section>& sections, std::string_view bytes,
               std::map<std::string, KernelResources>& kernels) {
  while (bytes.size() >= 4) {
    const auto format = number_at<uint8_t>(bytes, 0);
    const auto attribute = number_at<uint8_t>(bytes, 1);
    const auto size = number_at<uint16_t>(bytes, 2);
    bytes.remove_prefix(4);
    if (format != kFormatSized) continue;
    if (size > bytes.size()) return;
    const auto symbol = number_at<uint32_t>(bytes, 0);
    const auto value = number_at<uint32_t>(bytes, 4);
    const bool wanted = attribute == kRegisters || attribute == kFrameSize;
    bytes.remove_prefix(size);
    if (!wanted || size != 8) continue;
    const auto it = kernels.find(std::string(symbol_name(sections, symbol)));
    if (it == kernels.end()) continue;
    if (attribute == kFrameSize)
      it->second.stack = value;
    else
      it->second.registers = static_cast<int>(value & 0xffff);
  }
}

/// Since sm_90 each `.nv.shared.` section of a linked file begins with memory
/// that the system keeps for itself.
uint64_t reserved_shared(std::string_view elf) {
  const bool linked = number_at<uint16_t>(elf, 0x10) == kTypeExecutable;
  const uint32_t sm = (number_at<uint32_t>(elf, 0x30) >> 8) & 0xff;
  return linked && sm >= 90 ? kReserved : 0;
}

}  // namespace

std::map<std::string, KernelResources> read_resources(std::string_view cubin) {
  constexpr std::string_view kText = ".text.";
  constexpr std::string_view kShared = ".nv.shared.";
  std::map<std::string, KernelResources> kernels;
  if (!cubin.starts_with(kElfMagic)) return kernels;
  const std::vector<Section> sections = read_sections(cubin);
  for (const Section& section : sections) {
    if (!section.name.starts_with(kText)) continue;
    kernels.try_emplace(std::string(section.name.substr(kText.size())));
  }
  const uint64_t reserved = reserved_shared(cubin);
  for (const Section& section : sections) {
    if (section.name.starts_with(kShared)) {
      const std::string name(section.name.substr(kShared.size()));
      const auto it = kernels.find(name);
      if (it == kernels.end()) continue;
      it->second.static_shared =
          section.size - std::min(section.size, reserved);
    } else if (section.name == ".nv.info") {
      read_info(sections, section.bytes, kernels);
    }
  }
  return kernels;
}

}  // namespace simt::fatbin
