// SPDX-License-Identifier: MIT
// Turns a kernel and everything it calls into flat code.
#include "simt/program/decode.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "simt/ops/opcodes.h"
#include "simt/program/flow.h"
#include "simt/program/footprint.h"
#include "simt/program/independence.h"
#include "simt/program/known_rows.h"
#include "simt/program/names.h"

namespace simt::program {
namespace {

Builtin builtin_named(std::string_view name) {
  static constexpr std::pair<std::string_view, Builtin> kNames[] = {
      {"vprintf", Builtin::kPrintf},
      {"__assertfail", Builtin::kAssertFail},
      {"malloc", Builtin::kMalloc},
      {"free", Builtin::kFree},
      {"cudaGraphSetConditional", Builtin::kSetCondition},
      {"__cudaCDP2GetParameterBufferV2", Builtin::kLaunchMemory},
      {"__cudaCDP2LaunchDeviceV2", Builtin::kLaunch},
      {"__cudaCDP2GetLastError", Builtin::kLastLaunchError},
      {"__cudaCDP2PeekAtLastError", Builtin::kLaunchError},
  };
  for (const auto& [known, builtin] : kNames) {
    if (known == name) return builtin;
  }
  return Builtin::kNone;
}

using ops::Does;
using ptx::Operand;

constexpr size_t kMostConstants = size_t{1} << 30;  // bytes

template <class Visit>
void each_operand(const Operand& operand, const Visit& visit) {
  visit(operand);
  for (const Operand& part : operand.parts) each_operand(part, visit);
}

bool is_indirect_call(const ptx::Instruction& in) {
  if (!in.calls()) return false;
  for (const Operand& o : in.operands) {
    if (o.kind == Operand::Kind::kList) continue;
    return o.kind == Operand::Kind::kRegister;
  }
  return false;
}

/// Does `in` read what another thread may change meanwhile?
bool polls(const ops::Inst& in, const InstInfo& info) {
  if (info.op == nullptr || in.form == nullptr) return false;
  return info.op->event == ops::Event::kAtomic ||
         (info.op->is_all(ops::Does::kReads | ops::Does::kPerLane) &&
          in.form->order != MemoryOrder::kWeak);
}

}  // namespace

ops::Step unsupported(ops::Context& c, const ops::Inst&, LaneMask mask) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = mask;
  return ops::Step::kFault;
}

Decoder::Decoder(const ptx::Module& module, const ptx::Function& entry,
                 const Linker& linker, Kernel& kernel)
    : module_(module), entry_(entry), linker_(linker), kernel_(kernel) {}

const ptx::Function* Decoder::defined(const Unit& unit, const std::string& name,
                                      const ptx::Module** module) const {
  *module = unit.module;
  const ptx::Function* found = unit.module->find_function(name);
  if (found != nullptr && !found->external) return found;
  return linker_.function ? linker_.function(name, module) : nullptr;
}

int Decoder::add_function(const ptx::Module* module,
                          const ptx::Function* function) {
  const auto [place, fresh] =
      index_.try_emplace(function, static_cast<int>(units_.size()));
  if (fresh) units_.push_back({module, function, FrameLayout(*function)});
  return place->second;
}

void Decoder::add_called(const Unit& unit) {
  bool indirect = false;
  for (const ptx::Instruction& in : unit.function->body) {
    if (!in.calls()) continue;
    indirect |= is_indirect_call(in);
    for (const Operand& o : in.operands) {
      if (o.kind != Operand::Kind::kSymbol) continue;
      const ptx::Module* where = nullptr;
      const ptx::Function* callee = defined(unit, o.name, &where);
      if (callee != nullptr && !callee->entry) add_function(where, callee);
      break;
    }
  }
  if (!indirect) return;
  add_pointed_to(*unit.module);
  for (const ptx::Module* other : linker_.modules) add_pointed_to(*other);
}

// A function pointer may name any function of any module.
void Decoder::add_pointed_to(const ptx::Module& module) {
  for (const ptx::Function& f : module.functions)
    if (!f.entry && !f.external) add_function(&module, &f);
}

void Decoder::add_shared(const Unit& unit) {
  for (const ptx::Variable& v : unit.function->variables)
    if (v.space == ptx::Space::kShared) shared_.add(v, &v);
  for (const ptx::Instruction& in : unit.function->body) {
    for (const Operand& operand : in.operands) {
      each_operand(operand, [&](const Operand& o) {
        if (o.kind != Operand::Kind::kSymbol || o.variable >= 0) return;
        const ptx::Variable* v = unit.module->find_variable(o.name);
        if (v != nullptr && v->space == ptx::Space::kShared) shared_.add(*v, v);
      });
    }
  }
}

bool Decoder::collect() {
  add_function(&module_, &entry_);
  for (size_t i = 0; i < units_.size(); ++i) add_called(units_[i]);
  uint32_t pc = 0;
  for (Unit& unit : units_) {
    add_shared(unit);
    unit.base = pc;
    pc += static_cast<uint32_t>(unit.function->body.size()) + 1;
  }
  shared_.finish();
  kernel_.code.resize(pc);
  kernel_.info.resize(pc);
  return true;
}

