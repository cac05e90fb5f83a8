// SPDX-License-Identifier: MIT
// Decodes one instruction: finds its row, then fills the operands by the
// row's signature.
#include <algorithm>
#include <bit>

#include "simt/program/decode.h"
#include "simt/program/specials.h"

namespace simt::program {
namespace {

using ops::kNoRef;
using ops::make_ref;
using ops::Ref;
using ptx::Operand;
using ptx::Type;
using Kind = ptx::Operand::Kind;

bool is_memory(const ops::Op& op) {
  return op.syntax.find('[') != std::string_view::npos;
}

bool is_signed(Type type) {
  return type == Type::kS8 || type == Type::kS16 || type == Type::kS32;
}

int register_bytes(const ptx::Function& f, int index) {
  const Type type = f.registers[index].type;
  return type == Type::kPred ? 0 : std::max(2, ptx::size_of(type));
}

// Only as wide as it is: a 16-bit part of %tid.x is no row.
Ref special_row(const std::string& name, int bytes) {
  const auto width = [](Special row) {
    if (row == kExplicitCluster) return 0;  // a predicate
    return row == kGridId ? 8 : 4;
  };
  for (const SpecialName& s : kSpecialNames)
    if (s.name == name && bytes == width(s.row))
      return make_ref(2, s.row * kSpecialRowBytes);
  return kNoRef;
}

bool names_shared(const ptx::Function& f, const ptx::Module& module,
                  const Operand& operand) {
  if (operand.kind != Kind::kSymbol) return false;
  const ptx::Variable* v = operand.variable >= 0
                               ? &f.variables[operand.variable]
                               : module.find_variable(operand.name);
  return v != nullptr && v->space == ptx::Space::kShared;
}

}  // namespace

void Decoder::decode_one(Unit& unit, const ptx::Instruction& source,
                         uint32_t pc) {
  ops::Inst in;
  InstInfo& info = kernel_.info[pc];
  info.source = &source;
  const ptx::Instruction& real = *rewrite(unit, source, in);
  kernel_.forms.push_back(ops::read_form(real));
  ops::Form& form = kernel_.forms.back();
  in.form = &form;
  in.count = static_cast<uint8_t>(form.vector);
  in.list = static_cast<uint32_t>(kernel_.lists.size());
  const ops::Row* row = ops::find_row(real, form);
  if (row != nullptr) {
    info.op = row->op;
    in.run = info.op->select(form);
  }
  if (source.guard >= 0) {
    in.guard = unit.frame.reg(source.guard);
    if (source.guard_negated) in.flags |= ops::kGuardNegated;
  }
  bool filled = false;
  if (in.run != nullptr) {
    filled = real.calls() ? decode_call(unit, real, in)
                          : fill(unit, real, *row, form, in);
  }
  if (!filled) {
    in.run = unsupported;
    info.op = nullptr;
    in.flags &= static_cast<uint8_t>(~ops::kConverge);
  }
  kernel_.code[pc] = in;
}

bool Decoder::fill(Unit& unit, const ptx::Instruction& source,
                   const ops::Row& row, const ops::Form& form, ops::Inst& in) {
  // Operands that may be missing come last. Coordinates follow the elements of
  // a vector in the list, wherever they stand.
  const auto& slots = row.syntax.operands;
  for (const bool textures : {false, true}) {
    for (size_t i = 0; i < source.operands.size(); ++i) {
      const bool texture = slots[i].kind == ops::SyntaxOperand::Kind::kTexture;
      if (texture == textures &&
          !fill_slot(unit, slots[i], source.operands[i], form, in))
        return false;
    }
  }
  const ops::Op& op = *row.op;
  // One that names no lanes waits for its whole warp. A block's barrier counts
  // who has come by itself.
  if (form.sync && (in.flags & ops::kConverge) == 0 &&
      op.event != ops::Event::kBarrier) {
    in.e = constants_.get(kAllLanes, 4);
    in.flags |= ops::kConverge;
  }
  if (is_memory(op) || op.is(ops::Does::kPerLane)) {
    in.bytes = static_cast<uint8_t>(ptx::size_of(form.type));
    if (is_signed(form.type)) in.flags |= ops::kSignExtend;
  }
  widths(unit, source, op, form, in);
  return true;
}

bool Decoder::fill_slot(Unit& unit, const ops::SyntaxOperand& slot,
                        const Operand& operand, const ops::Form& form,
                        ops::Inst& in) {
  using SlotKind = ops::SyntaxOperand::Kind;
  if (slot.kind == SlotKind::kLabel) {
    in.target = unit.base + static_cast<uint32_t>(operand.target);
    return operand.target >= 0;
  }
  if (slot.kind == SlotKind::kTable) {
    const auto table = unit.function->branch_tables.find(operand.name);
    if (table == unit.function->branch_tables.end()) return false;
    in.target = static_cast<uint32_t>(table->second.size());
    for (int target : table->second)
      kernel_.lists.push_back(unit.base + static_cast<uint32_t>(target));
    return !table->second.empty();
  }
  if (slot.kind == SlotKind::kTexture)
    return fill_texture(unit, operand, slot.letter(), in);
  if (slot.kind == SlotKind::kAddress)
    return fill_address(unit, operand, slot.letter(), in);
  if (slot.letter() == 'i') return operand.kind == Kind::kInteger;
  const Type type = slot.type_in(form);
  if (slot.kind == SlotKind::kFragment)
    return fill_fragment(unit, operand, type);
  if (operand.kind == Kind::kVector)
    return fill_vector(unit, slot, operand, type, in);
  const Operand* main = &operand;
  if (operand.kind == Kind::kPair) {
    main = &operand.parts[0];
    if (operand.parts[1].kind != Kind::kSink) {
      in.p = value(unit, operand.parts[1], Type::kPred);
      if (in.p == kNoRef) return false;
    }
  }
  const Ref ref = value(unit, *main, type);
  if (ref == kNoRef) return false;
  switch (slot.letter()) {
    case 'd':
      in.d = ref;
      break;
    case 'a':
      in.a = ref;
      break;
    case 'b':
      in.b = ref;
      break;
    case 'c':
      in.c = ref;
      if (main->negated) in.flags |= ops::kNegatedC;
      break;
    case 'e':
      in.e = ref;  // a lane mask, or a fourth source (bfi, lop3)
      if (form.sync) in.flags |= ops::kConverge;
      break;
    case 'm':  // blocks that a copy goes to
      kernel_.forms.back().blocks = ref;
      break;
    case 'q':  // lop3's predicate source
      in.target = ref;
      if (main->negated) in.flags |= ops::kNegatedC;
      return true;
    default:
      return false;
  }
  return slot.letter() == 'c' || !main->negated;
}

// The elements of a wide register, or of a request. A second vector stands
// behind the first and is as long.
bool Decoder::fill_vector(Unit& unit, const ops::SyntaxOperand& slot,
                          const Operand& operand, Type type, ops::Inst& in) {
  const size_t count = operand.parts.size();
  const bool second = kernel_.lists.size() > in.list;
  if (count == 0 || (second && in.count != count)) return false;
  in.count = static_cast<uint8_t>(count);
  if (slot.kind == ops::SyntaxOperand::Kind::kVector) {
    const int bytes = ptx::size_of(type) / in.count;
    type = bytes == 8   ? Type::kB64
           : bytes == 4 ? Type::kB32
           : bytes == 2 ? Type::kB16
                        : Type::kNone;  // rows of bytes: there are none
    if (type == Type::kNone) return false;
  }
  // A constant is as wide as the registers beside it (Inst::d_bytes).
  for (const Operand& part : operand.parts)
    if (slot.wider && part.kind == Kind::kRegister)
      if (register_bytes(*unit.function, part.index) > ptx::size_of(type))
        type = unit.function->registers[part.index].type;
  std::vector<Ref> refs;
  for (const Operand& element : operand.parts) {
    refs.push_back(value(unit, element, type));
    if (refs.back() == kNoRef) return false;
  }
  kernel_.lists.insert(kernel_.lists.end(), refs.begin(), refs.end());
  return true;
}

// A matrix's registers follow those of the one before: their number, then
// each. All must be as wide as `type`.
bool Decoder::fill_fragment(Unit& unit, const Operand& operand, Type type) {
  const bool single = operand.kind != Kind::kVector;
  const size_t count = single ? 1 : operand.parts.size();
  std::vector<Ref> refs{static_cast<Ref>(count)};
  for (size_t i = 0; i < count; ++i) {
    const Operand& part = single ? operand : operand.parts[i];
    const bool fits =
        part.kind == Kind::kInteger || part.kind == Kind::kFloat ||
        (part.kind == Kind::kRegister &&
         register_bytes(*unit.function, part.index) == ptx::size_of(type));
    refs.push_back(fits ? value(unit, part, type) : kNoRef);
    if (refs.back() == kNoRef) return false;
  }
  kernel_.lists.insert(kernel_.lists.end(), refs.begin(), refs.end());
  return true;
}

// [a], or the second address [b] of a copy, whose offset goes to `target`, or
// the third, [e], which is that of a barrier object.
bool Decoder::fill_address(Unit& unit, const Operand& operand, char name,
                           ops::Inst& in) {
  if (operand.kind != Kind::kAddress || operand.parts.size() != 1) return false;
  const Operand& base = operand.parts[0];
  int64_t offset = operand.offset;
  Ref ref = kNoRef;
  if (base.kind == Kind::kRegister) {
    ref = unit.frame.reg(base.index);
    const bool narrow = register_bytes(*unit.function, base.index) == 4;
    if (narrow && name == 'a') in.flags |= ops::kAddress32;
    if (name != 'a') kernel_.forms.back().narrow[name == 'b' ? 0 : 1] = narrow;
  } else {
    ref = is_local(*unit.function, base) ? local_base(unit, base, offset)
                                         : value(unit, base, Type::kU64);
  }
  if (name == 'b') {
    if (offset != static_cast<int32_t>(offset)) return false;
    in.b = ref;
    in.target = static_cast<uint32_t>(offset);
  } else if (name == 'e') {
    in.e = ref;
    kernel_.forms.back().third_offset = offset;
  } else {
    in.a = ref;
    in.offset = offset;
  }
  return ref != kNoRef;
}

// [texture, {x, y}]: the coordinates follow the results in the list. Of a
// tensor, whose map is not the first address, the map goes to b.
bool Decoder::fill_texture(Unit& unit, const Operand& operand, char name,
                           ops::Inst& in) {
  Ref& object = name == 'b' ? in.b : in.a;
  object = value(unit, operand.parts[0], Type::kU64);
  const Operand& second = operand.parts[1];
  const std::vector<Operand> single{second};
  bool known = object != kNoRef && operand.offset == 0;
  for (const Operand& part :
       second.kind == Kind::kVector ? second.parts : single) {
    kernel_.lists.push_back(value(unit, part, Type::kB32));
    known = known && kernel_.lists.back() != kNoRef;
  }
  return known;
}

// The row of 64 bits that holds where local memory begins; the operand, which
// names a local array, lies so much farther on.
Ref Decoder::local_base(const Unit& unit, const Operand& operand,
                        int64_t& offset) {
  offset += unit.frame.local_offset(operand.variable) + operand.offset;
  return make_ref(0, ops::kLocalBaseRow);
}

Ref Decoder::value(Unit& unit, const Operand& operand, Type type) {
  const int bytes = ptx::size_of(type);
  uint64_t bits = operand.bits;
  switch (operand.kind) {
    case Kind::kRegister:
      return unit.frame.reg(operand.index);
    case Kind::kSpecial:
      kernel_.uses_reserved_shared |= operand.name == kReservedSmemName;
      return special_row(operand.name, bytes);
    case Kind::kSink:
      return make_ref(0, ops::kScratchRow);
    case Kind::kSymbol:
      if (is_local(*unit.function, operand)) {  // only the base has a row
        int64_t offset = 0;
        const Ref base = local_base(unit, operand, offset);
        return bytes == 8 && offset == 0 ? base : kNoRef;
      }
      if (!symbol_value(unit, operand, bits)) return kNoRef;
      break;
    case Kind::kInteger:
      if (type == Type::kPred) bits = bits != 0 ? ~uint64_t{0} : 0;
      break;
    case Kind::kFloat:  // written for one format, used for another
      if (operand.type == Type::kF64 && type == Type::kF32)
        bits = std::bit_cast<uint32_t>(
            static_cast<float>(std::bit_cast<double>(bits)));
      break;
    default:
      return kNoRef;
  }
  if (bytes > 8) return kNoRef;
  if (bytes > 0 && bytes < 8) bits &= (uint64_t{1} << (8 * bytes)) - 1;
  if (bytes == 0) bits &= 0xffffffffu;
  return names_shared(*unit.function, *unit.module, operand)
             ? constants_.get_shared(bits, bytes)
             : constants_.get(bits, bytes);
}

bool Decoder::symbol_value(Unit& unit, const Operand& operand,
                           uint64_t& value) {
  const ptx::Function& f = *unit.function;
  const auto add = static_cast<uint64_t>(operand.offset);
  const ptx::Variable* v = operand.variable >= 0
                               ? &f.variables[operand.variable]
                               : unit.module->find_variable(operand.name);
  if (operand.variable < 0 && f.entry) {
    for (size_t i = 0; i < f.parameters.size(); ++i) {
      if (f.parameters[i].name != operand.name) continue;
      value = kernel_.parameters[i].offset + add;
      return true;
    }
  }
  if (v != nullptr && v->space == ptx::Space::kShared) {
    const SharedSymbol* symbol = shared_.find(v);
    if (symbol == nullptr) return false;
    value = symbol->begin + add;
    return true;
  }
  const ptx::Module* where = nullptr;
  if (v == nullptr && defined(unit, operand.name, &where) != nullptr) {
    value = function_address(operand.name);
    return true;
  }
  if (linker_.variable) {
    if (const auto address = linker_.variable(operand.name)) {
      value = *address + add;
      return true;
    }
  }
  if (error_.empty())
    error_ = "the kernel refers to `" + operand.name +
             "`, which no module of the program defines";
  return false;
}

// Lane widths of the registers, which may be wider than the form's types.
void Decoder::widths(const Unit& unit, const ptx::Instruction& source,
                     const ops::Op& op, const ops::Form& form, ops::Inst& in) {
  auto width = [&](const Operand& operand, Type fallback) {
    const Operand* o = &operand;
    if (o->kind == Kind::kVector || o->kind == Kind::kPair) o = &o->parts[0];
    // A vector may begin with sinks or constants: any register tells the width.
    for (const Operand& part : operand.parts)
      if (o->kind != Kind::kRegister && part.kind == Kind::kRegister) o = &part;
    if (o->kind == Kind::kRegister)
      return static_cast<uint8_t>(register_bytes(*unit.function, o->index));
    return static_cast<uint8_t>(std::max(2, ptx::size_of(fallback)));
  };
  if (source.operands.empty()) return;
  const bool surface = source.operands[0].kind == Kind::kAddress &&
                       source.operands[0].parts.size() == 2;
  const bool store =
      surface || op.is_all(ops::Does::kWrites | ops::Does::kPerLane);
  const auto& d = store && source.operands.size() > 1 ? source.operands[1]
                                                      : source.operands[0];
  in.d_bytes = width(d, form.type);
  if (in.bytes == 0 && source.operands.size() > 1)
    in.bytes =
        width(source.operands[1], form.types > 1 ? form.type2 : form.type);
}

}  // namespace simt::program
