// SPDX-License-Identifier: MIT
// Each rule of the verifier, as a module that keeps it and one that breaks it.
// ptxas 13 agrees, but where a row says `ours`: such modules are refused
// because nothing here is that large, or that wide.
#include "simt/verify/verify.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

using simt::verify::Refusal;

constexpr const char* kHead = ".version 8.8\n.target sm_90\n.address_size 64\n";

std::string kernel(const std::string& code) {
  return std::string(kHead) +
         ".func (.param .b32 r) take(.param .b64 a, .param .b32 b)\n"
         "{ .reg .b32 %x<2>; mov.u32 %x1, 1; st.param.b32 [r], %x1; ret; }\n"
         ".entry other() { ret; }\n"
         ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
         ".reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .b16 %h<9>; .reg .b8 %b<9>;\n"
         ".reg .pred %p<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n"
         ".reg .b128 %q<9>; .local .b8 loc[64]; .shared .b8 sh[64];\n"
         ".param .b64 q; .param .b32 w; .param .b32 v;\n" +
         code + "\nret;\n}\n";
}

std::optional<Refusal> refusal_of(const std::string& text) {
  simt::ptx::ParseError error;
  const auto module = simt::ptx::parse(text, error);
  INFO(text);
  REQUIRE_MESSAGE(module.has_value(), error.message);
  return simt::verify::verify(*module);
}

/// A rule: code that keeps it, code that breaks it, and what is said of that.
struct Rule {
  const char* good;
  const char* bad;
  const char* what;
};

