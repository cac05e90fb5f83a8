// SPDX-License-Identifier: MIT
// What the tests of matrix instructions share: small numbers in the formats of
// a tile, and PTX that moves a lane's registers from and to the buffer.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

/// `x` in the format of the name.
inline uint16_t half_of(int x) {  // exact for small integers
  const uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(x));
  if (x == 0) return 0;
  return static_cast<uint16_t>((bits >> 16 & 0x8000) |
                               (((bits >> 23 & 255) - 112) << 10) |
                               (bits >> 13 & 0x3ff));
}
inline uint32_t float_of(int x) {
  return std::bit_cast<uint32_t>(static_cast<float>(x));
}
inline uint16_t bfloat_of(int x) {
  return static_cast<uint16_t>(float_of(x) >> 16);
}

/// Elements of A, B and C: different ones beside each other.
inline int value_a(int m, int k) { return (m * 5 + k * 3) % 11 - 5; }
inline int value_b(int k, int n) { return (k * 7 + n * 2) % 9 - 4; }
inline int value_c(int m, int n) { return m - 2 * n; }

/// "{%r10, %r11}" for count registers from %r{first}.
inline std::string group(const char* prefix, int first, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i)
    text += (i ? ", %" : "%") + std::string(prefix) + std::to_string(first + i);
  return text + "}";
}

/// Each lane loads `count` words from out + 4 * (at + lane * count).
inline std::string words(bool load, int first, int count, int at) {
  std::string text = "mul.lo.u32 %r2, %r1, " + std::to_string(4 * count) +
                     ";\ncvt.u64.u32 %rd2, %r2;\nadd.s64 %rd3, %rd1, %rd2;\n";
  for (int i = 0; i < count; ++i) {
    const std::string place = "[%rd3+" + std::to_string(4 * (at + i)) + "]";
    const std::string reg = "%q" + std::to_string(first + i);
    text += load ? "ld.global.b32 " + reg + ", " + place + ";\n"
                 : "st.global.b32 " + place + ", " + reg + ";\n";
  }
  return text;
}
