// SPDX-License-Identifier: MIT
// Tensor maps and the copies that are made by them: a case each, by name.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernels.h"

/// The arguments of cuTensorMapEncodeTiled.
struct Map {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT16;
  unsigned rank = 2;
  uint64_t dims[5] = {40, 12, 1, 1, 1};
  uint64_t strides[4] = {};
  uint32_t box[5] = {16, 8, 1, 1, 1};
  uint32_t steps[5] = {1, 1, 1, 1, 1};
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

struct TypeName {
  CUtensorMapDataType type;
  const char* name;
  unsigned bytes;
};
constexpr TypeName kTypes[] = {
    {CU_TENSOR_MAP_DATA_TYPE_UINT8, "u8", 1},
    {CU_TENSOR_MAP_DATA_TYPE_UINT16, "u16", 2},
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, "u32", 4},
    {CU_TENSOR_MAP_DATA_TYPE_INT32, "s32", 4},
    {CU_TENSOR_MAP_DATA_TYPE_UINT64, "u64", 8},
    {CU_TENSOR_MAP_DATA_TYPE_INT64, "s64", 8},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, "f16", 2},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, "f32", 4},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, "f64", 8},
    {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, "bf16", 2},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, "f32.ftz", 4},
    {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, "tf32", 4},
    {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, "tf32.ftz", 4},
};
constexpr const char* kDeeds[] = {
    "load", "load cta", "load hint", "store", "add", "min",     "max",
    "inc",  "dec",      "and",       "or",    "xor", "prefetch"};
constexpr const char* kSwizzles[] = {"none", "32B", "64B", "128B"};

inline unsigned bytes_of(CUtensorMapDataType type) {
  return type <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ ? kTypes[type].bytes : 1;
}

/// How a kernel gets the map.
enum class By { kParameter, kPointer, kConstant, kShared, kGlobal };

struct Case {
  std::string name;
  Map map;
  Request request;
  unsigned base = 80;  // of the tensor in its memory, a multiple of 16
  By by = By::kParameter;
  Change change;  // kShared, kGlobal
};

/// Rows with a gap behind each, as long as they must be.
inline void set_strides(Map& map) {
  uint64_t bytes = map.dims[0] * bytes_of(map.type);
  for (unsigned i = 0; i + 1 < map.rank; ++i) {
    bytes = (bytes + 15) / 16 * 16 + 16;
    map.strides[i] = bytes;
    bytes *= map.dims[i + 1];
  }
}
/// What the box takes in shared memory.
inline unsigned box_bytes(const Map& map) {
  unsigned bytes = bytes_of(map.type) * map.box[0];
  for (unsigned i = 1; i < map.rank; ++i)
    bytes *= (map.box[i] + map.steps[i] - 1) / map.steps[i];
  return bytes;
}

inline Case make_case(std::string name, Map map, std::vector<int> at,
                      Deed deed = Deed::kLoad, unsigned offset = 0) {
  if (map.strides[0] == 0) set_strides(map);
  Case c{std::move(name), map, {}};
  c.request.deed = deed;
  c.request.rank = static_cast<int>(map.rank);
  for (size_t i = 0; i < at.size(); ++i) c.request.at[i] = at[i];
  c.request.offset = offset;
  c.request.bytes = box_bytes(map);
  return c;
}
/// A box begins at a multiple of 16 bytes of its row: the one below `at[0]`.
/// What is stored begins at no negative place.
inline std::vector<int> aligned(CUtensorMapDataType type, std::vector<int> at,
                                Deed deed = Deed::kLoad) {
  const auto unit = 16 / static_cast<int>(bytes_of(type));
  at[0] -= (at[0] % unit + unit) % unit;
  for (int& c : at)
    if (!is_load(deed) && c < 0) c = 0;
  return at;
}
inline std::string words(std::vector<int> numbers) {
  std::string text = "(";
  for (const int n : numbers)
    text += (text.size() > 1 ? "," : "") + std::to_string(n);
  return text + ")";
}
inline Map with_type(CUtensorMapDataType type) {
  Map map;
  map.type = type;
  return map;
}
/// `columns` bytes wide and `rows` high.
inline Map with_swizzle(int swizzle, unsigned columns, unsigned rows) {
  Map map;
  map.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
  map.dims[0] = 100;
  map.dims[1] = 40;
  map.box[0] = columns / 2;
  map.box[1] = rows;
  return map;
}

