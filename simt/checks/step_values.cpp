// SPDX-License-Identifier: MIT
// Numbers of 16 bits are written as the float that they are.
#include "simt/checks/step_values.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace simt::checks {
namespace {

using ptx::Type;

/// A number of 16 bits, `kExponent` of them its exponent's.
template <int kExponent>
float small_number(uint16_t bits) {
  constexpr int kFraction = 15 - kExponent;
  constexpr int kAll = (1 << kExponent) - 1, kBias = kAll / 2;
  const int exponent = bits >> kFraction & kAll;
  const int fraction = bits & ((1 << kFraction) - 1);
  const bool normal = exponent != 0;
  const auto digits =
      static_cast<float>(fraction + (normal ? 1 << kFraction : 0));
  float value = std::ldexp(digits, (normal ? exponent : 1) - kBias - kFraction);
  if (exponent == kAll) value = fraction == 0 ? INFINITY : NAN;
  return (bits & 0x8000) != 0 ? -value : value;
}

template <class T>
T number(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// As many digits as name it among all numbers of its type.
template <class T>
std::string shortest(T value) {
  if (std::isnan(value)) return "nan";  // of either sign
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// The type of a register for numbers that bits of this one come from or go to.
Type type_of_register(const ptx::Function& function, int index) {
  for (const ptx::Instruction& in : function.body) {
    if (in.operands.size() != 2 || in.modifiers.size() != 1) continue;
    const Type bits = ptx::type_from(in.modifiers[0]);
    if (bits != Type::kB32 && bits != Type::kB64) continue;
    for (const size_t own : {size_t{0}, size_t{1}}) {
      const ptx::Operand& operand = in.operands[own];
      const ptx::Operand& other = in.operands[1 - own];
      if (operand.kind != ptx::Operand::Kind::kRegister ||
          operand.index != index || other.kind != ptx::Operand::Kind::kRegister)
        continue;
      const Type type = function.registers[size_t(other.index)].type;
      if (type == Type::kF32 || type == Type::kF64) return type;
    }
  }
  return Type::kNone;
}

}  // namespace

std::string value_text(Type type, const std::byte* bytes, size_t count) {
  switch (type) {
    case Type::kF32:
      return shortest(number<float>(bytes));
    case Type::kF64:
      return shortest(number<double>(bytes));
    case Type::kF16:
      return shortest(small_number<5>(number<uint16_t>(bytes)));
    case Type::kBf16:
      return shortest(small_number<8>(number<uint16_t>(bytes)));
    case Type::kF16x2:
      return value_text(Type::kF16, bytes, 2) + "," +
             value_text(Type::kF16, bytes + 2, 2);
    case Type::kBf16x2:
      return value_text(Type::kBf16, bytes, 2) + "," +
             value_text(Type::kBf16, bytes + 2, 2);
    case Type::kS8:
      return std::to_string(number<int8_t>(bytes));
    case Type::kS16:
      return std::to_string(number<int16_t>(bytes));
    case Type::kS32:
      return std::to_string(number<int32_t>(bytes));
    case Type::kS64:
      return std::to_string(number<int64_t>(bytes));
    default:
      break;
  }
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, count < sizeof bits ? count : sizeof bits);
  return std::to_string(bits);
}

std::vector<std::string> value_texts(Type type, const Stored& rows,
                                     LaneMask lanes) {
  std::vector<std::string> texts;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(left));
    for (size_t e = 0; e < rows.count; ++e)
      texts.push_back(
          value_text(type, rows.row[e] + lane * rows.stride, rows.bytes));
  }
  return texts;
}

Type moved_type(const program::Kernel& kernel, uint32_t pc) {
  const ops::Form* const form = kernel.code[pc].form;
  const program::InstInfo& info = kernel.info[pc];
  if (form == nullptr) return Type::kNone;
  const bool bits = form->type == Type::kB32 || form->type == Type::kU32 ||
                    form->type == Type::kB64;
  if (!bits || info.source == nullptr) return form->type;
  const ptx::Function* const function = kernel.functions[info.function].source;
  for (const ptx::Operand& operand : info.source->operands) {
    const bool pair = operand.kind == ptx::Operand::Kind::kPair;
    const ptx::Operand& one = pair ? operand.parts[0] : operand;
    if (one.kind != ptx::Operand::Kind::kRegister) continue;
    const Type type = type_of_register(*function, one.index);
    if (type != Type::kNone) return type;
  }
  return form->type;
}

}  // namespace simt::checks
