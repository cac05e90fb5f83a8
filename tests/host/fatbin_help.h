// SPDX-License-Identifier: MIT
// Writes bytes as nvcc would, for the tests of simt/fatbin.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace simt::fatbin {

template <typename T>
void put(std::string& bytes, size_t offset, T value) {
  if (bytes.size() < offset + sizeof(T)) bytes.resize(offset + sizeof(T));
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

struct EntryFields {
  uint16_t kind = 1;
  uint32_t sm = 75;
  uint64_t flags = 0x11;
  uint32_t packed_size = 0;
  uint64_t unpacked_size = 0;
  std::string payload;  // filled up to 8 bytes
  std::string source;
};

inline std::string entry_bytes(const EntryFields& fields) {
  std::string header(64, '\0');
  put<uint16_t>(header, 0x00, fields.kind);
  put<uint16_t>(header, 0x02, 0x0101);
  put<uint32_t>(header, 0x10, fields.packed_size);
  put<uint32_t>(header, 0x1C, fields.sm);
  put<uint64_t>(header, 0x28, fields.flags);
  put<uint64_t>(header, 0x38, fields.unpacked_size);
  if (!fields.source.empty()) {
    put<uint32_t>(header, 0x20, 64);
    put<uint32_t>(header, 0x24, static_cast<uint32_t>(fields.source.size()));
    header += fields.source;
  }
  header.resize((header.size() + 7) / 8 * 8);
  std::string payload = fields.payload;
  payload.resize((payload.size() + 7) / 8 * 8);
  put<uint32_t>(header, 0x04, static_cast<uint32_t>(header.size()));
  put<uint64_t>(header, 0x08, payload.size());
  return header + payload;
}

inline std::string container_bytes(const std::string& entries) {
  std::string bytes(16, '\0');
  put<uint32_t>(bytes, 0, 0xBA55ED50);
  put<uint16_t>(bytes, 4, 1);
  put<uint16_t>(bytes, 6, 16);
  put<uint64_t>(bytes, 8, entries.size());
  return bytes + entries;
}

}  // namespace simt::fatbin