/// Ranks, types, and boxes inside, across the edges and outside.
inline void add_places(std::vector<Case>& all, Deed deed) {
  for (unsigned rank = 1; rank <= 5; ++rank) {
    for (const int t : {0, 6, 3, 8}) {
      if (t == 0 && deed == Deed::kAdd) continue;
      Map map = with_type(kTypes[t].type);
      map.rank = rank;
      const uint64_t dims[5] = {24, 6, 5, 4, 3};
      const uint32_t box[5] = {16, 3, 2, 2, 2};
      for (unsigned i = 0; i < 5; ++i) map.dims[i] = dims[i];
      for (unsigned i = 0; i < 5; ++i) map.box[i] = box[i];
      if (t == 0) map.box[0] = 32;
      for (std::vector<int> at : {std::vector<int>{5, 2, 1, 1, 1},
                                  {-3, -1, 1, 3, -1},
                                  {20, 5, 4, 3, 2},
                                  {100, 2, 1, 1, 1},
                                  {0, -200, 1, 1, 1}}) {
        at.resize(rank);
        at = aligned(map.type, at, deed);
        all.push_back(make_case(std::string(kDeeds[static_cast<int>(deed)]) +
                                    " " + kTypes[t].name + " at " + words(at),
                                map, at, deed));
      }
    }
  }
}

inline void add_swizzles(std::vector<Case>& all, Deed deed) {
  const std::string verb = kDeeds[static_cast<int>(deed)];
  for (int swizzle = 0; swizzle <= 3; ++swizzle) {
    const unsigned span = swizzle == 1 ? 32 : swizzle == 2 ? 64 : 128;
    for (const unsigned columns : {16u, 32u, 48u, 64u, 96u, 128u}) {
      if (columns > span) continue;
      all.push_back(make_case(verb + " swizzle " + kSwizzles[swizzle] +
                                  " box " + std::to_string(columns) + "x20",
                              with_swizzle(swizzle, columns, 20), {8, 2},
                              deed));
    }
    for (const unsigned offset : {128u, 256u, 512u, 896u})
      all.push_back(make_case(verb + " swizzle " + kSwizzles[swizzle] +
                                  " offset " + std::to_string(offset),
                              with_swizzle(swizzle, span, 17),
                              aligned(Map{}.type, {-8, -4}, deed), deed,
                              offset));
    Map map = with_swizzle(swizzle, span, 3);
    map.rank = 3;
    map.dims[2] = 6;
    map.box[2] = 5;
    all.push_back(make_case(verb + " swizzle " + kSwizzles[swizzle] + " 3d",
                            map, {56, 38, 2}, deed));
  }
}

inline void add_steps(std::vector<Case>& all, Deed deed) {
  const std::string verb = kDeeds[static_cast<int>(deed)];
  for (const std::vector<int>& steps : {std::vector<int>{1, 2, 1},
                                        {1, 3, 2},
                                        {2, 1, 1},
                                        {1, 8, 8},
                                        {1, 1, 5},
                                        {3, 2, 2}}) {
    for (std::vector<int> at :
         {std::vector<int>{8, 2, 1}, {-8, -5, -2}, {32, 10, 5}}) {
      Map map;
      at = aligned(map.type, at, deed);
      map.rank = 3;
      map.dims[1] = 30;
      map.dims[2] = 20;
      map.box[1] = 16;
      map.box[2] = 10;
      for (unsigned i = 0; i < 3; ++i)
        map.steps[i] = static_cast<uint32_t>(steps[i]);
      all.push_back(make_case(
          verb + " steps " + words(steps) + " at " + words(at), map, at, deed));
    }
  }
}

