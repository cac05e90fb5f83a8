// SPDX-License-Identifier: MIT
// PTX programs, changed by their grammar and run. How many came how far is
// counted in the file that LOCKSTEP_FUZZ_COUNTS names, across runs.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "simt/ptx/module.h"
#include "tests/fuzz/execute/execute.h"
#include "tests/fuzz/execute/mutate.h"
#include "tests/fuzz/execute/print_ptx.h"
#include "tests/fuzz/execute/splice.h"

namespace {

using simt::ptx::Module;

constexpr size_t kMostText = 16 << 10;
constexpr uint64_t kTwice = 16;  // every so manyth program runs a second time

/// By Result; a crash leaves the file as it is.
uint64_t* counts() {
  static uint64_t idle[fuzz::kResults];
  static uint64_t* const mapped = []() -> uint64_t* {
    const char* name = std::getenv("LOCKSTEP_FUZZ_COUNTS");
    const int file = name ? open(name, O_RDWR | O_CREAT, 0644) : -1;
    if (file < 0 || ftruncate(file, sizeof(idle)) != 0) return idle;
    void* at = mmap(nullptr, sizeof(idle), PROT_READ | PROT_WRITE, MAP_SHARED,
                    file, 0);
    close(file);
    return at == MAP_FAILED ? idle : static_cast<uint64_t*>(at);
  }();
  return mapped;
}

std::optional<Module> read(const uint8_t* data, size_t size) {
  simt::ptx::ParseError error;
  return simt::ptx::parse({reinterpret_cast<const char*>(data), size}, error);
}

size_t write(const Module& module, const fuzz::Plan& plan, uint8_t* to,
             size_t most) {
  const std::string text = fuzz::print_plan(plan) + fuzz::print_ptx(module);
  if (text.size() > most) return 0;
  std::memcpy(to, text.data(), text.size());
  return text.size();
}

}  // namespace

/// A stack for each allocation took a fifth of the time. To see them, set
/// ASAN_OPTIONS=malloc_context_size=30.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:quarantine_size_mb=16:detect_leaks=0";
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > kMostText) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  static uint64_t number = 0;
  const fuzz::Result result = fuzz::execute(text, ++number % kTwice == 0);
  ++counts()[static_cast<int>(result)];
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t most, unsigned seed) {
  auto module = read(data, size);
  if (!module) return size;
  fuzz::Dice dice(seed);
  fuzz::Plan plan =
      fuzz::read_plan({reinterpret_cast<const char*>(data), size});
  if (dice.percent(30)) fuzz::mutate_plan(plan, dice);
  for (size_t n = 1 + dice.below(4); n > 0; --n) fuzz::mutate(*module, dice);
  const size_t written = write(*module, plan, data, most);
  return written == 0 ? size : written;
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data, size_t size,
                                            const uint8_t* data2, size_t size2,
                                            uint8_t* out, size_t most,
                                            unsigned seed) {
  auto module = read(data, size);
  const auto donor = read(data2, size2);
  if (!module || !donor) return 0;
  fuzz::Dice dice(seed);
  fuzz::Plan plan =
      fuzz::read_plan({reinterpret_cast<const char*>(data), size});
  fuzz::splice(*module, *donor, dice);
  for (size_t n = dice.below(3); n > 0; --n) fuzz::mutate(*module, dice);
  return write(*module, plan, out, most);
}
