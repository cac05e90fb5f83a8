// SPDX-License-Identifier: MIT
#include "runner/grade/object_file.h"

#include <string>
#include <string_view>
#include <utility>

#include "runner/process/elf_file.h"

namespace learn {
namespace {

/// Takes the names of `table`. Together they are no longer than the file has
/// `room`: names that share their bytes could cost more than anybody waits for.
void read_symbols(const ElfFile& file, const Elf64_Shdr& table, size_t room,
                  ObjectFile& object) {
  const auto strings = file.strings_of(table);
  for (const auto& symbol : file.table<Elf64_Sym>(table)) {
    if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL) continue;
    const auto name = file.text(strings, symbol.st_name);
    if (name.empty()) continue;
    if (name.size() > room) file.damaged();
    room -= name.size();
    const bool needed = symbol.st_shndx == SHN_UNDEF;
    (needed ? object.needed : object.defined).emplace(name);
  }
}

}  // namespace

ObjectFile read_object(std::string bytes, const std::string& name) {
  const auto room = bytes.size();
  const ElfFile file(std::move(bytes), name + " is no whole object file");
  if (file.header().e_type != ET_REL || file.sections().empty()) {
    file.damaged();
  }
  ObjectFile object;
  bool seen = false;
  for (const auto& section : file.sections()) {
    if (section.sh_type != SHT_SYMTAB) continue;
    if (seen) file.damaged();
    seen = true;
    read_symbols(file, section, room, object);
  }
  return object;
}

}  // namespace learn
