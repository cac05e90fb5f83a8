// SPDX-License-Identifier: MIT
// Streams. Work runs at once, in the order in which it is issued: one of the
// orders that streams allow, so every stream is always idle.
#pragma once

#include <map>
#include <memory>

#include "simt/cudart/cuda.h"

namespace simt::cudart {

struct Stream {
  unsigned flags = 0;
  int priority = 0;  // 0 (least) to -5 (greatest)
  unsigned long long id = 0;
  int device = 0;
};

class Streams {
 public:
  cudaStream_t create(unsigned flags, int priority, int device);
  bool destroy(cudaStream_t handle);
  /// The stream, also for the default ones (0, 1 and 2); null: no stream.
  Stream* find(cudaStream_t handle);
  /// Whether work of `device` may go there: a default stream is every
  /// device's own.
  bool accepts(cudaStream_t handle, int device);
  void reset(int device) {
    std::erase_if(streams_, [&](const auto& entry) {
      return entry.second->device == device;
    });
  }

 private:
  std::map<cudaStream_t, std::unique_ptr<Stream>> streams_;
  Stream default_stream_;
  unsigned long long next_id_ = 3;
};

}  // namespace simt::cudart
