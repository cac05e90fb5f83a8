// SPDX-License-Identifier: MIT
// The two builds of the handlers give the same bits: every row, with forms
// made from its syntax, on random lanes and masks.
#include <doctest/doctest.h>

#include <vector>

#include "simt/ops/syntax.h"
#include "tests/host/ops_help.h"

namespace simt::ops::baseline {
Table all_rows();
}
namespace simt::ops::avx2 {
Table all_rows();
}

using namespace simt::ops;
using simt::ptx::Type;

namespace {

/// Forms to try a row with: every type, plain and with every flag.
std::vector<Form> forms_for(const Op& op) {
  std::vector<Form> forms;
  const Syntax syntax = parse_syntax(op.syntax);
  std::string mnemonic = std::string(syntax.opcode);
  for (const SyntaxWord& word : syntax.words) {
    const std::string text(word.text);
    const bool plain = text != "type" && text != "type2" && !word.optional;
    if (text == "rnd") mnemonic += ".rp";
    if (text == "irnd") mnemonic += ".rmi";
    if (text == "cmp") mnemonic += ".gt";
    if (text == "bool") mnemonic += ".xor";
    if (plain && text != "rnd" && text != "irnd" && text != "cmp" &&
        text != "bool") {
      mnemonic += "." + text;
    }
  }
  for (int t = 1; t <= static_cast<int>(Type::kF64); ++t) {
    if ((op.types >> t & 1) == 0) continue;
    for (const Type second : {Type::kS32, Type::kF32, Type::kU64}) {
      Form form = read_form(ops_help::instruction(mnemonic, 0));
      form.type = static_cast<Type>(t);
      form.type2 = second;
      forms.push_back(form);
      form.ftz = form.sat = true;
      forms.push_back(form);
    }
  }
  return forms;
}

std::vector<std::byte> result(Handler run, const Form& form, uint64_t seed) {
  ops_help::Frame frame;
  ops_help::Random random{seed};
  for (std::byte& b : frame.bytes) b = static_cast<std::byte>(random());
  Context context;
  context.pool[0] = frame.bytes.data();
  Inst inst;
  inst.form = &form;
  simt::ops::Ref* refs[] = {&inst.d, &inst.a, &inst.b,
                            &inst.c, &inst.e, &inst.p};
  for (size_t i = 0; i < 6; ++i) *refs[i] = make_ref(0, ops_help::row_of(i));
  inst.d_bytes = 8;
  inst.bytes = 8;
  run(context, inst, seed % 2 ? simt::kAllLanes : static_cast<uint32_t>(seed));
  return {frame.bytes.begin(), frame.bytes.end()};
}

/// Families that only touch registers.
bool computes(const Op& op) {
  for (const std::string_view other :
       {"ld",       "st",         "atom",
        "red",      "shfl",       "vote",
        "match",    "activemask", "redux",
        "bar",      "bra",        "brx",
        "call",     "ret",        "exit",
        "trap",     "nanosleep",  "elect",
        "read",     "mov",        "cvta",
        "isspacep", "fence",      "membar",
        "prefetch", "discard",    "griddepcontrol",
        "pmevent",  "brkpt",      "suld",
        "sust",     "sured",      "setmaxnreg",
        "wgmma",    "tensormap"}) {
    if (op.opcode().starts_with(other)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the baseline and the AVX2 handlers agree") {
  const Table slow = baseline::all_rows(), fast = avx2::all_rows();
  REQUIRE(slow.size() == fast.size());
  int compared = 0;
  for (size_t f = 0; f < slow.size(); ++f) {
    REQUIRE(slow[f].size() == fast[f].size());
    for (size_t i = 0; i < slow[f].size(); ++i) {
      const Op &a = slow[f][i], &b = fast[f][i];
      REQUIRE(a.syntax == b.syntax);
      if (!computes(a)) continue;
      for (const Form& form : forms_for(a)) {
        const Handler x = a.select(form), y = b.select(form);
        REQUIRE((x == nullptr) == (y == nullptr));
        if (x == nullptr) continue;
        for (uint64_t seed = 1; seed < 9; ++seed) {
          INFO(std::string(a.syntax), " ", simt::ptx::name_of(form.type));
          REQUIRE(result(x, form, seed) == result(y, form, seed));
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 1000);
}
