// SPDX-License-Identifier: MIT
// wgmma.mma_async beside a GPU: exact products of every form, where a matrix
// descriptor finds its elements, and how sums are rounded. Prints a hash of
// what it got; runs with either runtime, on an H100 or H200.
//   warpgroup          the lines that tests/recorded/warpgroup.txt holds
//   warpgroup FILE     and each place and sum, not only their hash, to FILE
//   warpgroup --compare RECORDED    compares with such lines
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <random>

#include "warpgroup.h"

namespace warpgroup {
namespace {

uint64_t hash(const Words& words) {
  uint64_t h = 0xcbf29ce484222325u;
  for (const uint32_t word : words) h = (h ^ word) * 0x100000001b3u;
  return h;
}

std::ofstream details;  // FILE

std::ifstream recorded;  // RECORDED
int differing = 0;

/// A line of the output, or a comparison with the next recorded one.
void print(const std::string& name, const Words& words) {
  char hashed[17];
  std::snprintf(hashed, sizeof(hashed), "%016llx",
                static_cast<unsigned long long>(hash(words)));
  const std::string line = name + ": " + hashed;
  if (recorded.is_open()) {
    std::string other;
    while (std::getline(recorded, other) && other[0] == '#') {
    }
    if (other == line) return;
    ++differing;
    std::printf("has  %s\nnot  %s\n", line.c_str(), other.c_str());
    return;
  }
  std::printf("%s\n", line.c_str());
  if (!details.is_open()) return;
  details << name << ":" << std::hex;
  for (const uint32_t word : words) details << " " << word;
  details << "\n";
}

// --- exact products ---------------------------------------------------------

uint32_t whole_sum(const Entry& f, double sum) {
  if (f.d != "s32") return encode(f.d, sum == 0 ? 0 : sum);
  auto exact = static_cast<int64_t>(sum);
  using Limits = std::numeric_limits<int32_t>;
  if (f.satfinite && exact > Limits::max()) exact = Limits::max();
  if (f.satfinite && exact < Limits::min()) exact = Limits::min();
  return static_cast<uint32_t>(exact);
}

/// One product; false: it is not what it should be.
bool product(const Entry& f, uint32_t seed, bool scale_d) {
  std::mt19937 random(seed);
  const Factor a = draw_factor(random, f.a, 64, f.k);
  const Factor b = draw_factor(random, f.b, f.n, f.k);
  const std::vector<double> of_a = numbers(a, f.k), of_b = numbers(b, f.k);
  const uint32_t rows = static_cast<uint32_t>(f.n);
  // A's parts lie side by side, those of B do not.
  const Descriptor da{0, f.trans_a ? 128u : 1024u, f.trans_a ? 256u : 128u};
  const Descriptor db{2048, f.trans_b ? rows * 16 : 128u,
                      f.trans_b ? 128u : 256u};
  Image image(2048 + rows * 32);
  place(image, a, da, f.trans_a);
  place(image, b, db, f.trans_b);
  Words c(128 * f.registers), want = c;
  for (int m = 0; m < 64; ++m) {
    for (int n = 0; n < f.n; ++n) {
      double start = static_cast<double>(random() % 33) - 16;
      if (f.d == "s32")
        start = static_cast<int32_t>(m % 4 == 0   ? 0x7fffffffu - random() % 999
                                     : m % 4 == 1 ? 0x80000000u + random() % 999
                                                  : random());
      put_sum(f, c, m, n, encode(f.d, start));
      double sum = 0;
      for (int k = 0; k < f.k; ++k)
        sum += of_a[m * f.k + k] * of_b[n * f.k + k];
      if (f.negative_a != f.negative_b) sum = -sum;
      put_sum(f, want, m, n, whole_sum(f, scale_d ? start + sum : sum));
    }
  }
  if (!scale_d) c.assign(c.size(), 0x7fff7fffu);  // NaN: not looked at
  const Words d = launch(f, image, fragments(a), da, db, c, scale_d ? 1 : 0);
  size_t wrong = 0;
  for (size_t i = 0; i < d.size(); ++i) wrong += d[i] != want[i] ? 1 : 0;
  print("product " + f.name + (scale_d ? "" : " alone"), d);
  if (wrong != 0)
    std::printf("  %zu of %zu are not as worked out\n", wrong, d.size());
  return wrong == 0;
}

bool all_products() {
  bool right = true;
  uint32_t seed = 1;
  for (const Entry& f : kForms) {
    right &= product(f, seed++, true);
    if (f.n <= 64) right &= product(f, seed++, false);
  }
  return right;
}

// --- where a descriptor finds its elements ----------------------------------

constexpr uint32_t kProbed = 65536;  // bytes of shared memory
constexpr Descriptor kUnit{kProbed, 128, 256};

/// Each element of the probed memory holds digits of its own number.
const Image& numbered(const std::string& type, int digit, int base_bits) {
  static std::map<std::pair<std::string, int>, Image> made;
  Image& image = made[{type, digit}];
  if (!image.empty()) return image;
  image.resize(kProbed + 4096);
  const uint32_t size = static_cast<uint32_t>(bits_of(type)) / 8;
  for (uint32_t i = 0; i < kProbed / size; ++i) {
    const uint32_t value = i >> digit * base_bits & ((1u << base_bits) - 1);
    const uint32_t word = encode(type, value);
    std::memcpy(&image[i * size], &word, size);
  }
  return image;
}

/// For each (row, k) of a factor that `at` describes: the byte where it lies.
/// Once the other factor is the unit matrix, the sums are its elements.
Words places(bool of_a, const std::string& type, bool trans, uint32_t n,
             const Descriptor& at) {
  const std::string d = type == "s8" ? "s32" : "f32";
  const int k = type == "tf32" ? 8 : type == "f16" ? 16 : 32;
  const Entry& f =
      form("m64n" + std::to_string(of_a ? k : static_cast<int>(n)) + "k" +
           std::to_string(k) + "." + d + "." + type + "." + type +
           (of_a ? "" : ".registers") +
           (trans ? of_a ? ".trans_a" : ".trans_b" : ""));
  Factor unit(type, of_a ? k : 64);
  for (int i = 0; i < k; ++i) unit.put(i, i, encode(type, 1));
  const int rows = of_a ? 64 : f.n, base_bits = type == "s8" ? 6 : 7;
  Words found(rows * k);
  for (int digit = 0; digit * base_bits < 16; ++digit) {
    Image image = numbered(type, digit, base_bits);
    if (of_a) place(image, unit, kUnit, false);
    const Words c(128 * f.registers);
    const Words sums =
        launch(f, image, fragments(Factor(of_a ? Factor(type, 64) : unit)),
               of_a ? at : Descriptor{}, of_a ? kUnit : at, c, 0);
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < k; ++i) {
        const uint32_t sum =
            of_a ? get_sum(f, sums, row, i) : get_sum(f, sums, i, row);
        found[row * k + i] |= static_cast<uint32_t>(decode(f.d, sum))
                              << digit * base_bits;
      }
    }
  }
  for (uint32_t& place : found) place *= bits_of(type) / 8;
  return found;
}

