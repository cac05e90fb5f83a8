// SPDX-License-Identifier: MIT
// The rules of tensor maps (cuda.h at cuTensorMapEncodeTiled) and of swizzles
// (PTX ISA 5.5.7).
#include "simt/ops/tensor_map.h"

namespace simt::ops {
namespace {

constexpr uint64_t kAlign = 16;
constexpr uint64_t kAddressEnd = uint64_t{1} << 57;
constexpr uint64_t kMostSize = uint64_t{1} << 32;
constexpr uint64_t kStrideEnd = uint64_t{1} << 40;
constexpr uint32_t kMostBox = 256;
constexpr uint32_t kMostStep = 8;
// What an H100 has of shared memory and L1 for a multiprocessor; its driver
// takes no larger box.
constexpr uint64_t kMostBoxBytes = 228 * 1024;
constexpr uint16_t kNan = 0x7ff7;  // in each two bytes, seen on an H100

uint32_t span_of(TensorSwizzle swizzle) {
  if (swizzle == TensorSwizzle::k32) return 32;
  return swizzle == TensorSwizzle::k64 ? 64 : 128;
}

const char* wrong_address(const TensorMap& map) {
  if (map.address % kAlign != 0)
    return "a global address that is no multiple of 16";
  if (map.address >= kAddressEnd) return "a global address of 2^57 or more";
  for (uint32_t i = 0; i + 1 < map.rank; ++i) {
    if (map.strides[i] % kAlign != 0)
      return "a stride that is no multiple of 16 bytes";
    if (map.strides[i] >= kStrideEnd) return "a stride of 2^40 bytes or more";
  }
  return nullptr;
}

const char* wrong_sizes(const TensorMap& map) {
  for (uint32_t i = 0; i < map.rank; ++i) {
    if (map.dims[i] == 0) return "a dimension of 0 elements";
    if (map.dims[i] > kMostSize)
      return "a dimension of more than 2^32 elements";
    if (map.box[i] == 0) return "a box of 0 elements";
    if (map.box[i] > kMostBox) return "a box of more than 256 elements";
    if (map.steps[i] == 0) return "an element stride of 0";
    if (map.steps[i] > kMostStep) return "an element stride of more than 8";
  }
  return nullptr;
}

const char* wrong_row(const TensorMap& map) {
  if (map.interleave != 0) return nullptr;
  if (map.row_bytes() % 16 != 0)
    return "a box whose rows are no multiple of 16 bytes";
  if (map.swizzle != TensorSwizzle::kNone &&
      map.row_bytes() > span_of(map.swizzle))
    return "a box whose rows are longer than the span of its swizzle";
  if (map.box_bytes() > kMostBoxBytes) return "a box of more than 228 KiB";
  return nullptr;
}

}  // namespace

uint32_t TensorMap::element_bytes() const {
  constexpr uint8_t kBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return type < TensorType::kEnd ? kBytes[static_cast<int>(type)] : 0;
}

bool TensorMap::is_floating() const {
  return type >= TensorType::kF16 && type <= TensorType::kTf32Ftz;
}

uint32_t TensorMap::shared_pitch() const {
  return swizzle == TensorSwizzle::kNone ? row_bytes() : span_of(swizzle);
}

uint64_t TensorMap::box_rows() const {
  uint64_t rows = 1;
  for (uint32_t d = 1; d < rank; ++d) rows *= places(d);
  return rows;
}

const char* wrong_in(const TensorMap& map) {
  if (map.type >= TensorType::kEnd) return "an unknown type of elements";
  if (map.rank == 0 || map.rank > kMostTensorRank)
    return "a rank that is not 1 to 5";
  if (map.interleave > 2) return "an unknown interleaved layout";
  if (map.interleave != 0 && map.rank < 3)
    return "an interleaved layout of a rank below 3";
  if (map.swizzle >= TensorSwizzle::kEnd) return "an unknown swizzle";
  if (map.fill > 1 || (map.fill == 1 && !map.is_floating()))
    return "a fill with NaN of elements that are no floating-point numbers";
  if (const char* wrong = wrong_address(map)) return wrong;
  if (const char* wrong = wrong_sizes(map)) return wrong;
  return wrong_row(map);
}

const char* unsupported_in(const TensorMap& map) {
  if (map.interleave != 0) return "a tensor map with an interleaved layout";
  return nullptr;
}

uint32_t swizzled(TensorSwizzle swizzle, uint32_t address) {
  const uint32_t row = address >> 7;  // of 128 bytes
  switch (swizzle) {
    case TensorSwizzle::k32:
      return address ^ (row & 1) << 4;
    case TensorSwizzle::k64:
      return address ^ (row & 3) << 4;
    case TensorSwizzle::k128:
      return address ^ (row & 7) << 4;
    default:
      return address;
  }
}

void fill_box(const TensorMap& map, std::byte* bytes, size_t count) {
  std::memset(bytes, 0, count);
  if (map.fill == 0) return;
  for (size_t i = 0; i + sizeof(kNan) <= count; i += sizeof(kNan))
    std::memcpy(bytes + i, &kNan, sizeof(kNan));
}

void convert_loaded(const TensorMap& map, std::byte* bytes, size_t count) {
  if (map.type != TensorType::kTf32 && map.type != TensorType::kTf32Ftz) return;
  constexpr uint32_t kInfinite = 0x7f800000, kSign = 0x80000000;
  constexpr uint32_t kRoundedNan = 0x7fffe000;
  constexpr uint32_t kDroppedBits = 13, kDropped = (1u << kDroppedBits) - 1;
  for (size_t i = 0; i + sizeof(uint32_t) <= count; i += sizeof(uint32_t)) {
    uint32_t word = 0;
    std::memcpy(&word, bytes + i, sizeof(word));
    const bool nan = (word & ~kSign) > kInfinite;
    const uint32_t odd = word >> kDroppedBits & 1;  // ties go to even
    word = nan ? kRoundedNan : (word + kDropped / 2 + odd) & ~kDropped;
    std::memcpy(bytes + i, &word, sizeof(word));
  }
}

}  // namespace simt::ops
