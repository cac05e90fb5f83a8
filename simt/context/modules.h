// SPDX-License-Identifier: MIT
// What the program registered before main: its binaries, kernels and
// variables. Nothing is read from a binary before its first use.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simt/fatbin/elf.h"
#include "simt/program/program.h"
#include "simt/ptx/module.h"
#include "simt/stream/cuda.h"

namespace simt::cudart {

/// One registered binary: a source file, or with -rdc the whole program.
struct Binary {
  const void* wrapper = nullptr;   // what nvcc passed, see loader.h
  std::vector<std::string> texts;  // instead of it: PTX, from images.h
  size_t index = 0;                // equal for all devices
  bool loaded = false;
  cudaError_t error = cudaSuccess;               // why it cannot be used
  std::deque<ptx::Module> units;                 // -rdc: one per object file
  std::map<std::string, Allocation*> variables;  // made so far, by symbol
  std::map<std::string, fatbin::KernelResources> resources;  // by symbol
  std::string resources_from;                                // "elf sm_90"
};

/// A __global__ function.
struct KernelEntry {
  std::string symbol;  // mangled
  Binary* binary = nullptr;
  bool prepared = false;
  cudaError_t error = cudaSuccess;
  std::unique_ptr<program::Kernel> code;  // decoded at the first use
  int registers = 32;                     // per thread
  std::string registers_from = "estimate";
  int max_dynamic_shared = -1;  // bytes; -1: up to the 48 KB rule
  int carveout = -1;            // remembered only
  // cudaFuncSetAttribute: of its clusters.
  bool any_cluster_size = false;  // beyond 8 blocks
  int cluster_policy = 0;         // remembered only
  int cluster[3] = {0, 0, 0};     // blocks of each; 0: as a launch says
  cudaFuncCache cache_config = cudaFuncCachePreferNone;
  cudaSharedMemConfig shared_config = cudaSharedMemBankSizeDefault;
};

/// A __device__, __constant__ or __managed__ variable.
struct VariableEntry {
  std::string symbol;
  Binary* binary = nullptr;
  bool managed = false;
  void** host_pointer = nullptr;  // managed: receives the address
};

class Modules {
 public:
  /// Its index.
  size_t add_binary(const void* wrapper);
  void add_kernel(Binary* binary, const void* host_stub, std::string symbol);
  void add_variable(const void* shadow, VariableEntry variable);

  /// By the address of the host's stub; null: no kernel.
  KernelEntry* kernel(const void* host_stub);
  /// By the address of the host's shadow; null: no device variable.
  VariableEntry* variable(const void* shadow);

  std::map<const void*, VariableEntry>& variables() { return variables_; }
  Binary& binary(size_t index) { return binaries_[index]; }
  /// Whether there is such a binary: a damaged program may name any.
  /// Its kernel has no handle any more. Work that has begun keeps the kernel.
  void end_kernel(const void* host_stub);
  bool has_binary(size_t index) const { return index < binaries_.size(); }
  std::deque<Binary>& binaries() { return binaries_; }
  std::map<const void*, KernelEntry>& kernels() { return kernels_; }

 private:
  std::deque<Binary> binaries_;
  std::map<const void*, KernelEntry> kernels_;
  std::map<const void*, VariableEntry> variables_;
  std::vector<std::map<const void*, KernelEntry>::node_type> ended_;
};

}  // namespace simt::cudart
