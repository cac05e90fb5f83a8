// SPDX-License-Identifier: MIT
// The inputs of the instruction tests: edge values and random ones, the same
// for the recorder on a GPU and for the test on the emulator. Also reads a
// test module's head comment. Knows nothing of CUDA or the emulator.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace ops_test {

inline constexpr int kCases = 256;  // threads of the one block

/// What a module's head comment says.
struct Head {
  std::string form;
  std::vector<std::string> inputs, outputs;  // kinds: "s32", "shift", ...
};

inline std::vector<std::string> words_after(const std::string& text,
                                            const std::string& key) {
  const size_t at = text.find("// " + key + ":");
  std::vector<std::string> words;
  if (at == std::string::npos) return words;
  const size_t begin = at + key.size() + 4;
  std::istringstream line(text.substr(begin, text.find('\n', at) - begin));
  for (std::string word; line >> word;) words.push_back(word);
  return words;
}
inline Head read_head(const std::string& ptx) {
  const auto form = words_after(ptx, "form");
  return {form.empty() ? "" : form[0], words_after(ptx, "inputs"),
          words_after(ptx, "outputs")};
}

/// Bytes of a register that holds a kind; an 8-bit one has 16 bits, and the
/// upper ones matter: an instruction must ignore or set them.
inline int bytes_of(const std::string& kind) {
  if (kind.ends_with("16") || kind.ends_with("8")) return 2;
  return kind.ends_with("64") ? 8 : 4;
}

/// splitmix64: a fixed sequence, the same everywhere.
struct Random {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
};

using Values = std::vector<uint64_t>;

/// Edge values of a kind, as bits.
inline const Values& edges(const std::string& kind) {
  static const Values f32 = {
      0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3fc00000,
      0xc0200000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345,
      0x00000001, 0x807fffff, 0x00800000, 0x80800001, 0x7f7fffff, 0xff7fffff,
      0x3dcccccd, 0x4b800001, 0x4f000000, 0xcf000001, 0x4f800000, 0x5f000000,
      0xdf000001, 0x5f800000, 0x477fefff, 0x477ff000, 0x33000000, 0x33000001,
      0x38800000, 0x387fe000, 0x3f7fffff, 0x3effffff, 0x437f8000, 0xc3008000};
  static const Values f64 = {
      0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000,
      0xbff0000000000000, 0x3fe0000000000000, 0x3ff8000000000000,
      0xc004000000000000, 0x7ff0000000000000, 0xfff0000000000000,
      0x7ff8000000000000, 0x7ff0000000000001, 0xfff8123456789abc,
      0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000,
      0x8010000000000001, 0x7fefffffffffffff, 0xffefffffffffffff,
      0x3fb999999999999a, 0x41e0000000000000, 0xc1e0000000200000,
      0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000001,
      0x43f0000000000000, 0x47efffffe0000000, 0x47effffff0000000,
      0x36a0000000000000, 0x3690000000000000, 0x40effdffffffffff,
      0x3ff0000010000000, 0x3ff0000030000000, 0x3fefffffffffffff};
  static const Values f16 = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x3e00,
                             0xc100, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xfe12,
                             0x0001, 0x83ff, 0x0400, 0x8401, 0x7bff, 0xfbff,
                             0x2e66, 0x6401, 0x5bf8, 0xd804, 0x3bff, 0x37ff};
  static const Values bf16 = {0x0000, 0x8000, 0x3f80, 0xbf80, 0x3f00, 0x3fc0,
                              0xc020, 0x7f80, 0xff80, 0x7fc0, 0x7f81, 0xffc1,
                              0x0001, 0x807f, 0x0080, 0x8081, 0x7f7f, 0xff7f,
                              0x3dcd, 0x4b81, 0x4f00, 0x3f7f};
  static const Values integer = {0,
                                 1,
                                 2,
                                 3,
                                 7,
                                 10,
                                 100,
                                 127,
                                 128,
                                 255,
                                 256,
                                 32767,
                                 32768,
                                 65535,
                                 65536,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x100000000,
                                 0x1000001,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0x8000000000000001,
                                 0xffffffffffffffff,
                                 0xfffffffffffffffe,
                                 0xffffffffffffff80,
                                 0xffffffffffffff7f,
                                 0xffffffffffff8000,
                                 0xffffffff80000000,
                                 0x5555555555555555,
                                 0x0123456789abcdef,
                                 0x20000000000001};
  static const Values shift = {
      0,  1,  2,  3,  4,  7,  8,  15, 16,  17,  24,         30,
      31, 32, 33, 48, 63, 64, 65, 96, 255, 256, 0x7fffffff, 0xffffffff};
  static const Values field = {0,  1,   2,   5,   8,   12,  16,        20,
                               24, 31,  32,  33,  40,  48,  63,        64,
                               65, 128, 200, 255, 256, 257, 0xffffffff};
  if (kind == "f32") return f32;
  if (kind == "f64") return f64;
  if (kind.starts_with("f16")) return f16;
  if (kind.starts_with("bf16")) return bf16;
  if (kind == "shift") return shift;
  return kind == "field" ? field : integer;
}

