// SPDX-License-Identifier: MIT
// Compares the names of all loaded objects (dl_iterate_phdr) with the table
// below and adds one finding for all that are there. Calls none of them.
#include "simt/process/gpu_libraries.h"

#include <link.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cudart {
namespace {

struct GpuLibrary {
  std::string_view file;  // up to ".so"
  std::string_view name;
};
// Each before those that it loads itself; NVIDIA's own names.
constexpr std::array kGpuLibraries = {
    GpuLibrary{"libcudnn", "cuDNN"},
    GpuLibrary{"libnccl", "NCCL"},
    GpuLibrary{"libcusolver", "cuSOLVER"},
    GpuLibrary{"libcusparse", "cuSPARSE"},
    GpuLibrary{"libcublas", "cuBLAS"},
    GpuLibrary{"libcublasLt", "cuBLASLt"},
    GpuLibrary{"libcufft", "cuFFT"},
    GpuLibrary{"libcurand", "cuRAND's host library"},
};

/// "/usr/lib/libcublas.so.13" gives "libcublas"; "" for what is no library.
std::string stem_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  const size_t end = path.find(".so");
  return std::string(path.substr(0, end == path.npos ? 0 : end));
}

std::vector<std::string> loaded_files() {
  std::vector<std::string> stems;
  dl_iterate_phdr(
      [](dl_phdr_info* file, size_t, void* to) {
        static_cast<std::vector<std::string>*>(to)->push_back(
            stem_of(file->dlpi_name ? file->dlpi_name : ""));
        return 0;
      },
      &stems);
  return stems;
}

}  // namespace

void add_gpu_libraries(State& s) {
  const std::vector<std::string> files = loaded_files();
  std::string first, others;
  for (const GpuLibrary& library : kGpuLibraries) {
    if (std::find(files.begin(), files.end(), library.file) == files.end())
      continue;
    std::string& to = first.empty() ? first : others;
    if (!to.empty()) to += ", ";
    to += library.name;
  }
  if (first.empty()) return;
  report::Diagnostic d;
  d.name = "unsupported-call";
  d.severity = report::Severity::kWarning;
  d.message =
      "the emulator does not have " + first + ", which this program loads";
  if (!others.empty()) d.notes.push_back({"besides", others});
  d.why =
      "such a library uses parts of the driver that are not public, which the "
      "emulator does not have: its functions return an error and do nothing";
  d.notes.push_back(
      {"type",
       "a comparison of each status that the library returns, or a kernel "
       "of your own in its place"});
  diagnose(s, std::move(d));
}

}  // namespace simt::cudart
