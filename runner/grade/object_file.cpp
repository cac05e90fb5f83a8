// SPDX-License-Identifier: MIT
// Reads the symbol table of a relocatable file through simt/elf, which refuses
// what lies outside the file. All names together may be no longer than the
// file.
#include "runner/grade/object_file.h"

#include <string>
#include <string_view>

#include "runner/base/stop.h"
#include "simt/elf/file.h"

namespace learn {
namespace {

using simt::elf::Damaged, simt::elf::File;

/// Takes the names of `table`. Together they are no longer than the file has
/// `room`: names that share their bytes could cost more than anybody waits for.
void read_symbols(const File& file, const Elf64_Shdr& table, size_t room,
                  ObjectFile& object) {
  const auto strings = file.strings_of(table);
  for (const auto& symbol : file.table<Elf64_Sym>(table)) {
    if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL) continue;
    const auto name = simt::elf::text(strings, symbol.st_name);
    if (name.empty()) continue;
    if (name.size() > room) throw Damaged{};
    room -= name.size();
    const bool needed = symbol.st_shndx == SHN_UNDEF;
    (needed ? object.needed : object.defined).emplace(name);
  }
}

ObjectFile read_names(const File& file, size_t room) {
  if (file.header().e_type != ET_REL || file.sections().empty()) {
    throw Damaged{};
  }
  ObjectFile object;
  bool seen = false;
  for (const auto& section : file.sections()) {
    if (section.sh_type != SHT_SYMTAB) continue;
    if (seen) throw Damaged{};
    seen = true;
    read_symbols(file, section, room, object);
  }
  return object;
}

}  // namespace

ObjectFile read_object(std::string_view bytes, const std::string& name) {
  try {
    return read_names(File(bytes), bytes.size());
  } catch (const Damaged&) {
    throw Stop{name + " is no whole object file"};
  }
}

}  // namespace learn
