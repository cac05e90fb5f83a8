// SPDX-License-Identifier: MIT
// What cuTensorMapEncodeTiled says of arguments, one of them changed at a time.
#pragma once

#include <functional>

#include "cases.h"

using Encode = decltype(&cuTensorMapEncodeTiled);

/// Arguments beside those of Map.
struct Rest {
  CUtensorMap* to = nullptr;
  uint64_t address = 0;
  bool no_dims = false, no_strides = false, no_box = false, no_steps = false;
};

inline CUresult encode(Encode call, const Map& map, const Rest& rest) {
  return call(
      rest.to, map.type, map.rank, reinterpret_cast<void*>(rest.address),
      rest.no_dims ? nullptr : map.dims,
      rest.no_strides ? nullptr : map.strides, rest.no_box ? nullptr : map.box,
      rest.no_steps ? nullptr : map.steps, map.interleave, map.swizzle,
      map.promotion, map.fill);
}

template <class E>
E number(int value) {
  return static_cast<E>(value);
}

/// Calls `tell(name, result)` for each; `memory` is aligned to 256 bytes.
inline void encode_cases(
    Encode call, void* memory,
    const std::function<void(const std::string&, CUresult)>& tell) {
  alignas(128) static CUtensorMap maps[3];
  using Set = std::function<void(Map&, Rest&)>;
  const auto with = [&](const std::string& name, const Set& set) {
    Map map;
    map.dims[2] = 8;
    map.dims[3] = map.dims[4] = 2;
    map.rank = 5;
    set_strides(map);
    map.rank = 2;
    Rest rest{maps, reinterpret_cast<uint64_t>(memory)};
    set(map, rest);
    tell("encode " + name, encode(call, map, rest));
  };
  const auto each = [&](const std::string& name, std::vector<uint64_t> values,
                        const std::function<void(Map&, Rest&, uint64_t)>& set) {
    for (const uint64_t v : values)
      with(name + " " + std::to_string(v),
           [&](Map& map, Rest& rest) { set(map, rest, v); });
  };
  with("plain", [](Map&, Rest&) {});
  with("no map", [](Map&, Rest& r) { r.to = nullptr; });
  with("no dims", [](Map&, Rest& r) { r.no_dims = true; });
  with("no strides", [](Map&, Rest& r) { r.no_strides = true; });
  with("no strides, 1d", [](Map& m, Rest& r) {
    r.no_strides = true;
    m.rank = 1;
  });
  with("no box", [](Map&, Rest& r) { r.no_box = true; });
  with("no steps", [](Map&, Rest& r) { r.no_steps = true; });
  each("map at", {16, 32, 64}, [](Map&, Rest& r, uint64_t v) {
    r.to = reinterpret_cast<CUtensorMap*>(reinterpret_cast<char*>(maps) + v);
  });
  each("address plus", {4, 8, 16, 32},
       [](Map&, Rest& r, uint64_t v) { r.address += v; });
  each("address", {0, 16, 1ull << 47, 1ull << 57},
       [](Map&, Rest& r, uint64_t v) { r.address = v; });
  each("rank", {0, 1, 2, 3, 4, 5, 6},
       [](Map& m, Rest&, uint64_t v) { m.rank = static_cast<unsigned>(v); });
  each("type", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
       [](Map& m, Rest&, uint64_t v) {
         m.type = number<CUtensorMapDataType>(static_cast<int>(v));
       });
  for (const unsigned i : {0u, 1u})
    each("dim[" + std::to_string(i) + "]",
         {0, 1, 1ull << 31, 1ull << 32, (1ull << 32) + 1},
         [i](Map& m, Rest&, uint64_t v) { m.dims[i] = v; });
  each("dim[2] of 2d", {0}, [](Map& m, Rest&, uint64_t v) { m.dims[2] = v; });
  each("stride",
       {0, 8, 16, 24, 48, 64, 80, 96, 1000, (1ull << 40) - 16, 1ull << 40,
        1ull << 41},
       [](Map& m, Rest&, uint64_t v) { m.strides[0] = v; });
  each("stride[1]", {0, 8, 16, 96, 112, 1152, 1168},
       [](Map& m, Rest&, uint64_t v) {
         m.rank = 3;
         m.strides[1] = v;
       });
  each("box[0]", {0, 1, 4, 8, 12, 24, 32, 256, 257},
       [](Map& m, Rest&, uint64_t v) { m.box[0] = static_cast<uint32_t>(v); });
  each("box[1]", {0, 1, 13, 255, 256, 257},
       [](Map& m, Rest&, uint64_t v) { m.box[1] = static_cast<uint32_t>(v); });
  each("box 256 of 2 bytes by", {255, 256}, [](Map& m, Rest&, uint64_t v) {
    m.box[0] = 256;
    m.box[1] = static_cast<uint32_t>(v);
  });
  each("box 256 of 8 bytes by", {64, 113, 114, 127, 128, 129, 255, 256},
       [](Map& m, Rest&, uint64_t v) {
         m.box[0] = 256;
         m.box[1] = static_cast<uint32_t>(v);
         m.type = CU_TENSOR_MAP_DATA_TYPE_UINT64;
       });
  each("box 256 by 256 of 8 bytes, steps", {2, 4, 8},
       [](Map& m, Rest&, uint64_t v) {
         m.box[0] = m.box[1] = 256;
         m.steps[1] = static_cast<uint32_t>(v);
         m.type = CU_TENSOR_MAP_DATA_TYPE_UINT64;
       });
  for (const unsigned i : {0u, 1u})
    each("step[" + std::to_string(i) + "]", {0, 1, 2, 8, 9},
         [i](Map& m, Rest&, uint64_t v) {
           m.steps[i] = static_cast<uint32_t>(v);
         });
  for (const uint64_t swizzle : {0, 1, 2, 3, 4, 5, 6, 7})
    each("swizzle " + std::to_string(swizzle) + " of bytes",
         {16, 32, 48, 64, 96, 128, 144, 256},
         [swizzle](Map& m, Rest&, uint64_t v) {
           m.swizzle = number<CUtensorMapSwizzle>(static_cast<int>(swizzle));
           m.box[0] = static_cast<uint32_t>(v / 2);
         });
  each("interleave", {1, 2, 3}, [](Map& m, Rest&, uint64_t v) {
    m.interleave = number<CUtensorMapInterleave>(static_cast<int>(v));
  });
  each("promotion", {1, 2, 3, 4}, [](Map& m, Rest&, uint64_t v) {
    m.promotion = number<CUtensorMapL2promotion>(static_cast<int>(v));
  });
  each("fill", {1, 2}, [](Map& m, Rest&, uint64_t v) {
    m.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    m.fill = number<CUtensorMapFloatOOBfill>(static_cast<int>(v));
  });
  for (int t = 0; t < 13; ++t)
    with(std::string("nan of ") + kTypes[t].name, [t](Map& m, Rest&) {
      m.type = kTypes[t].type;
      m.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    });
}
