// SPDX-License-Identifier: MIT
// The driver's functions for tensor maps. They need no device and change no
// state, so every process calls its own.
#pragma once

#include <cuda.h>

namespace simt::cudart {

/// cuTensorMapEncodeTiled. CUDA driver API 13.0, "Tensor Map Object
/// Management".
CUresult encode_tensor_map(CUtensorMap* to, CUtensorMapDataType type,
                           cuuint32_t rank, void* address,
                           const cuuint64_t* dims, const cuuint64_t* strides,
                           const cuuint32_t* box, const cuuint32_t* steps,
                           CUtensorMapInterleave interleave,
                           CUtensorMapSwizzle swizzle,
                           CUtensorMapL2promotion promotion,
                           CUtensorMapFloatOOBfill fill);

/// cuTensorMapReplaceAddress, of the same section.
CUresult replace_tensor_address(CUtensorMap* map, void* address);

/// Makes `what`, which the emulator does not have, known to the report; for the
/// library that it is linked into.
CUresult no_driver_function(const char* what);

}  // namespace simt::cudart
