// SPDX-License-Identifier: MIT
// The table of `./learn bench`: the limit, the library, our answer and the
// student's, all measured in one run. Such a build defines LOCKSTEP_EXERCISE,
// the path of the student's file.
#pragma once

#include <cstdio>

/// What one call of a row does, and how its speed is written.
struct Work {
  double amount;     // 10^9 bytes, or 10^9 operations
  const char* unit;  // "GB/s" or "TFLOP/s"
  double scale;      // amount / ms * scale is the speed in `unit`
};

inline Work gigabytes(double amount) { return {amount, "GB/s", 1e3}; }
inline Work gigaflops(double amount) { return {amount, "TFLOP/s", 1}; }

class Versus {
 public:
  /// Prints the head and the limit's row; `limit` is its speed in the unit of
  /// `work`.
  Versus(const Work& work, const char* limit_name, double limit)
      : work_(work), limit_(limit) {
    std::printf("%-26s %9s %9s %11s %9s\n", "", "ms", work.unit, "of library",
                "of limit");
    std::printf("%-26s %9s %9.2f %11s %9.3f\n", limit_name, "", limit, "", 1.0);
  }

  /// The first row is the library's. `ms` is the time of one call.
  void row(const char* name, double ms, bool right) {
    const double speed = work_.amount / ms * work_.scale;
    if (library_ == 0) library_ = speed;
    std::printf("%-26s %9.4f %9.2f %11.3f %9.3f%s\n", name, ms, speed,
                speed / library_, speed / limit_, right ? "" : "  WRONG");
    right_ = right_ && right;
  }

  /// The program's exit code: 1 when a row was wrong.
  int status() const { return right_ ? 0 : 1; }

 private:
  Work work_;
  double limit_, library_ = 0;
  bool right_ = true;
};
