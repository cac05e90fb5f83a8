// SPDX-License-Identifier: MIT
// Reads the dynamic section of each loaded object (dl_iterate_phdr). The hash
// tables say how many names an object gives, not how many it takes, so that the
// relocations are gone through.
#include "simt/process/imports.h"

#include <link.h>

#include <algorithm>
#include <cstdint>

namespace simt::cudart {
namespace {

using Names = std::initializer_list<std::string_view>;

struct Search {
  Names names;
  bool found = false;
};

/// The dynamic section, by tag; 0: it is not there.
struct Dynamic {
  uint64_t symbols = 0, strings = 0;
  uint64_t relocations = 0, relocation_bytes = 0;
  uint64_t calls = 0, call_bytes = 0;  // relocations of the procedure table
};

Dynamic read(const ElfW(Dyn) * entry, uint64_t base) {
  // The C library has turned offsets into addresses, but for objects that it
  // cannot write to.
  const auto at = [&](const ElfW(Dyn) & e) {
    return e.d_un.d_ptr < base ? base + e.d_un.d_ptr : e.d_un.d_ptr;
  };
  Dynamic all;
  for (; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_SYMTAB) all.symbols = at(*entry);
    if (entry->d_tag == DT_STRTAB) all.strings = at(*entry);
    if (entry->d_tag == DT_RELA) all.relocations = at(*entry);
    if (entry->d_tag == DT_RELASZ) all.relocation_bytes = entry->d_un.d_val;
    if (entry->d_tag == DT_JMPREL) all.calls = at(*entry);
    if (entry->d_tag == DT_PLTRELSZ) all.call_bytes = entry->d_un.d_val;
  }
  return all;
}

bool takes_any(const Dynamic& object, uint64_t begin, uint64_t bytes,
               Names names) {
  const auto* const symbols =
      reinterpret_cast<const ElfW(Sym)*>(object.symbols);
  const auto* const strings = reinterpret_cast<const char*>(object.strings);
  const auto* const first = reinterpret_cast<const ElfW(Rela)*>(begin);
  return std::any_of(
      first, first + bytes / sizeof *first, [&](const ElfW(Rela) & one) {
        const ElfW(Sym)& symbol = symbols[ELF64_R_SYM(one.r_info)];
        const std::string_view name = strings + symbol.st_name;
        return symbol.st_shndx == SHN_UNDEF &&
               std::find(names.begin(), names.end(), name) != names.end();
      });
}

int look(dl_phdr_info* object, size_t, void* to) {
  auto& search = *static_cast<Search*>(to);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type != PT_DYNAMIC) continue;
    const uint64_t at = object->dlpi_addr + part.p_vaddr;
    const Dynamic all =
        read(reinterpret_cast<const ElfW(Dyn)*>(at), object->dlpi_addr);
    search.found =
        takes_any(all, all.relocations, all.relocation_bytes, search.names) ||
        takes_any(all, all.calls, all.call_bytes, search.names);
  }
  return search.found ? 1 : 0;
}

}  // namespace

bool imports_any(Names names) {
  Search search{names};
  dl_iterate_phdr(look, &search);
  return search.found;
}

}  // namespace simt::cudart
