// SPDX-License-Identifier: MIT
// The last error and the names and texts of errors.
#include <algorithm>
#include <iterator>

#include "simt/cudart/call.h"

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

/// A failed launch stays the last error for good.
cudaError_t current(State& s) {
  return s.sticky != cudaSuccess ? s.sticky : last_error();
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGetLastError() {
  Entry entry;
  const cudaError_t error = current(entry.state());
  last_error() = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  Entry entry;
  return current(entry.state());
}

const char* cudaGetErrorName(cudaError_t error) { return row_of(error).name; }

const char* cudaGetErrorString(cudaError_t error) { return row_of(error).text; }

}  // extern "C"
