// SPDX-License-Identifier: MIT
// A register holds something before its variable has got a value: that is not
// shown. Lists of what an instruction means are made once for a launch.
#include "simt/checks/step_locals.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/checks/step_values.h"
#include "simt/ops/inst.h"

namespace simt::checks {
namespace {

using ptx::Type;

/// A type that value_text() writes so.
Type type_of(const dwarf::Part& part) {
  const size_t size = std::bit_width(unsigned{part.bytes}) - 1u;
  constexpr Type kSigned[] = {Type::kS8, Type::kS16, Type::kS32, Type::kS64};
  if (part.kind == dwarf::Kind::kFloat)
    return part.bytes == 4 ? Type::kF32 : Type::kF64;
  return part.kind == dwarf::Kind::kSigned ? kSigned[size] : Type::kNone;
}

/// The registers that the instruction's first operand names.
std::vector<int> written_by(const ptx::Instruction& in) {
  std::vector<int> found;
  if (in.operands.empty()) return found;
  const ptx::Operand& first = in.operands[0];
  if (first.kind == ptx::Operand::Kind::kRegister) found = {first.index};
  const bool several = first.kind == ptx::Operand::Kind::kVector ||
                       first.kind == ptx::Operand::Kind::kPair;
  for (size_t i = 0; several && i < first.parts.size(); ++i)
    if (first.parts[i].kind == ptx::Operand::Kind::kRegister)
      found.push_back(first.parts[i].index);
  return found;
}

/// Bytes of a lane in a row of that register.
size_t row_bytes(const ptx::Register& one) {
  return static_cast<size_t>(std::max(2, ptx::size_of(one.type)));
}

}  // namespace

void StepLocals::begin(const program::Kernel& kernel) {
  told_.clear();
  frames_.clear();
  frame_ = nullptr;
  now_ = kept_ = {};
  stores_.clear();
  if (kernel_ == &kernel) return;
  kernel_ = &kernel;
  variables_.clear();
  names_.clear();
  sites_.clear();
  for (uint32_t f = 0; f < kernel.functions.size(); ++f)
    add_function(kernel, f);
  if (!any()) return;
  sites_.resize(kernel.info.size());
  for (uint32_t pc = 0; pc < sites_.size(); ++pc) {
    find_scope(kernel, pc);
    find_sets(kernel, pc);
  }
}

void StepLocals::add_function(const program::Kernel& kernel, uint32_t index) {
  const program::FunctionCode& code = kernel.functions[index];
  if (code.source == nullptr || code.module == nullptr) return;
  for (auto& one : dwarf::variables_of(*code.module, *code.source)) {
    const size_t first = names_.size();
    for (const dwarf::Part& part : one.parts)
      names_.push_back({variables_.size(), part});
    variables_.push_back({std::move(one), index, first});
  }
}

void StepLocals::find_scope(const program::Kernel& kernel, uint32_t pc) {
  const program::InstInfo& info = kernel.info[pc];
  const auto& code = kernel.functions[info.function];
  const auto here = static_cast<int>(pc - code.entry_pc);
  const bool branches = info.op != nullptr && info.op->is(ops::Does::kBranches);
  auto& scope = sites_[pc].scope;
  for (size_t v = 0; v < variables_.size(); ++v) {
    const Known& known = variables_[v];
    const dwarf::Variable& one = known.variable;
    if (known.function != info.function || here < one.begin || here >= one.end)
      continue;
    // What follows a branch need not be what runs next.
    const int next = branches || here + 1 >= one.end ? here : here + 1;
    InScope in{v};
    for (const dwarf::Place& place : one.places)
      if (place.begin <= next && next < place.end) in.place = &place;
    const std::string& name = one.parts[0].name;
    std::erase_if(scope, [&](const InScope& outer) {
      return variables_[outer.variable].variable.parts[0].name == name;
    });
    scope.push_back(in);
  }
}

void StepLocals::find_sets(const program::Kernel& kernel, uint32_t pc) {
  const program::InstInfo& info = kernel.info[pc];
  if (info.source == nullptr) return;
  const std::vector<int> written = written_by(*info.source);
  for (size_t v = 0; v < variables_.size(); ++v) {
    if (variables_[v].function != info.function) continue;
    const auto& places = variables_[v].variable.places;
    const bool sets = std::any_of(places.begin(), places.end(), [&](auto& one) {
      return one.kind == dwarf::Place::Kind::kRegister &&
             std::find(written.begin(), written.end(), one.index) !=
                 written.end();
    });
    if (sets) sites_[pc].sets.push_back(v);
  }
}

void StepLocals::access(const Access& access) {
  if (!any() || access.kind == AccessKind::kLoad) return;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t from = access.lane_address(lane);
    stores_.push_back({static_cast<uint64_t>(lane), from, from + access.bytes});
  }
}

