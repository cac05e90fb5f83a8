// SPDX-License-Identifier: MIT
// The last error and the names and texts of errors.
#include <algorithm>
#include <iterator>

#include "simt/cudart/call.h"
#include "simt/cudart/error_names.h"
#include "simt/cudart/host_calls.h"

namespace simt::cudart {
namespace {

struct ErrorRow {
  int code;
  const char* name;
  const char* text;
};

constexpr ErrorRow kErrors[] = {
#include "simt/cudart/error_table.inc"
};
constexpr ErrorRow kUnknown = {-1, "unrecognized error code",
                               "unrecognized error code"};

const ErrorRow& row_of(cudaError_t error) {
  const auto found =
      std::find_if(std::begin(kErrors), std::end(kErrors),
                   [&](const ErrorRow& row) { return row.code == error; });
  return found == std::end(kErrors) ? kUnknown : *found;
}

}  // namespace

const char* error_name(cudaError_t error) { return row_of(error).name; }

const char* error_text(cudaError_t error) { return row_of(error).text; }

}  // namespace simt::cudart

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
  error_is_named(error);
  return error_text(error);
}

}  // extern "C"
