// SPDX-License-Identifier: MIT
// Reads the symbol table (.symtab) of the file that an address was loaded
// from. The run-time linker knows exported names only.
#include "simt/cudart/host_symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "simt/program/program.h"

namespace simt::cudart {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);

/// Copies a T that stands at `at`; false when the file ends before.
template <class T>
bool read_at(const std::string& file, uint64_t at, T& value) {
  if (at > file.size() || sizeof(T) > file.size() - at) return false;
  std::memcpy(&value, file.data() + at, sizeof(T));
  return true;
}

std::string name_at(const std::string& file, const Section& names,
                    uint64_t offset) {
  const uint64_t at = names.sh_offset + offset;
  if (at >= file.size()) return "";
  return std::string(file.data() + at,
                     strnlen(file.data() + at, file.size() - at));
}

/// The function of symbol table `table` that holds `value`, or "".
std::string find_in(const std::string& file, const Section& table,
                    const Section& names, uint64_t value) {
  Symbol symbol;
  for (uint64_t at = 0; at + sizeof(Symbol) <= table.sh_size;
       at += sizeof(Symbol)) {
    if (!read_at(file, table.sh_offset + at, symbol)) return "";
    const bool function = (symbol.st_info & 0xf) == STT_FUNC;
    if (function && value - symbol.st_value < symbol.st_size) {
      return name_at(file, names, symbol.st_name);
    }
  }
  return "";
}

/// `value` is an address as the file numbers them.
std::string find_function(const std::string& file, uint64_t value) {
  Header header;
  if (!read_at(file, 0, header)) return "";
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Section table, names;
    const uint64_t at = header.e_shoff + i * sizeof(Section);
    if (!read_at(file, at, table)) return "";
    if (table.sh_type != SHT_SYMTAB) continue;
    const uint64_t names_at = header.e_shoff + table.sh_link * sizeof(Section);
    if (!read_at(file, names_at, names)) return "";
    return find_in(file, table, names, value);
  }
  return "";
}

bool is_fixed(const std::string& file) {
  Header header;
  return read_at(file, 0, header) && header.e_type == ET_EXEC;
}

}  // namespace

std::string host_function(uint64_t address) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0) return "";
  std::ifstream in(info.dli_fname, std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(in)), {});
  // A program that is not position-independent is where its file says.
  const uint64_t base =
      is_fixed(file) ? 0 : reinterpret_cast<uint64_t>(info.dli_fbase);
  const std::string name = find_function(file, address - base);
  return name.empty() ? "" : program::demangle(name);
}

}  // namespace simt::cudart
