// SPDX-License-Identifier: MIT
// What a function of libcuda.so.1 is. Only the generated library includes it.
#pragma once

#include "simt/cuda/find.h"
#include "simt/cudart/resolved.h"

#define RESOLVED(name) RESOLVED_BY(simt_driver_function, name)
