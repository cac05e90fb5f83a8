// SPDX-License-Identifier: MIT
// nvcc's command line in clang's words, and the texts that stand between clang
// and a container. clang itself is not started.
#include <doctest/doctest.h>

#include <string>

#include "runner/clang/branches.h"
#include "runner/clang/clusters.h"
#include "runner/clang/command.h"
#include "runner/clang/container.h"
#include "runner/clang/copies.h"
#include "runner/clang/lines.h"
#include "simt/fatbin/fatbin.h"

namespace learn::clang {
namespace {

using Words = std::vector<std::string>;

std::string refusal(const Words& words) {
  try {
    parse(words);
  } catch (const Refused& refused) {
    return refused.what();
  }
  return "taken";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_SUITE("clang") {
  TEST_CASE("options of this project's builds") {
    const Command command =
        parse({"-forward-unknown-to-host-compiler", "-I/a", "-O1",
               "-Xcompiler=-fPIC,-Wall", "-lineinfo", "-Werror=all-warnings",
               "--generate-code=arch=compute_90a,code=[compute_90a,sm_90a]",
               "-std=c++17", "-MD", "-MT", "x.o", "-MF", "x.d", "-x", "cu",
               "-c", "x.cu", "-o", "x.o"});
    CHECK(command.make == Command::Make::kObject);
    CHECK(command.both == Words{"-I/a", "-std=c++17"});
    CHECK(command.host == Words{"-O1", "-fPIC", "-Wall", "-Werror"});
    CHECK(command.device == Words{"-gline-tables-only"});
    CHECK(command.depend == Words{"-MD", "-MT", "x.o", "-MF", "x.d"});
    CHECK(command.output == "x.o");
    REQUIRE(command.archs.size() == 1);
    CHECK(command.archs[0].sm() == 90);
    CHECK(command.archs[0].this_only());
  }

  TEST_CASE("-c makes an object, unless something else is asked for") {
    CHECK(parse({"-c", "x.cu"}).make == Command::Make::kObject);
    for (const Words& words :
         {Words{"--fatbin", "-c", "x.cu"}, Words{"-c", "--fatbin", "x.cu"}}) {
      CHECK(parse(words).make == Command::Make::kFatbin);
    }
  }

  TEST_CASE("machine code alone is no reason for PTX, where other PTX is") {
    const auto names = [](const Words& words) {
      std::string all;
      for (const Arch& arch : parse(words).archs) all += arch.name + " ";
      return all;
    };
    CHECK(names({"-gencode", "arch=compute_75,code=compute_75",
                 "-gencode=arch=compute_90,code=sm_90", "x.cu"}) == "75 ");
    CHECK(names({"-gencode=arch=compute_90,code=sm_90", "x.cu"}) == "90 ");
    CHECK(names({"-arch=sm_80", "x.cu"}) == "80 ");
    CHECK(names({"x.cu"}) == "75 ");
  }

  TEST_CASE("what is not known is refused by name") {
    CHECK(refusal({"-rdc=true", "x.cu"}) ==
          "clang has no such option: -rdc=true");
    CHECK(refusal({"-maxrregcount=32"}) ==
          "clang has no such option: -maxrregcount=32");
    CHECK(refusal({"-arch=native"}) == "no such architecture: native");
    CHECK(refusal({"-o"}) == "-o needs a value");
    CHECK(refusal({"-cudart", "static"}) == "here programs link cudart shared");
  }

  TEST_CASE("the emulator reads the container that is written") {
    const std::string ptx = ".version 8.8\n.target sm_90a\n";
    std::string error;
    const auto read = simt::fatbin::read_container(
        write_container(
            {{75, false, "a.cu", ".version 7.0\n"}, {90, true, "a.cu", ptx}}),
        error);
    REQUIRE_MESSAGE(read, error);
    REQUIRE(read->size() == 2);
    CHECK(read->front().sm == 75);
    CHECK(read->front().source == "a.cu");
    CHECK(read->back().payload == ptx);
    const auto chosen = simt::fatbin::choose_ptx(*read, 90, error);
    REQUIRE(chosen.size() == 1);
    CHECK(chosen[0]->payload == ptx);
    CHECK(simt::fatbin::choose_ptx(*read, 80, error)[0]->sm == 75);
  }

  TEST_CASE("a call of an inlined function stands in .loc") {
    const std::string ptx = with_calls(
        "\t.loc\t2 5 7  // /c/h.h:5:7 @[ /a b/x.cu:3:1 @[ /y.h:9:2 ] ]\n"
        "\tadd.s32 %r1, %r1, 1; // a comment\n"
        "\t.loc\t1 4 2                 // /a b/x.cu:4:2\n"
        "\t.file\t1 \"/a b/x.cu\"\n\t.file\t2 \"/c/h.h\"\n");
    CHECK(ptx ==
          "\t.loc\t3 9 2\n"
          "\t.loc\t1 3 1, function_name $L__inlined, inlined_at 3 9 2\n"
          "\t.loc\t2 5 7, function_name $L__inlined, inlined_at 1 3 1\n"
          "\tadd.s32 %r1, %r1, 1;\n"
          "\t.loc\t1 4 2\n"
          "\t.file\t1 \"/a b/x.cu\"\n\t.file\t2 \"/c/h.h\"\n"
          "\t.file\t3 \"/y.h\"\n"
          "\t.section\t.debug_str\n\t{\n$L__inlined:\n\t.b8 0\n\t}\n");
  }

  TEST_CASE("a copy of 16 aligned bytes is one load and one store") {
    const std::string head = "  call void @llvm.memcpy.p0.p3.i64(ptr align 16 ";
    const std::string from = "%a, ptr addrspace(3) align 16 %b, ";
    const std::string wide = with_wide_copies(
        head + from + "i64 16, i1 false), !dbg !9, !tbaa !7\n");
    CHECK(
        wide ==
        "  %wide.copy.0 = load <4 x i32>, ptr addrspace(3) %b, align 16, !dbg "
        "!9\n  store <4 x i32> %wide.copy.0, ptr %a, align 16, !dbg !9\n");
    // Other sizes, alignments and volatile copies stay as they are.
    for (const std::string& line :
         {head + from + "i64 32, i1 false)\n",
          head + from + "i64 16, i1 true)\n",
          head + "%a, ptr align 8 %b, i64 16, i1 false)\n"}) {
      CHECK(with_wide_copies(line) == line);
    }
  }

  TEST_CASE("a copy of a vector of CUDA is wide by its type") {
    // clang takes the alignment of the array of floats that holds the vector.
    const std::string types =
        "!1 = !{!9, i64 16, !\"_ZTS6float4\", !8, i64 0, i64 4}\n"
        "!2 = !{!9, i64 8, !\"_ZTS6float2\", !8, i64 0, i64 4}\n"
        "!3 = !{!9, i64 16, !\"_ZTS7float4s\", !8, i64 0, i64 4}\n"
        "!4 = !{!1, !1, i64 0, i64 16}\n!5 = !{!2, !2, i64 0, i64 8}\n"
        "!6 = !{!3, !3, i64 0, i64 16}\n";
    const auto copy = [&](const std::string& bytes, const std::string& rest) {
      return with_wide_copies(
          "  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 4 %b, "
          "i64 " +
          bytes + ", i1 false)" + rest + "\n" + types);
    };
    CHECK(has(copy("16", ", !dbg !7, !tbaa !4, !tbaa.struct !3"),
              "load <4 x i32>, ptr %b, align 16, !dbg !7\n"));
    CHECK(has(copy("8", ", !tbaa !5"), "load <2 x i32>, ptr %b, align 8\n"));
    CHECK(has(copy("16", ", !tbaa !6"), "call void @llvm.memcpy"));
    CHECK(has(copy("16", ", !tbaa.struct !4"), "call void @llvm.memcpy"));
  }

  TEST_CASE("a branch over a branch is one branch") {
    const std::string between = "$L_tmp1:\n\t.loc\t1 5 3\n";
    const auto made = [&](const std::string& guard, const std::string& rest) {
      return with_single_branches("\t" + guard + " bra \t$L_2;\n" +
                                  "\tbra.uni \t$L_1;\n" + rest);
    };
    CHECK(made("@%p1", between + "$L_2:\n\tret;\n") ==
          "\t@!%p1 bra \t$L_1;\n" + between + "$L_2:\n\tret;\n");
    CHECK(made("@!%p1", "$L_2:\n") == "\t@%p1 bra \t$L_1;\n$L_2:\n");
    // Something else comes first.
    CHECK(has(made("@%p1", "\tret;\n$L_2:\n"), "\tbra.uni \t$L_1;\n"));
    CHECK(has(made("@%p1", "$L_3:\n"), "\t@%p1 bra \t$L_2;\n"));
  }

  TEST_CASE("an annotation gives a kernel the size of its cluster") {
    const std::string ir =
        "@.str = constant [22 x i8] c\"lockstep.cluster_dims\\00\"\n"
        "@.args = constant { i32, i32 } { i32 4, i32 1 }\n"
        "@llvm.global.annotations = [1 x { ptr }] [{ ptr } { ptr @_Z1kv, ptr "
        "@.str, ptr @.str.1, i32 1, ptr @.args }]\n"
        "define void @_Z1kv(ptr noundef %0) #0 {\n"
        "define void @_Z1jv() #0 {\n";
    const std::string with = with_clusters(ir);
    CHECK(
        has(with, "@_Z1kv(ptr noundef %0) \"nvvm.cluster_dim\"=\"4,1\" #0 {"));
    CHECK(has(with, "@_Z1jv() #0 {"));
  }
}

}  // namespace
}  // namespace learn::clang
