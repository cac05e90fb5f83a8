// SPDX-License-Identifier: MIT
// How modifiers and operands are read, how the syntax line of a row comes
// apart, and which row an instruction finds. Runs no instruction.
#include <doctest/doctest.h>

#include "simt/ops/multiplies.h"
#include "simt/ops/syntax.h"
#include "tests/host/ops_help.h"

using namespace simt;
using namespace simt::ops;
using ops_help::instruction;

namespace {
Form form_of(const std::string& mnemonic) {
  return read_form(instruction(mnemonic, 0));
}
const Op* find(const std::string& mnemonic, int operands, bool pair = false) {
  const auto made = instruction(mnemonic, operands, pair);
  return find_op(made, read_form(made));
}
}  // namespace

TEST_CASE("modifiers mean the same in any order") {
  for (const char* text : {"ld.global.v4.f32", "ld.v4.global.f32"}) {
    const Form f = form_of(text);
    CHECK(f.space == ptx::Space::kGlobal);
    CHECK(f.vector == 4);
    CHECK(f.type == ptx::Type::kF32);
    CHECK(f.unknown.empty());
  }
}

TEST_CASE("lo and hi are comparisons of setp, halves of mul") {
  CHECK(form_of("setp.lo.u32").compare == Compare::kLo);
  CHECK(form_of("set.hi.u32.u32").compare == Compare::kHi);
  CHECK(form_of("mul.hi.u32").mode == Mode::kHi);
  CHECK(form_of("mul.hi.u32").compare == Compare::kNone);
}

TEST_CASE("types are read in order") {
  const Form f = form_of("cvt.rn.f16x2.f32");
  CHECK(f.type == ptx::Type::kF16x2);
  CHECK(f.type2 == ptx::Type::kF32);
  CHECK(f.round == Round::kRn);
}

TEST_CASE("a funnel shift keeps its direction and its wrap") {
  const Form f = form_of("shf.l.wrap.b32");
  CHECK(f.mode == Mode::kL);
  CHECK(f.wrap);
  CHECK(form_of("bmsk.clamp.b32").mode == Mode::kClamp);
}

TEST_CASE("memory order, scope and hints") {
  const Form f = form_of("atom.acq_rel.gpu.global.add.u32");
  CHECK(f.order == MemoryOrder::kAcqRel);
  CHECK(f.scope == Scope::kGpu);
  CHECK(f.combine == Combine::kAdd);
  CHECK(form_of("membar.gl").scope == Scope::kGpu);
  CHECK(form_of("ld.shared::cta.u32").space == ptx::Space::kShared);
  CHECK(form_of("ld.global.nc.L1::no_allocate.L2::256B.f32").unknown.empty());
}

TEST_CASE("an unknown word is named") {
  CHECK(form_of("wgmma.fence.m64n16k16.f16").unknown == "fence");
}

TEST_CASE("a syntax line comes apart") {
  const Syntax s = parse_syntax("shfl.sync.mode{.x} d:u32|p, [a], {b}{, c}");
  CHECK(s.opcode == "shfl");
  REQUIRE(s.words.size() == 3);
  CHECK(s.words[2].optional);
  REQUIRE(s.operands.size() == 4);
  CHECK(s.operands[0].kind == SyntaxOperand::Kind::kPair);
  CHECK(s.operands[0].type == "u32");
  CHECK(s.operands[1].kind == SyntaxOperand::Kind::kAddress);
  CHECK(s.operands[2].kind == SyntaxOperand::Kind::kVector);
  CHECK(s.operands[3].optional);
  CHECK(s.operands[3].name == "c");
}

TEST_CASE("a syntax line says what an operand may be") {
  const Syntax s =
      parse_syntax("cp.async.type d~, [a;3b], b~:2=4/8, c:u32<16{, e:w}");
  REQUIRE(s.operands.size() == 5);
  CHECK(s.operands[0].wider);
  CHECK(s.operands[0].name == "d");
  CHECK(s.operands[1].least == 3);
  CHECK(s.operands[2].values == "4/8");
  CHECK(s.operands[2].width == SyntaxOperand::Width::kSecond);
  CHECK(s.operands[2].wider);
  CHECK(s.operands[3].below == 16);
  CHECK(s.operands[3].fixed == ptx::Type::kU32);
  CHECK(s.operands[4].width == SyntaxOperand::Width::kDouble);
}

