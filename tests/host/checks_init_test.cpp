// SPDX-License-Identifier: MIT
// Reads of memory that nothing has written.
#include <doctest/doctest.h>

#include "simt/checks/byte_map.h"
#include "tests/host/checks_fixture.h"

namespace simt::checks::init_test {
namespace {

const ChosenChecks kOnly = ChosenChecks::only({"init"});
const std::vector<std::string> kCode = {"st.shared.u32", "ld.shared.u32",
                                        "atom.shared.add.u32"};

TEST_CASE("a byte map knows what was written") {
  ByteMap map;
  map.reset(200);
  CHECK_FALSE(map.written(0, 1));
  map.write(60, 10);
  CHECK(map.written(60, 10));
  CHECK(map.written_one(64, 4));
  CHECK_FALSE(map.written(59, 2));
  CHECK_FALSE(map.written(69, 2));
  map.write(0, 1000);  // past the end
  CHECK(map.complete());
}

TEST_CASE("single writes add up to a complete map") {
  ByteMap map;
  map.reset(100);
  for (uint64_t at = 0; at < 104; at += 8) map.write_one(at, 8);
  CHECK(map.complete());
}

TEST_CASE("shared memory is unwritten when a block starts") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.start();
  k.store(1, 0, 0, 4, 0x0000ffff);
  k.load(2, 0, 0, 4);
  k.end();
  REQUIRE(k.names() == Names{"uninitialized-read:2"});
  CHECK(k.found()[0].count == 16);
  CHECK(k.found()[0].message == "`buf+64` is read before anything wrote it");
}

TEST_CASE("an exchange reads only when its result is used") {
  for (const bool used : {false, true}) {
    HandLaunch k({"atom.shared.exch.b32", "atom.shared.cas.b32",
                  "atom.shared.add.u32", "ld.shared.u32"},
                 {64, 1, 1}, kOnly);
    for (uint32_t i = 0; i < 3; ++i)
      k.kernel.code[i].d = ops::make_ref(0, ops::kFirstRegister + 128 * i);
    if (used) k.kernel.code[3].a = k.kernel.code[0].d;
    k.start();
    k.atomic(1, 0, 0, 4);
    k.load(4, 0, 0, 4);
    k.atomic(2, 0, 256, 4);  // these read, whoever uses what they read
    k.atomic(3, 0, 512, 4);
    k.end();
    CHECK(k.names() ==
          (used ? Names{"uninitialized-read:1", "uninitialized-read:2",
                        "uninitialized-read:3"}
                : Names{"uninitialized-read:2", "uninitialized-read:3"}));
  }
}

TEST_CASE("what was stored may be read") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.start();
  k.store(1, 0, 0, 4);
  k.load(2, 1, 124, -4);
  k.load(2, 1, 4, 0);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("of a stored box only what lies in its tensor is read") {
  for (const auto swizzle :
       {ops::TensorSwizzle::kNone, ops::TensorSwizzle::k128})
    for (const LaneMask written : {0x00ffu, 0x007fu}) {
      HandLaunch k({"st.shared.u32", "cp.async.bulk.tensor"}, {64, 1, 1},
                   kOnly);
      k.start();
      auto box = std::make_shared<ops::TensorBox>();
      box->stored = true;
      box->map.rank = 2;
      box->map.type = ops::TensorType::kS32;
      box->map.swizzle = swizzle;
      box->map.dims[0] = 8, box->map.dims[1] = 2;
      box->map.box[0] = 12, box->map.box[1] = 3;
      box->map.steps[0] = box->map.steps[1] = 1;
      box->map.strides[0] = 32;
      const uint32_t pitch = box->map.shared_pitch();
      for (uint32_t row = 0; row < 2; ++row)
        for (uint32_t piece = 0; piece < 2; ++piece) {
          const uint32_t place = row * pitch + piece * 16;
          const LaneMask four = written >> (piece * 4) & 15;
          k.store(1, 0, ops::swizzled(swizzle, place), 4, four);
        }
      BulkCopy copy;
      copy.pc = 1;
      copy.end = BulkEnd::kGroup;
      copy.from = ptx::Space::kShared;
      copy.to = ptx::Space::kGlobal;
      copy.bytes = 144;
      copy.box = box;
      BulkStep step;
      step.copy = &copy;
      k.session.on_bulk(step);
      k.end();
      CHECK(k.names() ==
            (written == 0x00ff ? Names{} : Names{"uninitialized-read:2"}));
    }
}

TEST_CASE("a new block in the same slot starts unwritten") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.start();
  k.store(1, 0, 0, 4);
  k.session.on_block_start({1, 0, 0});
  k.load(2, 0, 0, 4);
  k.end();
  CHECK(k.names() == Names{"uninitialized-read:2"});
}

