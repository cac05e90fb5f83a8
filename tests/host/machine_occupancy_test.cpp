// SPDX-License-Identifier: MIT
// Occupancy. Since compute capability 3.x every answer is compared with
// NVIDIA's own cuda_occupancy.h; for 1.x, which it no longer knows, with
// values worked by hand from guide 3.2, section 4.2.
#include <cuda_occupancy.h>
#include <doctest/doctest.h>

#include "simt/machine/occupancy.h"

namespace machine_occupancy_test {

using simt::BlockNeeds;
using simt::find_profile;
using simt::Profile;
using simt::resident_blocks_per_sm;

namespace {

cudaOccDeviceProp calculator_device(const Profile& p) {
  cudaOccDeviceProp d;
  d.computeMajor = p.major;
  d.computeMinor = p.minor;
  d.maxThreadsPerBlock = p.max_threads_per_block;
  d.maxThreadsPerMultiprocessor = p.max_threads_per_sm;
  d.regsPerBlock = p.registers_per_block;
  d.regsPerMultiprocessor = p.registers_per_sm;
  d.warpSize = 32;
  d.sharedMemPerBlock = p.shared_per_block;
  d.sharedMemPerMultiprocessor = p.shared_per_sm;
  d.numSms = p.sms;
  d.sharedMemPerBlockOptin = p.shared_per_block_optin;
  d.reservedSharedMemPerBlock = p.shared_reserved;
  return d;
}

int calculated(const Profile& p, const BlockNeeds& needs) {
  const cudaOccDeviceProp device = calculator_device(p);
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = p.max_threads_per_block;
  kernel.numRegs = needs.registers;
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  kernel.maxDynamicSharedSizeBytes = p.shared_per_block_optin;
  cudaOccDeviceState state;
  if (needs.shared_preference == 16384) state.cacheConfig = CACHE_PREFER_L1;
  if (needs.shared_preference == 32768) state.cacheConfig = CACHE_PREFER_EQUAL;
  cudaOccResult result;
  const auto error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &device, &kernel, &state, needs.threads, needs.shared);
  return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -1;
}

void compare(const Profile& p, const BlockNeeds& needs) {
  const int ours = resident_blocks_per_sm(p, needs);
  if (ours == calculated(p, needs)) return;
  CAPTURE(p.name);
  CAPTURE(needs.threads);
  CAPTURE(needs.registers);
  CAPTURE(needs.shared);
  CAPTURE(needs.shared_preference);
  CHECK(ours == calculated(p, needs));
}

}  // namespace

TEST_CASE("occupancy equals NVIDIA's calculator on every profile it knows") {
  int profiles = 0;
  for (const Profile& p : simt::profiles()) {
    if (!p.since(3, 0)) continue;
    ++profiles;
    for (int threads = 1; threads <= 1056; threads += 31) {
      for (int registers = 1; registers <= 255; registers += 5) {
        for (uint32_t shared : {0u, 1u, 1000u, 8192u, 16384u, 24576u, 24577u,
                                33000u, 49152u, 50000u, 65536u, 98304u, 115712u,
                                115713u, 166912u, 232448u, 232449u}) {
          compare(p, {threads, registers, shared});
        }
      }
    }
  }
  CHECK(profiles == 9);
}

TEST_CASE("the L1 split of Kepler equals the calculator's") {
  const Profile& p = *find_profile("k20m");
  for (uint32_t preference : {16384u, 32768u, 49152u}) {
    for (uint32_t shared = 0; shared <= 49152; shared += 512) {
      compare(p, {128, 16, shared, preference});
    }
  }
  // A 12 KB block: 4 in 48 KB, 2 in 32 KB, 1 in 16 KB.
  CHECK(resident_blocks_per_sm(p, {128, 16, 12288}) == 4);
  CHECK(resident_blocks_per_sm(p, {128, 16, 12288, 32768}) == 2);
  CHECK(resident_blocks_per_sm(p, {128, 16, 12288, 16384}) == 1);
  // A block that does not fit into the preferred part gets all of it.
  CHECK(resident_blocks_per_sm(p, {128, 16, 20480, 16384}) == 2);
  // The preference means nothing elsewhere.
  const Profile& t4 = *find_profile("t4");
  CHECK(resident_blocks_per_sm(t4, {128, 16, 12288, 16384}) == 5);
}

