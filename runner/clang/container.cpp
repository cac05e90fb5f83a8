// SPDX-License-Identifier: MIT
// The layout that simt/fatbin reads, and the fields that only NVIDIA's driver
// looks at: read off binaries of nvcc 13.0.
#include "runner/clang/container.h"

#include <cstdint>
#include <cstdio>

namespace learn::clang {
namespace {

constexpr uint32_t kContainerMagic = 0xBA55ED50;
constexpr uint16_t kContainerHeader = 16;
constexpr uint32_t kEntryHeader = 64;
constexpr uint32_t kOptions = 16;  // after it: where the text stands, the text
constexpr uint16_t kPtx = 1;
constexpr uint64_t kLinux64 = 0x11;       // host system and word size
constexpr uint64_t kThisOnly = 0x100000;  // sm_90a

/// Appends a little-endian number.
template <typename T>
void put(std::string& bytes, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) {
    bytes += static_cast<char>((static_cast<uint64_t>(value) >> (8 * i)) & 255);
  }
}

void fill_to_8(std::string& bytes) { bytes.resize((bytes.size() + 7) / 8 * 8); }

/// `.version 8.8` as the entry has it: the minor number in the lower half.
uint32_t ptx_version_of(const std::string& text) {
  unsigned major = 0, minor = 0;
  const size_t at = text.find(".version ");
  if (at != std::string::npos) {
    std::sscanf(text.c_str() + at, ".version %u.%u", &major, &minor);
  }
  return major << 16 | minor;
}

std::string entry_of(const PtxImage& image) {
  std::string name = image.source + '\0';
  fill_to_8(name);
  std::string payload = image.text + '\0';
  fill_to_8(payload);
  std::string bytes;
  put<uint16_t>(bytes, kPtx);
  put<uint16_t>(bytes, 0x0101);
  put<uint32_t>(bytes,
                kEntryHeader + kOptions + static_cast<uint32_t>(name.size()));
  put<uint64_t>(bytes, payload.size());
  put<uint32_t>(bytes, 0);             // not packed
  put<uint32_t>(bytes, kEntryHeader);  // where the options of ptxas stand
  put<uint32_t>(bytes, ptx_version_of(image.text));
  put<uint32_t>(bytes, static_cast<uint32_t>(image.sm));
  put<uint32_t>(bytes, kEntryHeader + kOptions);  // where the name stands
  put<uint32_t>(bytes, static_cast<uint32_t>(image.source.size()));
  put<uint64_t>(bytes, kLinux64 | (image.this_only ? kThisOnly : 0));
  put<uint64_t>(bytes, 0);
  put<uint64_t>(bytes, 0);  // size when unpacked: not packed
  put<uint64_t>(bytes, kEntryHeader + sizeof(uint64_t));
  put<uint64_t>(bytes, 0);  // the options: none
  return bytes + name + payload;
}

}  // namespace

std::string write_container(const std::vector<PtxImage>& images) {
  std::string entries;
  for (const PtxImage& image : images) entries += entry_of(image);
  std::string bytes;
  put<uint32_t>(bytes, kContainerMagic);
  put<uint16_t>(bytes, 1);
  put<uint16_t>(bytes, kContainerHeader);
  put<uint64_t>(bytes, entries.size());
  return bytes + entries;
}

}  // namespace learn::clang
