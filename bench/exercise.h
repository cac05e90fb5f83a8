// SPDX-License-Identifier: MIT
// What a bench includes before the answers that it puts into namespaces: all
// that these include themselves. Answers stay out of the global namespace, as
// an argument of a type such as float4 would find the other one's functions.
// ./learn bench defines LOCKSTEP_EXERCISE as the path of the student's file.
#pragma once

#include <algorithm>
#include <climits>

#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "common/tensor_map.h"
#include "common/wgmma.h"
#include "lesson.h"
#if __has_include("rungs.cuh")
#include "rungs.cuh"
#endif

#ifdef LOCKSTEP_EXERCISE
namespace exercise {
#include LOCKSTEP_EXERCISE
}
#endif
