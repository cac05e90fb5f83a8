// SPDX-License-Identifier: MIT
// Reads sections and dynamic entries through simt/elf. A DT_RPATH with a
// runtime of its own is refused, since it wins over LD_LIBRARY_PATH.
#include "runner/process/elf.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "simt/elf/file.h"

namespace learn {
namespace {

using simt::elf::Damaged, simt::elf::File;

/// The emulator's: that of CUDA 13, and the same for programs of CUDA 12.
constexpr std::array kRuntimes = {"libcudart.so.13", "libcudart.so.12"};
#if defined(__aarch64__)
constexpr int kMachine = EM_AARCH64;
#else
constexpr int kMachine = EM_X86_64;
#endif

void read_dynamic(const File& file, const Elf64_Shdr& dynamic,
                  Program& program) {
  const auto strings = file.strings_of(dynamic);
  for (const auto& entry : file.table<Elf64_Dyn>(dynamic)) {
    if (entry.d_tag == DT_NULL) break;
    const auto value = [&] {
      return std::string(simt::elf::text(strings, entry.d_un.d_val));
    };
    if (entry.d_tag == DT_NEEDED) program.needed.push_back(value());
    if (entry.d_tag == DT_RPATH) program.rpath = value();
    if (entry.d_tag == DT_RUNPATH) program.runpath = value();
  }
}

/// What the kernel and the dynamic loader map must be in the file: the part of
/// a page beyond its end is a crash when it is touched.
void require_segments(const File& file) {
  const auto& header = file.header();
  Elf64_Shdr all{};
  all.sh_offset = header.e_phoff;
  all.sh_size = header.e_phnum * sizeof(Elf64_Phdr);
  all.sh_entsize = header.e_phentsize;
  for (const auto& segment : file.table<Elf64_Phdr>(all)) {
    if (segment.p_type == PT_LOAD) {
      file.part(segment.p_offset, segment.p_filesz);
    }
  }
}

/// What a script starts cannot be known before it runs.
bool is_script(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return file.get() == '#' && file.get() == '!';
}

std::string other_machine(const std::string& name) {
  return name + " is a program for another kind of machine";
}

/// The first folder of DT_RPATH that holds a `runtime` of its own, or "".
std::string winning_folder(const Program& program, const fs::path& path,
                           const std::string& runtime) {
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
    if (fs::exists(fs::path(expanded) / runtime)) return folder;
  }
  return {};
}

/// What can be said of it once it is a program that may be run here.
Program read_parts(const File& file) {
  require_segments(file);
  Program program;
  const auto names = file.section_names();
  for (const auto& section : file.sections()) {
    if (section.sh_type == SHT_DYNAMIC) read_dynamic(file, section, program);
    program.has_kernels |=
        !names.empty() &&
        simt::elf::text(names, section.sh_name) == ".nv_fatbin";
  }
  return program;
}

Program read_bytes(std::string_view bytes, const fs::path& path) {
  const auto name = path.string();
  const File file(bytes);
  const auto& header = file.header();
  if (header.e_machine != kMachine) throw Stop{other_machine(name)};
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    throw Stop{name + " is not linked yet: it is an object file"};
  }
  if (access(path.c_str(), X_OK) != 0) {
    throw Stop{
        fmt::format("{0} may not be executed. Type: chmod +x {0}", name)};
  }
  return read_parts(file);
}

}  // namespace

Program read_program(const fs::path& path) {
  const auto name = path.string();
  if (!fs::exists(path)) throw Stop{"there is no file " + name};
  if (fs::is_directory(path)) throw Stop{name + " is a folder, not a program"};
  const auto bytes = read_text(path);
  if (bytes.size() < sizeof(Elf64_Ehdr) || !bytes.starts_with(ELFMAG)) {
    throw Stop{name + " is not a program"};
  }
  if (bytes[EI_CLASS] != ELFCLASS64) throw Stop{other_machine(name)};
  try {
    return read_bytes(bytes, path);
  } catch (const Damaged&) {
    throw Stop{name + " is a damaged program: a header points outside it"};
  }
}

void require_emulable(const fs::path& path) {
  if (is_script(path)) return;
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
  const std::string file = runtime == needed.end() ? kRuntimes[0] : *runtime;
  if (std::find(kRuntimes.begin(), kRuntimes.end(), file) == kRuntimes.end()) {
    throw Stop{fmt::format(
        "{} needs {}; the emulator is {} and {}. Compile it with nvcc 12 or 13",
        name, file, kRuntimes[0], kRuntimes[1])};
  }
  if (const auto folder = winning_folder(program, path, file);
      !folder.empty()) {
    throw Stop{fmt::format(
        "{} names the folder {} in its DT_RPATH, and the {} in it would win "
        "over the emulator. Link without -rpath, or with "
        "-Xlinker --enable-new-dtags",
        name, folder, file)};
  }
}

}  // namespace learn
