// SPDX-License-Identifier: MIT
// The toolkit's own declarations of the API that this room defines, so that
// the compiler compares every signature.
#pragma once

// Deprecated calls are part of the API, so defining them is no mistake.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <cuda_runtime_api.h>
#pragma GCC diagnostic pop
