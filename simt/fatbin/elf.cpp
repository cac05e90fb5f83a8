// SPDX-License-Identifier: MIT
// The meaning of `.nv.info` was read off cubins of nvcc 13.0 beside
// `ptxas -v`.
#include "simt/fatbin/elf.h"

#include <algorithm>
#include <string>
#include <vector>

#include "simt/elf/file.h"
#include "simt/fatbin/bytes.h"

namespace simt::fatbin {
namespace {

constexpr uint8_t kFormatSized = 4;   // of an .nv.info record
constexpr uint8_t kRegisters = 0x2f;  // {u32 symbol, u32 count}
constexpr uint8_t kFrameSize = 0x11;  // {u32 symbol, u32 bytes}

constexpr uint64_t kReserved = 1024;  // bytes per block

using Kernels = std::map<std::string, KernelResources>;

/// The names of the file's symbols, in their order.
std::vector<std::string_view> symbol_names(const elf::File& file) {
  std::vector<std::string_view> names;
  for (const Elf64_Shdr& section : file.sections()) {
    if (section.sh_type != SHT_SYMTAB) continue;
    const std::string_view strings = file.strings_of(section);
    for (const Elf64_Sym& symbol : file.table<Elf64_Sym>(section)) {
      names.push_back(elf::text(strings, symbol.st_name));
    }
    return names;
  }
  return names;
}

/// Reads registers and frame sizes out of `.nv.info`: records of a format
/// byte, an attribute byte and two bytes that are a value or a size.
void read_info(const std::vector<std::string_view>& symbols,
               std::string_view bytes, Kernels& kernels) {
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
    if (!wanted || size != 8 || symbol >= symbols.size()) continue;
    const auto it = kernels.find(std::string(symbols[symbol]));
    if (it == kernels.end()) continue;
    if (attribute == kFrameSize)
      it->second.stack = value;
    else
      it->second.registers = static_cast<int>(value & 0xffff);
  }
}

/// Since sm_90 each `.nv.shared.` section of a linked file begins with memory
/// that the system keeps for itself.
uint64_t reserved_shared(const Elf64_Ehdr& header) {
  const uint32_t sm = (header.e_flags >> 8) & 0xff;
  return header.e_type == ET_EXEC && sm >= 90 ? kReserved : 0;
}

void read_kernels(const elf::File& file, Kernels& kernels) {
  constexpr std::string_view kText = ".text.";
  constexpr std::string_view kShared = ".nv.shared.";
  const std::string_view names = file.section_names();
  for (const Elf64_Shdr& section : file.sections()) {
    const std::string_view name = elf::text(names, section.sh_name);
    if (!name.starts_with(kText)) continue;
    kernels.try_emplace(std::string(name.substr(kText.size())));
  }
  const auto symbols = symbol_names(file);
  const uint64_t reserved = reserved_shared(file.header());
  for (const Elf64_Shdr& section : file.sections()) {
    const std::string_view name = elf::text(names, section.sh_name);
    if (name == ".nv.info") {
      read_info(symbols, file.content(section), kernels);
    }
    if (!name.starts_with(kShared)) continue;
    const auto it = kernels.find(std::string(name.substr(kShared.size())));
    if (it == kernels.end()) continue;
    it->second.static_shared =
        section.sh_size - std::min(section.sh_size, reserved);
  }
}

}  // namespace

std::map<std::string, KernelResources> read_resources(std::string_view cubin) {
  Kernels kernels;
  try {
    read_kernels(elf::File(cubin), kernels);
  } catch (const elf::Damaged&) {
    kernels.clear();
  }
  return kernels;
}

}  // namespace simt::fatbin
