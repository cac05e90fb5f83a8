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
#include <string>

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

/// Looks at every `step`-th row of the heads `from`, `from` + `every`, ...;
/// whether they are right.
bool check(const Inputs& in, bool causal, int step = 1, int from = 0,
           int every = 1) {
  INFO("heads: ", in.heads, ", length: ", in.length, ", dim: ", in.dim,
       std::string(causal ? ", causal" : ""));
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
        // for all that floats round, and weights below 2^-30 need not count.
        const double bound =
            std::ldexp(1.25, -7) * expected.magnitudes[c] + std::ldexp(1, -30);
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
  return wrong == 0;
}

/// A call, what it did, and the numbers that its bounds are made of.
struct Counted {
  int heads, length, dim;
  bool causal;
  SimtLaunch launch;

  int rows() const { return dim == 64 ? 192 : 128; }  // queries of a block
  uint64_t tokens() const { return uint64_t(heads) * length; }
  /// Pairs of a query and a key, in the whole tiles that the blocks need.
  uint64_t pairs() const {
    uint64_t sum = 0;
    for (int first = 0; first < length; first += rows()) {
      const int keys = causal ? std::min(first + rows(), length) : length;
      sum += uint64_t(rows()) * ((keys + 127) / 128 * 128);
    }
    return heads * sum;
  }
  /// The pairs of which each row takes part.
  uint64_t least_pairs() const {
    return tokens() * (causal ? length + 1 : 2 * length) / 2;
  }
};

/// Whole tiles, edges, and a length drawn by lot; counted once for all cases.
const std::vector<Counted>& counted() {
  static const std::vector<Counted> all = [] {
    REQUIRE(lockstep::counters_available());
    std::vector<Counted> runs = {
        {2, 192, 64, false, {}},
        {1, 100, 64, true, {}},
        {1, 260, 64, true, {}},
        {1, 256, 128, true, {}},
        {1, lockstep::drawn_size(140, 250, 59), 128, false, {}}};
    for (Counted& run : runs) {
      const Inputs in(run.heads, run.length, run.dim);
      const lockstep::Recording recording;
      REQUIRE(check(in, run.causal, 37));
      REQUIRE(recording.launches() == 1);
      run.launch = recording.list()[0];
    }
    return runs;
  }();
  return all;
}

/// Calls `judge` with each, and says which one it is.
template <class Judge>
void for_each_run(const Judge& judge) {
  for (const Counted& run : counted()) {
    INFO("heads: ", run.heads, ", length: ", run.length, ", dim: ", run.dim,
         std::string(run.causal ? ", causal" : ""));
    INFO("pairs of a query and a key, in whole tiles: ", run.pairs());
    judge(run, run.launch.counters);
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("attends to two keys") {
    INFO("all scores are 0, so the weights are equal; v holds 1 and 3");
    INFO("out holds 2 and 2, and under causal 1 and 2");
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
    check(Inputs(0, 5, 64), false);
    check(Inputs(2, 0, 128), true);
    for (const int length : {1, 65, 127, 129, 193}) {
      const int dim = length % 4 == 1 ? 64 : 128;
      check(Inputs(1, length, dim), false, 3);
      check(Inputs(1, length, 192 - dim), true, 4);
    }
    check(Inputs(2, 130, 64), true, 4);
  }

  TEST_CASE("large scores do not overflow") {
    INFO("scores of about 500, at most 2000");
    check(Inputs(1, 150, 64, 40), false, 7);
    check(Inputs(1, 140, 128, 40), true, 7);
    for (const int sign : {1, -1}) {
      INFO("from key to key they change by ", sign / 2.0);
      Inputs in(1, 160, 64);
      for (int i = 0; i < 160 * 64; ++i) {
        in.q[i] = __float2bfloat16(1);
        in.k[i] = __float2bfloat16(float(sign * (i / 64)) / 16 - 8);
      }
      check(in, false, 31);
      check(in, true, 31);
    }
  }

  TEST_CASE("adds up a long row") {
    INFO("keys of nearly equal weight");
    check(Inputs(1, 500, 64, 0.25f), false, 97);
    check(Inputs(1, 385, 128, 0.25f), true, 97);
    INFO("key 0 has a weight of 1, all others of 0.607; v has the values 1");
    Inputs in(1, 700, 64);
    for (size_t i = 0; i < in.v.size(); ++i) {
      in.q[i] = __float2bfloat16(i % 64 == 0 ? 1 : 0);
      in.k[i] = __float2bfloat16(i == 0 ? 4 : 0);
      in.v[i] = __float2bfloat16(1);
    }
    check(in, false, 97);
  }

  TEST_CASE("heads do not see each other") {
    INFO("head 1 of 3 holds NaN; the others are looked at");
    Inputs in(3, 100, 64);
    for (int i = in.at(1, 0); i < int(in.at(2, 0)); ++i) {
      in.q[i] = in.k[i] = in.v[i] = __float2bfloat16(NAN);
    }
    check(in, false, 9, 0, 2);
    check(in, true, 9, 0, 2);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("tensor cores make all products") {
    for_each_run([](const Counted& run, const SimtCounters& all) {
      CHECK(all.matrix_multiplies >= 2 * run.least_pairs() * run.dim);
      INFO("multiplications of other instructions: four per pair");
      CHECK(all.float_multiplies <= 4 * run.pairs());
    });
  }

  TEST_CASE("causal leaves out the tiles above the diagonal") {
    for_each_run([](const Counted& run, const SimtCounters& all) {
      INFO("two products per pair, of dim multiplications each");
      CHECK(all.matrix_multiplies <= 2 * run.pairs() * run.dim);
    });
  }

  TEST_CASE("no score leaves the registers") {
    for_each_run([](const Counted& run, const SimtCounters& all) {
      INFO("local memory is memory");
      CHECK(all.local_load.requests + all.local_store.requests == 0);
      INFO("out is stored once, in pieces of 16 bytes or more");
      CHECK(all.global_write.sectors - all.bulk_write.sectors <=
            run.tokens() * run.dim * 2 / 16);
      CHECK(all.global_read.sectors - all.bulk_read.sectors <= run.tokens());
      const auto work =
          lockstep::judge(run.launch, {.shared = run.pairs() / 128,
                                       .lanes_percent = 90,
                                       .blocks = run.tokens() / run.rows()});
      CHECK_MESSAGE(work.fair, work.text);
    });
  }
}
