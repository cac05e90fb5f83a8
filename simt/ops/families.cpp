// SPDX-License-Identifier: MIT
// Collects the rows of all families, for one instruction set of the host.
#include "simt/ops/families.h"

#include "simt/ops/texture.h"

namespace simt::ops::SIMT_ISA {

Table all_rows() {
  static const std::span<const Op> rows[] = {
      integer_rows(), carry_rows(),   bits_rows(),       floating_rows(),
      approx_rows(),  half_rows(),    compare_rows(),    convert_rows(),
      data_rows(),    memory_rows(),  atomic_rows(),     cluster_rows(),
      warp_rows(),    control_rows(), async_rows(),      mbarrier_rows(),
      bulk_rows(),    tensor_rows(),  tensor_map_rows(), matrix_rows(),
      packed_rows(),  fp8_rows(),     tile_rows(),       texture_rows(),
      frame_rows(),   surface_rows(), video_rows(),      warpgroup_rows(),
  };
  return rows;
}

}  // namespace simt::ops::SIMT_ISA