void StepLocals::note_sets(const Stepped& stepped) {
  const auto& code = kernel_->functions[kernel_->info[stepped.pc].function];
  const bool enters = stepped.pc == code.entry_pc;
  std::vector<uint8_t> inside(variables_.size());
  for (const InScope& one : sites_[stepped.pc].scope) inside[one.variable] = 1;
  const auto parts = [&](size_t v, auto change) {
    for (size_t p = 0; p < variables_[v].variable.parts.size(); ++p)
      change(set_mask(variables_[v].first + p));
  };
  for (size_t v = 0; v < variables_.size(); ++v) {
    const auto& known = variables_[v];
    const auto here = static_cast<int>(stepped.pc - code.entry_pc);
    const bool hidden = known.variable.begin <= here &&
                        here < known.variable.end && inside[v] == 0;
    if (enters || (inside[v] == 0 && !hidden))
      parts(v, [&](LaneMask& set) { set &= ~stepped.came; });
  }
  for (const size_t v : sites_[stepped.pc].sets)
    parts(v, [&](LaneMask& set) { set |= stepped.lanes; });
}

void StepLocals::note_stores(const Stepped& stepped) {
  const auto& function = kernel_->info[stepped.pc].function;
  const auto& code = kernel_->functions[function];
  auto* const frame = stepped.context->pool[0];
  const auto* base =
      reinterpret_cast<const uint64_t*>(frame + ops::kLocalBaseRow);
  for (const auto& [lane, from, to] : stores_) {
    for (size_t n = 0; n < names_.size(); ++n) {
      const Known& known = variables_[names_[n].variable];
      const dwarf::Place& place = known.variable.places[0];
      if (known.function != function ||
          place.kind != dwarf::Place::Kind::kLocal)
        continue;
      const uint64_t at = base[lane] +
                          code.local_offsets[static_cast<size_t>(place.index)] +
                          place.offset + names_[n].part.offset;
      if (from <= at && at < to) set_mask(n) |= LaneMask{1} << lane;
    }
  }
}

std::span<const std::byte> StepLocals::bytes_of(const ops::Context& c,
                                                const Known& known,
                                                const dwarf::Place& place,
                                                size_t lane) const {
  const auto& code = kernel_->functions[known.function];
  const auto index = static_cast<size_t>(place.index);
  if (place.kind == dwarf::Place::Kind::kRegister) {
    const ptx::Register& held = code.source->registers[index];
    const ops::Ref ref = code.registers[index];
    if (ref == ops::kNoRef || held.type == Type::kPred) return {};
    const size_t bytes = row_bytes(held);
    return {c.pool[0] + (ref & 0x3fffffffu) + lane * bytes, bytes};
  }
  if (place.kind == dwarf::Place::Kind::kLocal) {
    const auto* base =
        reinterpret_cast<const uint64_t*>(c.pool[0] + ops::kLocalBaseRow);
    const uint64_t at = base[lane] + code.local_offsets[index];
    const uint64_t bytes = code.source->variables[index].bytes();
    if (c.local == nullptr || at + bytes > c.local_stride) return {};
    return {c.local + lane * c.local_stride + at, bytes};
  }
  if (code.source->entry) {
    const auto& parameter = kernel_->parameters[index];
    if (c.params == nullptr) return {};
    return {c.params + parameter.offset, parameter.bytes};
  }
  const auto& row = code.parameters[index];
  return {c.pool[0] + row.offset + lane * row.stride, row.bytes};
}

