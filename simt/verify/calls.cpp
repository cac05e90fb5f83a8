// SPDX-License-Identifier: MIT
// Calls, and the parameters that they hand over. A parameter is named, never
// pointed to, so its bounds are known before the run.
#include <algorithm>

#include "simt/verify/rules.h"

namespace simt::verify {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// A call's parts, in their order.
struct Call {
  const Operand* results = nullptr;
  const Operand* callee = nullptr;
  const Operand* arguments = nullptr;
  const Operand* prototype = nullptr;
};

Call parts_of(const ptx::Instruction& in) {
  Call call;
  for (const Operand& o : in.operands) {
    const bool list = o.kind == Kind::kList;
    const Operand*& place = !list && call.callee == nullptr ? call.callee
                            : !list                         ? call.prototype
                            : call.callee == nullptr        ? call.results
                                                            : call.arguments;
    if (place != nullptr) refuse("has an operand too many: " + named(o));
    place = &o;
  }
  if (call.callee == nullptr) refuse("names no function");
  return call;
}

/// The .param variable, parameter or result of `f` that is meant, or null.
const ptx::Variable* parameter_of(const ptx::Function& f, const Operand& o) {
  if (o.kind != Kind::kSymbol) return nullptr;
  if (o.variable >= 0) {
    const ptx::Variable& v = f.variables[static_cast<size_t>(o.variable)];
    return v.space == ptx::Space::kParam ? &v : nullptr;
  }
  for (const auto* list : {&f.parameters, &f.results})
    for (const ptx::Variable& v : *list)
      if (v.name == o.name) return &v;
  return nullptr;
}

void check_list(const ptx::Function& f, const Operand* given,
                const std::vector<ptx::Variable>& wanted, const char* what) {
  const size_t count = given == nullptr ? 0 : given->parts.size();
  if (count != wanted.size())
    refuse("has " + std::to_string(count) + " " + what + ", and the function " +
           std::to_string(wanted.size()));
  for (size_t i = 0; i < count; ++i) {
    const ptx::Variable* v = parameter_of(f, given->parts[i]);
    if (v == nullptr) continue;  // no such form: it names itself when run
    if (v->bytes() == wanted[i].bytes()) continue;
    refuse("`" + v->name + "` has " + std::to_string(v->bytes()) +
           " bytes, and `" + wanted[i].name + "` of the function " +
           std::to_string(wanted[i].bytes()));
  }
}

void check_pointer(const ptx::Function& f, const Call& call) {
  const ptx::Register& r = f.registers[static_cast<size_t>(call.callee->index)];
  if (row_bytes(r.type) != 8)
    refuse("`" + r.name + "` cannot hold the address of a function");
  if (call.prototype == nullptr) return;
  for (const ptx::Prototype& p : f.prototypes) {
    if (p.name != call.prototype->name) continue;
    check_list(f, call.results, p.results, "results");
    check_list(f, call.arguments, p.parameters, "arguments");
  }
}

/// True when the parameter belongs to a kernel, so it is no part of a frame.
bool of_kernel(const ptx::Function& f, const Operand& o) {
  return f.entry && o.variable < 0;
}

}  // namespace

void check_call(const ptx::Module& module, const ptx::Function& f,
                const ptx::Instruction& in) {
  const Call call = parts_of(in);
  if (call.callee->kind == Kind::kRegister) return check_pointer(f, call);
  if (call.callee->kind != Kind::kSymbol) refuse("names no function");
  const ptx::Function* callee = module.find_function(call.callee->name);
  if (callee == nullptr) return;  // no such function: named when run
  if (callee->entry) refuse("`" + callee->name + "` is a kernel");
  check_list(f, call.results, callee->results, "results");
  check_list(f, call.arguments, callee->parameters, "arguments");
}

void check_parameter_access(const ptx::Function& f, const ptx::Instruction& in,
                            const ops::Op& op, uint64_t bytes) {
  if (!op.is(ops::Does::kPerLane)) return;
  const bool load = op.is(ops::Does::kReads), store = !load;
  const Operand& address = in.operands[load ? 1 : 0];
  if (address.kind != Kind::kAddress) return;
  const ptx::Variable* v = parameter_of(f, address.parts[0]);
  if (v == nullptr) return;
  if (of_kernel(f, address.parts[0])) {
    if (store) refuse("`" + v->name + "` is a kernel's parameter: only read");
    return;  // bounded when run, with all others of the kernel
  }
  const uint64_t room = slot_bytes(*v);
  const auto offset = static_cast<uint64_t>(address.offset);
  if (bytes <= room && offset <= room - bytes) return;
  refuse("byte " + std::to_string(address.offset) + " to " +
         std::to_string(static_cast<int64_t>(offset + bytes - 1)) +
         " is outside `" + v->name + "`, which has " +
         std::to_string(v->bytes()) + " bytes");
}

}  // namespace simt::verify
