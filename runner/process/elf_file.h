// SPDX-License-Identifier: MIT
// An ELF file that somebody else made: what its headers say is believed only
// where it lies inside of the file.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// A file of 64 bits. Each function throws Stop with the sentence `damaged`
/// where a header points outside of it.
class ElfFile {
 public:
  /// Reads the header and the sections.
  ElfFile(std::string bytes, std::string damaged);

  const Elf64_Ehdr& header() const { return header_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }

  /// The bytes of `section`; all of them are in the file.
  std::string_view content(const Elf64_Shdr& section) const;
  /// The entries of `section`, which must have the size of T each.
  template <typename T>
  std::vector<T> table(const Elf64_Shdr& section) const {
    if (section.sh_entsize != sizeof(T)) damaged();
    const auto bytes = content(section);
    std::vector<T> entries(bytes.size() / sizeof(T));
    if (!entries.empty()) {
      std::memcpy(entries.data(), bytes.data(), entries.size() * sizeof(T));
    }
    return entries;
  }
  /// The table of strings that `section` names, a section of such a type.
  std::string_view strings_of(const Elf64_Shdr& section) const;
  /// The string that begins at `offset` of `strings` and ends in it.
  std::string_view text(std::string_view strings, uint64_t offset) const;

  [[noreturn]] void damaged() const;

 private:
  std::string_view part(uint64_t offset, uint64_t size) const;

  std::string bytes_, damaged_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace learn
