// SPDX-License-Identifier: MIT
// What lesson 59 asks for: right rows for any length, and all products by
// tensor cores, none of them for tiles above the diagonal.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<__nv_bfloat16>;

namespace {

/// A call of attend; rows of all heads, one after the other.
struct Inputs {
  int heads, length, dim;
  Values q, k, v;

  /// Values in [-reach, reach) for q and k, which makes scores of about
  /// reach^2 sqrt(dim) / 3; in [-1, 1) for v.
  Inputs(int heads_of, int rows, int columns, float reach = 2)
      : heads(heads_of), length(rows), dim(columns) {
    std::mt19937 random(length * 131 + dim);
    const auto draw = [&](Values& values, float most) {
      for (size_t i = size_t(heads) * length * dim; i > 0; --i) {
        const float one = float(random() % 256) / 128 - 1;
        values.push_back(__float2bfloat16(one * most));
      }
    };
    draw(q, reach), draw(k, reach), draw(v, 1);
  }
  size_t at(int head, int row, int column = 0) const {
    return (size_t(head) * length + row) * dim + column;
  }
};

/// What is expected of a row, and the weighted sum of the absolute values.
struct Row {
  std::vector<double> sums, magnitudes;
};
Row expected_row(const Inputs& in, int head, int row, bool causal) {
  const int keys = causal ? row + 1 : in.length;
  std::vector<double> weights(keys);
  double most = -INFINITY, sum = 0;
  for (int j = 0; j < keys; ++j) {
    double score = 0;
    for (int c = 0; c < in.dim; ++c) {
      score += double(float(in.q[in.at(head, row, c)])) *
               float(in.k[in.at(head, j, c)]);
    }
    weights[j] = score / std::sqrt(in.dim);
    most = std::max(most, weights[j]);
  }
  for (double& w : weights) sum += w = std::exp(w - most);
  Row result = {std::vector<double>(in.dim), std::vector<double>(in.dim)};
  for (int j = 0; j < keys; ++j) {
    for (int c = 0; c < in.dim; ++c) {
      const double value = float(in.v[in.at(head, j, c)]);
      result.sums[c] += weights[j] / sum * value;
      result.magnitudes[c] += weights[j] / sum * std::fabs(value);
    }
  }
  return result;
}

bool same_bits(const Values& one, const Values& other) {
  return one.size() == other.size() &&
         (one.empty() ||
          std::memcmp(one.data(), other.data(), 2 * one.size()) == 0);
}

/// Looks at every `step`-th row of the heads `from`, `from` + `every`, ...
void check(const Inputs& in, bool causal, int step = 1, int from = 0,
           int every = 1) {
  INFO("heads: ", in.heads, ", length: ", in.length, ", dim: ", in.dim,
       causal ? ", causal" : "");
  const DeviceBuffer<__nv_bfloat16> q(in.q), k(in.k), v(in.v);
  const DeviceBuffer<__nv_bfloat16> out(in.q.size());
  attend(q.data(), k.data(), v.data(), out.data(), in.heads, in.length, in.dim,
         causal);
  const Values got = out.download();
  int wrong = 0;
  std::string first;
  for (int head = from; head < in.heads; head += every) {
    for (int row = 0; row < in.length; row += step) {
      const Row expected = expected_row(in, head, row, causal);
      for (int c = 0; c < in.dim; ++c) {
        const double is = float(got[in.at(head, row, c)]);
        // Weights and result are rounded to bf16, 2^-8 each; a quarter of that
        // for all that floats round.
        const double bound = std::ldexp(1.25, -7) * expected.magnitudes[c];
        if (std::fabs(is - expected.sums[c]) <= bound) continue;
        if (wrong++ > 0) continue;
        first = "head " + std::to_string(head) + ", row " +
                std::to_string(row) + ", column " + std::to_string(c) +
                ": expected " + std::to_string(expected.sums[c]) + ", got " +
                std::to_string(is);
      }
    }
  }
  CHECK_MESSAGE(wrong == 0, wrong, " values are wrong; the first is in ",
                first);
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(same_bits(q.download(), in.q), "q was changed");
  CHECK_MESSAGE(same_bits(k.download(), in.k), "k was changed");
  CHECK_MESSAGE(same_bits(v.download(), in.v), "v was changed");
}

/// Keys of tiles of 128 that a block of `rows` queries needs, for all blocks.
uint64_t pairs_of_tiles(int length, int rows, bool causal) {
  uint64_t pairs = 0;
  for (int first = 0; first < length; first += rows) {
    const int keys = causal ? std::min(first + rows, length) : length;
    pairs += uint64_t(rows) * ((keys + 127) / 128 * 128);
  }
  return pairs;
}

void judge(int heads, int length, int dim, bool causal) {
  const Inputs in(heads, length, dim);
  const lockstep::Recording recording;
  check(in, causal, 37);
  INFO("heads: ", heads, ", length: ", length, ", dim: ", dim,
       causal ? ", causal" : "");
  REQUIRE(recording.launches() == 1);
  const SimtCounters all = recording.total();
  const uint64_t tokens = uint64_t(heads) * length;
  const int rows = dim == 64 ? 192 : 128;  // queries of a block
  const uint64_t pairs = heads * pairs_of_tiles(length, rows, causal);
  INFO("pairs of a query and a key, in whole tiles: ", pairs);
  CHECK(all.matrix_multiplies >= tokens * (causal ? length / 2 : length) * dim);
  CHECK(all.matrix_multiplies <= 2 * pairs * dim);
  INFO("multiplications without tensor cores");
  CHECK(all.float_multiplies <= 4 * pairs);
  INFO("the rows of out, in pieces of 16 bytes or more");
  CHECK(all.global_write.sectors <= tokens * dim * 2 / 16);
  CHECK(all.global_read.sectors <= tokens);
  CHECK(all.local_load.requests + all.local_store.requests == 0);
  const auto work = lockstep::judge(
      recording,
      {.shared = pairs / 128, .lanes_percent = 90, .blocks = tokens / rows});
  CHECK_MESSAGE(work.fair, work.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("attends to two keys") {
    Inputs in(1, 2, 64, 0);
    for (int c = 0; c < 64; ++c) {
      in.v[c] = __float2bfloat16(1), in.v[64 + c] = __float2bfloat16(3);
    }
    check(in, false);
    check(in, true);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("attends for any length") {
    for (const int length : {1, 63, 64, 65, 127, 129, 191, 200}) {
      const int dim = length % 3 == 0 ? 128 : 64;
      check(Inputs(2, length, dim), false);
      check(Inputs(2, length, 192 - dim), true);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("tensor cores") {
    REQUIRE(lockstep::counters_available());
    judge(2, 384, 64, false);
    judge(1, 400, 64, true);
    judge(1, 384, 128, true);
  }
}
