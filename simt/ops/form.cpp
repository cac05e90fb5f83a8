// SPDX-License-Identifier: MIT
// Reads the modifiers of an instruction. Every word stands in one table; a
// word's meaning hangs on the opcode only where the manual reuses it.
#include "simt/ops/form.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

namespace simt::ops {
namespace {

using ptx::Space;

/// A word and what it does to the form.
struct Word {
  std::string_view text;
  void (*set)(Form&);
};

template <Round kRound>
void round(Form& f) {
  f.round = kRound;
}
template <Compare kCompare>
void compare(Form& f) {
  f.compare = kCompare;
}
template <Combine kCombine>
void combine(Form& f) {
  f.combine = kCombine;
}
template <Mode kMode>
void mode(Form& f) {
  f.mode = kMode;
}
/// shf writes `.l.wrap`: the direction is the mode, wrap a flag.
template <Mode kMode>
void overflow(Form& f) {
  f.wrap = kMode == Mode::kWrap;
  if (f.mode == Mode::kNone) f.mode = kMode;
}
template <Space kSpace>
void space(Form& f) {
  f.space = kSpace;
}
template <MemoryOrder kOrder>
void order(Form& f) {
  f.order = kOrder;
}
template <Scope kScope>
void scope(Form& f) {
  f.scope = kScope;
}
template <Test kTest>
void test(Form& f) {
  f.test = kTest;
}
template <int kCount>
void vector(Form& f) {
  f.vector = kCount;
}
template <char kName>
void matrix(Form& f) {
  f.matrix = kName;
}
template <int kCount>
void matrices(Form& f) {
  f.matrices = kCount;
}
template <bool kColumn>
void layout(Form& f) {
  if (f.layouts < 2) f.column[f.layouts++] = kColumn;
}
template <int kRank>
void rank(Form& f) {
  f.rank = kRank;
}
template <int kM, int kN, int kK>
void extent(Form& f) {
  f.extent = {kM, kN, kK};
}
template <int kBits>
void scale(Form& f) {
  f.scale = kBits;
}
template <bool Form::*kFlag>
void flag(Form& f) {
  f.*kFlag = true;
}
void shared_cluster(Form& f) {
  f.space = Space::kShared;
  f.cluster = true;
}
/// Accepted, and without meaning for what the instruction computes.
void nothing(Form&) {}

// clang-format off
constexpr Word kWords[] = {
    {"1d", rank<1>}, {"2d", rank<2>}, {"3d", rank<3>}, {"4d", rank<4>},
    {"5d", rank<5>},
    {"L1", nothing}, {"L2", nothing},
    {"NaN", flag<&Form::nan>}, {"a", matrix<'a'>}, {"abs", flag<&Form::abs>},
    {"acq_rel", order<MemoryOrder::kAcqRel>}, {"acquire", order<MemoryOrder::kAcquire>},
    {"add", combine<Combine::kAdd>}, {"aligned", nothing},
    {"all", mode<Mode::kAll>}, {"and", combine<Combine::kAnd>},
    {"any", mode<Mode::kAny>}, {"approx", flag<&Form::approx>},
    {"arrive", flag<&Form::arrive>},
    {"b", matrix<'b'>}, {"b4e", mode<Mode::kB4e>}, {"ballot", mode<Mode::kBallot>},
    {"bfly", mode<Mode::kBfly>},
    {"c", matrix<'c'>}, {"ca", nothing}, {"cas", combine<Combine::kCas>},
    {"cc", flag<&Form::carry>}, {"cg", nothing},
    {"clamp", overflow<Mode::kClamp>},
    {"cluster", scope<Scope::kCluster>}, {"col", layout<true>}, {"const", space<Space::kConst>},
    {"cs", nothing}, {"cta", scope<Scope::kCta>}, {"cv", nothing},
    {"d", matrix<'d'>}, {"dec", combine<Combine::kDec>}, {"down", mode<Mode::kDown>},
    {"ecl", mode<Mode::kEcl>}, {"ecr", mode<Mode::kEcr>},
    {"eq", compare<Compare::kEq>}, {"equ", compare<Compare::kEqu>},
    {"exch", combine<Combine::kExch>},
    {"f4e", mode<Mode::kF4e>}, {"finite", test<Test::kFinite>},
    {"ftz", flag<&Form::ftz>}, {"full", flag<&Form::full>},
    {"ge", compare<Compare::kGe>}, {"geu", compare<Compare::kGeu>},
    {"gl", scope<Scope::kGpu>}, {"global", space<Space::kGlobal>},
    {"gpu", scope<Scope::kGpu>}, {"gt", compare<Compare::kGt>},
    {"gtu", compare<Compare::kGtu>},
    {"hi", mode<Mode::kHi>}, {"hs", compare<Compare::kHs>},
    {"idx", mode<Mode::kIdx>}, {"inc", combine<Combine::kInc>},
    {"infinite", test<Test::kInfinite>},
    {"l", mode<Mode::kL>}, {"launch_dependents", nothing},
    {"le", compare<Compare::kLe>}, {"leu", compare<Compare::kLeu>},
    {"lo", mode<Mode::kLo>}, {"load", nothing}, {"local", space<Space::kLocal>},
    {"ls", compare<Compare::kLs>}, {"lt", compare<Compare::kLt>},
    {"ltu", compare<Compare::kLtu>}, {"lu", nothing},
    {"m16n16k16", extent<16, 16, 16>}, {"m16n16k8", extent<16, 16, 8>},
    {"m16n8k16", extent<16, 8, 16>}, {"m16n8k32", extent<16, 8, 32>},
    {"m16n8k4", extent<16, 8, 4>}, {"m16n8k8", extent<16, 8, 8>},
    {"m32n8k16", extent<32, 8, 16>}, {"m8n32k16", extent<8, 32, 16>},
    {"m8n8", extent<8, 8, 0>}, {"m8n8k16", extent<8, 8, 16>},
    {"m8n8k4", extent<8, 8, 4>},
    {"mask", nothing},
    {"max", combine<Combine::kMax>}, {"min", combine<Combine::kMin>},
    {"mma", nothing},
    {"nan", compare<Compare::kNan>},
    {"nc", flag<&Form::nc>}, {"ne", compare<Compare::kNe>},
    {"neu", compare<Compare::kNeu>}, {"noftz", flag<&Form::noftz>},
    {"normal", test<Test::kNormal>},
    {"notanumber", test<Test::kNotANumber>}, {"num", compare<Compare::kNum>},
    {"number", test<Test::kNumber>},
    {"or", combine<Combine::kOr>},
    {"param", space<Space::kParam>}, {"param::entry", space<Space::kParam>},
    {"param::func", space<Space::kParam>}, {"po", flag<&Form::po>},
    {"popc", combine<Combine::kPopc>},
    {"r", mode<Mode::kR>}, {"rc16", mode<Mode::kRc16>},
    {"rc8", mode<Mode::kRc8>}, {"red", flag<&Form::red>},
    {"relaxed", order<MemoryOrder::kRelaxed>}, {"release", order<MemoryOrder::kRelease>},
    {"relu", flag<&Form::relu>},
    {"rm", round<Round::kRm>}, {"rmi", round<Round::kRmi>},
    {"rn", round<Round::kRn>}, {"rna", round<Round::kRna>},
    {"rni", round<Round::kRni>},
    {"row", layout<false>},
    {"rp", round<Round::kRp>}, {"rpi", round<Round::kRpi>},
    {"rz", round<Round::kRz>}, {"rzi", round<Round::kRzi>},
    {"sat", flag<&Form::sat>}, {"satfinite", flag<&Form::satfinite>},
    {"sc", order<MemoryOrder::kSeqCst>},
    {"shared", space<Space::kShared>}, {"shared::cluster", shared_cluster},
    {"shared::cta", space<Space::kShared>},
    {"shiftamt", flag<&Form::shiftamt>},
    {"shr15", scale<15>}, {"shr7", scale<7>},
    {"store", nothing}, {"subnormal", test<Test::kSubnormal>},
    {"sync", flag<&Form::sync>}, {"sys", scope<Scope::kSys>},
    {"to", flag<&Form::to>}, {"trans", flag<&Form::trans>},
    {"trap", mode<Mode::kTrap>},
    {"uni", flag<&Form::uni>}, {"up", mode<Mode::kUp>},
    {"v2", vector<2>}, {"v4", vector<4>}, {"v8", vector<8>},
    {"volatile", order<MemoryOrder::kVolatile>},
    {"wait", nothing}, {"warp", nothing}, {"wb", nothing},
    {"weak", nothing}, {"wide", mode<Mode::kWide>},
    {"wrap", overflow<Mode::kWrap>}, {"wt", nothing},
    {"x1", matrices<1>}, {"x2", matrices<2>}, {"x4", matrices<4>},
    {"xor", combine<Combine::kXor>},
    {"zero", mode<Mode::kZero>},
};
// clang-format on

static_assert(std::is_sorted(std::begin(kWords), std::end(kWords),
                             [](const Word& a, const Word& b) {
                               return a.text < b.text;
                             }),
              "words in the order of their bytes");

/// The shape of a warpgroup's product, `m64n128k16`: there are many.
bool read_shape(std::string_view word, Form& f) {
  if (!word.starts_with("m64n")) return false;
  const char* at = word.data() + 4;
  const char* const end = word.data() + word.size();
  Extent shape{64, 0, 0};
  const auto n = std::from_chars(at, end, shape.n);
  if (n.ec != std::errc() || n.ptr == end || *n.ptr != 'k') return false;
  const auto k = std::from_chars(n.ptr + 1, end, shape.k);
  if (k.ec != std::errc() || k.ptr != end) return false;
  f.extent = shape;
  return true;
}

/// Sets what `word` means to `opcode`; false when no table knows it.
bool read_word(const std::string& opcode, const std::string& word, Form& f) {
  const bool compares = opcode == "setp" || opcode == "set";
  if (compares && word == "lo") return f.compare = Compare::kLo, true;
  if (compares && word == "hi") return f.compare = Compare::kHi, true;
  if (opcode == "vote" && word == "uni") f.mode = Mode::kUni;
  if (word.starts_with("L1::") || word.starts_with("L2::")) return true;
  if (read_shape(word, f)) return true;
  const Word* found = std::lower_bound(
      std::begin(kWords), std::end(kWords), word,
      [](const Word& w, const std::string& text) { return w.text < text; });
  if (found == std::end(kWords) || found->text != word) return false;
  found->set(f);
  return true;
}

/// What `.b2` or `.h1` names; what any other word does is never asked.
Part part_of(const std::string& selector) {
  if (selector.size() != 2) return {};
  const uint8_t bits = selector[0] == 'b' ? 8 : 16;
  return {static_cast<uint8_t>(bits * (selector[1] - '0')), bits};
}

}  // namespace

Form read_form(const ptx::Instruction& instruction) {
  Form f;
  for (const std::string& word : instruction.modifiers) {
    const ptx::Type type = ptx::type_from(word);
    if (type != ptx::Type::kNone) {
      if (f.types == 0) f.type = type;
      if (f.types == 1) f.type2 = type;
      if (f.types == 2) f.type3 = type;
      if (f.types == 3) f.type4 = type;
      ++f.types;
      continue;
    }
    const bool known = read_word(instruction.opcode, word, f);
    if (!known && f.unknown.empty()) f.unknown = word;
  }
  const auto& operands = instruction.operands;
  for (size_t i = 0; i < std::min<size_t>(operands.size(), 4); ++i) {
    if (i < 3) f.parts[i] = part_of(operands[i].selector);
    if (i > 0) f.minus[i - 1] = operands[i].minus;
  }
  for (size_t i = 4; i < operands.size() && f.constants < 4; ++i)
    if (operands[i].kind == ptx::Operand::Kind::kInteger)
      f.constant[f.constants++] = static_cast<int64_t>(operands[i].bits);
  return f;
}

}  // namespace simt::ops
