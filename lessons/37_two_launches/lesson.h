// SPDX-License-Identifier: MIT
// The contract of lesson 37: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

/// Takes x through `rounds` rounds of x -> p -> x, all modulo 2^32:
///   p[j] = x[j] + (sum of all x),  then  x[j] = p[j] + (sum of all p).
/// `x` and `p` hold `n` values each (n >= 0) on the device and do not overlap;
/// p comes with rubbish and may keep any. The work is queued in `stream`; this
/// does not wait for it. A launch that fails ends the program.
void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream);

/// The same work as a CUDA graph, ready to be launched any number of times:
/// each launch takes x through `rounds` more rounds. Runs nothing itself.
/// `stream` is idle and not the default stream; `rounds` and `n` are at least
/// 1. The caller destroys the result; nothing else stays, no graph, no
/// event, no stream.
cudaGraphExec_t record_rounds(unsigned* x, unsigned* p, int n, int rounds,
                              cudaStream_t stream);
