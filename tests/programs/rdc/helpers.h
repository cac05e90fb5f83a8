// SPDX-License-Identifier: MIT
// What helpers.cu offers to another file's device and host code.
#pragma once

extern __device__ int shared_counter;
extern __constant__ int weights[4];

/// weights[i % 4] times i, in device code.
__device__ int weigh(int i);
/// Runs a kernel that adds 2 to shared_counter.
void count_up_twice();

/// Their code stands in helpers.cu, and pointers to it elsewhere.
__device__ int twice(int i);
struct Step {
  __device__ virtual int take(int i) const;
};
/// A step that only helpers.cu knows of.
__device__ const Step* far_step();
