// SPDX-License-Identifier: MIT
// Counters by launch, line and allocation; and the warnings made from them.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "tests/host/checks_fixture.h"

namespace simt::checks::counter_test {
namespace {

const ChosenChecks kOnly = ChosenChecks::only({"bank"});
const std::vector<std::string> kCode = {"ld.global.f32", "st.shared.f32",
                                        "ld.shared.f32", "st.global.f32"};

Allocation allocation(uint64_t begin, uint64_t bytes, int number) {
  Allocation a;
  a.begin = begin;
  a.end = begin + bytes;
  a.number = number;
  a.name = "cudaMalloc #" + std::to_string(number);
  return a;
}

/// Ends a launch in which each instruction ran once.
void end_each_once(HandLaunch& k) {
  Executions executions;
  executions.warps.assign(k.kernel.info.size(), 1);
  executions.idle.assign(k.kernel.info.size(), 0);
  k.session.on_launch_end(executions);
}

TEST_CASE("a bulk copy counts once, whatever it copies to") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.session.on_allocate(allocation(0x1000, 4096, 1));
  k.start();
  BulkCopy copy;
  copy.source = 0x1010;  // inside a sector: 128 bytes lie in five
  copy.bytes = 256;
  BulkStep step;
  step.copy = &copy;
  k.session.on_bulk(step);
  copy.again = true;  // the same source, for another block of the cluster
  k.session.on_bulk(step);
  BulkCopy back;
  back.pc = 1;
  back.from = ptx::Space::kShared;
  back.to = ptx::Space::kGlobal;
  back.target = 0x1100;
  back.bytes = 64;
  step.copy = &back;
  k.session.on_bulk(step);
  end_each_once(k);
  const report::Launch& launch = k.session.report().launches.at(0);
  CHECK(launch.counters.bulk_read == report::GlobalTraffic{1, 10, 8, 256});
  CHECK(launch.counters.bulk_write == report::GlobalTraffic{1, 2, 2, 64});
  CHECK(launch.counters.global_load == report::GlobalTraffic{});
  CHECK(launch.lines.at(1).counters.bulk_write.requests == 1);
  REQUIRE(launch.allocations.size() == 1);
  CHECK(launch.allocations[0].bulk_reads.sectors == 10);
  CHECK(launch.allocations[0].bulk_writes.bytes == 64);
}

TEST_CASE("traffic is counted by line and summed") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.session.on_allocate(allocation(0x1000, 4096, 1));
  k.start();
  k.space = ptx::Space::kGlobal;
  k.load(1, 0, 0x1000, 4);
  k.load(1, 1, 0x1080, 4);
  k.space = ptx::Space::kShared;
  k.store(2, 0, 0, 4);
  k.load(3, 0, 0, 128 / 16);  // a stride of two words
  Executions executions;
  executions.warps = {2, 1, 1, 0};
  executions.idle = {0, 0, 0, 0};
  k.session.on_launch_end(executions);
  const report::Launch& launch = k.session.report().launches.at(0);
  CHECK(launch.counters.warp_instructions == 4);
  CHECK(launch.counters.thread_instructions == 128);
  CHECK(launch.counters.instructions.at("ld.global.f32") == 2);
  CHECK(launch.counters.instructions.count("st.global.f32") == 0);
  CHECK(launch.counters.global_load.requests == 2);
  CHECK(launch.counters.global_load.sectors == 8);
  CHECK(launch.counters.global_load.ideal_sectors == 8);
  CHECK(launch.counters.global_load.bytes == 256);
  CHECK(launch.counters.shared_store.wavefronts == 1);
  CHECK(launch.counters.shared_load.wavefronts == 2);
  CHECK(launch.counters.shared_load.bank_conflicts == 1);
  REQUIRE(launch.lines.size() == 3);
  CHECK(launch.lines[0].line == 1);
  CHECK(launch.lines[0].counters.global_load.sectors == 8);
  CHECK(launch.lines[2].counters.shared_load.wavefronts == 2);
}

