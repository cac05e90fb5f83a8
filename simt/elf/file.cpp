// SPDX-License-Identifier: MIT
// Every offset goes through part(), which throws where it leads outside. The
// ELF-64 specification says what the headers mean.
#include "simt/elf/file.h"

namespace simt::elf {

File::File(std::string_view bytes) : bytes_(bytes) {
  std::memcpy(&header_, part(0, sizeof header_).data(), sizeof header_);
  if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 ||
      header_.e_ident[EI_CLASS] != ELFCLASS64 ||
      header_.e_ident[EI_DATA] != ELFDATA2LSB) {
    throw Damaged{};
  }
  Elf64_Shdr all{};
  all.sh_offset = header_.e_shoff;
  all.sh_size = header_.e_shnum * sizeof(Elf64_Shdr);
  all.sh_entsize = sizeof(Elf64_Shdr);
  sections_ = table<Elf64_Shdr>(all);
}

std::string_view File::part(uint64_t offset, uint64_t size) const {
  if (offset > bytes_.size() || bytes_.size() - offset < size) throw Damaged{};
  return bytes_.substr(offset, size);
}

std::string_view File::content(const Elf64_Shdr& section) const {
  return part(section.sh_offset, section.sh_size);
}

std::string_view File::strings_of(const Elf64_Shdr& section) const {
  if (section.sh_link >= sections_.size()) throw Damaged{};
  const auto& strings = sections_[section.sh_link];
  if (strings.sh_type != SHT_STRTAB) throw Damaged{};
  return content(strings);
}

std::string_view File::section_names() const {
  const auto index = header_.e_shstrndx;
  return index < sections_.size() ? content(sections_[index])
                                  : std::string_view();
}

std::string_view text(std::string_view strings, uint64_t offset) {
  if (offset >= strings.size()) throw Damaged{};
  const auto end = strings.find('\0', offset);
  if (end == std::string_view::npos) throw Damaged{};
  return strings.substr(offset, end - offset);
}

}  // namespace simt::elf
