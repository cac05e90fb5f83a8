// SPDX-License-Identifier: MIT
// One bulk copy per launch: what a copy of the async proxy costs in sectors.
// `bulk list` prints a line per launch, `name;way`; `bulk run` launches them in
// that order, for ncu; `bulk count FILE` runs them on the emulator and compares
// its counts with those of FILE, which has `name;way;sectors`.
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "common/tensor_map.h"

namespace ptx = cuda::ptx;

namespace {

constexpr int kShared = 16384;  // bytes of the buffer
constexpr int kRows = 64, kColumns = 96;

enum Way { kLoad, kStore, kReduce };
const char* const kWays[] = {"load", "store", "reduce"};

/// Zeros, for a copy to global memory.
__device__ void fill(char* buffer) {
  for (int i = 0; i < kShared; i += 16)
    *reinterpret_cast<uint4*>(buffer + i) = uint4{};
  ptx::fence_proxy_async();
}

__global__ void linear(char* global, uint32_t bytes, Way way) {
  __shared__ __align__(128) char buffer[kShared];
  __shared__ uint64_t done;
  ptx::mbarrier_init(&done, 1);
  ptx::fence_proxy_async();
  if (way == kLoad) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &done, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffer, global,
                       bytes, &done);
    while (!ptx::mbarrier_try_wait_parity(&done, 0)) continue;
    return;
  }
  fill(buffer);
  if (way == kStore) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, global, buffer,
                       bytes);
  } else {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add,
                              reinterpret_cast<uint32_t*>(global),
                              reinterpret_cast<uint32_t*>(buffer), bytes);
  }
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

__global__ void tiled(const __grid_constant__ CUtensorMap map, int column,
                      int row, uint32_t bytes, Way way) {
  __shared__ __align__(1024) char buffer[kShared];
  __shared__ uint64_t done;
  ptx::mbarrier_init(&done, 1);
  ptx::fence_proxy_async();
  const int32_t at[] = {column, row};
  if (way == kLoad) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &done, bytes);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, buffer,
                              &map, at, &done);
    while (!ptx::mbarrier_try_wait_parity(&done, 0)) continue;
    return;
  }
  fill(buffer);
  if (way == kStore) {
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at,
                              buffer);
  } else {
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared,
                                     ptx::op_add, &map, at, buffer);
  }
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

struct Copy {
  std::string name;
  Way way;
  std::function<void(char*)> launch;
};

Copy of_bytes(Way way, uint32_t offset, uint32_t bytes) {
  const auto launch = [=](char* memory) {
    linear<<<1, 1>>>(memory + offset, bytes, way);
  };
  const auto name = std::to_string(bytes) + " bytes";
  return {name + " at " + std::to_string(offset), way, launch};
}

/// A box of a matrix of ints, kRows x kColumns, whose rows begin at multiples
/// of 32 bytes.
Copy of_box(Way way, uint32_t rows, uint32_t columns, int row, int column,
            CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE) {
  const auto launch = [=](char* memory) {
    const auto* data = reinterpret_cast<const int*>(memory);
    const auto map =
        lockstep::tensor_map(data, kRows, kColumns, rows, columns, swizzle);
    tiled<<<1, 1>>>(map, column, row, rows * columns * 4, way);
  };
  char name[80];
  std::snprintf(name, sizeof name, "box of %u x %u at %d %d, swizzle %d", rows,
                columns, row, column, int(swizzle));
  return {name, way, launch};
}

std::vector<Copy> all() {
  std::vector<Copy> copies;
  for (const Way way : {kLoad, kStore, kReduce}) {
    for (const uint32_t offset : {0u, 16u}) {
      for (const uint32_t bytes :
           {16u, 32u, 48u, 64u, 80u, 128u, 144u, 256u, 1024u, 4096u, 4112u}) {
        copies.push_back(of_bytes(way, offset, bytes));
      }
    }
    copies.push_back(of_box(way, 8, 4, 0, 0));
    copies.push_back(of_box(way, 8, 4, 0, 4));
    copies.push_back(of_box(way, 8, 8, 0, 0));
    copies.push_back(of_box(way, 8, 8, 3, 4));
    copies.push_back(of_box(way, 16, 32, 0, 0));
    copies.push_back(of_box(way, 16, 32, 8, 36));
    copies.push_back(of_box(way, 16, 32, 0, 0, CU_TENSOR_MAP_SWIZZLE_128B));
    copies.push_back(of_box(way, 16, 32, 8, 36, CU_TENSOR_MAP_SWIZZLE_128B));
    copies.push_back(of_box(way, 16, 16, 0, 0, CU_TENSOR_MAP_SWIZZLE_64B));
    if (way == kLoad) copies.push_back(of_box(way, 34, 40, -1, -4));  // a halo
    copies.push_back(of_box(way, 16, 32, 56, 80));    // half of it outside
    copies.push_back(of_box(way, 16, 32, 100, 200));  // all of it
    copies.push_back(of_box(way, 1, 64, 5, 0));
    copies.push_back(of_box(way, 64, 4, 0, 8));
  }
  return copies;
}

/// Sectors that the emulator counts for `copy`.
uint64_t counted(const Copy& copy, char* memory) {
  const lockstep::Recording recording;
  copy.launch(memory);
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto total = recording.total();
  return total.bulk_read.sectors + total.bulk_write.sectors;
}

/// Compares with `file`, whose lines that begin with # are comments. Exit code
/// 1 when a count differs or a line is missing.
int compare(const char* file, char* memory) {
  std::ifstream in(file);
  std::vector<std::string> recorded;
  for (std::string line; std::getline(in, line);) {
    if (line[0] != '#') recorded.push_back(line);
  }
  const auto copies = all();
  bool same =
      lockstep::counters_available() && recorded.size() == copies.size();
  std::printf("%zu copies, %zu recorded\n", copies.size(), recorded.size());
  for (size_t i = 0; i < copies.size() && i < recorded.size(); ++i) {
    const auto line = copies[i].name + ";" + kWays[copies[i].way] + ";" +
                      std::to_string(counted(copies[i], memory));
    if (line == recorded[i]) continue;
    same = false;
    std::printf("counted  %s\nrecorded %s\n", line.c_str(),
                recorded[i].c_str());
  }
  return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "list") {
    for (const Copy& copy : all())
      std::printf("%s;%s\n", copy.name.c_str(), kWays[copy.way]);
    return 0;
  }
  if (mode != "run" && (mode != "count" || argc != 3)) {
    std::fprintf(stderr, "usage: bulk list|run|count FILE\n");
    return 2;
  }
  const lockstep::DeviceBuffer<char> memory(size_t{kRows} * kColumns * 4);
  CUDA_CHECK(cudaMemset(memory.data(), 0, memory.size()));
  if (mode == "count") return compare(argv[2], memory.data());
  for (const Copy& copy : all()) {
    copy.launch(memory.data());
    CUDA_CHECK(cudaDeviceSynchronize());
  }
}