// clang-format off
constexpr Rule kRules[] = {
    // widths
    {"add.u64 %rd1, %rd2, %rd3;", "add.u64 %h1, %rd1, %rd1;", "`add.u64`: `%h1` has 16 bits, not 64"},
    {"add.u16 %h1, %h2, %h3;", "add.u16 %h1, %rd2, %h3;", "`%rd2` has 64 bits, not 16"},
    {"mul.wide.u32 %rd1, %r1, %r2;", "mul.wide.u32 %r1, %r1, %r2;", "`%r1` has 32 bits, not 64"},
    {"shl.b64 %rd1, %rd2, %r1;", "shl.b64 %rd1, %rd2, %rd3;", "`%rd3` has 64 bits, not 32"},
    {"mov.b32 %f1, %r1;", "mov.b64 %f1, %rd1;", "`%f1` has 32 bits, not 64"},
    {"atom.global.exch.b64 %rd1, [%rd2], %rd3;", "atom.global.exch.b64 %r1, [%rd2], %rd3;", "`%r1` has 32 bits, not 64"},
    {"atom.global.exch.b128 %q1, [%rd2], %q3;", "atom.global.exch.b128 %q1, [%rd2], %rd3;", "`%rd3` has 64 bits, not 128"},
    {"setp.lt.f64 %p1, %fd1, %fd2;", "setp.lt.f64 %p1, %fd1, %f2;", "`%f2` has 32 bits, not 64"},
    {"shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;", "shfl.sync.idx.b32 %r1, %r2, %h1, 31, -1;", "`%h1` has 16 bits, not 32"},
    {"createpolicy.cvt.L2.b64 %rd1, %rd2;", "createpolicy.cvt.L2.b64 %rd1, %r2;", "`%r2` has 32 bits, not 64"},
    {"isspacep.shared %p1, %rd1;", "isspacep.shared %p1, %r1;", "`%r1` has 32 bits, not 64"},
    {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, {%r5,%r6}, {%f1,%f2,%f3,%f4};",
     "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%h1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, {%r5,%r6}, {%f1,%f2,%f3,%f4};", "`%h1` has 16 bits, not 32"},
    // registers wider than their type, where a row says so
    {"ld.global.u8 %r1, [%rd1];", "ld.global.u32 %h1, [%rd1];", "`%h1` has 16 bits, not 32"},
    {"st.global.u8 [%rd1], %rd2;", "st.global.u64 [%rd1], %r2;", "`%r2` has 32 bits, not 64"},
    {"cvt.u16.u8 %r1, %rd2;", "cvt.u64.u8 %r1, %rd2;", "`%r1` has 32 bits, not 64"},
    {"ld.global.b64 %rd1, [%rd1];", "ld.global.b64 %q1, [%rd1];", "`%q1` has 128 bits, not 64"},  // ours
    {"cvt.rn.f16x2.f32 %r1, %f1, %f2;", "cvt.rn.f16x2.f32 %rd1, %f1, %f2;", "`%rd1` has 64 bits, not 32"},  // ours
    // predicates
    {"and.pred %p1, %p2, %p3;", "and.pred %p1, %p2, %r3;", "`%r3` is no predicate"},
    {"and.b32 %r1, %r2, %r3;", "and.b32 %r1, %r2, %p3;", "`%p3` is a predicate"},
    {"selp.b32 %r1, %r2, %r3, %p1;", "selp.b32 %r1, %r2, %r3, %r4;", "`%r4` is no predicate"},
    {"@%p1 add.u32 %r1, %r1, 1;", "@%r1 add.u32 %r1, %r1, 1;", "its guard is no predicate"},
    {"setp.eq.u32 %p1|%p2, %r1, 0;", "setp.eq.u32 %p1|%r2, %r1, 0;", "`%r2` is no predicate"},
    {"setp.eq.and.u32 %p1, %r1, 0, !%p2;", "add.u32 %r1, !%r2, 1;", "cannot be negated"},
    {"st.global.u32 [%rd1], %r1;", "st.global.u32 [%rd1], %p1;", "`%p1` is a predicate"},
    // what is written
    {"add.u32 %r1, 5, %r2;", "add.u32 5, %r1, %r2;", "`5` cannot be written"},
    {"mov.u32 %r1, %tid.x;", "mov.u32 %tid.x, %r1;", "`%tid.x` cannot be written"},
    {"atom.global.add.u32 _, [%rd1], 1;", "add.u32 %r1, _, 1;", "`_` holds no value"},
    {"wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8};",
     "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}, [%rd1];", "`1` cannot be written"},
    // vectors
    {"ld.global.v2.b32 {%r1, %r2}, [%rd1];", "ld.global.v2.b32 {%r1, %r2, %r3}, [%rd1];", "takes a vector of 2 elements, not a vector of 3"},
    {"st.global.v4.b32 [%rd1], {%r1,%r2,%r3,%r4};", "st.global.v4.b32 [%rd1], %r1;", "takes a vector of 4 elements, not a register"},
    {"ldmatrix.sync.aligned.m8n8.x2.b16 {%r1, %r2}, [%rd1];", "ldmatrix.sync.aligned.m8n8.x2.b16 {}, [%rd1];", "takes a vector that has elements"},
    {"red.global.add.v2.f32 [%rd1], {%f1, %f2};", "red.global.add.v2.f32 [%rd1], %f1;", "takes a vector of 2"},
    {"atom.global.add.v2.f32 {%f1,%f2}, [%rd1], {%f1,%f2};", "atom.global.add.v2.f32 {%f1,%f2}, [%rd1], %f2;", "takes a vector of 2"},
    {"ld.global.v2.b16 {%h1, %h2}, [%rd1];", "ld.global.v2.b16 {%h1, %r2}, [%rd1];", "have different widths"},
    {"ld.global.v4.b64 {%rd1,%rd2,%rd3,%rd4}, [%rd1];", "ld.global.v8.b64 {%rd1,%rd2,%rd3,%rd4,%rd5,%rd6,%rd7,%rd8}, [%rd1];", "more than 32 bytes"},
    {"mov.b64 %rd1, {%r1, %r2};", "mov.b64 %rd1, {%r1, %h2};", "`%h2` has 16 bits, not 32"},
    {"mov.b64 {%h1,%h2,%h3,%h4}, %rd1;", "mov.b64 {%h1,%h2,%h3}, %rd1;", "64 bits do not come apart into 3"},
    {"tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1,%r2}];", "tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];", "takes 2 coordinates, not 1"},
    {"tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];", "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%rd1}];", "`%rd1` has 64 bits, not 32"},
    // addresses and constants
    {"ld.shared.u32 %r1, [%r2+4];", "ld.shared.u32 %r1, [%q1];", "`%q1` has 128 bits, and an address 32 or 64"},
    {"ld.shared.u32 %r1, [sh+4];", "ld.shared.u32 %r1, [%h2];", "`%h2` has 16 bits, and an address"},  // ours
    {"bar.sync 15;", "bar.sync 16;", "`16` is not below 16"},
    {"cp.async.ca.shared.global [%r1], [%rd1], 4;", "cp.async.ca.shared.global [%r1], [%rd1], 5;", "`5` is none of the constants 4/8/16"},
    {"cp.async.ca.shared.global [%r1], [%rd1], 16, %r2;", "cp.async.ca.shared.global [%r1], [%rd1], %r2;", "none of the constants 4/8/16"},
    // parameters
    {"st.param.b64 [q], %rd1;", "st.param.b64 [q+1048576], %rd1;", "byte 1048576 to 1048583 is outside `q`, which has 8 bytes"},  // ours
    {"ld.param.b64 %rd1, [q];", "ld.param.b64 %rd1, [q+-8];", "byte -8 to -1 is outside `q`"},  // ours
    {"ld.param.v2.b32 {%r1,%r2}, [q];", "ld.param.v2.b64 {%rd1,%rd2}, [q];", "byte 0 to 15 is outside `q`"},  // ours
    {"ld.param.u64 %rd1, [p];", "st.param.u64 [p], %rd1;", "`p` is a kernel's parameter: only read"},
    // calls
    {"call (w), take, (q, v);", "call (w), take, (q);", "has 1 arguments, and the function 2"},
    {"call (w), take, (q, v);", "call take, (q, v);", "has 0 results, and the function 1"},
    {"call (w), take, (q, v);", "call (w), take, (q, q);", "`q` has 8 bytes, and `b` of the function 4"},
    {"call (w), take, (q, v);", "call other;", "`other` is a kernel"},
    {"m: .callprototype (.param .b32 _) _ (.param .b64 _);\ncall (w), %rd1, (q), m;",
     "m: .callprototype (.param .b32 _) _ (.param .b64 _);\ncall (w), %rd1, (v), m;", "`v` has 4 bytes"},
    {"m: .callprototype _ ();\ncall %rd1, (), m;", "m: .callprototype _ ();\ncall %r1, (), m;", "`%r1` cannot hold the address of a function"},
    // branches
    {"L: t: .branchtargets L;\nbrx.idx %r1, t;", "L: t: .branchtargets L;\nbrx.idx %r1, sh;", "`sh` is no table of branch targets"},
    {"L: t: .branchtargets L;\nbrx.idx %r1, t;", "L: t: .branchtargets L;\nbrx.idx %h1, t;", "`%h1` has 16 bits, not 32"},
    // sizes
    {".local .align 8 .b8 a[524288];", ".local .align 8 .b8 a[99999999];", "the local variables of this function take more than 67108864 bytes"},
    {".shared .b8 a[1024];", ".shared .b8 a[4294967295];", "the shared variables of this function take more than 1048576 bytes"},
    {".shared .align 1024 .b8 a[4];", ".shared .align 1073741824 .b8 a[4];", "`a` has an alignment of 1073741824 bytes"},  // ours
    {".param .b8 a[4096];", ".param .b8 a[134217728];", "the registers and parameters of this function take more"},
};
// clang-format on

