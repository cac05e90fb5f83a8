// SPDX-License-Identifier: MIT
#include "runner/grade/object_file.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "runner/lesson/place.h"

namespace learn {
namespace {

/// The bytes of an object file; reads outside of them are refused.
class ObjectBytes {
 public:
  ObjectBytes(std::string bytes, std::string name)
      : bytes_(std::move(bytes)), name_(std::move(name)) {}

  [[noreturn]] void damaged() const {
    throw Stop{name_ + " is no whole object file"};
  }
  template <typename T>
  T at(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) damaged();
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  std::string text(uint64_t offset) const {
    const auto end = bytes_.find('\0', std::min(offset, bytes_.size()));
    if (end == std::string::npos) damaged();
    return bytes_.substr(offset, end - offset);
  }

 private:
  std::string bytes_;
  std::string name_;
};

void note_symbol(const Elf64_Sym& symbol, const std::string& name,
                 ObjectFile& object) {
  if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL || name.empty()) return;
  const bool needed = symbol.st_shndx == SHN_UNDEF;
  (needed ? object.needed : object.defined).insert(name);
}

}  // namespace

ObjectFile read_object(std::string bytes, const std::string& name) {
  const ObjectBytes image(std::move(bytes), name);
  const auto header = image.at<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_REL ||
      header.e_shnum == 0 || header.e_shstrndx >= header.e_shnum) {
    image.damaged();
  }
  std::vector<Elf64_Shdr> sections;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    sections.push_back(
        image.at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
  }
  ObjectFile object;
  for (const auto& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    if (section.sh_link >= sections.size()) image.damaged();
    for (uint64_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol =
          image.at<Elf64_Sym>(section.sh_offset + i * sizeof(Elf64_Sym));
      note_symbol(
          symbol,
          image.text(sections[section.sh_link].sh_offset + symbol.st_name),
          object);
    }
  }
  return object;
}

}  // namespace learn
