// SPDX-License-Identifier: MIT
// Tensor maps: what the 128 bytes of a CUtensorMap hold here, and which bytes
// of memory a box of such a tensor is. Knows nothing of copies.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace simt::ops {

/// CUtensorMapDataType, in its order.
enum class TensorType : uint8_t {
  kU8,
  kU16,
  kU32,
  kS32,
  kU64,
  kS64,
  kF16,
  kF32,
  kF64,
  kBf16,
  kF32Ftz,
  kTf32,
  kTf32Ftz,
  kEnd  // packed types, which devices of 9.0 do not have
};

/// CUtensorMapSwizzle, in its order.
enum class TensorSwizzle : uint8_t {
  kNone,
  k32,
  k64,
  k128,
  kEnd  // those of larger pieces, which devices of 9.0 do not have
};

inline constexpr uint32_t kTensorMapBytes = 128;
inline constexpr uint32_t kMostTensorRank = 5;
inline constexpr uint32_t kTensorPiece = 16;  // bytes: a box is made of these

/// An encoding of our own: NVIDIA's is not documented, and programs may not
/// look inside.
struct TensorMap {
  static constexpr uint64_t kMark = 0x70616d2d726f736e;
  uint64_t mark = 0;  // kMark, or the bytes are no map
  uint64_t address = 0;
  uint64_t dims[kMostTensorRank] = {};         // elements
  uint64_t strides[kMostTensorRank - 1] = {};  // bytes, of dimension 1 on
  uint32_t box[kMostTensorRank] = {};          // elements
  uint8_t steps[kMostTensorRank] = {};         // traversal strides
  uint8_t rank = 0;
  TensorType type = TensorType::kU8;
  uint8_t interleave = 0;
  TensorSwizzle swizzle = TensorSwizzle::kNone;
  uint8_t fill = 0;  // 1: NaN
  uint8_t spare[10] = {};

  /// Bytes of an element; 0: of no type.
  uint32_t element_bytes() const;
  bool is_floating() const;
  /// Bytes of a row of the box, along dimension 0.
  uint32_t row_bytes() const { return box[0] * element_bytes(); }
  /// How many places the box takes of a dimension above 0.
  uint32_t places(uint32_t dimension) const {
    return (box[dimension] + steps[dimension] - 1u) / steps[dimension];
  }
  /// From a row of the box to the next one in shared memory: with a swizzle
  /// its span, however short the row is (seen on an H100).
  uint32_t shared_pitch() const;
  uint64_t box_rows() const;
  uint64_t box_bytes() const { return row_bytes() * box_rows(); }
};
static_assert(sizeof(TensorMap) == kTensorMapBytes);

/// What cuda.h forbids at cuTensorMapEncodeTiled; null: the map is right.
const char* wrong_in(const TensorMap& map);

/// What of a right map is not there yet; null: nothing.
const char* unsupported_in(const TensorMap& map);

/// Where a byte goes that would be at `address` of shared memory.
uint32_t swizzled(TensorSwizzle swizzle, uint32_t address);

/// Calls `act(place, address, bytes)` for the pieces of a box that lies at
/// `begin` of shared memory: where a piece is in the box, and where there.
template <class Act>
void each_shared_piece(const TensorMap& map, uint32_t begin, const Act& act) {
  const auto bytes = static_cast<uint32_t>(map.box_bytes());
  if (map.swizzle == TensorSwizzle::kNone) return act(0u, begin, bytes);
  const uint32_t row = map.row_bytes(), pitch = map.shared_pitch();
  for (uint32_t at = 0; at < bytes; at += kTensorPiece)
    act(at, swizzled(map.swizzle, begin + at / row * pitch + at % row),
        kTensorPiece);
}

/// Bytes of global memory that follow each other in a box, too.
struct BoxRow {
  uint64_t address = 0;
  uint32_t bytes = 0;
  uint32_t place = 0;  // bytes from the first of the box
};

/// The box of a map at one place of its tensor. What is stored are whole pieces
/// of 16 bytes: the last of a row may end behind it (seen on an H100).
struct TensorBox {
  TensorMap map;
  std::array<int32_t, kMostTensorRank> at{};
  bool stored = false;

  /// Calls `act(BoxRow)` for each row of the box, its part inside the tensor.
  template <class Act>
  void each_row(const Act& act) const {
    const int64_t element = map.element_bytes();
    const int64_t first = at[0] > 0 ? at[0] : 0;
    const int64_t end = at[0] + int64_t{map.box[0]};
    auto size = static_cast<int64_t>(map.dims[0]);
    if (stored) {
      const int64_t piece = kTensorPiece / element;
      size = (size + piece - 1) / piece * piece;
    }
    const int64_t last = end < size ? end : size;
    if (first >= last) return;
    std::array<uint32_t, kMostTensorRank> index{};
    uint32_t place = 0;
    do {
      uint64_t address = map.address;
      if (find(index, address))
        act(BoxRow{address + static_cast<uint64_t>(first * element),
                   static_cast<uint32_t>((last - first) * element),
                   place + static_cast<uint32_t>((first - at[0]) * element)});
      place += map.row_bytes();
    } while (next(index));
  }

 private:
  /// Adds what the indices above 0 make; false: outside.
  bool find(const std::array<uint32_t, kMostTensorRank>& index,
            uint64_t& address) const {
    for (uint32_t d = 1; d < map.rank; ++d) {
      const int64_t c = at[d] + int64_t{index[d]} * map.steps[d];
      if (c < 0 || static_cast<uint64_t>(c) >= map.dims[d]) return false;
      address += static_cast<uint64_t>(c) * map.strides[d - 1];
    }
    return true;
  }
  bool next(std::array<uint32_t, kMostTensorRank>& index) const {
    for (uint32_t d = 1; d < map.rank; ++d) {
      if (++index[d] < map.places(d)) return true;
      index[d] = 0;
    }
    return false;
  }
};

/// The bytes of a box that lie outside its tensor: what fills them.
void fill_box(const TensorMap& map, std::byte* bytes, size_t count);

/// What a load makes of elements: those of tf32 are rounded.
void convert_loaded(const TensorMap& map, std::byte* bytes, size_t count);

}  // namespace simt::ops
