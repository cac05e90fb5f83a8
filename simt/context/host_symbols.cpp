// SPDX-License-Identifier: MIT
// Reads the symbol table (.symtab) of the file that an address was loaded
// from. The run-time linker knows exported names only.
#include "simt/context/host_symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
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

constexpr uint64_t kMostForeign = uint64_t{1} << 30;  // bytes

struct ForeignFile {
  std::string path;
  uint64_t begin = 0;  // of addresses that are nobody else's; null: none
};

std::vector<ForeignFile>& foreign_files() {
  static auto& files = *new std::vector<ForeignFile>;
  return files;
}

std::string demangled(const std::string& name) {
  return name.empty() ? "" : program::demangle(name);
}

/// The bytes of a file. Those of the last one stay: a report asks for the names
/// of many places in one program.
const std::string& bytes_of(const std::string& path) {
  struct File {
    std::string path, bytes;
  };
  static auto& last = *new File;
  if (last.path == path) return last.bytes;
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  last = {path, std::move(bytes).str()};
  return last.bytes;
}

}  // namespace

size_t foreign_file(const std::string& path) {
  auto& files = foreign_files();
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].path == path) return i;
  }
  void* range = mmap(nullptr, kMostForeign, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  const bool none = range == MAP_FAILED;
  files.push_back({path, none ? 0 : reinterpret_cast<uint64_t>(range)});
  return files.size() - 1;
}

uint64_t foreign_address(size_t file, uint64_t offset) {
  const uint64_t begin = foreign_files()[file].begin;
  return begin == 0 || offset >= kMostForeign ? 0 : begin + offset;
}

std::string host_function(uint64_t address) {
  for (const ForeignFile& file : foreign_files()) {
    if (file.begin == 0 || address - file.begin >= kMostForeign) continue;
    return demangled(find_function(bytes_of(file.path), address - file.begin));
  }
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0) return "";
  const std::string& file = bytes_of(info.dli_fname);
  // A program that is not position-independent is where its file says.
  const uint64_t base =
      is_fixed(file) ? 0 : reinterpret_cast<uint64_t>(info.dli_fbase);
  return demangled(find_function(file, address - base));
}

}  // namespace simt::cudart
