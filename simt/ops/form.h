// SPDX-License-Identifier: MIT
// The modifiers of one instruction, read word by word. A modifier's meaning
// does not depend on its position, so `ld.global.v4.f32` and
// `ld.v4.global.f32` give the same Form.
#pragma once

#include <cstdint>
#include <string>

#include "simt/ops/event.h"
#include "simt/ptx/module.h"

namespace simt::ops {

enum class Round : uint8_t {
  kNone,
  kRn,
  kRz,
  kRm,
  kRp,
  kRna,
  kRni,
  kRzi,
  kRmi,
  kRpi
};
/// Comparison of set/setp; the *u forms are true when an operand is NaN.
enum class Compare : uint8_t {
  kNone,
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kLo,
  kLs,
  kHi,
  kHs,
  kEqu,
  kNeu,
  kLtu,
  kLeu,
  kGtu,
  kGeu,
  kNum,
  kNan
};
/// Operation of atom, red, redux, bar.red, and setp's combining operation.
enum class Combine : uint8_t {
  kNone,
  kAnd,
  kOr,
  kXor,
  kPopc,
  kAdd,
  kMin,
  kMax,
  kInc,
  kDec,
  kCas,
  kExch
};
/// Which half of a product, or the warp-instruction's mode.
enum class Mode : uint8_t {
  kNone,
  kLo,
  kHi,
  kWide,
  kUp,
  kDown,
  kBfly,
  kIdx,  // shfl
  kAll,
  kAny,
  kUni,
  kBallot,  // vote, match
  kClamp,
  kWrap,
  kTrap,
  kZero,  // suld, sust: outside
  kL,
  kR,  // shf, bmsk
  kF4e,
  kB4e,
  kRc8,
  kEcl,
  kEcr,
  kRc16
};  // prmt

/// What testp asks of a number.
enum class Test : uint8_t {
  kNone,
  kFinite,
  kInfinite,
  kNumber,
  kNotANumber,
  kNormal,
  kSubnormal
};

/// The shape of a matrix instruction: D (m x n) = A (m x k) * B (k x n) + C.
struct Extent {
  uint16_t m = 0, n = 0, k = 0;
  bool operator==(const Extent&) const = default;
};

/// The bits of a word that a selector names: `.h1` is 16 from bit 16 on.
struct Part {
  uint8_t first = 0, bits = 32;
};

struct Form {
  ptx::Type type = ptx::Type::kNone;   // first type written
  ptx::Type type2 = ptx::Type::kNone;  // second (cvt's source, set's source)
  ptx::Type type3 = ptx::Type::kNone;  // third and fourth: of a matrix
  ptx::Type type4 = ptx::Type::kNone;  // instruction's B and C
  int types = 0;
  Round round = Round::kNone;
  Compare compare = Compare::kNone;
  Combine combine = Combine::kNone;
  Mode mode = Mode::kNone;  // shf: the direction; .wrap is a flag
  Test test = Test::kNone;
  ptx::Space space = ptx::Space::kGeneric;
  MemoryOrder order = MemoryOrder::kWeak;
  Scope scope = Scope::kNone;
  int vector = 1;  // .v2, .v4, .v8
  bool ftz = false, sat = false, approx = false, full = false, uni = false;
  bool shiftamt = false, to = false, nc = false, sync = false;
  bool arrive = false, red = false, noftz = false, carry = false;
  bool nan = false;  // min.NaN, max.NaN
  bool abs = false, relu = false, wrap = false;
  bool satfinite = false, trans = false;
  Extent extent;             // .m16n8k16
  char matrix = 0;           // wmma.load.a: which of a, b, c, d
  uint8_t layouts = 0;       // how many of .row and .col are written
  bool column[2] = {};       // of those, whether it is .col
  uint8_t matrices = 0;      // ldmatrix: .x1, .x2, .x4
  uint8_t rank = 0;          // of a tensor: .1d to .5d
  Part parts[3];             // video: of d, a and b
  bool minus[3] = {};        // vmad: whether a, b or c is written -a
  bool po = false;           // vmad: plus one
  bool cluster = false;      // .shared::cluster
  uint8_t scale = 0;         // vmad.shr7: 7
  uint8_t constants = 0;     // operands from the fifth on that are numbers
  int64_t constant[4] = {};  // of those, the first few
  // Set by decoding: the second and third address of a copy.
  bool narrow[2] = {};            // their base rows are 32 bits wide
  int64_t third_offset = 0;       // the second's is in Inst::target
  uint32_t blocks = 0xffffffffu;  // row of 16 bits: .multicast::cluster's mask
  std::string unknown;            // first word that no class knows, e.g. "bulk"
};

/// Reads the modifiers; never fails (see Form::unknown).
Form read_form(const ptx::Instruction& instruction);

}  // namespace simt::ops
