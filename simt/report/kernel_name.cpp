// SPDX-License-Identifier: MIT
// The parameters are what the last bracket closes: a name may have brackets of
// its own, as in "(anonymous namespace)::scan(float*)".
#include "simt/report/kernel_name.h"

namespace simt::report {
namespace {

/// Where the parameter list begins, 0 when there is none.
size_t parameters_of(const std::string& kernel) {
  if (!kernel.ends_with(')')) return 0;
  int open = 0;
  for (size_t i = kernel.size(); i-- > 0;) {
    if (kernel[i] == ')') ++open;
    if (kernel[i] == '(' && --open == 0) return i;
  }
  return 0;
}

}  // namespace

std::string fitting_kernel(const std::string& kernel, size_t most) {
  if (kernel.size() <= most) return kernel;
  std::string shown = kernel;
  if (const size_t parameters = parameters_of(kernel); parameters > 0) {
    shown = kernel.substr(0, parameters) + "(...)";
  }
  return shown.size() <= most ? shown : shown.substr(0, most) + "...";
}

}  // namespace simt::report