/// Rows of a tensor that end inside a piece of 16 bytes.
inline void add_odd_rows(std::vector<Case>& all, Deed deed) {
  for (const int t : {0, 1, 3, 4}) {
    if (deed == Deed::kAdd && t < 2) continue;
    Map map = with_type(kTypes[t].type);
    map.dims[0] = t == 4 ? 25 : 22;
    if (t == 0) map.box[0] = 32;
    all.push_back(make_case(std::string(kDeeds[static_cast<int>(deed)]) +
                                " odd rows of " + kTypes[t].name,
                            map, aligned(map.type, {12, 2}, deed), deed));
  }
}

inline std::vector<Case> load_cases() {
  std::vector<Case> all;
  add_odd_rows(all, Deed::kLoad);
  for (const TypeName& t : kTypes)
    for (const auto deed : {Deed::kLoad, Deed::kLoadHere, Deed::kLoadHint})
      all.push_back(make_case(
          std::string(kDeeds[static_cast<int>(deed)]) + " type " + t.name,
          with_type(t.type), aligned(t.type, {16, 2}), deed));
  add_places(all, Deed::kLoad);
  add_swizzles(all, Deed::kLoad);
  add_steps(all, Deed::kLoad);
  for (const TypeName& t : kTypes) {
    Map map = with_type(t.type);
    map.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    all.push_back(make_case(std::string("load nan ") + t.name, map,
                            aligned(t.type, {-5, 8})));
  }
  for (const By by : {By::kPointer, By::kConstant}) {
    const char* const name = by == By::kPointer ? "pointer" : "constant";
    all.push_back(make_case(std::string("load by ") + name, Map{}, {8, 2}));
    all.back().by = by;
  }
  // Rows that lie over each other, and one that is repeated.
  for (const uint64_t stride : {16u, 32u}) {
    Map map;
    map.strides[0] = stride;
    all.push_back(
        make_case("load stride " + std::to_string(stride), map, {8, -2}));
  }
  const int far = 2147483647;
  for (const std::vector<int>& at : {std::vector<int>{far - 7, 2},
                                     {-far - 1, 2},
                                     {8, far},
                                     {8, -far - 1},
                                     {far - 23, 2},
                                     {-65536 * 8, 3},
                                     {65536 * 8, 3}})
    all.push_back(make_case("load far " + words(at), Map{}, at));
  return all;
}

inline std::vector<Case> store_cases() {
  std::vector<Case> all;
  add_odd_rows(all, Deed::kStore);
  for (const TypeName& t : kTypes)
    all.push_back(make_case(std::string("store type ") + t.name,
                            with_type(t.type), aligned(t.type, {16, 2}),
                            Deed::kStore));
  add_places(all, Deed::kStore);
  add_swizzles(all, Deed::kStore);
  add_steps(all, Deed::kStore);
  all.push_back(make_case("prefetch", Map{}, {8, 2}, Deed::kPrefetch));
  return all;
}

inline Case reduction(Deed deed, const TypeName& t) {
  Map map = with_type(t.type);
  map.box[1] = 10;
  return make_case(std::string(kDeeds[static_cast<int>(deed)]) + " " + t.name,
                   map, aligned(t.type, {36, 1}), deed);
}
/// Whether the manual names the operation for the type (PTX ISA 9.7.9.25.4.2).
inline bool is_documented(Deed deed, const std::string& t) {
  const auto among = [&](const char* list) {
    return std::string(list).find(" " + t + " ") != std::string::npos;
  };
  if (deed == Deed::kAdd) return among(" u32 s32 u64 f16 bf16 f32 f64 ");
  if (deed == Deed::kMin || deed == Deed::kMax)
    return among(" u32 s32 u64 s64 f16 bf16 ");
  if (deed == Deed::kInc || deed == Deed::kDec) return among(" u32 ");
  return among(" u32 s32 u64 ");
}
inline std::vector<Case> reduce_cases(bool documented) {
  std::vector<Case> all;
  for (int d = static_cast<int>(Deed::kAdd); d <= static_cast<int>(Deed::kXor);
       ++d)
    for (const TypeName& t : kTypes)
      if (is_documented(static_cast<Deed>(d), t.name) == documented)
        all.push_back(reduction(static_cast<Deed>(d), t));
  if (!documented) return all;
  add_odd_rows(all, Deed::kAdd);
  add_places(all, Deed::kAdd);
  return all;
}

