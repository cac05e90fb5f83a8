// SPDX-License-Identifier: MIT
// What all faults are told with: who did it, where, to what. Knows no kind of
// fault.
#pragma once

#include <string>

#include "simt/checks/scene.h"

namespace simt::checks {

class FaultWords {
 public:
  explicit FaultWords(const Scene& scene) : scene_(scene) {}

  report::Diagnostic start(const Fault& fault, const char* name) const;
  void finish(const Fault& fault, report::Diagnostic diagnostic) const;

  report::Place place(const Fault& fault, const std::string& what) const;
  std::string who(const Fault& fault) const;
  std::string data(const Fault& fault) const;
  /// Shared and local faults may carry a generic address.
  static uint64_t offset_of(const Fault& fault);

 private:
  const Scene& scene_;
};

}  // namespace simt::checks
