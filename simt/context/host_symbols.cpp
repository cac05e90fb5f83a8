// SPDX-License-Identifier: MIT
// Reads the symbol table (.symtab) of the file that an address was loaded
// from. The run-time linker knows exported names only.
#include "simt/context/host_symbols.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "simt/elf/file.h"
#include "simt/program/program.h"

namespace simt::cudart {
namespace {

/// The function that holds `value`, an address as the file numbers them, or "".
std::string find_function(const elf::File& file, uint64_t value) {
  for (const Elf64_Shdr& section : file.sections()) {
    if (section.sh_type != SHT_SYMTAB) continue;
    for (const Elf64_Sym& symbol : file.table<Elf64_Sym>(section)) {
      const bool function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC;
      if (function && value - symbol.st_value < symbol.st_size) {
        return std::string(elf::text(file.strings_of(section), symbol.st_name));
      }
    }
    return "";
  }
  return "";
}

/// The same of `address`, where the file's first byte is at `begin`.
std::string find_function(const std::string& bytes, uint64_t address,
                          uint64_t begin) {
  try {
    const elf::File file(bytes);
    // A program that is not position-independent is where its file says.
    const bool fixed = begin != 0 && file.header().e_type == ET_EXEC;
    return find_function(file, fixed ? address : address - begin);
  } catch (const elf::Damaged&) {
    return "";
  }
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
    return demangled(
        find_function(bytes_of(file.path), address - file.begin, 0));
  }
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0) return "";
  return demangled(find_function(bytes_of(info.dli_fname), address,
                                 reinterpret_cast<uint64_t>(info.dli_fbase)));
}

}  // namespace simt::cudart
