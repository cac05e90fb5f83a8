// SPDX-License-Identifier: MIT
// What the machine says while it runs a kernel, kept for a test.
#pragma once

#include <vector>

#include "simt/ops/observer.h"

/// Keeps the last launch's counts, how it got stuck, and all mask errors and
/// barriers, in the order in which they came.
struct Watch : simt::Observer {
  void on_launch_end(const simt::Executions& e) override { runs = e; }
  void on_stuck(const simt::Stuck& s) override { stuck = s; }
  void on_mask_error(const simt::MaskError& e) override { errors.push_back(e); }
  void on_barrier(const simt::BarrierDone& b) override {
    arrivals.push_back(*b.arrivals);
    exited = b.exited_threads;
  }
  simt::Executions runs;
  simt::Stuck stuck;
  std::vector<simt::MaskError> errors;
  std::vector<std::vector<simt::BarrierDone::Arrival>> arrivals;
  uint32_t exited = 0;  // threads, at the last barrier
};
