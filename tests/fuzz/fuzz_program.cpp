// SPDX-License-Identifier: MIT
// An executable, changed by the fields of its headers: the runner looks into
// it before it runs it.
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runner/base/stop.h"
#include "runner/process/elf.h"
#include "tests/fuzz/fields.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

using fuzz::Field;
using fuzz::number;

std::vector<Field> fields_of(const std::string& bytes) {
  std::vector<Field> fields;
  fuzz::add_fields(fields, 0,
                   {{4, 1},
                    {16, 2},
                    {18, 2},
                    {24, 8},
                    {32, 8},
                    {40, 8},
                    {52, 2},
                    {54, 2},
                    {56, 2},
                    {58, 2},
                    {60, 2},
                    {62, 2}});
  const uint64_t segments = number(bytes, {32, 8});
  for (uint64_t i = 0; i < number(bytes, {56, 2}) && i < 20; ++i) {
    fuzz::add_fields(fields, segments + i * sizeof(Elf64_Phdr),
                     {{0, 4}, {8, 8}, {16, 8}, {32, 8}, {40, 8}, {48, 8}});
  }
  const uint64_t sections = number(bytes, {40, 8});
  for (uint64_t i = 0; i < number(bytes, {60, 2}) && i < 50; ++i) {
    const uint64_t at = sections + i * sizeof(Elf64_Shdr);
    fuzz::add_fields(fields, at,
                     {{0, 4}, {4, 4}, {24, 8}, {32, 8}, {40, 4}, {56, 8}});
    if (number(bytes, {at + 4, 4}) != SHT_DYNAMIC) continue;
    for (uint64_t entry = 0; entry < 20; ++entry) {
      fuzz::add_fields(fields, number(bytes, {at + 24, 8}) + 16 * entry,
                       {{0, 8}, {8, 8}});
    }
  }
  return fields;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const int file = memfd_create("program", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 ||
      pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) {
    std::abort();
  }
  try {
    learn::read_program(path);
    learn::require_emulable(path);
  } catch (const learn::Stop& stop) {
    if (stop.sentence.empty()) std::abort();
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t most, unsigned seed) {
  fuzz::Dice dice(seed);
  if (dice.percent(20)) return LLVMFuzzerMutate(data, size, most);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto fields = fields_of(bytes);
  for (size_t n = 1 + dice.below(3); n > 0; --n) {
    mutate_field(bytes, fields, dice);
  }
  if (dice.percent(10)) bytes.resize(dice.below(bytes.size() + 1));
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