struct Probe {
  Descriptor at;
  uint32_t n;
};

std::vector<Probe> probes(bool trans) {
  std::vector<Probe> all;
  const uint32_t span[] = {0, 1024, 512, 256};  // by swizzle: of a pattern
  for (const uint32_t swizzle : {0u, 1u, 2u, 3u}) {
    const auto add = [&](uint32_t start, uint32_t leading, uint32_t stride,
                         uint32_t base = 0, uint32_t n = 64) {
      all.push_back({{start, leading, stride, base, swizzle}, n});
    };
    if (swizzle == 0) {
      add(0, 128, 256);
      add(0, 1024, 128);
      add(4096, 128, 4096);
      add(2048, 4096, 144);
      add(16, 48, 272);
      add(0, 0, 256);
      add(0, 128, 0);
      add(0, 128, 256, 3);
      add(0, 128, 256, 0, 256);
      continue;
    }
    const uint32_t whole = span[swizzle];
    add(0, 0, whole);
    add(0, 16, whole);
    add(0, 4096, whole);
    add(8192, 2048, 2 * whole);
    add(0, 8192, 4096);
    add(0, 2048, 1024 + 128);
    add(0, 4096, whole, 0, trans ? 256 : 64);
    for (const uint32_t start : {16u, 32u, 64u, 96u, 128u, 256u, 384u, 512u})
      add(start, 4096, 1024);
    for (const uint32_t base : {1u, 2u, 4u, 7u}) {
      add(0, 4096, 1024, base);
      add(128 * base, 4096, 1024, base);
    }
  }
  return all;
}