void Decoder::decode_unit(size_t index) {
  Unit& unit = units_[index];
  const auto& body = unit.function->body;
  for (size_t i = 0; i < body.size(); ++i) {
    const auto pc = static_cast<uint32_t>(unit.base + i);
    kernel_.info[pc].function = static_cast<uint32_t>(index);
    find_lines(*unit.module, body[i].location, kernel_.info[pc]);
    decode_one(unit, body[i], pc);
  }
  // Falling off the end returns.
  const auto end = static_cast<uint32_t>(unit.base + body.size());
  kernel_.info[end].function = static_cast<uint32_t>(index);
  ptx::Instruction last;
  last.opcode = ops::opcode::kReturn;
  kernel_.synthetic.push_back(last);
  decode_one(unit, kernel_.synthetic.back(), end);
}

bool Decoder::decode_call(Unit& unit, const ptx::Instruction& source,
                          ops::Inst& in) {
  CallSite site;
  const Operand* callee = nullptr;
  std::vector<FunctionCode::Param>* into = &site.results;
  for (const Operand& o : source.operands) {
    if (o.kind == Operand::Kind::kList) {
      if (callee != nullptr) into = &site.arguments;
      for (const Operand& part : o.parts) {
        const FunctionCode::Param* p = frame_param(unit, part);
        if (p == nullptr) return false;
        into->push_back(*p);
      }
    } else if (callee == nullptr) {
      callee = &o;
    }
  }
  if (callee == nullptr) return false;
  if (callee->kind == Operand::Kind::kRegister) {
    site.pointer = unit.frame.reg(callee->index);
  } else {
    const std::string& name = callee->name;
    site.builtin = builtin_named(name);
    const ptx::Module* where = nullptr;
    const ptx::Function* f = defined(unit, name, &where);
    if (f != nullptr && f->entry) return false;
    if (f != nullptr) site.builtin = Builtin::kNone;
    if (f == nullptr && site.builtin == Builtin::kNone) return false;
    if (f != nullptr) site.function = index_.at(f);
  }
  in.target = static_cast<uint32_t>(kernel_.calls.size());
  kernel_.calls.push_back(std::move(site));
  return true;
}

/// Where a branch of this unit may go, counted from the unit's begin.
void Decoder::add_targets(const Unit& unit, const ops::Inst& in,
                          const ops::Op& op, std::vector<uint32_t>& to) const {
  if (!op.is(Does::kManyTargets)) {
    to.push_back(in.target - unit.base);
    return;
  }
  for (uint32_t t = 0; t < in.target; ++t)
    to.push_back(kernel_.lists[in.list + t] - unit.base);
}

void Decoder::find_unit_flow(size_t index) {
  const Unit& unit = units_[index];
  const size_t n = unit.function->body.size() + 1;
  std::vector<std::vector<uint32_t>> successors(n);
  std::vector<uint8_t> falls(n, 1), leaders(n, 0);
  std::vector<End> ends(n, End::kNone);
  const bool entry = unit.function->entry;
  for (size_t i = 0; i < n; ++i) {
    const auto& in = kernel_.code[unit.base + i];
    const auto* source = kernel_.info[unit.base + i].source;
    const bool guarded = in.guard != ops::kNoRef;
    if (source->calls() && i + 1 < n) leaders[i + 1] = 1;
    const ops::Op* op = kernel_.info[unit.base + i].op;
    if (op == nullptr) continue;
    if (op->is(Does::kBranches)) {
      add_targets(unit, in, *op, successors[i]);
      falls[i] = guarded;
    } else if (op->is(Does::kReturns | Does::kEnds)) {
      falls[i] = guarded;
      const bool returns = op->is(Does::kReturns) && !entry;
      ends[i] = returns ? End::kReturn : End::kExit;
    }
  }
  const Flow flow = find_flow(successors, falls, ends, leaders);
  for (size_t i = 0; i < n; ++i) {
    auto& in = kernel_.code[unit.base + i];
    kernel_.info[unit.base + i].rank = flow.rank[i];
    if (flow.join[i] != kNoJoin)
      kernel_.info[unit.base + i].join = unit.base + flow.join[i];
    if (flow.leader[i]) in.flags |= ops::kLeader;
    for (uint32_t to : successors[i]) {
      if (flow.rank[to] > flow.rank[i]) continue;
      in.flags |= ops::kBackward;
      for (size_t j = to; j < i; ++j)
        if (polls(kernel_.code[unit.base + j], kernel_.info[unit.base + j]))
          in.flags |= ops::kPolls;
    }
  }
  for (size_t i = 0; i < n; ++i)
    if (falls[i] && successors[i].size() == 1)
      mark_skipped(unit, i, successors[i][0]);
}