TEST_CASE("an array that lacks __shared__ is told after a barrier") {
  const struct {
    const char* what;
    bool barrier, own, told;
  } kCases[] = {{"others stored it", true, false, true},
                {"no barrier between", false, false, false},
                {"the thread stored it itself", true, true, false}};
  for (const auto& one : kCases) {
    CAPTURE(one.what);
    HandLaunch k({"st.local.u32", "ld.local.u32", "bar.sync"}, {64, 1, 1},
                 kOnly);
    k.kernel.uses_local = true;
    k.space = ptx::Space::kLocal;
    k.start();
    k.store(1, 0, 0, 4);  // lane i stores word i of its own array
    if (one.barrier) k.barrier(3);
    k.load(2, 0, one.own ? 0 : 4, 4, 0x7fffffff);
    k.load(2, 0, 400, 0);  // nobody stored it: left over, perhaps not used
    k.end();
    CHECK(k.names() == (one.told ? Names{"uninitialized-read:2"} : Names{}));
    if (one.told) CHECK(k.found()[0].severity == report::Severity::kWarning);
  }
}

TEST_CASE("what CUB's merge sort reads too far is not told, elsewhere it is") {
  const std::string files[] = {"/include/cub/block/block_merge_sort.cuh",
                               "/include/cub/block/block_scan.cuh"};
  for (const std::string& file : files) {
    HandLaunch k(kCode, {64, 1, 1}, kOnly);
    k.kernel.info[1].innermost.file = file;
    k.start();
    k.load(2, 0, 0, 4);
    k.end();
    CHECK(k.names().empty() == (file.find("merge") != file.npos));
  }
}

TEST_CASE("an atomic on unwritten memory reads it") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.start();
  k.atomic(3, 0, 0, 0);
  k.load(2, 0, 0, 0);  // written by now
  k.end();
  REQUIRE(k.names() == Names{"uninitialized-read:3"});
  CHECK(k.found()[0].count == 32);
}

struct Memory {
  explicit Memory(HandLaunch& launch) : k(launch) {
    k.space = ptx::Space::kGlobal;
    allocation.begin = 0x1000;
    allocation.end = 0x1100;
    allocation.name = "cudaMalloc #1";
  }
  HandLaunch& k;
  Allocation allocation;
};

TEST_CASE("device memory is unwritten until a copy or a kernel writes it") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  Memory memory(k);
  k.session.on_allocate(memory.allocation);
  k.session.on_host_write(0x1000, 64);
  k.start();
  k.load(2, 0, 0x1000, 4);
  k.end();
  REQUIRE(k.names() == Names{"uninitialized-read:2"});
  CHECK(k.found()[0].message ==
        "`cudaMalloc #1+64` is read before anything wrote it");
}

TEST_CASE("managed memory and variables count as written") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  Memory memory(k);
  SUBCASE("managed") { memory.allocation.host_visible = true; }
  SUBCASE("variable") { memory.allocation.variable = true; }
  k.session.on_allocate(memory.allocation);
  k.start();
  k.load(2, 0, 0x1000, 4);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("memory that came back is unwritten again") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  Memory memory(k);
  k.session.on_allocate(memory.allocation);
  k.session.on_host_write(0x1000, 256);
  k.session.on_free(memory.allocation);
  k.session.on_allocate(memory.allocation);
  k.start();
  k.load(2, 0, 0x1000, 4);
  k.end();
  CHECK(k.names() == Names{"uninitialized-read:2"});
}

}  // namespace
}  // namespace simt::checks::init_test
