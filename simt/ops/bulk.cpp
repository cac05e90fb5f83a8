// SPDX-License-Identifier: MIT
// Moves the bytes of a copy: one range, or the rows of a box, whose bytes in
// shared memory follow each other but for the swizzle.
#include "simt/ops/bulk.h"

#include <cstring>

namespace simt::ops {
namespace {

std::byte* host_of(const BulkWork& work, const BoxRow& row) {
  return reinterpret_cast<std::byte*>(static_cast<int64_t>(row.address) +
                                      work.delta);
}

}  // namespace

void read_source(const BulkWork& work, std::vector<std::byte>& bytes) {
  const BulkCopy& copy = work.copy;
  if (copy.box == nullptr) {
    const std::byte* from =
        work.source != nullptr ? work.source : work.data.data();
    return bytes.assign(from, from + copy.bytes);
  }
  bytes.resize(copy.bytes);
  if (copy.from == ptx::Space::kShared)
    return each_shared_piece(
        copy.box->map, static_cast<uint32_t>(copy.source),
        [&](uint32_t place, uint32_t address, uint32_t count) {
          std::memcpy(bytes.data() + place, work.shared + address, count);
        });
  const TensorMap& map = copy.box->map;
  fill_box(map, bytes.data(), bytes.size());
  copy.box->each_row([&](const BoxRow& row) {
    std::memcpy(bytes.data() + row.place, host_of(work, row), row.bytes);
    convert_loaded(map, bytes.data() + row.place, row.bytes);
  });
}

void write_target(const BulkWork& work, const std::vector<std::byte>& bytes) {
  const BulkCopy& copy = work.copy;
  if (copy.bytes == 0) return;
  const auto put = [&](std::byte* to, const std::byte* from, uint32_t count) {
    if (work.fold != nullptr)
      work.fold(to, from, count);
    else
      std::memcpy(to, from, count);
  };
  if (copy.box == nullptr) return put(work.target, bytes.data(), copy.bytes);
  if (copy.to == ptx::Space::kShared)
    return each_shared_piece(
        copy.box->map, static_cast<uint32_t>(copy.target),
        [&](uint32_t place, uint32_t address, uint32_t count) {
          std::memcpy(work.shared + address, bytes.data() + place, count);
        });
  copy.box->each_row([&](const BoxRow& row) {
    put(host_of(work, row), bytes.data() + row.place, row.bytes);
  });
}

}  // namespace simt::ops
