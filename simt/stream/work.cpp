// SPDX-License-Identifier: MIT
// Builds work from what a call was given. Runs nothing.
#include "simt/stream/work.h"

namespace simt::cudart {

CopyWork flat_copy(const char* call, void* to, const void* from, size_t count,
                   cudaMemcpyKind kind) {
  CopyWork work;
  work.call = call;
  cudaMemcpy3DParms& p = work.parameters;
  p.dstPtr = {to, count, count, 1};
  p.srcPtr = {const_cast<void*>(from), count, count, 1};
  p.extent = {count, 1, 1};
  p.kind = kind;
  return work;
}

}  // namespace simt::cudart
