// SPDX-License-Identifier: MIT
// Runs one instruction on one warp, without a program or a machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "simt/ops/table.h"

namespace ops_help {

template <class T>
using Warp = std::array<T, simt::kWarpSize>;

/// "add.s32" with that many register operands; `pair`: the first is d|p.
inline simt::ptx::Instruction instruction(const std::string& mnemonic,
                                          int operands, bool pair = false) {
  simt::ptx::Instruction made;
  size_t begin = 0;
  while (begin <= mnemonic.size()) {
    const size_t end = std::min(mnemonic.find('.', begin), mnemonic.size());
    const std::string word = mnemonic.substr(begin, end - begin);
    if (begin == 0) made.opcode = word;
    if (begin != 0) made.modifiers.push_back(word);
    begin = end + 1;
  }
  simt::ptx::Operand reg;
  reg.kind = simt::ptx::Operand::Kind::kRegister;
  made.operands.assign(operands, reg);
  if (pair) {
    made.operands[0].kind = simt::ptx::Operand::Kind::kPair;
    made.operands[0].parts = {reg, reg};
  }
  return made;
}

/// Byte offset of the i-th of a frame's registers.
constexpr uint32_t row_of(size_t i) {
  return simt::ops::kFirstRegister + 256u * static_cast<uint32_t>(i);
}
/// A frame with the reserved rows and six registers.
struct Frame {
  alignas(64) std::array<std::byte, row_of(6)> bytes{};
};

/// d = mnemonic(sources...), a predicate being one mask. D of an inactive
/// lane stays as `before`.
template <class D, class... S>
D run(const std::string& mnemonic, D before, simt::LaneMask mask,
      const S&... sources) {
  const auto made = instruction(mnemonic, 1 + sizeof...(S));
  const simt::ops::Form form = simt::ops::read_form(made);
  const simt::ops::Op* op = simt::ops::find_op(made, form);
  if (op == nullptr) throw std::runtime_error("no row for " + mnemonic);
  Frame frame;
  simt::ops::Context context;
  context.pool[0] = frame.bytes.data();
  simt::ops::Inst inst;
  inst.form = &form;
  simt::ops::Ref* refs[] = {&inst.d, &inst.a, &inst.b, &inst.c, &inst.e};
  size_t next = 0;
  const auto put = [&](const auto& value) {
    *refs[next] = simt::ops::make_ref(0, row_of(next));
    std::memcpy(&frame.bytes[row_of(next)], &value, sizeof value);
    const size_t lane = sizeof value / simt::kWarpSize;
    if (next == 0) inst.d_bytes = static_cast<uint8_t>(lane);
    if (next == 1) inst.bytes = static_cast<uint8_t>(lane);
    ++next;
  };
  put(before);
  (put(sources), ...);
  op->select(form)(context, inst, mask);
  D result;
  std::memcpy(&result, &frame.bytes[row_of(0)], sizeof result);
  return result;
}

/// All lanes alike: the result of lane 0.
template <class D, class... S>
D one(const std::string& mnemonic, S... sources) {
  const auto fill = [](auto x) {
    Warp<decltype(x)> warp;
    warp.fill(x);
    return warp;
  };
  return run<Warp<D>>(mnemonic, {}, simt::kAllLanes, fill(sources)...)[0];
}

/// splitmix64.
struct Random {
  uint64_t state = 1;
  uint64_t operator()() {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
};

}  // namespace ops_help
