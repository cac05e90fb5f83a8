// SPDX-License-Identifier: MIT
// What bulk copies and threads do to the same bytes, in words: proxy-fence,
// bulk-unwaited, and of products also wgmma-in-flight and descriptor. Finds
// nothing itself.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "simt/checks/scene.h"
#include "simt/races/detector.h"

namespace simt::checks {

class ProxyWords {
 public:
  explicit ProxyWords(Scene& scene) : scene_(scene) {}

  /// `serial`: of block 0 of the launch.
  void add(const races::ProxyFault& fault, uint32_t serial);
  /// Adds the findings of the launch.
  void tell();

 private:
  using Kind = races::ProxyFault::Kind;
  struct Found {
    races::ProxyFault fault;  // the lowest
    uint64_t count = 0;
  };

  /// Who made the access of the fault.
  WarpPlace accessor(const races::ProxyFault& fault) const;
  std::string data(const races::ProxyFault& fault) const;
  report::Place access_place(const races::ProxyFault& fault) const;
  report::Place copy_place(const races::ProxyFault& fault) const;
  void describe_fence(const Found& found, report::Diagnostic& d) const;
  void describe_wait(const Found& found, report::Diagnostic& d) const;
  void describe_map(const Found& found, report::Diagnostic& d) const;
  void describe_swizzle(const Found& found, report::Diagnostic& d) const;

  Scene& scene_;
  uint32_t serial_ = 0;
  /// By what is told, then the two places.
  std::map<std::tuple<int, uint32_t, uint32_t>, Found> found_;
};

}  // namespace simt::checks
