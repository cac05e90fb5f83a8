// SPDX-License-Identifier: MIT
#include "runner/process/elf_file.h"

#include <string>
#include <string_view>
#include <utility>

#include "runner/base/stop.h"

namespace learn {

ElfFile::ElfFile(std::string bytes, std::string damaged_sentence)
    : bytes_(std::move(bytes)), damaged_(std::move(damaged_sentence)) {
  std::memcpy(&header_, part(0, sizeof header_).data(), sizeof header_);
  if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 ||
      header_.e_ident[EI_CLASS] != ELFCLASS64) {
    damaged();
  }
  Elf64_Shdr all{};
  all.sh_offset = header_.e_shoff;
  all.sh_size = header_.e_shnum * sizeof(Elf64_Shdr);
  all.sh_entsize = sizeof(Elf64_Shdr);
  sections_ = table<Elf64_Shdr>(all);
}

void ElfFile::damaged() const { throw Stop{damaged_}; }

std::string_view ElfFile::part(uint64_t offset, uint64_t size) const {
  if (offset > bytes_.size() || bytes_.size() - offset < size) damaged();
  return std::string_view(bytes_).substr(offset, size);
}

std::string_view ElfFile::content(const Elf64_Shdr& section) const {
  return part(section.sh_offset, section.sh_size);
}

std::string_view ElfFile::strings_of(const Elf64_Shdr& section) const {
  if (section.sh_link >= sections_.size()) damaged();
  const auto& strings = sections_[section.sh_link];
  if (strings.sh_type != SHT_STRTAB) damaged();
  return content(strings);
}

std::string_view ElfFile::text(std::string_view strings,
                               uint64_t offset) const {
  if (offset >= strings.size()) damaged();
  const auto end = strings.find('\0', offset);
  if (end == std::string_view::npos) damaged();
  return strings.substr(offset, end - offset);
}

}  // namespace learn
