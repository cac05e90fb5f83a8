// SPDX-License-Identifier: MIT
// An ELF file that somebody else made: what its headers say is believed only
// where it lies inside of the file. Knows no meaning of any section.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace simt::elf {

/// Thrown where the bytes are no such file, or a header points outside of it.
struct Damaged {};

/// A little-endian file of 64 bits. Its bytes must live as long.
class File {
 public:
  /// Reads the header and the sections.
  explicit File(std::string_view bytes);

  const Elf64_Ehdr& header() const { return header_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }

  /// `size` bytes from `offset`; all of them are in the file.
  std::string_view part(uint64_t offset, uint64_t size) const;
  /// The bytes of `section`, which must have some in the file (SHT_NOBITS has
  /// none).
  std::string_view content(const Elf64_Shdr& section) const;
  /// The entries of `section`, which must have the size of T each.
  template <typename T>
  std::vector<T> table(const Elf64_Shdr& section) const {
    if (section.sh_entsize != sizeof(T)) throw Damaged{};
    const auto bytes = content(section);
    std::vector<T> entries(bytes.size() / sizeof(T));
    if (!entries.empty()) {
      std::memcpy(entries.data(), bytes.data(), entries.size() * sizeof(T));
    }
    return entries;
  }
  /// The table of strings that `section` names, a section of such a type.
  std::string_view strings_of(const Elf64_Shdr& section) const;
  /// The names of sections; empty when the file has none.
  std::string_view section_names() const;

 private:
  std::string_view bytes_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Shdr> sections_;
};

/// The string that begins at `offset` of `strings` and ends in it.
std::string_view text(std::string_view strings, uint64_t offset);

}  // namespace simt::elf
