// SPDX-License-Identifier: MIT
// The client of the process that judges: its libcudart.so.13 holds no emulator.
// Device code runs in a process that it starts, and that has nothing of its
// memory but the device's. See docs/isolation.md.
#include <dlfcn.h>
#include <link.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "simt/apart/client.h"
#include "simt/apart/device_process.h"
#include "simt/apart/judge_end.h"
#include "simt/apart/side.h"

namespace simt::apart {
namespace {

struct Judge {
  Side side;
  DeviceProcess device;
  std::map<std::string, std::vector<uint64_t>> parameters;  // by symbol
  std::map<uint64_t, std::vector<uint64_t>> kernels;        // by stub
};

/// Made before main, never destroyed.
Judge* judge = nullptr;

/// Where the program's file is in memory.
int find_image(dl_phdr_info* file, size_t, void* to) {
  Side& side = *static_cast<Side*>(to);
  side.image_begin = file->dlpi_addr;
  for (int i = 0; i < file->dlpi_phnum; ++i) {
    const auto& part = file->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    side.image_end =
        std::max(side.image_end, file->dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  return 1;  // the first is the program
}

/// The sizes of kernels' parameters, a line for each: the symbol, then bytes.
void read_parameters(Judge& to) {
  const char* path = std::getenv("SIMT_PARAMETERS");
  if (!path || !*path) return;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string symbol;
    words >> symbol;
    auto& sizes = to.parameters[symbol];
    for (uint64_t size = 0; words >> size;) sizes.push_back(size);
  }
}

/// Tells the runner that the emulator runs.
void shake_hands() {
  const char* path = std::getenv("SIMT_HANDSHAKE");
  if (!path || !*path) return;
  FILE* file = std::fopen(path, "w");
  if (!file) return;
  std::fputs(SIMT_VERSION "\n", file);
  std::fclose(file);
}

__attribute__((constructor)) void start() {
  // Nobody of the same user may look into this process, trace it or reach what
  // it has open: only so are its results its own.
  prctl(PR_SET_DUMPABLE, 0);
  judge = new Judge;
  dl_iterate_phdr(find_image, &judge->side);
  judge->side.guards = true;
  read_parameters(*judge);
  judge->device = start_device();
  judge->side.socket = judge->device.socket;
  ask({.ask = kLaunchCount});  // it is there
  shake_hands();
  watch_ends();
}

}  // namespace

Side our_side() { return judge->side; }

DeviceProcess& device_process() { return judge->device; }

uint64_t device_bytes_here() { return judge->device.bytes; }

void note_kernel(uint64_t stub, const char* symbol) {
  const auto found = judge->parameters.find(symbol);
  if (found != judge->parameters.end()) judge->kernels[stub] = found->second;
}

const std::vector<uint64_t>* own_parameters(uint64_t stub) {
  const auto found = judge->kernels.find(stub);
  if (found != judge->kernels.end()) return &found->second;
  std::fprintf(stderr,
               "simt: a kernel is launched whose parameters are not in the "
               "file that SIMT_PARAMETERS names\n");
  _exit(2);
}

void other_side_is_lost(const char* why) {
  if (*why) {
    std::fprintf(stderr, "simt: the process that runs device code: %s\n", why);
  }
  end_as_device(*why != 0);
}

}  // namespace simt::apart