TEST_CASE("a request over two allocations is counted for each") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.session.on_allocate(allocation(0x1000, 64, 1));
  k.session.on_allocate(allocation(0x2000, 4096, 2));
  k.start();
  k.space = ptx::Space::kGlobal;
  k.load(1, 0, 0x1000, 0x1000, 0x3);
  k.end();
  const auto& parts = k.session.report().launches.at(0).allocations;
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].name == "cudaMalloc #1");
  CHECK(parts[0].bytes == 64);
  CHECK(parts[0].loads.sectors == 1);
  CHECK(parts[1].loads.requests == 1);
  REQUIRE(k.session.allocation_traffic(0, 0x2004) != nullptr);
  CHECK(k.session.allocation_traffic(0, 0x2004)->loads.sectors == 1);
  CHECK(k.session.allocation_traffic(0, 0x9000) == nullptr);
  CHECK(k.session.allocation_traffic(1, 0x2004) == nullptr);
}

TEST_CASE("atomics are counted like loads and stores, each apart") {
  HandLaunch k({"atom.global.add.u32", "atom.shared.or.b32"}, {64, 1, 1},
               kOnly);
  k.session.on_allocate(allocation(0x1000, 4096, 1));
  k.start();
  k.space = ptx::Space::kGlobal;
  k.atomic(1, 0, 0x1000, 4);
  k.atomic(1, 0, 0x1000, 128);
  k.space = ptx::Space::kShared;
  k.atomic(2, 0, 0, 4);
  k.atomic(2, 0, 0, 128);
  k.atomic(2, 0, 0, 4, 0x7);
  end_each_once(k);
  const report::Launch& launch = k.session.report().launches.at(0);
  CHECK(launch.counters.global_atomic.requests == 2);
  CHECK(launch.counters.global_atomic.sectors == 4 + 32);
  CHECK(launch.counters.global_atomic.ideal_sectors == 4 + 4);
  CHECK(launch.counters.global_atomic.bytes == 2 * 128);
  CHECK(launch.counters.shared_atomic.requests == 3);
  CHECK(launch.counters.shared_atomic.wavefronts == 1 + 32 + 1);
  CHECK(launch.counters.shared_atomic.ideal_wavefronts == 3);
  CHECK(launch.counters.shared_atomic.bank_conflicts == 31);
  CHECK(launch.counters.global_load.requests == 0);
  CHECK(launch.counters.global_store.requests == 0);
  REQUIRE(launch.allocations.size() == 1);
  CHECK(launch.allocations[0].atomics.sectors == 36);
  CHECK(launch.allocations[0].stores.requests == 0);
}

TEST_CASE("an instruction that loads here and stores there is both") {
  HandLaunch k({"cp.async.ca.shared.global"}, {64, 1, 1}, kOnly);
  k.session.on_allocate(allocation(0x1000, 4096, 1));
  k.start();
  k.space = ptx::Space::kGlobal;
  for (int i = 0; i < 40; ++i) k.load(1, 0, 0x1000, 128);
  k.space = ptx::Space::kShared;
  k.store(1, 0, 0, 4);
  end_each_once(k);
  const report::Counters& all = k.session.report().launches.at(0).counters;
  CHECK(all.global_load.sectors == 40 * 32);
  CHECK(all.global_store.requests == 0);
  CHECK(all.shared_store.wavefronts == 1);
  CHECK(all.shared_load.requests == 0);
  REQUIRE(k.found().size() == 1);
  CHECK(k.found()[0].message.find("one load of") == 0);
}

TEST_CASE("what textures are read through is counted apart") {
  HandLaunch k({"tex.1d.v4.f32.s32"}, {64, 1, 1}, kOnly);
  k.session.on_allocate(allocation(0x1000, 4096, 1));
  k.session.on_allocate(allocation(0x4000, 4096, 2));
  k.start();
  const std::vector<uint64_t> texels = {0x1080, 0x1000, 0x1004, 0x1000, 0x4000};
  k.session.on_fetch({0, {0, 0, 0}, 4, texels});
  end_each_once(k);
  const report::Launch& launch = k.session.report().launches.at(0);
  CHECK(launch.counters.texture_load.requests == 1);
  CHECK(launch.counters.texture_load.sectors == 3);
  CHECK(launch.counters.texture_load.ideal_sectors == 2);
  CHECK(launch.counters.texture_load.bytes == 5 * 4);
  REQUIRE(launch.allocations.size() == 2);
  CHECK(launch.allocations[0].texture_loads.sectors == 2);
  CHECK(launch.allocations[1].texture_loads.bytes == 4);
}