void check_module(const std::string& good, const std::string& bad,
                  const std::string& what) {
  CHECK_FALSE(refusal_of(kHead + good).has_value());
  const auto refusal = refusal_of(kHead + bad);
  REQUIRE(refusal.has_value());
  CHECK_MESSAGE(refusal->what.find(what) != std::string::npos, refusal->what);
}

}  // namespace

TEST_CASE("each rule takes what keeps it and refuses what breaks it") {
  for (const Rule& rule : kRules) {
    INFO(rule.good);
    INFO(rule.bad);
    const auto kept = refusal_of(kernel(rule.good));
    CHECK_MESSAGE(!kept.has_value(), kept->what);
    const auto broken = refusal_of(kernel(rule.bad));
    REQUIRE(broken.has_value());
    INFO(broken->what);
    CHECK(broken->what.find(rule.what) != std::string::npos);
  }
}

TEST_CASE("sums over a module and over parameters do not wrap") {
  const std::string end = " ) { ret; }\n";
  check_module(".entry k(.param .align 64 .b8 a[4000], .param .u64 b" + end,
               ".entry k(.param .align 1048576 .b8 a[1], "
               ".param .align 1048576 .b8 b[1]" +
                   end,
               "the parameters of this kernel take more than 32764 bytes");
  check_module(".entry k(.param .u64 a" + end,
               ".entry k(.param .align 1073741824 .b8 a[4]" + end,
               "`a` has an alignment of 1073741824");
  check_module(".const .b8 a[65536];\n",
               ".const .b8 a[4294967296];\n.const .b8 b[4294967296];\n",
               "the constants of this module");
  check_module(".global .b8 a[4294967296];\n",
               ".global .v4 .b64 a[17592186044416];\n",
               "the global variables of this module");
  check_module(".shared .b8 a[49152];\n", ".shared .b8 a[4294967296];\n",
               "`a`");
  check_module(".entry k() .maxntid 32, 32 { ret; }\n",
               ".entry k() .maxntid 2147483647, 2147483647 { ret; }\n",
               ".maxntid");
}

TEST_CASE("a refusal says where") {
  const auto refusal =
      refusal_of(kernel("mov.u32 %r1, 1;\nadd.u64 %h1, 1, 2;"));
  REQUIRE(refusal.has_value());
  CHECK(refusal->function == "k");
  CHECK(refusal->ptx_line == 14);
  CHECK(refusal_of(kernel(".shared .b8 a[4294967295];"))->ptx_line == 0);
}

TEST_CASE("an instruction that the emulator lacks is no offence") {
  CHECK_FALSE(refusal_of(kernel("wgmma.trim.sync.aligned;")).has_value());
}

TEST_CASE("what only sm_90a has is refused in a module for sm_90") {
  for (const std::string code :
       {"wgmma.fence.sync.aligned;", "wgmma.commit_group.sync.aligned;",
        "wgmma.wait_group.sync.aligned 0;",
        "setmaxnreg.inc.sync.aligned.u32 40;",
        "tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 2;"}) {
    const auto refusal = refusal_of(kernel(code));
    REQUIRE(refusal.has_value());
    CHECK(refusal->what.find("`.target sm_90a`") != std::string::npos);
    CHECK(refusal->what.find(code.substr(0, code.find_first_of(" ;"))) == 1);
    std::string right = kernel(code);
    right.replace(right.find("sm_90"), 5, "sm_90a");
    CHECK_FALSE(refusal_of(right).has_value());
  }
}

TEST_CASE("every form that a GPU has run passes") {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(OPS_PTX)) {
    if (entry.path().extension() != ".ptx") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    INFO(entry.path().string());
    const auto refusal = refusal_of(text.str());
    CHECK_MESSAGE(!refusal.has_value(), refusal->what);
    ++files;
  }
  CHECK(files > 500);
}
