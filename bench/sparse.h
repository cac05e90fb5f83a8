// SPDX-License-Identifier: MIT
// What both programs of lesson 58 measure: matrices of three kinds, the look at
// a result, and a row per time.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"

namespace sparse {

constexpr int kWidth = 1 << 20;  // of x
constexpr int kRegularRows = 1 << 20, kShortRows = 1 << 23,
              kSkewedRows = 1 << 22, kLongest = 1 << 22;
constexpr int kTimes = 15;
constexpr double kSlow = 50;  // ms

inline unsigned mixed(unsigned i) { return i * 2654435761u ^ i * 40503u >> 7; }

struct Matrix {
  std::vector<int> starts, columns;
  std::vector<float> values, x, expected;

  /// `length(r)` nonzeros in row r. Columns lie near the diagonal; those of a
  /// long row spread over the whole width. Whole numbers: no sum rounds.
  Matrix(int rows, const std::function<int(int)>& length)
      : starts(1, 0), x(kWidth), expected(rows) {
    for (int i = 0; i < kWidth; ++i) x[i] = float(mixed(i) >> 20 & 3) - 1;
    for (int r = 0; r < rows; ++r) {
      const int count = length(r);
      const size_t near = size_t(r) * kWidth / size_t(rows);
      double sum = 0;
      for (int k = 0; k < count; ++k) {
        const size_t away = count > 4096
                                ? size_t(k) * kWidth / size_t(count)
                                : mixed(unsigned(columns.size())) >> 19;
        columns.push_back(int((near + away) % kWidth));
        values.push_back(float(mixed(unsigned(k + r)) >> 15 & 3) - 1);
        sum += values.back() * x[columns.back()];
      }
      expected[r] = float(sum);
      starts.push_back(int(columns.size()));
    }
  }
};

/// One matrix on the GPU.
struct Bench {
  std::string kind;
  const Matrix& a;
  int rows, nonzeros;
  lockstep::DeviceBuffer<int> starts, columns;
  lockstep::DeviceBuffer<float> values, x, y;
  double bytes, limit_ms;
  bool right = true;

  Bench(const char* kind, const Matrix& a)
      : kind(kind),
        a(a),
        rows(int(a.expected.size())),
        nonzeros(int(a.columns.size())),
        starts(a.starts),
        columns(a.columns),
        values(a.values),
        x(a.x),
        y(a.expected.size()),
        bytes(8.0 * nonzeros + 8.0 * rows + 4.0 * kWidth),
        limit_ms(limits::read_ms(size_t(bytes) / 16 * 16)) {
    std::printf("# %s: %d rows, %d nonzeros\n", kind, rows, nonzeros);
  }

  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(y.data(), 0xff, rows * sizeof(float)));
    work();
    return y.download() == a.expected;
  }

  void row(const char* name, const std::function<void()>& work) {
    const bool good = is_right(work);
    double ms = median_ms(1, 1, work);
    if (ms < kSlow) ms = median_ms(kTimes, 3, work);
    std::printf("%-28s %9.1f us %5.0f %%%s\n", (kind + ", " + name).c_str(),
                1e3 * ms, 100 * limit_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }
};

/// Calls `compare(kind, matrix)` for each kind; 1 when one of them is false,
/// the program's exit code.
template <class Compare>
int all_kinds(const Compare& compare) {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, sparse matrix times vector; limit: reading the matrix, x "
      "and y\n",
      device.name);
  bool right = compare("regular", Matrix(kRegularRows, [](int) { return 32; }));
  right &= compare("short", Matrix(kShortRows, [](int r) {
                     return int(mixed(unsigned(r)) >> 13 & 3);
                   }));
  right &= compare("skewed", Matrix(kSkewedRows, [](int r) {
                     if (r == kSkewedRows / 3) return kLongest;
                     if (r % 8 != 5) return 0;
                     return 1 + int((mixed(unsigned(r)) >> 13) % 9);
                   }));
  return right ? 0 : 1;
}

}  // namespace sparse
