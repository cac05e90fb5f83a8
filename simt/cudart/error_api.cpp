// SPDX-License-Identifier: MIT
// The last error, and what it is called.
#include "simt/context/error_names.h"
#include "simt/context/host_calls.h"
#include "simt/cudart/call.h"

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGetLastError() {
  // After a failed launch too: the next call sets it again (seen on an H200).
  Entry entry;
  error_is_read();
  const cudaError_t error = last_error();
  last_error() = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  Entry entry;
  error_is_read();
  return last_error();
}

const char* cudaGetErrorName(cudaError_t error) {
  error_is_named(error);
  return error_name(error);
}

const char* cudaGetErrorString(cudaError_t error) {
  use_device();  // as on an H200
  error_is_named(error);
  return error_text(error);
}

}  // extern "C"
