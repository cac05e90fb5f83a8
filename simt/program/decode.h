// SPDX-License-Identifier: MIT
// Decoding of one kernel, shared by decode.cpp (functions, flow), operands.cpp
// (one instruction) and rewrite.cpp (instructions under another name).
#pragma once

#include <unordered_map>

#include "simt/ops/match.h"
#include "simt/program/layout.h"
#include "simt/program/program.h"

namespace simt::program {

/// Handler of an instruction that has no row: a fault that names it.
ops::Step unsupported(ops::Context& c, const ops::Inst& in, LaneMask mask);

/// True when `operand` names a local array of `function`.
bool is_local(const ptx::Function& function, const ptx::Operand& operand);

class Decoder {
 public:
  Decoder(const ptx::Module& module, const ptx::Function& entry,
          const Linker& linker, Kernel& kernel);
  /// False with `error` when the kernel refers to something unknown.
  bool run(std::string& error);

 private:
  struct Unit {  // one function being decoded
    const ptx::Module* module;
    const ptx::Function* function;
    FrameLayout frame;
    uint32_t base = 0;  // pc of its first instruction
  };

  // decode.cpp: which functions, where they lie, how control flows.
  bool collect();
  int add_function(const ptx::Module* module, const ptx::Function* function);
  void add_called(const Unit& unit);
  void add_pointed_to(const ptx::Module& module);
  void add_shared(const Unit& unit);
  void decode_unit(size_t index);
  void add_targets(const Unit& unit, const ops::Inst& in, const ops::Op& op,
                   std::vector<uint32_t>& to) const;
  void find_unit_flow(size_t index);
  void mark_skipped(const Unit& unit, size_t branch, size_t target);
  const ptx::Function* defined(const Unit& unit, const std::string& name,
                               const ptx::Module** module) const;

  // operands.cpp: one instruction.
  void decode_one(Unit& unit, const ptx::Instruction& source, uint32_t pc);
  bool fill(Unit& unit, const ptx::Instruction& source, const ops::Row& row,
            const ops::Form& form, ops::Inst& in);
  bool fill_slot(Unit& unit, const ops::SyntaxOperand& slot,
                 const ptx::Operand& operand, const ops::Form& form,
                 ops::Inst& in);
  bool fill_vector(Unit& unit, const ops::SyntaxOperand& slot,
                   const ptx::Operand& operand, ptx::Type type, ops::Inst& in);
  bool fill_fragment(Unit& unit, const ptx::Operand& operand, ptx::Type type);
  bool fill_texture(Unit& unit, const ptx::Operand& operand, char name,
                    ops::Inst& in);
  bool fill_address(Unit& unit, const ptx::Operand& operand, char name,
                    ops::Inst& in);
  static ops::Ref local_base(const Unit& unit, const ptx::Operand& operand,
                             int64_t& offset);
  ops::Ref value(Unit& unit, const ptx::Operand& operand, ptx::Type type);
  bool symbol_value(Unit& unit, const ptx::Operand& operand, uint64_t& value);
  void widths(const Unit& unit, const ptx::Instruction& source,
              const ops::Op& op, const ops::Form& form, ops::Inst& in);
  bool decode_call(Unit& unit, const ptx::Instruction& source, ops::Inst& in);

  // rewrite.cpp: an instruction under another name.
  const ptx::Instruction* rewrite(Unit& unit, const ptx::Instruction& source,
                                  ops::Inst& in);
  const FunctionCode::Param* frame_param(Unit& unit,
                                         const ptx::Operand& operand);
  ptx::Instruction& synthesize(const ptx::Instruction& like,
                               std::string_view opcode);

  const ptx::Module& module_;
  const ptx::Function& entry_;
  const Linker& linker_;
  Kernel& kernel_;
  std::deque<Unit> units_;
  std::unordered_map<const ptx::Function*, int> index_;
  SharedLayout shared_;
  ConstantPool constants_;
  std::string error_;
};

}  // namespace simt::program