bool StepLocals::read(const Stepped& stepped, const InScope& one,
                      const Named& name, Value& value) const {
  const Known& known = variables_[one.variable];
  const uint64_t offset = one.place->offset + name.part.offset;
  for (LaneMask left = stepped.came; left != 0; left &= left - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(left));
    const auto all = bytes_of(*stepped.context, known, *one.place, lane);
    if (offset > all.size() || name.part.bytes > all.size() - offset)
      return false;
    std::memcpy(&value.bits[lane], all.data() + offset, name.part.bytes);
  }
  return true;
}

void StepLocals::ran(const Stepped& stepped) {
  if (!any() || stepped.context == nullptr) return;
  now_.at = stepped.at;
  now_.told = true;
  now_.values.clear();
  auto& frame = frames_[stepped.context->pool[0]];
  frame.resize(names_.size());
  frame_ = &frame;
  note_sets(stepped);
  note_stores(stepped);
  stores_.clear();
  for (const InScope& one : sites_[stepped.pc].scope) {
    if (one.place == nullptr) continue;
    const Known& known = variables_[one.variable];
    const bool given = one.place->kind == dwarf::Place::Kind::kParameter;
    for (size_t p = 0; p < known.variable.parts.size(); ++p) {
      Value value{known.first + p};
      value.set = given ? stepped.came : set_mask(value.name);
      if ((value.set & stepped.came) == 0) continue;
      if (read(stepped, one, names_[value.name], value))
        now_.values.push_back(value);
    }
  }
}

void StepLocals::keep(const WarpPlace& at) {
  if (!any()) return;
  if (now_.told && now_.at.block == at.block && now_.at.warp == at.warp) {
    kept_ = now_;
  } else {
    kept_ = {};
  }
}

int StepLocals::local_of(Named& name) {
  if (name.local >= 0) return name.local;
  const auto& known = variables_[name.variable];
  const auto& function = kernel_->functions[known.function];
  const steps::Local one{name.part.name,
                         program::demangle(function.source->name),
                         name.part.pointee};
  const auto found = std::find(run_.locals.begin(), run_.locals.end(), one);
  name.local = static_cast<int>(found - run_.locals.begin());
  if (found == run_.locals.end()) run_.locals.push_back(one);
  return name.local;
}

std::string StepLocals::text_of(
    const Named& name, uint64_t bits,
    const std::function<std::string(uint64_t)>& pointer) const {
  if (name.part.kind == dwarf::Kind::kPointer) return pointer(bits);
  if (name.part.kind == dwarf::Kind::kBool) return bits == 0 ? "false" : "true";
  return value_text(type_of(name.part), reinterpret_cast<std::byte*>(&bits),
                    name.part.bytes);
}

void StepLocals::write(steps::Step& step,
                       const std::function<std::string(uint64_t)>& pointer) {
  if (!any() || !kept_.told || step.warp < 0) return;
  auto& before = told_[{step.block, step.warp}];
  for (const Value& value : kept_.values) {
    Named& name = names_[value.name];
    if ((value.set & step.on) == 0) continue;
    steps::Held held{local_of(name)};
    Texts& texts = before[held.local];
    bool alike = true;
    for (LaneMask left = step.on; left != 0; left &= left - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(left));
      const bool set = (value.set >> lane & 1) != 0;
      std::string text = set ? text_of(name, value.bits[lane], pointer) : "?";
      alike = alike && texts[lane] == text;
      texts[lane] = text;
      held.values.push_back(std::move(text));
    }
    if (alike) held.values.clear();
    step.held.push_back(std::move(held));
  }
  kept_ = {};
}

}  // namespace simt::checks
