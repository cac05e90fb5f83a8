// SPDX-License-Identifier: MIT
// The start: a fresh program (exec), so that it holds no copy of what this one
// knows, with a bare environment and no descriptor but those of
// device_process.h and the terminal's.
#include "simt/apart/device_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "simt/machine/device_range.h"

namespace simt::apart {
namespace {

namespace fs = std::filesystem;

constexpr int kAboveAll = 16;  // more than what the process is given

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "simt: %s\n", what);
  _exit(2);
}

/// A file of memory whose size nobody can change, at kDeviceBase, closed.
int make_memory(uint64_t& bytes) {
  const int file =
      memfd_create("device memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  for (const uint64_t size : kDeviceSizes) {
    if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) continue;
    void* at = mmap(reinterpret_cast<void*>(kDeviceBase), size, PROT_NONE,
                    MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, 0);
    if (at == MAP_FAILED) continue;
    bytes = size;
    // Who cuts a file ends those that have it in memory.
    constexpr int kSeals = F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    if (fcntl(file, F_ADD_SEALS, kSeals) == 0) return file;
  }
  give_up(
      "cannot reserve addresses for device memory; raise the limit that "
      "`ulimit -v` shows");
}

/// What of this process's environment is about the emulator itself.
std::vector<std::string> environment(bool with_report) {
  std::vector<std::string> all{"SIMT_MEMORY_FILE=" +
                               std::to_string(kMemoryFile)};
  if (with_report) {
    all.push_back("SIMT_JSON=/proc/self/fd/" + std::to_string(kReportFile));
  }
  for (char** one = environ; *one; ++one) {
    const std::string_view text(*one);
    const auto name = text.substr(0, text.find('='));
    const bool ours = name == "SIMT_JSON" || name == "SIMT_HANDSHAKE" ||
                      name == "SIMT_PARAMETERS" || name == "SIMT_MEMORY_FILE";
    const bool wanted = name.starts_with("SIMT_") || name == "NO_COLOR" ||
                        name == "LC_ALL" || name == "ASAN_OPTIONS";
    if (wanted && !ours) all.emplace_back(text);
  }
  return all;
}

/// The file of the report; -1: none is wanted.
int open_report() {
  const char* path = std::getenv("SIMT_JSON");
  if (!path || !*path) return -1;
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) give_up("cannot write the report that SIMT_JSON names");
  return file;
}

fs::path own_program() { return fs::read_symlink("/proc/self/exe"); }

/// simt/lib/simt_device, for simt/lib/remote/libcudart.so.13.
fs::path device_program() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&start_device), &info) == 0) {
    give_up("cannot find out where this library is");
  }
  return fs::absolute(info.dli_fname).parent_path().parent_path() /
         "simt_device";
}

/// In the child. Nothing here may ask for memory: only what fork allows.
[[noreturn]] void become(const char* program, char* const* argv,
                         char* const* variables, std::array<int, 3> files) {
  for (int& file : files) {
    if (file >= 0) file = fcntl(file, F_DUPFD, kAboveAll);
  }
  close_range(STDERR_FILENO + 1, kAboveAll - 1, 0);
  constexpr std::array kPlaces{kJudgeSocket, kReportFile, kMemoryFile};
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i] >= 0 && dup2(files[i], kPlaces[i]) < 0) _exit(127);
  }
  // It closes all others itself, before anything else.
  execve(program, argv, variables);
  _exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

DeviceProcess start_device() {
  DeviceProcess device;
  const int memory = make_memory(device.bytes);
  const int report = open_report();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    give_up("cannot make a socket");
  }
  const std::string program = device_program();
  std::vector<std::string> words{program, own_program()};
  std::vector<std::string> variables = environment(report >= 0);
  const auto argv = pointers(words), envp = pointers(variables);
  device.process = fork();
  if (device.process == 0) {
    become(program.c_str(), argv.data(), envp.data(),
           {ends[1], report, memory});
  }
  close(ends[1]);
  close(memory);  // the mapping stays
  if (report >= 0) close(report);
  device.socket = ends[0];
  if (device.process < 0) give_up("cannot start another process");
  return device;
}

}  // namespace simt::apart
