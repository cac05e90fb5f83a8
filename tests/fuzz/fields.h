// SPDX-License-Identifier: MIT
// Mutation of binary formats by their fields: numbers at known places, with
// the values at which something ends. Knows no format.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "tests/fuzz/dice.h"

namespace fuzz {

/// A number of a format: where it lies and its bytes (1, 2, 4 or 8).
struct Field {
  uint64_t offset = 0;
  int size = 4;
};

/// A little-endian number; 0 when it is not wholly inside.
inline uint64_t number(const std::string& bytes, const Field& field) {
  uint64_t value = 0;
  const auto size = static_cast<uint64_t>(field.size);
  if (field.offset > bytes.size() || size > bytes.size() - field.offset) {
    return 0;
  }
  std::memcpy(&value, bytes.data() + field.offset, size);
  return value;
}

/// Nothing when it is not wholly inside.
inline void set_number(std::string& bytes, const Field& field, uint64_t value) {
  const auto size = static_cast<uint64_t>(field.size);
  if (field.offset > bytes.size() || size > bytes.size() - field.offset) return;
  std::memcpy(bytes.data() + field.offset, &value, size);
}

/// A field at each offset of a structure that lies at `base`.
inline void add_fields(std::vector<Field>& fields, uint64_t base,
                       std::initializer_list<Field> all) {
  for (const Field& field : all) {
    fields.push_back({base + field.offset, field.size});
  }
}

/// Gives one of the fields a value near its own, near the length of the
/// bytes, at an end of its range, that of another field, or any.
inline void mutate_field(std::string& bytes, const std::vector<Field>& fields,
                         Dice& dice) {
  if (fields.empty()) return;
  const Field& field = fields[dice.below(fields.size())];
  const uint64_t now = number(bytes, field);
  const uint64_t other = number(bytes, fields[dice.below(fields.size())]);
  const uint64_t choices[] = {0,
                              1,
                              now + 1,
                              now - 1,
                              now + 8,
                              now * 2,
                              now / 2,
                              other,
                              bytes.size(),
                              bytes.size() - field.offset,
                              bytes.size() + 1,
                              ~uint64_t{0},
                              ~uint64_t{0} << 63,
                              ~uint64_t{0} - now,
                              uint64_t{1} << dice.below(64),
                              dice.next()};
  set_number(bytes, field, dice.of(choices));
}

}  // namespace fuzz
