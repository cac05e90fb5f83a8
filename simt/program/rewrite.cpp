// SPDX-License-Identifier: MIT
// What PTX writes as something else than it is.
#include <algorithm>

#include "simt/ops/opcodes.h"
#include "simt/program/decode.h"

namespace simt::program {
namespace {

using ops::make_ref;
using ptx::Operand;
using Kind = ptx::Operand::Kind;

}  // namespace

bool is_local(const ptx::Function& f, const Operand& o) {
  return o.kind == Kind::kSymbol && o.variable >= 0 &&
         f.variables[o.variable].space == ptx::Space::kLocal;
}

ptx::Instruction& Decoder::synthesize(const ptx::Instruction& like,
                                      std::string_view opcode) {
  kernel_.synthetic.push_back(like);
  kernel_.synthetic.back().opcode = opcode;
  return kernel_.synthetic.back();
}

// Three things that PTX writes as something else: a clock read as a mov, a
// call parameter as memory, the address of a local array as a constant.
const ptx::Instruction* Decoder::rewrite(Unit& unit,
                                         const ptx::Instruction& source,
                                         ops::Inst& in) {
  const auto& o = source.operands;
  if (source.opcode == ops::opcode::kMove && o.size() == 2) {
    for (const ops::opcode::ClockName& c : ops::opcode::kClockNames) {
      if (o[1].kind != Kind::kSpecial || o[1].name != c.name) continue;
      ptx::Instruction& made = synthesize(source, c.opcode);
      made.operands.pop_back();
      return &made;
    }
    const auto type = source.modifiers.empty()
                          ? ptx::Type::kNone
                          : ptx::type_from(source.modifiers[0]);
    if (is_local(*unit.function, o[1]) && ptx::size_of(type) == 8) {
      ptx::Instruction& made = synthesize(source, ops::opcode::kAdd);
      const int64_t begin = unit.frame.local_offset(o[1].variable);
      Operand offset;
      offset.kind = Kind::kInteger;
      offset.bits = static_cast<uint64_t>(begin + o[1].offset);
      made.operands.push_back(offset);
      made.operands[1].offset = -begin;  // where local memory begins
      made.modifiers = {"s64"};
      return &made;
    }
  }
  const bool load = source.opcode == ops::opcode::kLoad;
  const bool store = source.opcode == ops::opcode::kStore;
  if ((load || store) && o.size() == 2) {
    const Operand& address = o[load ? 1 : 0];
    const FunctionCode::Param* p = address.kind == Kind::kAddress
                                       ? frame_param(unit, address.parts[0])
                                       : nullptr;
    if (p != nullptr) {
      in.a = make_ref(0, p->offset);
      in.target = p->stride;
      in.offset = address.offset;
      ptx::Instruction& made = synthesize(
          source, load ? ops::opcode::kLoadFrame : ops::opcode::kStoreFrame);
      made.operands.erase(made.operands.begin() + (load ? 1 : 0));
      std::erase_if(made.modifiers, [](const std::string& m) {
        return m.starts_with("param");
      });
      return &made;
    }
  }
  return &source;
}

const FunctionCode::Param* Decoder::frame_param(Unit& unit,
                                                const Operand& operand) {
  if (operand.kind != Kind::kSymbol) return nullptr;
  const ptx::Function& f = *unit.function;
  if (operand.variable >= 0) {
    if (f.variables[operand.variable].space != ptx::Space::kParam)
      return nullptr;
    return &unit.frame.variable(operand.variable);
  }
  if (f.entry) return nullptr;
  for (size_t i = 0; i < f.parameters.size(); ++i)
    if (f.parameters[i].name == operand.name) return &unit.frame.parameter(i);
  for (size_t i = 0; i < f.results.size(); ++i)
    if (f.results[i].name == operand.name) return &unit.frame.result(i);
  return nullptr;
}

}  // namespace simt::program
