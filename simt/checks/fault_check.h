// SPDX-License-Identifier: MIT
// Explains a request that could not be carried out: which thread, which data,
// how far outside.
#pragma once

#include "simt/checks/scene.h"

namespace simt::checks {

class FaultCheck {
 public:
  /// `memory`: also explain wrong addresses (traps, asserts and unsupported
  /// instructions are always explained).
  FaultCheck(const Scene& scene, bool memory)
      : scene_(scene), memory_(memory) {}

  void on_fault(const Fault& fault) const;

 private:
  report::Diagnostic start(const Fault& fault, const char* name) const;
  void finish(const Fault& fault, report::Diagnostic diagnostic) const;
  void outside(const Fault& fault) const;
  void outside_parameters(const Fault& fault) const;
  void outside_window(const Fault& fault) const;
  void misaligned(const Fault& fault) const;
  void freed(const Fault& fault) const;
  void stale(const Fault& fault) const;
  void host_pointer(const Fault& fault) const;
  void read_only(const Fault& fault) const;
  void stopped(const Fault& fault) const;
  void unsupported(const Fault& fault) const;

  report::Place place(const Fault& fault, const std::string& what) const;
  std::string who(const Fault& fault) const;
  std::string data(const Fault& fault) const;

  const Scene& scene_;
  bool memory_;
};

}  // namespace simt::checks