TEST_CASE("touched dynamic shared memory is counted from its beginning") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.info.dynamic_shared = 256;
  k.info.dynamic_begin = 1024;
  k.start();
  k.store(2, 0, 0, 4);
  k.store(2, 0, 1024, 4, 0x3);
  k.end();
  CHECK(k.session.report().launches.at(0).dynamic_shared_bytes_touched == 8);
}

TEST_CASE("a column of a tile is a bank conflict, with its numbers") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.kernel.shared = {{"tile", 0, 4096, false}};
  k.start();
  k.load(3, 1, 4, 128);
  k.load(3, 0, 0, 128);
  k.load(3, 0, 0, 4);
  k.end();
  REQUIRE(k.names() == Names{"bank-conflict:3"});
  const report::Diagnostic& d = k.found()[0];
  CHECK(d.severity == report::Severity::kWarning);
  CHECK(d.message == "one load of `tile` takes 32 wavefronts instead of 1");
  CHECK(d.notes.at(0).key == "lanes");
  CHECK(d.notes.at(0).text ==
        "0 -> tile+0, 1 -> tile+128, 2 -> tile+256, ... 31 -> "
        "tile+3968");
  CHECK(d.why ==
        "bank = (byte / 4) % 32; steps of 128 bytes put all lanes in bank 0");
  CHECK(d.seen == "2 of 3 warp loads on this line, 62 extra wavefronts");
  CHECK(d.places.at(0).what == "warp 0 of block (0,0,0) loads `tile` here");
}

TEST_CASE("rows, broadcasts and padded columns are no bank conflict") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.start();
  k.load(3, 0, 0, 4);
  k.load(3, 0, 64, 0);
  k.load(3, 0, 0, 132);
  k.store(2, 0, 0, 16, kAllLanes, 16);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a wide step through global memory is uncoalesced") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.session.on_allocate(allocation(0x10000, 1 << 16, 1));
  k.start();
  k.space = ptx::Space::kGlobal;
  k.load(1, 0, 0x10000, 128);
  k.load(1, 1, 0x11000, 128);
  k.end();
  REQUIRE(k.names() == Names{"uncoalesced:1"});
  const report::Diagnostic& d = k.found()[0];
  CHECK(d.message ==
        "one load of `cudaMalloc #1` takes 32 sectors instead of 4");
  CHECK(d.seen ==
        "64 sectors for 2 warp loads on this line; 8 would hold "
        "what is used");
}

TEST_CASE("a shifted row and a lone scattered request are no warning") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  k.session.on_allocate(allocation(0x10000, 1 << 16, 1));
  k.start();
  k.space = ptx::Space::kGlobal;
  for (int i = 0; i < 100; ++i) k.load(1, 0, 0x10004, 4);
  k.load(4, 0, 0x10000, 128);
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("the same finding in a later launch is counted, not repeated") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  for (int launch = 0; launch < 3; ++launch) {
    k.info.index = launch;
    k.start();
    k.load(3, 0, 0, 128);
    k.end();
  }
  REQUIRE(k.found().size() == 1);
  CHECK(k.found()[0].count == 3);
  CHECK(k.found()[0].launches == 3);
  CHECK(k.found()[0].launch == 0);
  CHECK(k.session.report().launches.size() == 3);
}

TEST_CASE("of several launches the one that costs most is shown") {
  HandLaunch k(kCode, {64, 1, 1}, kOnly);
  for (int launch = 0; launch < 3; ++launch) {
    k.info.index = launch;
    k.start();
    k.load(3, 0, 0, launch == 1 ? 128 : 8);
    k.end();
  }
  REQUIRE(k.found().size() == 1);
  CHECK(k.found()[0].count == 3);
  CHECK(k.found()[0].launches == 3);
  CHECK(k.found()[0].launch == 1);
  CHECK(k.found()[0].message.ends_with("32 wavefronts instead of 1"));
}

/// One write of lane 0 to memory that the host sees.
Access host_write(MemoryOrder order, Scope scope = Scope::kNone,
                  AccessKind kind = AccessKind::kStore) {
  Access a;
  a.space = ptx::Space::kGlobal;
  a.kind = kind;
  a.order = order;
  a.scope = scope;
  a.active = 1;
  return a;
}

