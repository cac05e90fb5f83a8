// SPDX-License-Identifier: MIT
// Makes the patterns: shapes count in elements, so that one shape serves every
// width. Knows nothing of kernels or counters.
#include "tests/patterns/shapes.h"

#include <random>
#include <utility>

namespace patterns {
namespace {

constexpr uint32_t kAllLanes = 0xffffffff;

/// The element that each active lane touches.
struct Shape {
  std::string name;
  std::array<uint32_t, 32> element;
  uint32_t active = kAllLanes;
};
using Shapes = std::vector<Shape>;

template <typename ElementOfLane>
Shape shape(const std::string& name, ElementOfLane element,
            uint32_t active = kAllLanes) {
  Shape made{name, {}, active};
  for (uint32_t lane = 0; lane < 32; ++lane) made.element[lane] = element(lane);
  return made;
}

std::string with(const std::string& name, uint32_t number) {
  return name + " " + std::to_string(number);
}

void add_strides(Shapes& to, const std::vector<uint32_t>& strides) {
  for (const uint32_t step : strides) {
    to.push_back(shape(with("stride", step),
                       [=](uint32_t lane) { return lane * step; }));
  }
}

/// Several lanes at one element, near and far, dense and with gaps.
void add_equal_lanes(Shapes& to) {
  to.push_back(shape("same", [](uint32_t) { return 3; }));
  for (const uint32_t n : {2, 4, 8, 16}) {
    to.push_back(
        shape(with("lane /", n), [=](uint32_t lane) { return lane / n; }));
    to.push_back(
        shape(with("lane %", n), [=](uint32_t lane) { return lane % n; }));
  }
  for (const uint32_t bit : {1, 2, 4, 8, 16}) {
    to.push_back(shape(with("lane without bit", bit),
                       [=](uint32_t lane) { return lane & ~bit; }));
  }
  to.push_back(shape("pairs n^2, dense",
                     [](uint32_t lane) { return lane / 4 * 2 + lane % 2; }));
  for (const uint32_t bit : {1, 2}) {
    const std::string pair = "pairs n^" + std::to_string(bit);
    to.push_back(shape(pair + ", stride 16",
                       [=](uint32_t lane) { return (lane & ~bit) * 16; }));
    to.push_back(shape(pair + ", first half only", [=](uint32_t lane) {
      return lane < 16 ? lane & ~bit : lane;
    }));
    to.push_back(shape(pair + " but one", [=](uint32_t lane) {
      return lane == 21 ? 40 : lane & ~bit;
    }));
  }
}

uint32_t reverse_bits(uint32_t lane) {
  uint32_t reversed = 0;
  for (uint32_t bit = 0; bit < 5; ++bit) {
    reversed |= (lane >> bit & 1) << (4 - bit);
  }
  return reversed;
}

/// Each lane another element of 32 neighbours.
void add_permutations(Shapes& to) {
  to.push_back(shape("reversed", [](uint32_t lane) { return 31 - lane; }));
  to.push_back(shape("bits reversed", reverse_bits));
  to.push_back(shape("rotated", [](uint32_t lane) { return (lane + 1) % 32; }));
  for (const uint32_t mask : {5, 16}) {
    to.push_back(shape(with("lane xor", mask),
                       [=](uint32_t lane) { return lane ^ mask; }));
  }
  to.push_back(
      shape("lane * 11 % 32", [](uint32_t lane) { return lane * 11 % 32; }));
}

/// A tile whose rows are 128 bytes, plus padding, walked by columns.
void add_tiles(Shapes& to, uint32_t width) {
  const uint32_t row = 128 / width;
  to.push_back(shape("column", [=](uint32_t lane) { return lane * row + 3; }));
  to.push_back(shape("padded column",
                     [=](uint32_t lane) { return lane * (row + 1) + 3; }));
  to.push_back(shape("swizzled column", [=](uint32_t lane) {
    return lane * row + ((lane ^ 3) % row);
  }));
  for (const uint32_t bytes : {80, 128, 144}) {
    to.push_back(shape(with("8 rows of", bytes), [=](uint32_t lane) {
      return lane % 8 * (bytes / width) + lane / 8;
    }));
  }
}

/// Elements of 0 .. range - 1, the same for lanes equal but for `merged` bits.
Shape random_shape(const std::string& name, uint32_t range, uint32_t merged,
                   uint64_t seed, uint32_t active = kAllLanes) {
  std::mt19937_64 random(seed);
  std::array<uint32_t, 32> drawn;
  for (uint32_t& element : drawn) element = random() % range;
  return shape(
      name, [&](uint32_t lane) { return drawn[lane & ~merged]; }, active);
}

void add_random(Shapes& to) {
  for (const uint32_t seed : {1, 2, 3, 4, 5, 6}) {
    for (const uint32_t range : {32, 128, 1024}) {
      to.push_back(random_shape(
          with("random of " + std::to_string(range) + ", seed", seed), range, 0,
          seed));
    }
    for (const uint32_t bits : {1, 2, 3, 4}) {
      to.push_back(random_shape(
          with("random, merged bits " + std::to_string(bits) + ", seed", seed),
          256, bits, seed));
    }
    const uint32_t some = static_cast<uint32_t>(std::mt19937_64(seed)());
    to.push_back(random_shape(with("random lanes and elements, seed", seed),
                              256, 0, seed + 10, some));
  }
}

void add_partial(Shapes& to) {
  const auto lane_itself = [](uint32_t lane) { return lane; };
  const struct {
    const char* name;
    uint32_t active;
  } some[] = {{"low half", 0x0000ffff},   {"high half", 0xffff0000},
              {"odd lanes", 0xaaaaaaaa},  {"even lanes", 0x55555555},
              {"lane 0", 0x00000001},     {"lane 31", 0x80000000},
              {"lanes 0..7", 0x000000ff}, {"lanes 4..19", 0x000ffff0},
              {"every 8th", 0x01010101}};
  for (const auto& part : some) {
    to.push_back(shape(part.name, lane_itself, part.active));
  }
  to.push_back(shape(
      "odd lanes, stride 32", [](uint32_t lane) { return lane * 32; },
      0xaaaaaaaa));
  to.push_back(shape(
      "odd lanes, pairs n^2", [](uint32_t lane) { return lane & ~2u; },
      0xaaaaaaaa));
}

/// Neighbours, but the first is not at the start of a sector.
void add_starts(Shapes& to, uint32_t width) {
  for (const uint32_t bytes : {width, 16u, 32 - width, 112u, 128 - width}) {
    const uint32_t first = bytes / width;
    const std::string name = with("from byte", first * width);
    if (!to.empty() && to.back().name == name) continue;
    to.push_back(shape(name, [=](uint32_t lane) { return first + lane; }));
  }
}

Shapes narrow_shapes() {
  Shapes made;
  add_strides(made, {1, 2, 3, 4, 8, 32, 64});
  add_permutations(made);
  made.push_back(shape("same", [](uint32_t) { return 3; }));
  made.push_back(random_shape("random of 1024", 1024, 0, 1));
  add_random(made);
  return made;
}

Shapes shared_shapes(uint32_t width) {
  Shapes made;
  add_strides(made,
              {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33});
  add_equal_lanes(made);
  add_permutations(made);
  add_tiles(made, width);
  add_random(made);
  add_partial(made);
  return made;
}

Shapes global_shapes(uint32_t width) {
  Shapes made;
  add_strides(made, {1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33});
  made.push_back(shape("same", [](uint32_t) { return 3; }));
  made.push_back(shape("lane / 4", [](uint32_t lane) { return lane / 4; }));
  made.push_back(shape("lane % 8", [](uint32_t lane) { return lane % 8; }));
  add_permutations(made);
  add_tiles(made, width);
  add_random(made);
  add_partial(made);
  add_starts(made, width);
  return made;
}

/// Without the shapes that add_equal_lanes() makes, too.
Shapes global_atomic_shapes(uint32_t width) {
  Shapes made;
  for (Shape& one : global_shapes(width)) {
    if (one.name != "same" && one.name != "lane / 4" && one.name != "lane % 8")
      made.push_back(std::move(one));
  }
  add_equal_lanes(made);
  return made;
}

Shapes shapes_of(Space space, Op op, uint32_t width) {
  if (width < 4) return narrow_shapes();
  if (is_global_atomic(space, op)) return global_atomic_shapes(width);
  return space == Space::kShared ? shared_shapes(width) : global_shapes(width);
}

void add(std::vector<Pattern>& all, Space space, Op op, uint32_t width) {
  for (const Shape& one : shapes_of(space, op, width)) {
    Pattern made{one.name, space, op, width, one.active, {}};
    for (uint32_t lane = 0; lane < 32; ++lane) {
      made.offsets[lane] = one.element[lane] * width;
    }
    all.push_back(made);
  }
}

}  // namespace

bool is_global_atomic(Space space, Op op) {
  return space == Space::kGlobal && (op == Op::kAtomic || op == Op::kReduction);
}

const char* name_of(Op op) {
  if (op == Op::kAtomic) return "atom";
  if (op == Op::kReduction) return "red";
  return op == Op::kLoad ? "ld" : "st";
}

std::vector<Pattern> all_patterns() {
  std::vector<Pattern> all;
  for (const Space space : {Space::kShared, Space::kGlobal}) {
    for (const Op op : {Op::kLoad, Op::kStore}) {
      for (const uint32_t width : {1, 2, 4, 8, 16}) {
        add(all, space, op, width);
      }
    }
  }
  add(all, Space::kShared, Op::kAtomic, 4);
  for (const Op op : {Op::kAtomic, Op::kReduction}) {
    for (const uint32_t width : {4, 8}) add(all, Space::kGlobal, op, width);
  }
  return all;
}

}  // namespace patterns
