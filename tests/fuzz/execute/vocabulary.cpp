// SPDX-License-Identifier: MIT
// Tables of words and of numbers, and a choice among them by chance. What a
// class of modifiers holds is asked of simt/ops, so a new word is here at once.
#include "tests/fuzz/execute/vocabulary.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "simt/ops/syntax.h"
#include "simt/ops/table.h"

namespace fuzz {
namespace {

using namespace simt::ptx;

constexpr Type kTypes[] = {
    Type::kPred,  Type::kB8,   Type::kB16,    Type::kB32,    Type::kB64,
    Type::kB128,  Type::kU8,   Type::kU16,    Type::kU32,    Type::kU64,
    Type::kS8,    Type::kS16,  Type::kS32,    Type::kS64,    Type::kF16,
    Type::kF16x2, Type::kBf16, Type::kBf16x2, Type::kTf32,   Type::kF32,
    Type::kF64,   Type::kE4m3, Type::kE5m2,   Type::kE4m3x2, Type::kE5m2x2};
constexpr std::string_view kClasses[] = {
    "bool", "cache", "cmp",   "extent", "irnd", "layout", "matrices", "mode",
    "op",   "rnd",   "scale", "scope",  "sem",  "space",  "test",     "vec"};
constexpr std::string_view kFlags[] = {"ftz",
                                       "sat",
                                       "approx",
                                       "full",
                                       "uni",
                                       "shiftamt",
                                       "to",
                                       "nc",
                                       "sync",
                                       "arrive",
                                       "red",
                                       "noftz",
                                       "cc",
                                       "NaN",
                                       "abs",
                                       "relu",
                                       "satfinite",
                                       "trans",
                                       "aligned",
                                       "wide",
                                       "L2::cache_hint",
                                       "L1::no_allocate"};
constexpr std::string_view kSpecials[] = {"%tid.x",
                                          "%tid.y",
                                          "%ntid.x",
                                          "%ctaid.x",
                                          "%nctaid.x",
                                          "%laneid",
                                          "%warpid",
                                          "%nwarpid",
                                          "%smid",
                                          "%nsmid",
                                          "%gridid",
                                          "%clock",
                                          "%clock64",
                                          "%globaltimer",
                                          "%lanemask_eq",
                                          "%lanemask_lt",
                                          "%lanemask_ge",
                                          "%envreg1",
                                          "%envreg2",
                                          "%dynamic_smem_size",
                                          "%total_smem_size",
                                          "%reserved_smem_offset_1"};

std::vector<std::string_view> words(std::string_view list) {
  std::vector<std::string_view> all;
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(' ', at), list.size());
    if (end > at) all.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

}  // namespace

int width(Type type) {
  return type == Type::kPred ? 0 : std::max(2, size_of(type));
}

Type register_type(Type type) {
  switch (width(type)) {
    case 0:
      return Type::kPred;
    case 2:
      return Type::kB16;
    case 4:
      return Type::kB32;
    case 16:
      return Type::kB128;
    default:
      return Type::kB64;
  }
}

uint64_t edge_value(Dice& dice) {
  static constexpr uint64_t kEdges[] = {0,
                                        1,
                                        2,
                                        3,
                                        4,
                                        5,
                                        7,
                                        8,
                                        12,
                                        15,
                                        16,
                                        17,
                                        24,
                                        31,
                                        32,
                                        33,
                                        63,
                                        64,
                                        65,
                                        100,
                                        127,
                                        128,
                                        255,
                                        256,
                                        1023,
                                        1024,
                                        4088,
                                        4095,
                                        4096,
                                        32767,
                                        32768,
                                        65535,
                                        65536,
                                        1u << 20,
                                        1u << 24,
                                        1u << 28,
                                        0x7fffffff,
                                        0x80000000,
                                        0xffffffff,
                                        0x100000000,
                                        0x1fffffff8,
                                        0x7fffffffffffffff,
                                        0x8000000000000000,
                                        0x1000000000000,
                                        0x1000010000000,
                                        0x1000020000000,
                                        0x1f1f,
                                        0x1c1f,
                                        6175,
                                        0x5555555555555555};
  const uint64_t value = dice.of(kEdges);
  if (dice.percent(15)) return 0 - value;
  return dice.percent(5) ? dice.next() : value;
}

Type any_type(Dice& dice) { return dice.of(kTypes); }

std::string any_modifier(Dice& dice) {
  if (dice.percent(30)) return name_of(any_type(dice));
  if (dice.percent(40)) return std::string(dice.of(kFlags));
  const auto list = words(simt::ops::words_of(dice.of(kClasses)));
  return std::string(dice.of(list));
}

std::string sibling_modifier(const std::string& word, Dice& dice) {
  const Type type = type_from(word);
  if (type != Type::kNone) {
    for (int i = 0; i < 8; ++i) {
      const Type other = any_type(dice);
      if (other != type && width(other) == width(type)) return name_of(other);
    }
    return name_of(any_type(dice));
  }
  for (const std::string_view name : kClasses) {
    const auto list = words(simt::ops::words_of(name));
    if (std::find(list.begin(), list.end(), word) != list.end())
      return std::string(dice.of(list));
  }
  return "";
}

std::string any_selector(Dice& dice) {
  const auto list = words(simt::ops::words_of("sel"));
  return std::string(dice.of(list));
}

std::string any_special(Dice& dice) { return std::string(dice.of(kSpecials)); }

std::string modifier_for(std::string_view word, uint32_t types, Dice& dice) {
  if (word == "type") {
    std::vector<Type> fitting;
    for (const Type t : kTypes)
      if (types & simt::ops::bit(t)) fitting.push_back(t);
    return fitting.empty() ? "" : name_of(dice.of(fitting));
  }
  if (word == "type2" || word == "type3" || word == "type4")
    return name_of(any_type(dice));
  const auto list = words(simt::ops::words_of(word));
  return std::string(list.empty() ? word : dice.of(list));
}

}  // namespace fuzz
