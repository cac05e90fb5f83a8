// SPDX-License-Identifier: MIT
// The table of device profiles: a value that differs stands in a profile's
// row, one that a generation shares in the row that its others copy.
#include "simt/machine/profile.h"

namespace simt {
namespace {

// Sources. Per compute capability: CUDA C++ Programming Guide 13.0, table
// "Technical Specifications per Compute Capability"; for 3.5 and 5.2 the same
// table of guide 8.0, for 1.3 of guide 4.2 (appendix F). Granularities:
// CUDA Occupancy Calculator (CUDA 5.0 for 1.3, cuda_occupancy.h of 13.0 for the
// others). SMs, memory, clocks, bus: NVIDIA's data sheets of the boards; where
// a board was not at hand global_bytes is its nominal size. h200: measured,
// tests/recorded/h200/properties.txt.
//
// Rates: float_lanes and double_ratio, the guide's table of arithmetic
// throughput (c1060: 8, and 8 multiplications of the special units beside).
// Tensor operations: NVIDIA's data sheets and white papers of V100, T4, A100,
// H100, Ada and B200, as peak / SMs / clock, rounded up to a power of two.
// l2_bytes_per_clock: white papers of V100 and A100. h100, h200: that of A100;
// an H100 reached 4346 (bench/floor/rates.cu). Where it is 0 the port of each
// multiprocessor, 64 bytes a clock, is the bound.

constexpr uint64_t kMegabyte = uint64_t{1} << 20, kGigabyte = kMegabyte << 10;
constexpr int kMostGridX = 2147483647;

constexpr Profile kH200 = {.name = "h200",
                           .device_name = "NVIDIA H200",
                           .major = 9,
                           .minor = 0,
                           .sms = 132,
                           .max_threads_per_sm = 2048,
                           .max_threads_per_block = 1024,
                           .max_blocks_per_sm = 32,
                           .max_block = {1024, 1024, 64},
                           .max_grid = {kMostGridX, 65535, 65535},
                           .registers_per_sm = 65536,
                           .registers_per_block = 65536,
                           .max_registers_per_thread = 255,
                           .register_rule = RegisterRule::kPerWarp,
                           .register_unit = 256,
                           .warp_unit = 4,
                           .shared_per_sm = 233472,
                           .shared_per_block = 49152,
                           .shared_per_block_optin = 232448,
                           .shared_reserved = 1024,
                           .shared_unit = 128,
                           .shared_splits_l1 = false,
                           .banks = Banks::kFourByte,
                           .counts_sectors = true,
                           .independent_threads = true,
                           .ecc = true,
                           .global_bytes = 150109880320,
                           .l2_bytes = 62914560,
                           .persisting_l2_bytes = 39321600,
                           .bus_bits = 6016,
                           .memory_khz = 3201000,
                           .clock_khz = 1980000,
                           .copy_engines = 3,
                           .double_ratio = 2,
                           .float_lanes = 128,
                           .tensor_operations = 4096,
                           .tensor_double_operations = 256,
                           .l2_bytes_per_clock = 5120};

// Measured: bench/data/h100/properties.txt.
consteval Profile h100() {
  Profile p = kH200;
  p.name = "h100";
  p.device_name = "NVIDIA H100 80GB HBM3";
  p.global_bytes = 85017493504;
  p.l2_bytes = 52428800;
  p.persisting_l2_bytes = 32768000;
  p.bus_bits = 5120;
  p.memory_khz = 2619000;
  return p;
}

// Runs what was compiled for 9.0 and before; the instructions that Blackwell
// brought have no rows. How much of its L2 cache may persist is not documented.
consteval Profile b200() {
  Profile p = kH200;
  p.name = "b200";
  p.device_name = "NVIDIA B200";
  p.major = 10;
  p.sms = 148;
  p.global_bytes = 180 * kGigabyte;
  p.l2_bytes = 126 * kMegabyte;
  p.persisting_l2_bytes = 0;
  p.bus_bits = 8192;
  p.memory_khz = 4000000;
  p.clock_khz = 1965000;
  p.tensor_operations = 8192;
  p.l2_bytes_per_clock = 0;
  return p;
}

consteval Profile a100() {
  Profile p = kH200;
  p.name = "a100";
  p.device_name = "NVIDIA A100-SXM4-40GB";
  p.major = 8;
  p.sms = 108;
  p.shared_per_sm = 167936;
  p.shared_per_block_optin = 166912;
  p.global_bytes = 40 * kGigabyte;
  p.l2_bytes = 41943040;
  p.persisting_l2_bytes = 31457280;
  p.bus_bits = 5120;
  p.memory_khz = 1215000;
  p.clock_khz = 1410000;
  p.float_lanes = 64;
  p.tensor_operations = 2048;
  p.tensor_double_operations = 128;
  p.l2_bytes_per_clock = 5120;
  return p;
}

// The one with 1536 threads per multiprocessor.
consteval Profile rtx4090() {
  Profile p = a100();
  p.name = "rtx4090";
  p.device_name = "NVIDIA GeForce RTX 4090";
  p.minor = 9;
  p.sms = 128;
  p.max_threads_per_sm = 1536;
  p.max_blocks_per_sm = 24;
  p.shared_per_sm = 102400;
  p.shared_per_block_optin = 101376;
  p.ecc = false;
  p.global_bytes = 24 * kGigabyte;
  p.l2_bytes = 72 * kMegabyte;
  p.persisting_l2_bytes = 0;
  p.bus_bits = 384;
  p.memory_khz = 10501000;
  p.clock_khz = 2520000;
  p.copy_engines = 2;
  p.double_ratio = 64;
  p.float_lanes = 128;
  p.tensor_operations = 1024;
  p.tensor_double_operations = 0;
  p.l2_bytes_per_clock = 0;
  return p;
}

consteval Profile v100() {
  Profile p = a100();
  p.name = "v100";
  p.device_name = "Tesla V100-SXM2-16GB";
  p.major = 7;
  p.sms = 80;
  p.shared_per_sm = 98304;
  p.shared_per_block_optin = 98304;
  p.shared_reserved = 0;
  p.shared_unit = 256;
  p.global_bytes = 16 * kGigabyte;
  p.l2_bytes = 6291456;
  p.persisting_l2_bytes = 0;
  p.bus_bits = 4096;
  p.memory_khz = 877000;
  p.clock_khz = 1530000;
  p.copy_engines = 7;
  p.tensor_operations = 1024;
  p.tensor_double_operations = 0;
  p.l2_bytes_per_clock = 2048;
  return p;
}

consteval Profile t4() {
  Profile p = v100();
  p.name = "t4";
  p.device_name = "Tesla T4";
  p.minor = 5;
  p.sms = 40;
  p.max_threads_per_sm = 1024;
  p.max_blocks_per_sm = 16;
  p.shared_per_sm = 65536;
  p.shared_per_block_optin = 65536;
  p.global_bytes = 15655829504;
  p.l2_bytes = 4194304;
  p.bus_bits = 256;
  p.memory_khz = 5001000;
  p.clock_khz = 1590000;
  p.copy_engines = 3;
  p.double_ratio = 32;
  p.l2_bytes_per_clock = 0;
  return p;
}

// One 96 KB memory of its own, of which a block may have 48 KB.
consteval Profile gtx980() {
  Profile p = v100();
  p.name = "gtx980";
  p.device_name = "GeForce GTX 980";
  p.major = 5;
  p.minor = 2;
  p.sms = 16;
  p.shared_per_block_optin = 49152;
  p.independent_threads = false;
  p.ecc = false;
  p.global_bytes = 4 * kGigabyte;
  p.l2_bytes = 2097152;
  p.bus_bits = 256;
  p.memory_khz = 3505000;
  p.clock_khz = 1216000;
  p.copy_engines = 2;
  p.double_ratio = 32;
  p.float_lanes = 128;
  p.tensor_operations = 0;
  p.l2_bytes_per_clock = 0;
  return p;
}

consteval Profile k20m() {
  Profile p = gtx980();
  p.name = "k20m";
  p.device_name = "Tesla K20m";
  p.major = 3;
  p.minor = 5;
  p.sms = 13;
  p.max_blocks_per_sm = 16;
  p.shared_per_sm = 49152;
  p.shared_splits_l1 = true;
  p.banks = Banks::kKepler;
  p.ecc = true;
  p.global_bytes = 5 * kGigabyte;
  p.l2_bytes = 1310720;
  p.bus_bits = 320;
  p.memory_khz = 2600000;
  p.clock_khz = 705500;
  p.double_ratio = 3;
  p.float_lanes = 192;
  return p;
}

consteval Profile c1060() {
  Profile p = k20m();
  p.name = "c1060";
  p.device_name = "Tesla C1060";
  p.major = 1;
  p.minor = 3;
  p.sms = 30;
  p.max_threads_per_sm = 1024;
  p.max_threads_per_block = 512;
  p.max_blocks_per_sm = 8;
  p.max_block = {512, 512, 64};
  p.max_grid = {65535, 65535, 1};
  p.registers_per_sm = 16384;
  p.registers_per_block = 16384;
  p.max_registers_per_thread = 124;
  p.register_rule = RegisterRule::kPerBlock;
  p.register_unit = 512;
  p.warp_unit = 2;
  p.shared_per_sm = 16384;
  p.shared_per_block = 16384;
  p.shared_per_block_optin = 16384;
  p.shared_unit = 512;
  p.shared_splits_l1 = false;
  p.banks = Banks::kHalfWarp;
  p.counts_sectors = false;
  p.ecc = false;
  p.global_bytes = 4 * kGigabyte;
  p.l2_bytes = 0;
  p.bus_bits = 512;
  p.memory_khz = 800000;
  p.clock_khz = 1296000;
  p.copy_engines = 1;
  p.double_ratio = 8;
  p.float_lanes = 16;
  return p;
}

constexpr Profile kProfiles[] = {kH200,  h100(), b200(),   a100(), rtx4090(),
                                 v100(), t4(),   gtx980(), k20m(), c1060()};

}  // namespace

std::span<const Profile> profiles() { return kProfiles; }

const Profile* find_profile(std::string_view name) {
  for (const Profile& p : kProfiles)
    if (p.name == name) return &p;
  return nullptr;
}

}  // namespace simt