/// Maps that the device changes. The request is one for the changed map.
inline std::vector<Case> replace_cases() {
  std::vector<Case> all;
  for (const By by : {By::kShared, By::kGlobal}) {
    const auto add = [&](const char* name, Change::Field field, uint64_t value,
                         Map map, unsigned bytes, std::vector<int> at) {
      Case c = make_case(std::string("replace ") + name +
                             (by == By::kShared ? " in shared" : " in global"),
                         map, std::move(at));
      c.by = by;
      c.change = {field, value};
      if (bytes != 0) c.request.bytes = bytes;
      all.push_back(c);
    };
    Map map;
    add("address", Change::kAddress, 4096 + 16, map, 0, {8, 2});
    add("box", Change::kBox, 5, map, 160, {8, 2});
    add("dim", Change::kDim, 7, map, 0, {8, 2});
    add("stride", Change::kStride, 160, map, 0, {8, 2});
    add("element stride", Change::kElementStride, 3, map, 96, {8, 2});
    add("type", Change::kType, 0, map, 0, {8, 2});
    add("interleave", Change::kInterleave, 0, map, 0, {8, 2});
    Map flat = map;
    flat.rank = 3;
    flat.dims[2] = 3;
    flat.box[2] = 1;
    add("rank", Change::kRank, 1, flat, 0, {8, 2});
    all.back().request.rank = 2;
    Map real = with_type(CU_TENSOR_MAP_DATA_TYPE_FLOAT16);
    add("fill", Change::kFill, 0, real, 0, {-8, 8});
    add("swizzle", Change::kSwizzle, 0, with_swizzle(0, 64, 16), 0, {8, 2});
  }
  return all;
}

/// What the manual forbids or leaves open.
inline std::vector<Case> open_cases() {
  std::vector<Case> all;
  for (const int t : {0, 3})
    for (const int x : {1, 8 / static_cast<int>(kTypes[t].bytes), -1})
      for (const auto deed : {Deed::kLoad, Deed::kStore, Deed::kPrefetch}) {
        if (deed != Deed::kLoad && t != 3) continue;
        all.push_back(make_case(std::string(kDeeds[static_cast<int>(deed)]) +
                                    " " + kTypes[t].name + " from column " +
                                    std::to_string(x),
                                with_type(kTypes[t].type), {x, 2}, deed));
      }
  for (const auto deed : {Deed::kStore, Deed::kAdd})
    for (const std::vector<int>& at :
         {std::vector<int>{-4, 1}, {4, -1}, {-16, 1}, {40, 1}, {0, 12}})
      all.push_back(make_case(
          std::string(kDeeds[static_cast<int>(deed)]) + " s32 at " + words(at),
          with_type(kTypes[3].type), at, deed));
  for (const unsigned offset : {8u, 64u})
    for (const auto deed : {Deed::kLoad, Deed::kStore})
      all.push_back(make_case(std::string(kDeeds[static_cast<int>(deed)]) +
                                  " shared offset " + std::to_string(offset),
                              Map{}, {8, 2}, deed, offset));
  for (const int rank : {1, 3}) {
    all.push_back(make_case("load of 2d as " + std::to_string(rank) + "d",
                            Map{}, {8, 2, 0}));
    all.back().request.rank = rank;
  }
  for (const unsigned bytes : {128u, 512u}) {
    all.push_back(make_case(
        "load of 256 bytes, expected " + std::to_string(bytes), Map{}, {8, 2}));
    all.back().request.bytes = bytes;
  }
  Map big;  // the tensor goes on where no memory is
  big.dims[1] = 1u << 20;
  all.push_back(make_case("load behind the memory", big, {8, 1 << 19}));
  all.push_back(
      make_case("store behind the memory", big, {8, 1 << 19}, Deed::kStore));
  for (const Case& c : reduce_cases(false)) all.push_back(c);
  return all;
}