void all_places() {
  const auto look = [&](bool of_a, const std::string& type, bool trans) {
    for (const Probe& probe : probes(trans)) {
      if (probe.n == 256 && (of_a || type != "f16")) continue;
      const Descriptor& at = probe.at;
      const std::string name =
          std::string("places ") + (of_a ? "a " : "b ") + type +
          (trans ? " mn" : " k") + " swizzle " + std::to_string(at.swizzle) +
          " start " + std::to_string(at.start) + " leading " +
          std::to_string(at.leading) + " stride " + std::to_string(at.stride) +
          " base " + std::to_string(at.base) + " n " + std::to_string(probe.n);
      print(name, places(of_a, type, trans, probe.n, at));
    }
  };
  for (const bool of_a : {true, false}) {
    look(of_a, "f16", false);
    look(of_a, "f16", true);
    look(of_a, "tf32", false);
    look(of_a, "s8", false);
  }
}

// --- how sums are rounded ---------------------------------------------------

enum class Numbers {
  kNear,
  kWide,
  kFar,
  kCancel,
  kTiny,
  kHuge,
  kVanish,
  kSteps,
  kSpecial
};
constexpr const char* kNames[] = {"near", "wide",   "far",   "cancel", "tiny",
                                  "huge", "vanish", "steps", "special"};

/// Exponents that numbers of a type reach.
struct Reach {
  int low, high;  // far
  int tiny, tiny_end;
};
Reach reach_of(const std::string& type) {
  if (type == "f16") return {-12, 8, -14, -7};
  if (type == "e4m3") return {-6, 6, -8, -5};
  if (type == "e5m2") return {-14, 12, -15, -7};
  return {-24, 24, -75, -64};
}

double draw(std::mt19937& random, Numbers numbers, const std::string& type) {
  const double unit = static_cast<double>(random()) / 4294967296.0;  // [0, 1)
  const double sign = random() % 2 == 0 ? 1 : -1;
  const uint32_t r = random();
  const Reach reach = reach_of(type);
  const auto power = [&](int low, int high) {
    const int e = low + static_cast<int>(r % static_cast<uint32_t>(high - low));
    return sign * std::ldexp(1 + unit, e);
  };
  switch (numbers) {
    case Numbers::kWide:
      return power(-6, 7);
    case Numbers::kFar:
      return power(reach.low, reach.high);
    case Numbers::kHuge:  // sums overflow f32
      return power(60, 67);
    case Numbers::kVanish:  // sums are less than the smallest f32
      return power(-80, -72);
    case Numbers::kTiny:
      return power(reach.tiny, reach.tiny_end);
    default:
      return sign * (0.5 + unit);
  }
}

/// Elements that follow rules of their own.
double special(std::mt19937& random) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const double all[] = {0,      -0.0,   1,       -1,      448,  -448,  30000,
                        -57344, 0x1p-9, -0x1p-9, 0x1p-16, kInf, -kInf, kNan};
  const uint32_t r = random() % 96;
  return r < std::size(all) ? all[r] : r % 3 == 0 ? -0.0 : 0;
}

/// Element k of row `row`; the rows of A or the columns of B.
double element(std::mt19937& random, Numbers numbers, const std::string& type,
               bool of_a, int row, int k) {
  if (numbers == Numbers::kSpecial) return special(random);
  if (numbers != Numbers::kSteps) return draw(random, numbers, type);
  // One product of 1; the others are all of one power of two, and less.
  if (k == row % 4 * 2) return 1;
  const double odd = row % 3 == 0 ? 1 : row % 3 == 1 ? 1.25 : -1.75;
  return odd * std::ldexp(1, of_a ? -(row / 4) : -2 * row);
}

