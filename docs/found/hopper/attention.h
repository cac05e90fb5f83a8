// SPDX-License-Identifier: MIT
// Attention on the host, in double: what the programs beside this compare with.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

/// Rows of `depth` queries and keys; a key's value is the first `columns` of its
/// row of v, which has `v_depth` columns.
struct AttentionShape {
  int queries = 0, keys = 0, depth = 0, columns = 0, v_depth = 0;
  double scale = 1;
  bool causal = false;  // query i knows keys 0 to i
};

/// The largest difference of `out` to softmax(scale q k^T) v.
template <class T>
double worst_of(const std::vector<T>& q, const std::vector<T>& k,
                const std::vector<T>& v, const std::vector<T>& out,
                const AttentionShape& shape) {
  const auto [queries, keys, depth, columns, v_depth, scale, causal] = shape;
  const auto value = [](const T& x) { return double(float(x)); };
  double worst = 0;
  for (int i = 0; i < queries; ++i) {
    std::vector<double> sum(columns);
    double total = 0;
    for (int j = 0; j < (causal ? i + 1 : keys); ++j) {
      double score = 0;
      for (int d = 0; d < depth; ++d)
        score += value(q[i * depth + d]) * value(k[j * depth + d]);
      const double weight = std::exp(score * scale);
      total += weight;
      for (int d = 0; d < columns; ++d)
        sum[d] += weight * value(v[j * v_depth + d]);
    }
    for (int d = 0; d < columns; ++d)
      worst = std::max(worst,
                       std::abs(sum[d] / total - value(out[i * columns + d])));
  }
  return worst;
}
