// SPDX-License-Identifier: MIT
// One row per instruction form: the manual's syntax line, the types it takes,
// what executes it and which event class it counts as.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "simt/ops/inst.h"

namespace simt::ops {

/// A set of types, one bit each.
using TypeSet = uint32_t;
inline constexpr TypeSet bit(ptx::Type t) { return 1u << static_cast<int>(t); }
template <class... T>
inline constexpr TypeSet types(T... t) {
  return (bit(t) | ... | 0u);
}

/// Which counter a form feeds (report::Counters).
enum class Event : uint8_t {
  kNothing,
  kAccess,
  kAtomic,
  kBranch,
  kBarrier,
  kWarpBarrier,
  kShuffle,
  kVote,
  kFence
};

/// What a form does besides computing its results from its operands: all that
/// an analysis of a program has to know of it. Bits.
enum class Does : uint32_t {
  kNoMore = 0,
  kReads = 1 << 0,     // memory
  kWrites = 1 << 1,    // memory
  kPerLane = 1 << 2,   // that between registers and one address of each lane
  kOrders = 1 << 3,    // what other threads see of memory
  kWaits = 1 << 4,     // for other threads, for copies or for time
  kArrives = 1 << 5,   // at a barrier, and goes on
  kBranches = 1 << 6,  // to one place
  kCalls = 1 << 7,     // a function
  kReturns = 1 << 8,   // from a function, or ends in a kernel
  kEnds = 1 << 9,      // the thread or the launch
  kReadsClock = 1 << 10,
  kDecides = 1 << 11,    // compares: a value of another kind than its operands
  kAsync = 1 << 12,      // starts, groups or awaits what moves by itself
  kCommits = 1 << 13,    // of kAsync: closes a group of copies
  kAllGroups = 1 << 14,  // of kAsync: concerns all copies, no group
  kFrame = 1 << 15,      // reads or writes registers of a function's frame that
                         // its operands do not name
  kGrowsStack = 1 << 16,
  kManyTargets = 1 << 17,  // of kBranches: to one place of a table
  kBulk = 1 << 18,         // of kAsync: by the asynchronous proxy
  kRenames = 1 << 19,      // copies registers or constants as they are
  kProduct = 1 << 20,      // of kAsync: writes its first registers by itself
  kBoxes = 1 << 21,        // of kBulk: rows of a tensor
  kOwnTarget = 1 << 22,    // only in a .target with a suffix: sm_90a
};
constexpr Does operator|(Does a, Does b) {
  return static_cast<Does>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

/// Picks the handler for a form; null: this combination is not supported.
using Select = Handler (*)(const Form&);

/// One row. `syntax` is "opcode.mod{.optional}.class operands" where
/// - a modifier in braces may be left out; a class word stands for a set:
///   .rnd .irnd .cmp .bool .space .sem .scope .vec .cache .mode .op and
///   others (see kClasses in match.cpp); `.type` takes Form::type, which must
///   be in `types`; `.type2` takes Form::type2, any type; so on to `.type4`;
/// - operands are d, a, b, c, i (a number, which Form::constant holds), e (the
///   lane mask of a .sync form, else a fourth source), m (blocks of a cluster),
///   p (of `d|p`), in the order written. A plain operand may be a vector where
///   Form::vector > 1. A name may carry its type, `b:u32`; w is twice the width
///   of the main type, 2 is Form::type2, pred a predicate; otherwise the main
///   type.
///   `[a]` is an address, `{d}` a vector, `<d>` a matrix's registers (such a
///   row needs every lane of the warp; see fragment.h), `label` a branch
///   target; a part in braces, `{, c}`, may be missing, and comes last.
///   `[a;2b]` is a texture and at least 2 coordinates, `[a;nb]` a tensor map
///   and as many as its rank (.dim). `d.sel` names a part of
///   the register (`%r1.h0`), `a{.sel}` may; `-a` may have a sign.
/// What the verifier (simt/verify) lets through, and a handler may rely on:
/// - d, standing first, and p are written: they are registers, or `_`;
/// - a register is as wide as its type; `d~` may be wider, up to 64 bits, and
///   Inst::d_bytes (of a: Inst::bytes) says how wide it is. `pred` takes
///   predicates, and nothing else does;
/// - where Form::vector > 1 an operand without a type of its own is a vector
///   of that many elements, of at most 32 bytes in all; else it is none;
/// - `c:u32=4/8` is an immediate among these, `a:u32<16` may be an immediate
///   below 16 (a register may hold anything);
/// - values of registers, and so all addresses, are not checked there.
struct Op {
  std::string_view syntax;
  TypeSet types;
  Select select;
  Event event;
  Does does = Does::kNoMore;

  constexpr std::string_view opcode() const {
    return syntax.substr(0, syntax.find_first_of(".{ "));
  }
  /// Whether it does any of these.
  constexpr bool is(Does any) const {
    return (static_cast<uint32_t>(does) & static_cast<uint32_t>(any)) != 0;
  }
  constexpr bool is_all(Does all) const {
    return (static_cast<uint32_t>(does) & static_cast<uint32_t>(all)) ==
           static_cast<uint32_t>(all);
  }
  /// Whether it is one of a barrier object's (mbarrier).
  constexpr bool uses_object() const {
    return event == Event::kAtomic && is(Does::kOrders);
  }
};

/// The rows of one family each; integer.cpp holds integer_rows() and so on.
using Table = std::span<const std::span<const Op>>;
/// The table built for this processor (see isa.cpp).
Table table();

/// The row that takes this instruction; null when there is none.
const Op* find_op(const ptx::Instruction& instruction, const Form& form);
/// Every form of a mnemonic, for "unsupported" messages; may be empty.
std::vector<std::string_view> forms_of(std::string_view opcode);

/// True when rows are sorted by opcode, braces balance, and what compares says
/// so; a compiler's error quotes the line that throws. (A row without a select
/// function does not compile: -Wmissing-field-initializers. Comparing a
/// function with null is no constant expression under sanitizers.)
consteval bool table_is_sound(std::span<const Op> rows) {
  for (size_t i = 0; i < rows.size(); ++i) {
    int depth = 0;
    for (char c : rows[i].syntax) {
      if (c == '{') ++depth;
      if (c == '}' && --depth < 0) throw "a row closes a brace too many";
    }
    if (depth != 0) throw "a row leaves a brace open";
    if (i > 0 && rows[i - 1].opcode() > rows[i].opcode())
      throw "rows must be sorted by opcode";
    const bool compares = rows[i].syntax.find(".cmp") != rows[i].syntax.npos;
    if (compares && !rows[i].is(Does::kDecides))
      throw "a row that compares says Does::kDecides";
  }
  return true;
}

}  // namespace simt::ops
