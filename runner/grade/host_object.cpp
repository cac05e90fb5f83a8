// SPDX-License-Identifier: MIT
#include "runner/grade/host_object.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
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

bool starts_with_one(std::string_view name,
                     std::initializer_list<std::string_view> all) {
  return std::any_of(all.begin(), all.end(), [&](std::string_view one) {
    return name.starts_with(one);
  });
}

bool is_starter(std::string_view section) {
  return starts_with_one(
      section, {".init", ".fini", ".preinit_array", ".ctors", ".dtors"});
}

void note_symbol(const Elf64_Sym& symbol, const std::string& name,
                 ObjectFile& object) {
  if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC) {
    object.resolved.insert(name);
  }
  if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL || name.empty()) return;
  const bool needed = symbol.st_shndx == SHN_UNDEF;
  (needed ? object.needed : object.defined).insert(name);
  if (!needed && ELF64_ST_BIND(symbol.st_info) != STB_WEAK) {
    object.strong.insert(name);
  }
}

/// Parts of the C++ library that reach files, threads and other processes.
bool reaches_out(std::string_view name) {
  constexpr std::string_view kParts[] = {"filebuf",       "fstream",
                                         "filesystem",    "thread",
                                         "random_device", "stdio_filebuf"};
  return std::any_of(std::begin(kParts), std::end(kParts),
                     [&](std::string_view part) {
                       return name.find(part) != std::string_view::npos;
                     });
}

/// What ordinary exercises call: CUDA, the C++ library, memory, numbers, and
/// printing to the terminal.
bool may_need(const std::string& name) {
  static const std::set<std::string_view> kNames = {"memcpy",
                                                    "memmove",
                                                    "memset",
                                                    "memcmp",
                                                    "memchr",
                                                    "strlen",
                                                    "strcmp",
                                                    "strncmp",
                                                    "strstr",
                                                    "strchr",
                                                    "strcpy",
                                                    "strncpy",
                                                    "malloc",
                                                    "calloc",
                                                    "realloc",
                                                    "free",
                                                    "abort",
                                                    "exit",
                                                    "printf",
                                                    "fprintf",
                                                    "puts",
                                                    "putchar",
                                                    "fputs",
                                                    "fputc",
                                                    "fwrite",
                                                    "fflush",
                                                    "snprintf",
                                                    "vsnprintf",
                                                    "stdout",
                                                    "stderr",
                                                    "__printf_chk",
                                                    "__fprintf_chk",
                                                    "__snprintf_chk",
                                                    "__memcpy_chk",
                                                    "__assert_fail",
                                                    "__stack_chk_fail",
                                                    "__dso_handle",
                                                    "_Unwind_Resume",
                                                    "_GLOBAL_OFFSET_TABLE_",
                                                    "__gxx_personality_v0",
                                                    "sqrt",
                                                    "sqrtf",
                                                    "ceil",
                                                    "ceilf",
                                                    "floor",
                                                    "floorf",
                                                    "round",
                                                    "lround",
                                                    "log",
                                                    "log2",
                                                    "log2f",
                                                    "exp",
                                                    "expf",
                                                    "pow",
                                                    "powf",
                                                    "fmod",
                                                    "sin",
                                                    "cos",
                                                    "fmax",
                                                    "fmin",
                                                    "fmaxf",
                                                    "fminf",
                                                    "rand",
                                                    "srand",
                                                    "clock",
                                                    "lrint",
                                                    "lrintf"};
  if (kNames.count(name) != 0) return true;
  if (reaches_out(name)) return false;
  return starts_with_one(
      name, {"cuda", "__cuda", "_ZSt", "_ZNSt", "_ZNKSt", "_Znw", "_Zna",
             "_Zdl", "_Zda", "_ZTV", "_ZTI", "_ZTS", "__cxa_"});
}

bool of_library(const std::string& name) {
  return starts_with_one(name, {"_ZSt", "_ZNSt", "_ZNKSt", "_ZTVSt", "_ZTISt"});
}

/// Names of its own are free. Those of the runtimes, and all that the system's
/// libraries define, belong to others: the linker would give the check ours.
bool may_define(const std::string& name) {
  if (starts_with_one(name, {"_Znw", "_Zna", "_Zdl", "_Zda", "__cuda", "cuda",
                             "simt_", "_ZN7doctest"})) {
    return false;
  }
  return name.starts_with("_Z") || dlsym(RTLD_DEFAULT, name.c_str()) == nullptr;
}

bool usual_section(std::string_view name) {
  return name.empty() ||
         starts_with_one(
             name,
             {".text", ".rodata", ".data", ".bss", ".rela", ".note", ".comment",
              ".eh_frame", ".gcc_except_table", ".group", ".symtab", ".strtab",
              ".shstrtab", ".tbss", ".tdata", ".nv", "__nv"});
}

std::string plain(const std::string& name) {
  std::string shown;
  for (const char c : name.substr(0, 60))
    shown += c >= ' ' && c <= '~' ? c : '?';
  return shown;
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
    const auto called =
        image.text(sections[header.e_shstrndx].sh_offset + section.sh_name);
    object.sections.insert(called);
    if (is_starter(called) || section.sh_type == SHT_INIT_ARRAY ||
        section.sh_type == SHT_PREINIT_ARRAY ||
        section.sh_type == SHT_FINI_ARRAY) {
      object.starters += section.sh_size;
    }
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

std::string refuse_object(const ObjectFile& object, const ObjectFile& ours) {
  for (const auto& name : object.needed) {
    if (ours.needed.count(name) != 0 || may_need(name)) continue;
    return fmt::format(
        "it uses `{}`, which is neither CUDA nor a plain part of C++",
        plain(name));
  }
  for (const auto& name : object.defined) {
    if (ours.defined.count(name) != 0) continue;
    // Templates of the library are there as weak symbols; a strong one would
    // take the place of the library's own.
    const bool replaces = object.strong.count(name) != 0 && of_library(name);
    if (may_define(name) && !replaces) continue;
    return fmt::format("it defines `{}`, a name that is not its own",
                       plain(name));
  }
  if (!object.resolved.empty()) {
    return "it chooses a function by code that runs before main()";
  }
  if (object.starters > ours.starters) {
    return "it has code that runs before or after main(): a constructor "
           "attribute, or an object outside of functions that is not constant";
  }
  for (const auto& name : object.sections) {
    if (ours.sections.count(name) != 0 || usual_section(name)) continue;
    if (is_starter(name)) continue;  // counted above
    return fmt::format("it has a section `{}` of its own", plain(name));
  }
  return {};
}

}  // namespace learn