/// A branch past a few instructions, an atomic among them, that wait for
/// nothing and have no way out. Compilers make of it instructions with a guard,
/// or let the lanes meet behind them: a tile of cooperative groups that is
/// wider than a warp relies on that where one lane of a warp raises its flag.
void Decoder::mark_skipped(const Unit& unit, size_t branch, size_t target) {
  constexpr size_t kMost = 16;
  if (target <= branch + 1 || target - branch > kMost + 1) return;
  const auto at = [&](size_t i) { return unit.base + i; };
  bool updates = false;
  for (size_t i = branch + 1; i < target; ++i) {
    const auto& in = kernel_.code[at(i)];
    const ops::Op* op = kernel_.info[at(i)].op;
    const bool entered = i > branch + 1 && (in.flags & ops::kLeader) != 0;
    updates = updates || (op && op->event == ops::Event::kAtomic);
    if (entered || (in.flags & ops::kConverge) != 0 || op == nullptr ||
        op->is(Does::kBranches | Does::kCalls | Does::kReturns | Does::kEnds |
               Does::kWaits | Does::kArrives))
      return;
  }
  for (size_t i = branch + 1; updates && i < target; ++i)
    kernel_.info[at(i)].skipped = true;
}

bool Decoder::run(std::string& error) {
  kernel_.symbol = entry_.name;
  kernel_.name = demangle(entry_.name);
  kernel_.target = module_.target;
  for (int n : entry_.maxntid)
    kernel_.maxntid = std::max(kernel_.maxntid, 1) * n;
  for (size_t i = 0; i < entry_.reqnctapercluster.size(); ++i)
    kernel_.cluster[i] = static_cast<uint32_t>(entry_.reqnctapercluster[i]);
  for (uint32_t& n : kernel_.cluster)
    if (kernel_.cluster[0] != 0) n = std::max(n, 1u);
  kernel_.explicit_cluster = entry_.explicitcluster;
  kernel_.max_cluster_blocks = entry_.maxclusterrank;
  kernel_.parameters = entry_parameters(entry_, kernel_.param_bytes);
  collect();
  for (size_t i = 0; i < units_.size(); ++i) decode_unit(i);
  for (size_t i = 0; i < units_.size(); ++i) find_unit_flow(i);
  find_known_rows(kernel_);
  for (Unit& unit : units_) {
    FunctionCode f;
    f.source = unit.function;
    f.module = unit.module;
    f.address = function_address(unit.function->name);
    f.entry_pc = unit.base;
    f.end_pc = unit.base + static_cast<uint32_t>(unit.function->body.size());
    f.frame_bytes = (unit.frame.bytes() + 63) / 64 * 64;
    f.local_bytes = unit.frame.local_bytes();
    f.registers = unit.frame.registers();
    f.local_offsets = unit.frame.local_offsets();
    if (!unit.function->entry) {
      for (size_t i = 0; i < unit.function->parameters.size(); ++i)
        f.parameters.push_back(unit.frame.parameter(i));
      for (size_t i = 0; i < unit.function->results.size(); ++i)
        f.results.push_back(unit.frame.result(i));
    }
    kernel_.uses_local |= f.local_bytes > 0;
    kernel_.functions.push_back(std::move(f));
  }
  kernel_.grows_stack =
      units_.size() > 1 ||
      std::any_of(kernel_.info.begin(), kernel_.info.end(), [](auto& info) {
        return info.op != nullptr && info.op->is(Does::kGrowsStack);
      });
  kernel_.uses_local |= kernel_.grows_stack;
  kernel_.shared = shared_.symbols();
  kernel_.static_shared = static_cast<uint32_t>(shared_.static_bytes());
  if (shared_.static_bytes() > SharedLayout::kMost)
    error_ = "its shared variables take more than 1 MiB";
  // A Ref has thirty bits for a place in the pool.
  if (constants_.bytes() > kMostConstants)
    error_ = "its constants take more than 1 GiB";
  for (const bool wide : {false, true})
    kernel_.shared_rows[wide ? 1 : 0] = constants_.shared_rows(wide);
  kernel_.constants = constants_.take();
  kernel_.flags = has_flags(kernel_);
  kernel_.loops = has_loops(kernel_);
  kernel_.polls = has_polls(kernel_);
  kernel_.independence = independence(kernel_);
  kernel_.adds =
      kernel_.independence == Independence::kAny && only_adds(kernel_);
  if (kernel_.independence != Independence::kNone)
    kernel_.footprint = footprint(kernel_);
  error = error_;
  return error_.empty();
}

std::unique_ptr<Kernel> decode(const ptx::Module& module,
                               const ptx::Function& entry, const Linker& linker,
                               std::string& error) {
  auto kernel = std::make_unique<Kernel>();
  Decoder decoder(module, entry, linker, *kernel);
  if (!decoder.run(error)) return nullptr;
  return kernel;
}

}  // namespace simt::program
