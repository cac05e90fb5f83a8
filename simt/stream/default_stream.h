// SPDX-License-Identifier: MIT
// Which stream the handle 0 means. Knows nothing of the CUDA headers: the
// generated names of make_exports.cmake include it.
#pragma once

namespace simt::cudart {

/// True once the program uses a name for code that was compiled with
/// `--default-stream per-thread`: 0 is then cudaStreamPerThread, also in code
/// of the same process that was compiled otherwise.
inline bool default_is_per_thread = false;

}  // namespace simt::cudart
