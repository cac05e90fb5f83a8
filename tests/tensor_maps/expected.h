// SPDX-License-Identifier: MIT
// What a copy by a tensor map must leave behind, element by element as the
// manual says it (PTX ISA 5.5.3, 5.5.7). Shares nothing with the emulator.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "cases.h"

/// Where the 16 bytes at `place` of shared memory go: rows of 128 bytes, and in
/// each the pieces that change places (PTX ISA 5.5.7, figures).
inline size_t swizzled_place(CUtensorMapSwizzle swizzle, size_t place) {
  static constexpr unsigned kPieces[8][8] = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6},
      {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4},
      {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2},
      {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}};
  const size_t rows = swizzle == CU_TENSOR_MAP_SWIZZLE_NONE  ? 1
                      : swizzle == CU_TENSOR_MAP_SWIZZLE_32B ? 2
                      : swizzle == CU_TENSOR_MAP_SWIZZLE_64B ? 4
                                                             : 8;
  const size_t row = place / 128, piece = place % 128 / 16;
  return row * 128 + kPieces[row % rows][piece] * 16 + place % 16;
}

/// One element of a box: its bytes in shared memory and in the tensor.
struct Element {
  size_t shared = 0;
  size_t global = 0;
  bool inside = false;
};

/// With a swizzle a row of a box begins every 32, 64 or 128 bytes, however
/// short it is (seen on an H100).
inline size_t pitch_of(CUtensorMapSwizzle swizzle, size_t row) {
  return swizzle == CU_TENSOR_MAP_SWIZZLE_NONE  ? row
         : swizzle == CU_TENSOR_MAP_SWIZZLE_32B ? 32
         : swizzle == CU_TENSOR_MAP_SWIZZLE_64B ? 64
                                                : 128;
}

/// A store writes whole pieces of 16 bytes (seen on an H100): elements of a
/// row, and some behind it.
inline long long stored_size(long long size, size_t bytes) {
  const auto piece = static_cast<long long>(16 / bytes);
  return (size + piece - 1) / piece * piece;
}

inline std::vector<Element> elements_of(const Case& c) {
  std::vector<Element> all;
  const size_t bytes = bytes_of(c.map.type);
  const size_t row = c.map.box[0] * bytes;
  const size_t pitch = pitch_of(c.map.swizzle, row);
  size_t count = 0;
  unsigned index[5] = {};
  while (index[c.map.rank - 1] <
         (c.map.rank == 1
              ? c.map.box[0]
              : (c.map.box[c.map.rank - 1] + c.map.steps[c.map.rank - 1] - 1) /
                    c.map.steps[c.map.rank - 1])) {
    Element e;
    e.inside = true;
    e.global = c.base;
    for (unsigned d = 0; d < c.map.rank; ++d) {
      const long long step = d == 0 ? 1 : c.map.steps[d];
      const long long at = c.request.at[d] + step * index[d];
      auto size = static_cast<long long>(c.map.dims[d]);
      if (d == 0 && !is_load(c.request.deed)) size = stored_size(size, bytes);
      e.inside = e.inside && at >= 0 && at < size;
      e.global +=
          static_cast<size_t>(at) * (d == 0 ? bytes : c.map.strides[d - 1]);
    }
    const size_t place = count++ * bytes;
    e.shared = swizzled_place(
        c.map.swizzle, c.request.offset + place / row * pitch + place % row);
    all.push_back(e);
    for (unsigned d = 0; d < c.map.rank; ++d) {
      const unsigned step = d == 0 ? 1 : c.map.steps[d];
      if (++index[d] < (c.map.box[d] + step - 1) / step || d + 1 == c.map.rank)
        break;
      index[d] = 0;
    }
  }
  return all;
}

template <class T>
T combined(Deed deed, T old, T b) {
  using U = std::make_unsigned_t<T>;
  switch (deed) {
    case Deed::kAdd:
      return static_cast<T>(static_cast<U>(old) + static_cast<U>(b));
    case Deed::kMin:
      return b < old ? b : old;
    case Deed::kMax:
      return b > old ? b : old;
    case Deed::kInc:
      return old >= b ? 0 : old + 1;
    case Deed::kDec:
      return old == 0 || old > b ? b : old - 1;
    case Deed::kAnd:
      return old & b;
    case Deed::kOr:
      return old | b;
    case Deed::kXor:
      return old ^ b;
    default:
      return b;
  }
}
template <class T>
void combine_at(Deed deed, char* old, const char* b) {
  T x, y;
  std::memcpy(&x, old, sizeof x);
  std::memcpy(&y, b, sizeof y);
  x = combined(deed, x, y);
  std::memcpy(old, &x, sizeof x);
}

/// Whether this file knows the result to the bit. Not: reductions of
/// floating-point numbers (tests/recorded/bulk.txt has those), and tf32, whose
/// loads round.
inline bool is_known(const Case& c) {
  const bool number = c.map.type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  const bool reduces =
      c.request.deed >= Deed::kAdd && c.request.deed <= Deed::kXor;
  return c.map.type < CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 && !(number && reduces);
}

/// Changes `tile` or `memory` as the copy must.
inline void expect(const Case& c, std::vector<uint32_t>& tile,
                   std::vector<uint32_t>& memory) {
  const Deed deed = c.request.deed;
  const size_t bytes = bytes_of(c.map.type);
  auto* const shared = reinterpret_cast<char*>(tile.data());
  auto* const global = reinterpret_cast<char*>(memory.data());
  if (deed == Deed::kPrefetch) return;
  for (const Element& e : elements_of(c)) {
    if (is_load(deed)) {
      if (e.inside)
        std::memcpy(shared + e.shared, global + e.global, bytes);
      else
        for (size_t i = 0; i < bytes; ++i)
          shared[e.shared + i] = c.map.fill == 0 ? 0
                                 : i % 2 == 0    ? '\xf7'
                                                 : '\x7f';
    } else if (!e.inside) {
      continue;
    } else if (deed == Deed::kStore) {
      std::memcpy(global + e.global, shared + e.shared, bytes);
    } else {
      char* const to = global + e.global;
      const char* const from = shared + e.shared;
      switch (c.map.type) {
        case CU_TENSOR_MAP_DATA_TYPE_UINT32:
          combine_at<uint32_t>(deed, to, from);
          break;
        case CU_TENSOR_MAP_DATA_TYPE_INT32:
          combine_at<int32_t>(deed, to, from);
          break;
        case CU_TENSOR_MAP_DATA_TYPE_UINT64:
          combine_at<uint64_t>(deed, to, from);
          break;
        default:
          combine_at<int64_t>(deed, to, from);
      }
    }
  }
}

/// The map as its device changed it.
inline void apply(const Change& change, Case& c) {
  const auto value = static_cast<uint32_t>(change.value);
  switch (change.field) {
    case Change::kAddress:
      c.base = value;
      break;
    case Change::kRank:
      c.map.rank = value + 1;
      break;
    case Change::kBox:
      c.map.box[1] = value;
      break;
    case Change::kDim:
      c.map.dims[1] = value;
      break;
    case Change::kStride:
      c.map.strides[0] = change.value;
      break;
    case Change::kElementStride:
      c.map.steps[1] = value;
      break;
    case Change::kType:
      c.map.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
      break;
    case Change::kSwizzle:
      c.map.swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
      break;
    case Change::kFill:
      c.map.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
      break;
    case Change::kInterleave:
      break;
  }
}
