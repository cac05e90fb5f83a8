// SPDX-License-Identifier: MIT
// The contract of exam 2: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

/// Running totals of many series: total[s][i] = value[s][first] + ... +
/// value[s][i]. `first` is the last place from 0 to i where restart[s][first]
/// is not 0, or 0 when there is none. In which order a total is added up is
/// free. `value` and `total` are series x length floats, `restart` is series x
/// length bytes; all are on the device and do not overlap. Both numbers may be
/// 0, then nothing happens; series <= 2^20, series * length < 2^31. One launch;
/// does not wait for it, and keeps nothing: no memory, no stream.
/// Returns cudaErrorInvalidValue when a number is negative, and then launches
/// nothing. Else it returns the error of the first call that failed, the launch
/// included; cudaSuccess when none did.
cudaError_t add_up(const float* value, const unsigned char* restart,
                   float* total, int series, int length);
