// SPDX-License-Identifier: MIT
// The table of errors. Part of libcudart and of simt/apart's client.
#include "simt/context/error_names.h"

#include <algorithm>
#include <iterator>

namespace simt::cudart {
namespace {

struct ErrorRow {
  int code;
  const char* name;
  const char* text;
};

constexpr ErrorRow kErrors[] = {
#include "simt/context/error_table.inc"
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