TEST_CASE("a selector and a sign stand where the row has them") {
  using Choice = SyntaxOperand::Select;
  const Syntax s = parse_syntax("vmad.type d.sel, -a{.sel}:2, b");
  REQUIRE(s.operands.size() == 3);
  CHECK(s.operands[0].name == "d");
  CHECK(s.operands[0].select == Choice::kMust);
  CHECK(s.operands[1].name == "a");
  CHECK(s.operands[1].select == Choice::kMay);
  CHECK(s.operands[1].minus);
  CHECK(s.operands[1].width == SyntaxOperand::Width::kSecond);
  CHECK(s.operands[2].select == Choice::kNever);
  const auto row = [](const std::string& mnemonic, int count, int at,
                      const char* selector, bool minus = false) {
    auto made = instruction(mnemonic, count);
    made.operands[static_cast<size_t>(at)].selector = selector;
    made.operands[static_cast<size_t>(at)].minus = minus;
    return find_op(made, read_form(made));
  };
  CHECK(row("vadd.s32.s32.u32", 3, 1, "b3") != nullptr);
  CHECK(row("vadd.s32.s32.u32", 3, 1, "b4") == nullptr);
  CHECK(row("vadd.s32.s32.u32", 3, 0, "b0") == nullptr);  // nothing to merge
  CHECK(row("vadd.s32.s32.u32", 4, 0, "b0") != nullptr);
  CHECK(row("vadd.s32.s32.u32", 4, 1, "b0") == nullptr);  // and where to?
  CHECK(row("vadd.add.s32.s32.u32", 4, 0, "b0") == nullptr);
  CHECK(row("vadd.s32.s32.u32", 3, 1, "", true) == nullptr);
  CHECK(row("vmad.s32.s32.u32", 4, 1, "", true) != nullptr);
  CHECK(row("vmad.po.s32.s32.u32", 4, 1, "", true) == nullptr);
  CHECK(row("vmad.s32.s32.u32", 4, 0, "b0") == nullptr);
  CHECK(row("add.s32", 3, 1, "b0") == nullptr);
  CHECK(row("vadd4.s32.s32.s32", 4, 1, "b0") == nullptr);
}

TEST_CASE("operands that may be missing come last in every row") {
  for (const std::span<const Op> family : table()) {
    for (const Op& op : family) {
      INFO(std::string(op.syntax));
      const Syntax s = parse_syntax(op.syntax);
      bool optional = false;
      for (const SyntaxOperand& operand : s.operands) {
        CHECK((operand.optional || !optional));
        optional = operand.optional;
      }
    }
  }
}

TEST_CASE("a row is found whatever the order of its modifiers") {
  const Op* op = find("add.rn.ftz.f32", 3);
  REQUIRE(op != nullptr);
  CHECK(op == find("add.ftz.rn.f32", 3));
  CHECK(find("add.ftz.f64", 3) == nullptr);
  CHECK(find("add.s8", 3) == nullptr);
  CHECK(find("add.s32", 4) == nullptr);
  CHECK(find("add.sat.s32", 3) != nullptr);
  CHECK(find("add.sat.u32", 3) == nullptr);
  CHECK(find("fma.f32", 4) == nullptr);
  CHECK(find("add.rna.f32", 3) == nullptr);
}

TEST_CASE("a second result is a row of its own") {
  CHECK(find("setp.lt.s32", 3, true) != find("setp.lt.s32", 3));
  CHECK(find("setp.lt.and.s32", 4, true) != nullptr);
  CHECK(find("setp.lt.s32", 4, true) == nullptr);
  CHECK(find("setp.lo.s64", 3) != nullptr);
  CHECK(find("lop3.or.b32", 6, true) != nullptr);
  CHECK(find("lop3.xor.b32", 6, true) == nullptr);
}

TEST_CASE("every form of a mnemonic is listed") {
  CHECK(forms_of("sad").size() == 1);
  CHECK(forms_of("multimem").empty());
  CHECK(find("wgmma.mma_async", 3) == nullptr);
}

TEST_CASE("a texture's address has two parts, any other has one") {
  ptx::Operand address;
  address.kind = ptx::Operand::Kind::kAddress;
  address.parts.resize(2);
  auto texture = instruction("tex.2d.v4.f32.f32", 2);
  texture.operands[1] = address;
  CHECK(find_op(texture, read_form(texture)) != nullptr);
  texture.operands[1].parts.resize(1);
  CHECK(find_op(texture, read_form(texture)) == nullptr);
  for (const char* name : {"tex.2dms.v4.s32.s32", "tex.a2dms.v4.s32.s32",
                           "tld4.r.3d.v4.f32.f32"}) {
    auto other = instruction(name, 2);
    other.operands[1] = address;
    CHECK(find_op(other, read_form(other)) == nullptr);
  }
  CHECK(parse_syntax("tex.2d d, [a;b]").operands[1].kind ==
        SyntaxOperand::Kind::kTexture);
}

TEST_CASE("products of matrix instructions are counted per warp") {
  const auto products = [](const std::string& mnemonic) {
    const auto in = instruction(mnemonic, 0);
    const Form form = read_form(in);
    for (const auto& family : table())
      for (const Op& op : family)
        if (op.opcode() == in.opcode && op.event == Event::kNothing &&
            (in.opcode == "mma" || op.is(Does::kProduct)))
          return matrix_multiplies(op, &form);
    return uint64_t{0};
  };
  CHECK(products("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32") ==
        16 * 8 * 16);
  CHECK(products("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16") ==
        64 * 128 * 16 / 4);
}