/// A random number of a kind; floats mostly of middling size, so that sums
/// do not lose one operand.
inline uint64_t random_value(const std::string& kind, Random& random) {
  const uint64_t bits = random.next(), choice = random.next() % 4;
  const uint64_t sign = random.next() & 1, near = random.next();
  if (kind == "lane") return bits % 40;
  if (kind == "shift" || kind == "field") return bits % 40;
  if (choice == 0 || kind == "word") return bits;
  if (kind == "f32") {
    return sign << 31 | (117 + near % 24) << 23 | (bits & 0x7fffff);
  }
  if (kind == "f64") {
    return sign << 63 | (1003 + near % 48) << 52 | (bits & 0xfffffffffffff);
  }
  if (kind == "f16" || kind == "f16x2") {
    return sign << 15 | (10 + near % 12) << 10 | (bits & 0x3ff);
  }
  if (kind == "bf16" || kind == "bf16x2") {
    return sign << 15 | (122 + near % 12) << 7 | (bits & 0x7f);
  }
  return bits >> near % 64;
}

/// Zeros, infinities and NaNs of a floating kind, for every pair of them.
inline const Values& specials(const std::string& kind) {
  static const Values f32 = {0x00000000, 0x80000000, 0x3f800000, 0x7f800000,
                             0xff800000, 0x7fc00001, 0x7f800002, 0xffc12345};
  static const Values f64 = {0x0000000000000000, 0x8000000000000000,
                             0x3ff0000000000000, 0x7ff0000000000000,
                             0xfff0000000000000, 0x7ff8000000000001,
                             0x7ff0000000000002, 0xfff8123456789abc};
  static const Values f16 = {0x0000, 0x8000, 0x3c00, 0x7c00,
                             0xfc00, 0x7e01, 0x7c02, 0xfe12};
  static const Values bf16 = {0x0000, 0x8000, 0x3f80, 0x7f80,
                              0xff80, 0x7fc1, 0x7f82, 0xffc1};
  static const Values none;
  if (kind == "f32") return f32;
  if (kind == "f64") return f64;
  if (kind.starts_with("f16")) return f16;
  return kind.starts_with("bf16") ? bf16 : none;
}

inline uint64_t value_of(const std::string& kind, int i, int operand,
                         Random& random) {
  const Values& edge = edges(kind);
  const bool listed = operand == 0 && static_cast<size_t>(i) < edge.size();
  const bool some_edge = random.next() % 8 < 5 && kind != "lane";
  const uint64_t pick = random.next() % edge.size();
  const uint64_t other = random_value(kind, random);
  if (i >= kCases - 64 && !specials(kind).empty()) {
    const int digits[] = {i % 8, i / 8 % 8, (i + i / 8) % 8, i % 5};
    return specials(kind)[digits[operand]];
  }
  if (listed) return edge[i];
  return some_edge ? edge[pick] : other;
}

/// One operand of all cases, 8 bytes each, only the low bytes_of(kind) set.
inline Values make_inputs(const Head& head, int operand) {
  const std::string& kind = head.inputs[operand];
  Random random{0x10c57e9u + static_cast<uint64_t>(operand) * 7919};
  const int part = kind.ends_with("16x2") ? 16 : kind == "s8x4" ? 8 : 0;
  Values values(kCases);
  for (int i = 0; i < kCases; ++i) {
    uint64_t x = value_of(kind, i, operand, random);
    for (int bits = part; bits > 0 && bits < 32; bits += part)
      x = x << part |
          (value_of(kind, i, 1, random) & ((uint64_t{1} << part) - 1));
    const int bytes = bytes_of(kind);
    values[i] = bytes == 8 ? x : x & ((uint64_t{1} << 8 * bytes) - 1);
  }
  return values;
}

}  // namespace ops_test
