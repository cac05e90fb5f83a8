// SPDX-License-Identifier: MIT
// wgmma by experiment: which register of which lane holds which element of D,
// and in which 16 bytes of shared memory the rows of A lie.
#include <algorithm>

#include "simt/explore/explorer.h"

namespace simt::explore {
namespace {

constexpr int kThreads = 128, kDepth = 16, kRows = 8;

struct Swizzle {
  uint32_t mode, row_bytes;      // of the descriptor; of a row of A
  uint32_t along_k, along_rows;  // bytes between core matrices
  uint32_t per_product;          // bytes from 16 columns to the next 16
};

/// The numbers that a descriptor takes: PTX ISA, "Matrix Descriptor Format".
Swizzle swizzle_of(const std::string& name) {
  if (name == "32") return {3, 32, 16, 256, 32};
  if (name == "64") return {2, 64, 16, 512, 32};
  if (name == "128") return {1, 128, 16, 1024, 32};
  return {0, 128, 128, 1024, 256};
}

Run on_warpgroup(const std::string& kernel, int columns) {
  Run run;
  run.kernel = kernel;
  run.block = kThreads;
  run.buffers = {static_cast<uint64_t>(kThreads * columns / 2) * sizeof(float)};
  return run;
}

/// For each register of each thread the element of D: 256 * row + column.
std::vector<int64_t> places(Rig& rig, int columns) {
  const Ran ran =
      rig.run(on_warpgroup("places_" + std::to_string(columns), columns));
  std::vector<int64_t> out;
  for (const float value : ran.words<float>())
    out.push_back(static_cast<int64_t>(value));
  return out;
}

/// For each of eight rows the pieces of 16 bytes that hold it, in order.
std::vector<std::vector<int64_t>> layout(Rig& rig, const Swizzle& swizzle) {
  const auto where = places(rig, kDepth);
  std::vector<std::vector<int64_t>> rows(
      kRows, std::vector<int64_t>(swizzle.row_bytes / 16));
  const uint32_t products = swizzle.row_bytes / (2 * kDepth);
  for (uint32_t product = 0; product < products; ++product) {
    Run run = on_warpgroup("layout_of_a", kDepth);
    run.numbers = {static_cast<int32_t>(swizzle.mode),
                   static_cast<int32_t>(swizzle.along_k),
                   static_cast<int32_t>(swizzle.along_rows),
                   static_cast<int32_t>(product * swizzle.per_product)};
    const Ran ran = rig.run(run);
    const auto pieces = ran.words<float>();
    for (size_t i = 0; i < pieces.size(); ++i) {
      const auto row = static_cast<size_t>(where[i] / 256);
      const auto column = static_cast<size_t>(where[i] % 256);
      if (row < kRows)
        rows[row][product * 2 + column / 8] = static_cast<int64_t>(pieces[i]);
    }
  }
  return rows;
}

/// Wavefronts of a load of 16 bytes by eight lanes, one from each row.
uint64_t wavefronts(Rig& rig, const std::vector<int32_t>& pieces) {
  Run run;
  run.kernel = "load_pieces";
  run.buffers = {kRows * sizeof(int32_t), kRows * 16};
  run.filled = pieces;
  return rig.run(run).counters.shared_load.wavefronts;
}

Result answer(Rig& rig, const Choice& choice) {
  const Swizzle swizzle = swizzle_of(choice.text("swizzle"));
  const auto rows = layout(rig, swizzle);
  std::vector<std::string> texts;
  std::vector<int32_t> column, plain;
  for (size_t row = 0; row < rows.size(); ++row) {
    texts.push_back(list_of(rows[row]));
    column.push_back(static_cast<int32_t>(rows[row][0]));
    plain.push_back(static_cast<int32_t>(row * rows[row].size()));
  }
  const auto columns = static_cast<size_t>(choice.number("columns"));
  const auto warp = static_cast<size_t>(choice.number("warp"));
  const size_t registers = columns / 2;
  const auto all = places(rig, static_cast<int>(columns));
  std::vector<std::string> held;
  for (size_t i = 0; i < registers; ++i) {
    std::vector<int64_t> lanes;
    for (size_t lane = 0; lane < 32; ++lane)
      lanes.push_back(all[(warp * 32 + lane) * registers + i]);
    held.push_back(list_of(lanes));
  }
  return {{"pieces", list_of(texts)},
          {"column_wavefronts", std::to_string(wavefronts(rig, column))},
          {"plain_wavefronts", std::to_string(wavefronts(rig, plain))},
          {"held", list_of(held)}};
}

}  // namespace

Explorer warpgroup() {
  return {"warpgroup",
          {{"swizzle", {"none", "32", "64", "128"}},
           {"columns", {"8", "16", "32"}},
           {"warp", numbers(0, 3)}},
          answer};
}

}  // namespace simt::explore