void sums(const std::string& name, Numbers numbers, int c_power,
          uint32_t seed) {
  const Entry& f = form(name);
  std::mt19937 random(seed);
  Factor a(f.a, 64), b(f.b, f.n);
  for (int m = 0; m < 64; ++m)
    for (int k = 0; k < f.k; ++k)
      a.put(m, k, encode(f.a, element(random, numbers, f.a, true, m, k)));
  for (int n = 0; n < f.n; ++n)
    for (int k = 0; k < f.k; ++k)
      b.put(n, k, encode(f.b, element(random, numbers, f.b, false, n, k)));
  if (numbers == Numbers::kCancel) {  // all but one pair cancel
    for (int m = 0; m < 64; ++m)
      for (int k = 0; k + 1 < f.k - 2; k += 2)
        a.put(m, k + 1, a.at(m, k) ^ 1u << (bits_of(f.a) - 1));
    for (int n = 0; n < f.n; ++n)
      for (int k = 0; k + 1 < f.k; k += 2) b.put(n, k + 1, b.at(n, k));
  }
  Words c(128 * f.registers);
  for (int m = 0; m < 64; ++m)
    for (int n = 0; n < f.n; ++n)
      put_sum(f, c, m, n,
              encode(f.d, numbers == Numbers::kSpecial ? special(random)
                          : c_power == -999
                              ? 0
                              : std::ldexp(draw(random, Numbers::kNear, f.a),
                                           c_power)));
  const Descriptor da{0, 1024, 128}, db{2048, 128, 256};
  Image image(2048 + f.n * 32);
  place(image, a, da, false);
  place(image, b, db, false);
  const Words d = launch(f, image, fragments(a), da, db, c, 1);
  Words out;
  for (int m = 0; m < 64; ++m)
    for (int n = 0; n < f.n; ++n) out.push_back(get_sum(f, d, m, n));
  print("sums " + f.name + " " + kNames[static_cast<int>(numbers)] + " c " +
            std::to_string(c_power),
        out);
}

void all_sums() {
  uint32_t seed = 1000;
  for (const char* types :
       {"k16.f32.f16.f16", "k16.f16.f16.f16", "k16.f32.bf16.bf16",
        "k8.f32.tf32.tf32", "k32.f32.e4m3.e4m3", "k32.f16.e4m3.e4m3",
        "k32.f32.e5m2.e5m2", "k32.f16.e5m2.e5m2"}) {
    const std::string name = std::string("m64n8") + types;
    const Reach reach = reach_of(form(name).a);
    sums(name, Numbers::kNear, -999, seed++);
    sums(name, Numbers::kNear, 2, seed++);
    sums(name, Numbers::kWide, 3, seed++);
    sums(name, Numbers::kFar, -999, seed++);
    sums(name, Numbers::kFar, 2, seed++);
    sums(name, Numbers::kCancel, -999, seed++);
    sums(name, Numbers::kCancel, 10, seed++);
    sums(name, Numbers::kTiny, -999, seed++);
    sums(name, Numbers::kTiny, std::max(2 * reach.tiny + 4, -140), seed++);
    sums(name, Numbers::kSteps, -999, seed++);
    sums(name, Numbers::kSteps, 0, seed++);
    sums(name, Numbers::kSpecial, 0, seed++);
  }
  for (const Numbers numbers : {Numbers::kHuge, Numbers::kVanish})
    for (const char* name : {"m64n8k16.f32.bf16.bf16", "m64n8k8.f32.tf32.tf32"})
      sums(name, numbers, -999, seed++);
}

}  // namespace
}  // namespace warpgroup

int main(int argc, char** argv) {
  using namespace warpgroup;
  if (argc == 2) details.open(argv[1]);
  if (argc == 3) recorded.open(argv[2]);
  const bool right = all_products();
  all_places();
  all_sums();
  std::string rest;
  if (argc == 3 && (!recorded || std::getline(recorded, rest))) ++differing;
  return right && differing == 0 ? 0 : 1;
}