TEST_CASE("two resident blocks of one SM: the largest tile") {
  // H200: 228 KB, 1 KB of each block reserved. (228 - 2) / 2 = 113 KB.
  const auto two = [](const char* name, uint32_t kilobytes, uint32_t more) {
    return resident_blocks_per_sm(*find_profile(name),
                                  {256, 32, kilobytes * 1024 + more});
  };
  CHECK(two("h200", 113, 0) == 2);
  CHECK(two("h200", 113, 1) == 1);
  CHECK(two("a100", 81, 0) == 2);
  CHECK(two("a100", 81, 1) == 1);
  CHECK(two("v100", 48, 0) == 2);
  CHECK(two("v100", 48, 1) == 1);
  CHECK(two("t4", 32, 0) == 2);
  CHECK(two("t4", 32, 1) == 1);
  CHECK(two("gtx980", 48, 0) == 2);
  CHECK(two("gtx980", 48, 1) == 0);  // no opt-in: 48 KB per block
  CHECK(two("k20m", 24, 0) == 2);
  CHECK(two("k20m", 24, 1) == 1);
  CHECK(two("c1060", 8, 0) == 2);
  CHECK(two("c1060", 8, 1) == 1);
}

TEST_CASE("compute capability 1.3 hands out registers per block") {
  const Profile& p = *find_profile("c1060");
  // 1024 threads and 8 blocks per SM, 512 threads per block.
  CHECK(resident_blocks_per_sm(p, {128, 10, 0}) == 8);
  CHECK(resident_blocks_per_sm(p, {256, 16, 0}) == 4);
  CHECK(resident_blocks_per_sm(p, {512, 16, 0}) == 2);
  CHECK(resident_blocks_per_sm(p, {513, 16, 0}) == 0);
  CHECK(resident_blocks_per_sm(p, {32, 16, 0}) == 8);
  // 256 * 17 = 4352 -> 4608 (9 * 512); 16384 / 4608 = 3.
  CHECK(resident_blocks_per_sm(p, {256, 17, 0}) == 3);
  // 5 warps count as 6: 6 * 32 * 20 = 3840 -> 4096; 16384 / 4096 = 4.
  CHECK(resident_blocks_per_sm(p, {160, 20, 0}) == 4);
  // 192 * 22 = 4224 -> 4608: 3. Rounded per warp (704 -> 1024) it would be 2.
  CHECK(resident_blocks_per_sm(p, {192, 22, 0}) == 3);
  // 512 * 32 = 16384: one. 512 * 33 does not fit.
  CHECK(resident_blocks_per_sm(p, {512, 32, 0}) == 1);
  CHECK(resident_blocks_per_sm(p, {512, 33, 0}) == 0);
  CHECK(resident_blocks_per_sm(p, {64, 125, 0}) == 0);
  // Shared memory in units of 512 bytes: 2049 -> 2560; 16384 / 2560 = 6.
  CHECK(resident_blocks_per_sm(p, {64, 10, 2048}) == 8);
  CHECK(resident_blocks_per_sm(p, {64, 10, 2049}) == 6);
  CHECK(resident_blocks_per_sm(p, {64, 10, 16384}) == 1);
  CHECK(resident_blocks_per_sm(p, {64, 10, 16385}) == 0);
}

TEST_CASE("registers cap the threads of a block") {
  const auto most = [](const char* name, int registers) {
    return max_threads_for_registers(*find_profile(name), registers);
  };
  CHECK(most("h200", 32) == 1024);
  CHECK(most("h200", 64) == 1024);
  CHECK(most("h200", 65) == 896);   // 72 * 32 = 2304; 28 warps of 65536
  CHECK(most("h200", 255) == 256);  // 8192 a warp: 8 warps
  CHECK(most("k20m", 128) == 512);
  CHECK(most("c1060", 32) == 512);
  CHECK(most("c1060", 33) == 448);  // 14 warps: 14784 -> 14848
  CHECK(capped_registers(*find_profile("c1060"), 200) == 124);
  CHECK(capped_registers(*find_profile("k20m"), 200) == 200);
}

}  // namespace machine_occupancy_test