TEST_CASE("a flag for the host counts with what was released before it") {
  const Access data = host_write(MemoryOrder::kWeak);
  const Access flag = host_write(MemoryOrder::kVolatile);
  const auto fence = [](HostFlagCount& count, Scope scope) {
    count.on_fence({}, 1, MemoryOrder::kSeqCst, scope);
  };
  const auto seen = [](HostFlagCount& count) {
    const HostFlags flags = count.take();
    return std::pair(flags.stores, flags.unreleased);
  };
  using Two = std::pair<uint64_t, uint64_t>;
  HostFlagCount count;
  SUBCASE("nothing before it") {
    count.on_write(flag);
    CHECK(seen(count) == Two{1, 0});
  }
  SUBCASE("no fence") {
    count.on_write(data);
    count.on_write(flag);
    CHECK(seen(count) == Two{1, 1});
    count.on_write(flag);  // of another launch
    CHECK(seen(count) == Two{1, 0});
  }
  SUBCASE("the fence comes before the data") {
    fence(count, Scope::kSys);
    count.on_write(data);
    fence(count, Scope::kGpu);
    count.on_write(flag);
    CHECK(seen(count) == Two{1, 1});
  }
  SUBCASE("a fence of the system between them") {
    count.on_write(data);
    fence(count, Scope::kSys);
    count.on_write(flag);
    CHECK(seen(count) == Two{1, 0});
  }
  SUBCASE("the store of the flag releases") {
    count.on_write(data);
    count.on_write(host_write(MemoryOrder::kRelease, Scope::kSys));
    CHECK(seen(count) == Two{1, 0});
  }
  SUBCASE("a scope that ends at the device") {
    count.on_write(data);
    fence(count, Scope::kSys);
    count.on_write(
        host_write(MemoryOrder::kRelaxed, Scope::kGpu, AccessKind::kAtomic));
    count.on_write(host_write(MemoryOrder::kRelease, Scope::kGpu));
    CHECK(seen(count) == Two{2, 2});
  }
  SUBCASE("an atomic that reads and writes") {
    count.on_write(
        host_write(MemoryOrder::kRelease, Scope::kSys, AccessKind::kAtomic));
    CHECK(seen(count) == Two{1, 0});
  }
  SUBCASE("another thread's data are not asked for") {
    count.on_write(data);
    Access other = flag;
    other.active = 2;
    count.on_write(other);
    CHECK(seen(count) == Two{1, 0});
  }
}

TEST_CASE("the floor counts what the machine code cannot save") {
  HandLaunch k(
      {"ld.global.f32", "st.global.f32", "ld.shared.f32", "ld.shared.f32",
       "fma.rn.f32", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"},
      {64, 1, 1}, kOnly);
  k.info.device = "h200";
  k.kernel.code[2].bytes = k.kernel.code[3].bytes = 4;
  k.kernel.code[3].offset = 4;  // beside the other: may become one of 8 bytes
  for (size_t pc = 0; pc < 2; ++pc) k.kernel.code[pc].a = 1;
  ops::Form single, product;
  single.type = ptx::Type::kF32;
  single.types = 1;
  product.type = product.type4 = ptx::Type::kF32;
  product.type2 = product.type3 = ptx::Type::kF16;
  product.types = 4;
  product.extent = {16, 8, 16};
  k.kernel.code[4].form = &single;
  k.kernel.code[5].form = &product;
  k.session.on_allocate(allocation(0x1000, 4096, 1));
  k.start();
  k.space = ptx::Space::kGlobal;
  k.load(1, 0, 0x1000, 4);
  k.load(1, 1, 0x1000, 4);
  k.store(2, 0, 0x1040, 4);  // 2 of the 4 sectors that were read, and 2 more
  k.space = ptx::Space::kShared;
  k.load(3, 0, 0, 128);
  k.load(4, 0, 4, 128);
  end_each_once(k);
  const report::Floor& floor = k.session.report().launches.at(0).floor;
  std::map<std::string, uint64_t> amounts;
  for (const auto& part : floor.parts) amounts[part.resource] = part.amount;
  CHECK(amounts["L2"] == 4 * 32);  // written; only 2 are read and not written
  CHECK(amounts["L1"] == 3);
  CHECK(amounts["shared memory"] == 2 * 32 / 4);
  CHECK(amounts["FP32"] == 32);
  CHECK(amounts["tensor cores"] == 2 * 16 * 8 * 16);
  CHECK(floor.limit == "shared memory");
}

}  // namespace
}  // namespace simt::checks::counter_test
