// SPDX-License-Identifier: MIT
#include "runner/process/elf.h"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "runner/lesson/text_file.h"

namespace learn {
namespace {

constexpr const char* kRuntime = "libcudart.so.13";
#if defined(__aarch64__)
constexpr int kMachine = EM_AARCH64;
#else
constexpr int kMachine = EM_X86_64;
#endif

/// The bytes of an ELF file; reads outside of them are refused.
class Image {
 public:
  Image(std::string bytes, std::string name)
      : bytes_(std::move(bytes)), name_(std::move(name)) {}

  template <typename T>
  T at(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) {
      throw Stop{name_ + " is a damaged program: a header points outside it"};
    }
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string text(uint64_t offset) const {
    if (offset >= bytes_.size()) at<char>(offset);
    return bytes_.substr(offset, bytes_.find('\0', offset) - offset);
  }

 private:
  std::string bytes_;
  std::string name_;
};

std::vector<Elf64_Shdr> sections_of(const Image& image,
                                    const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> sections;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    sections.push_back(
        image.at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
  }
  return sections;
}

void read_dynamic(const Image& image, const Elf64_Shdr& dynamic,
                  const Elf64_Shdr& strings, Program& program) {
  const auto count = dynamic.sh_size / sizeof(Elf64_Dyn);
  for (uint64_t i = 0; i < count; ++i) {
    const auto entry =
        image.at<Elf64_Dyn>(dynamic.sh_offset + i * sizeof(Elf64_Dyn));
    if (entry.d_tag == DT_NULL) break;
    const auto value = [&] {
      return image.text(strings.sh_offset + entry.d_un.d_val);
    };
    if (entry.d_tag == DT_NEEDED) program.needed.push_back(value());
    if (entry.d_tag == DT_RPATH) program.rpath = value();
    if (entry.d_tag == DT_RUNPATH) program.runpath = value();
  }
}

/// The first folder of DT_RPATH that holds a runtime of its own, or "".
std::string winning_folder(const Program& program, const fs::path& path) {
  if (!program.runpath.empty()) return {};
  std::istringstream folders(program.rpath);
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto expanded = folder;
    for (const auto* origin : {"${ORIGIN}", "$ORIGIN"}) {
      if (const auto at = expanded.find(origin); at != std::string::npos) {
        expanded.replace(at, std::strlen(origin),
                         fs::absolute(path).parent_path().string());
      }
    }
    if (fs::exists(fs::path(expanded) / kRuntime)) return folder;
  }
  return {};
}

}  // namespace

Program read_program(const fs::path& path) {
  const auto name = path.string();
  if (!fs::exists(path)) throw Stop{"there is no file " + name};
  if (fs::is_directory(path)) throw Stop{name + " is a folder, not a program"};
  const Image image(read_text(path), name);
  const auto bytes = fs::file_size(path);
  if (bytes < sizeof(Elf64_Ehdr) || image.text(0).substr(0, 4) != ELFMAG) {
    throw Stop{name +
               " is not a compiled program (a script cannot be emulated; name "
               "the program that it starts)"};
  }
  const auto header = image.at<Elf64_Ehdr>(0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != kMachine) {
    throw Stop{name + " is a program for another kind of machine"};
  }
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    throw Stop{name + " is not linked yet: it is an object file"};
  }
  if (access(path.c_str(), X_OK) != 0) {
    throw Stop{
        fmt::format("{0} may not be executed. Type: chmod +x {0}", name)};
  }
  Program program;
  const auto sections = sections_of(image, header);
  for (const auto& section : sections) {
    if (section.sh_type == SHT_DYNAMIC && section.sh_link < sections.size()) {
      read_dynamic(image, section, sections[section.sh_link], program);
    }
    if (header.e_shstrndx < sections.size()) {
      const auto& names = sections[header.e_shstrndx];
      program.has_kernels |=
          image.text(names.sh_offset + section.sh_name) == ".nv_fatbin";
    }
  }
  return program;
}

void require_emulable(const fs::path& path) {
  const auto program = read_program(path);
  const auto name = path.string();
  const auto& needed = program.needed;
  const auto runtime = std::find_if(
      needed.begin(), needed.end(),
      [](const std::string& one) { return one.rfind("libcudart.so", 0) == 0; });
  if (runtime == needed.end() && program.has_kernels) {
    throw Stop{name +
               " is linked with the static CUDA runtime, which cannot be "
               "replaced. Add -cudart shared to the nvcc command that links "
               "it"};
  }
  if (runtime != needed.end() && *runtime != kRuntime) {
    throw Stop{
        fmt::format("{} needs {}; the emulator is {}. Compile it "
                    "with nvcc 13",
                    name, *runtime, kRuntime)};
  }
  if (const auto folder = winning_folder(program, path); !folder.empty()) {
    throw Stop{fmt::format(
        "{} names the folder {} in its DT_RPATH, and the {} in it would win "
        "over the emulator. Link without -rpath, or with "
        "-Xlinker --enable-new-dtags",
        name, folder, kRuntime)};
  }
}

}  // namespace learn
