// SPDX-License-Identifier: MIT
// A compiler that takes nvcc's command line and calls clang. It stands as
// bin/nvcc in a folder that is laid out as a toolkit (cmake/clang.sh), so that
// no other part of the project asks which of the two compiles.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/clang/command.h"
#include "runner/clang/steps.h"

namespace {

namespace fs = std::filesystem;
using learn::clang::Command;
using learn::clang::Kit;

/// The first line is what CMake knows nvcc by; the release is that of the
/// headers.
int say_version(const Kit& kit) {
  const auto [major, minor, build] = kit.release();
  std::puts("nvcc: NVIDIA (R) Cuda compiler driver's command line, for clang");
  std::printf("Cuda compilation tools, release %d.%d, V%d.%d.%d\n", major,
              minor, major, minor, build);
  std::fflush(stdout);
  return learn::clang::run({kit.zig, "clang", "--version"});
}

/// What CMake reads out of nvcc -v, in nvcc's form; it finds a command behind
/// the end of a line.
void say_places(const Kit& kit, const Command& command) {
  const std::string root = kit.root.string();
  std::fprintf(stderr, "#$ TOP=%s\n", root.c_str());
  std::fprintf(stderr, "#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n",
               root.c_str());
  std::fprintf(stderr, "#$ PATH=%s/bin:/usr/bin:/bin\n", root.c_str());
  std::fprintf(stderr, "#$ INCLUDES=\"-I%s/include\"  \n", root.c_str());
  std::fprintf(stderr, "#$ LIBRARIES=  \"-L%s/lib64\"\n", root.c_str());
  std::fprintf(stderr, "\n#$ %s -m64 \"a.o\"", command.cxx.c_str());
  for (const std::string& word : command.link)
    std::fprintf(stderr, " \"%s\"", word.c_str());
  std::fprintf(stderr, " \"-L%s/lib64\" -lcudart -o \"a.out\"\n", root.c_str());
}

/// CMake asks who the compiler is by a source that it compiles with -v.
void answer_as_nvcc(const Kit& kit, Command& command) {
  const auto [major, minor, build] = kit.release();
  command.both.push_back("-D__NVCC__");
  const std::string name = "-D__CUDACC_VER_";
  command.both.push_back(name + "MAJOR__=" + std::to_string(major));
  command.both.push_back(name + "MINOR__=" + std::to_string(minor));
  command.both.push_back(name + "BUILD__=" + std::to_string(build));
}

int compile(int argc, char** argv) {
  const Kit kit(fs::read_symlink("/proc/self/exe"));
  Command command =
      learn::clang::parse(std::vector<std::string>(argv + 1, argv + argc));
  if (command.version) return say_version(kit);
  if (command.verbose) {
    say_places(kit, command);
    answer_as_nvcc(kit, command);
  }
  if (command.sources.empty() && command.objects.empty()) {
    throw learn::clang::Refused("no source is named");
  }
  learn::clang::compile(kit, command);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return compile(argc, argv);
  } catch (const learn::clang::Ended& end) {
    return end.status;
  } catch (const std::exception& refused) {
    std::fprintf(stderr, "nvcc error   : %s\n", refused.what());
    return 1;
  }
}
