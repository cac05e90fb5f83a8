// SPDX-License-Identifier: MIT
// Special registers that do not change while a warp runs: rows of pool 2,
// filled by the machine when a warp starts (PTX ISA section 10).
#pragma once

#include <cstdint>
#include <string_view>

namespace simt::program {

/// Row number in pool 2; a row is 128 bytes. kGridId is 64 bits wide and
/// takes two rows, as do the lane masks' neighbours none.
enum Special : uint32_t {
  kTidX,
  kTidY,
  kTidZ,
  kNtidX,
  kNtidY,
  kNtidZ,
  kCtaidX,
  kCtaidY,
  kCtaidZ,
  kNctaidX,
  kNctaidY,
  kNctaidZ,
  kLaneId,
  kWarpId,
  kNwarpId,
  kSmId,
  kNsmId,
  kLaneMaskEq,
  kLaneMaskLe,
  kLaneMaskLt,
  kLaneMaskGe,
  kLaneMaskGt,
  kEnvReg1,
  kEnvReg2,
  kDynamicSmem,
  kTotalSmem,
  kReservedSmem,
  kGridId,
  kGridIdHigh,
  kClusteridX,
  kClusteridY,
  kClusteridZ,
  kNclusteridX,
  kNclusteridY,
  kNclusteridZ,
  kClusterCtaidX,
  kClusterCtaidY,
  kClusterCtaidZ,
  kClusterNctaidX,
  kClusterNctaidY,
  kClusterNctaidZ,
  kClusterCtarank,
  kClusterNctarank,
  kExplicitCluster,  // a predicate: a lane mask
  kSpecials,
};
inline constexpr uint32_t kSpecialRowBytes = 128;

/// Where the part of shared memory lies that cooperative groups keep to
/// themselves since sm_80, of at least 288 bytes (their details/memory.h).
inline constexpr std::string_view kReservedSmemName = "%reserved_smem_offset_1";
inline constexpr uint32_t kReservedShared = 288;

struct SpecialName {
  std::string_view name;
  Special row;
};
inline constexpr SpecialName kSpecialNames[] = {
    {"%tid.x", kTidX},
    {"%tid.y", kTidY},
    {"%tid.z", kTidZ},
    {"%ntid.x", kNtidX},
    {"%ntid.y", kNtidY},
    {"%ntid.z", kNtidZ},
    {"%ctaid.x", kCtaidX},
    {"%ctaid.y", kCtaidY},
    {"%ctaid.z", kCtaidZ},
    {"%nctaid.x", kNctaidX},
    {"%nctaid.y", kNctaidY},
    {"%nctaid.z", kNctaidZ},
    {"%laneid", kLaneId},
    {"%warpid", kWarpId},
    {"%nwarpid", kNwarpId},
    {"%smid", kSmId},
    {"%nsmid", kNsmId},
    {"%lanemask_eq", kLaneMaskEq},
    {"%lanemask_le", kLaneMaskLe},
    {"%lanemask_lt", kLaneMaskLt},
    {"%lanemask_ge", kLaneMaskGe},
    {"%lanemask_gt", kLaneMaskGt},
    {"%envreg1", kEnvReg1},
    {"%envreg2", kEnvReg2},
    {"%dynamic_smem_size", kDynamicSmem},
    {"%total_smem_size", kTotalSmem},
    {kReservedSmemName, kReservedSmem},
    {"%gridid", kGridId},
    {"%clusterid.x", kClusteridX},
    {"%clusterid.y", kClusteridY},
    {"%clusterid.z", kClusteridZ},
    {"%nclusterid.x", kNclusteridX},
    {"%nclusterid.y", kNclusteridY},
    {"%nclusterid.z", kNclusteridZ},
    {"%cluster_ctaid.x", kClusterCtaidX},
    {"%cluster_ctaid.y", kClusterCtaidY},
    {"%cluster_ctaid.z", kClusterCtaidZ},
    {"%cluster_nctaid.x", kClusterNctaidX},
    {"%cluster_nctaid.y", kClusterNctaidY},
    {"%cluster_nctaid.z", kClusterNctaidZ},
    {"%cluster_ctarank", kClusterCtarank},
    {"%cluster_nctarank", kClusterNctarank},
    {"%is_explicit_cluster", kExplicitCluster},
};

}  // namespace simt::program
