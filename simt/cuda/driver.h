// SPDX-License-Identifier: MIT
// The toolkit's declarations of the driver API, which this room defines, so
// that the compiler compares every signature.
#pragma once

// Deprecated calls are part of the API, so defining them is no mistake.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <cuda.h>
#pragma GCC diagnostic pop

#include "simt/stream/cuda.h"
