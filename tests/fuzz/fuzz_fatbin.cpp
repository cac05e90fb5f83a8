// SPDX-License-Identifier: MIT
// A container of device code, changed by its fields: as bytes, as a cubin, and
// as what a program registers, at the end of what is mapped.
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "simt/fatbin/elf.h"
#include "simt/fatbin/fatbin.h"
#include "simt/fatbin/wrapper.h"
#include "tests/fuzz/fields.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

using fuzz::Field;
using fuzz::number;

// Small, so that a broken size costs no time; the product allows more.
constexpr uint64_t kMostUnpacked = 1 << 20;
constexpr size_t kPage = 4096, kPages = 4;

void check_entries(const std::vector<simt::fatbin::Entry>& entries) {
  for (const auto& entry : entries) {
    if (entry.kind == simt::fatbin::Entry::Kind::kElf) {
      simt::fatbin::read_resources(entry.payload);
    }
  }
  std::string error;
  if (simt::fatbin::choose_ptx(entries, 75, error).empty() && error.empty()) {
    std::abort();
  }
  simt::fatbin::choose_elf(entries, 90);
}

/// The bytes before a page that is closed, handed on as nvcc's code does.
void check_registered(std::string_view bytes) {
  static char* const place = [] {
    void* at = mmap(nullptr, (kPages + 1) * kPage, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) std::abort();
    mprotect(static_cast<char*>(at) + kPages * kPage, kPage, PROT_NONE);
    return static_cast<char*>(at);
  }();
  if (bytes.size() > kPages * kPage) return;
  char* const begin = place + kPages * kPage - bytes.size();
  if (!bytes.empty()) std::memcpy(begin, bytes.data(), bytes.size());
  const simt::fatbin::Wrapper wrapper{.container = begin};
  std::string error;
  const auto entries = simt::fatbin::read_wrapper(&wrapper, error);
  if (!entries && error.empty()) std::abort();
}

/// Header and sections of a cubin at `base`, and the records of its sections.
void add_elf(const std::string& bytes, uint64_t base,
             std::vector<Field>& fields) {
  fuzz::add_fields(fields, base,
                   {{0x10, 2}, {0x28, 8}, {0x30, 4}, {0x3C, 2}, {0x3E, 2}});
  const uint64_t table = base + number(bytes, {base + 0x28, 8});
  const uint64_t count = number(bytes, {base + 0x3C, 2});
  for (uint64_t i = 0; i < count && i < 40; ++i) {
    const uint64_t section = table + 64 * i;
    fuzz::add_fields(fields, section,
                     {{0x00, 4}, {0x04, 4}, {0x18, 8}, {0x20, 8}, {0x28, 4}});
    const uint64_t content = base + number(bytes, {section + 0x18, 8});
    for (uint64_t at = 0; at < 36; at += 4) {
      fields.push_back({content + at, 4});
    }
  }
}

/// The numbers of a container; entries are found by their sizes.
std::vector<Field> fields_of(const std::string& bytes) {
  std::vector<Field> fields;
  fuzz::add_fields(fields, 0, {{0, 4}, {4, 2}, {6, 2}, {8, 8}});
  uint64_t at = number(bytes, {6, 2});
  for (int i = 0; i < 16 && at + 64 <= bytes.size(); ++i) {
    fuzz::add_fields(fields, at,
                     {{0x00, 2},
                      {0x02, 2},
                      {0x04, 4},
                      {0x08, 8},
                      {0x10, 4},
                      {0x1C, 4},
                      {0x20, 4},
                      {0x24, 4},
                      {0x28, 8},
                      {0x38, 8}});
    const uint64_t header = number(bytes, {at + 4, 4});
    const uint64_t payload = number(bytes, {at + 8, 8});
    if (number(bytes, {at, 2}) == 2) add_elf(bytes, at + header, fields);
    if (payload > bytes.size()) break;
    at += header + payload;
  }
  return fields;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  simt::fatbin::read_resources(bytes);
  check_registered(bytes);
  std::string error;
  const auto entries =
      simt::fatbin::read_container(bytes, error, kMostUnpacked);
  if (!entries && error.empty()) std::abort();
  if (entries) check_entries(*entries);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t most, unsigned seed) {
  fuzz::Dice dice(seed);
  if (dice.percent(25)) return LLVMFuzzerMutate(data, size, most);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto fields = fields_of(bytes);
  for (size_t n = 1 + dice.below(3); n > 0; --n) {
    mutate_field(bytes, fields, dice);
  }
  if (dice.percent(10)) bytes.resize(dice.below(bytes.size() + 1));
  if (bytes.size() > most) return size;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
