// SPDX-License-Identifier: MIT
// Any bytes: as a container, and as a cubin.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "simt/fatbin/elf.h"
#include "simt/fatbin/fatbin.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Small, so that a broken size costs no time; the product allows more.
  constexpr uint64_t kMaxUnpacked = 1 << 20;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  simt::fatbin::read_resources(bytes);
  std::string error;
  const auto entries = simt::fatbin::read_container(bytes, error, kMaxUnpacked);
  if (!entries) {
    if (error.empty()) std::abort();
    return 0;
  }
  for (const auto& entry : *entries) {
    if (entry.kind == simt::fatbin::Entry::Kind::kElf) {
      simt::fatbin::read_resources(entry.payload);
    }
  }
  if (simt::fatbin::choose_ptx(*entries, 75, error).empty() && error.empty()) {
    std::abort();
  }
  simt::fatbin::choose_elf(*entries, 90);
  return 0;
}
