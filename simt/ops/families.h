// SPDX-License-Identifier: MIT
// The families of rows. Every file behind these functions is compiled once
// for each instruction set of the host; SIMT_ISA is that build's namespace,
// given by CMake.
#pragma once

#include <span>

#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {

std::span<const Op> integer_rows();   // add, mul, div, min, ... of integers
std::span<const Op> carry_rows();     // add.cc, addc, subc, madc
std::span<const Op> bits_rows();      // and, shl, popc, bfe, prmt, ...
std::span<const Op> floating_rows();  // f32 and f64, IEEE
std::span<const Op> approx_rows();    // ex2.approx, sin.approx, ...
std::span<const Op> half_rows();      // f16, f16x2, bf16, bf16x2
std::span<const Op> compare_rows();   // setp, set, selp, slct
std::span<const Op> convert_rows();   // cvt

std::span<const Op> data_rows();        // mov, cvta, isspacep
std::span<const Op> memory_rows();      // ld, st, ldu, prefetch
std::span<const Op> frame_rows();       // ldframe, stframe
std::span<const Op> atomic_rows();      // atom, red
std::span<const Op> async_rows();       // cp.async
std::span<const Op> mbarrier_rows();    // mbarrier
std::span<const Op> bulk_rows();        // cp.async.bulk, st.async, ...
std::span<const Op> tensor_rows();      // cp.async.bulk.tensor, ...
std::span<const Op> tensor_map_rows();  // tensormap
std::span<const Op> cluster_rows();     // mapa, barrier.cluster, ...
std::span<const Op> warp_rows();        // shfl, vote, match, redux, ...
std::span<const Op> packed_rows();      // s16x2, cvt.pack
std::span<const Op> video_rows();       // vadd, vset4, ...
std::span<const Op> fp8_rows();         // cvt of e4m3x2, e5m2x2
std::span<const Op> matrix_rows();      // mma, wmma.mma
std::span<const Op> warpgroup_rows();   // wgmma
std::span<const Op> tile_rows();        // wmma.load, wmma.store, ldmatrix, ...
std::span<const Op> control_rows();     // bra, bar, call, ret, exit, ...

/// All of them.
Table all_rows();

}  // namespace simt::ops::SIMT_ISA
