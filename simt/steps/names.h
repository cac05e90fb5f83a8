// SPDX-License-Identifier: MIT
// The words of the text for what a step did, and the name that a file of steps
// is known by.
#pragma once

#include "simt/steps/steps.h"

namespace simt::steps {

struct ActName {
  ActKind kind;
  const char* text;
};

inline constexpr ActName kActNames[] = {
    {ActKind::kLoad, "load"},       {ActKind::kStore, "store"},
    {ActKind::kAtomic, "atomic"},   {ActKind::kBranch, "branch"},
    {ActKind::kShuffle, "shuffle"}, {ActKind::kVote, "vote"},
    {ActKind::kBarrier, "arrive"},  {ActKind::kWarpSync, "warp_sync"},
    {ActKind::kFence, "fences"},    {ActKind::kOther, "other"},
    {ActKind::kExit, "end"},        {ActKind::kFault, "fault"},
    {ActKind::kOpens, "opens"},     {ActKind::kHost, "host"},
    {ActKind::kObject, "object"},   {ActKind::kIssue, "issue"},
    {ActKind::kCommit, "commit"},   {ActKind::kAwait, "await"},
    {ActKind::kRead, "read"},       {ActKind::kDone, "done"},
};

struct WorkName {
  Work work;
  const char* text;
};

inline constexpr WorkName kWorkNames[] = {
    {Work::kCopy, "copy"},
    {Work::kAsync, "async"},
    {Work::kProduct, "product"},
};

/// Of ActKind::kObject.
inline constexpr const char* kUses[] = {
    "init", "invalidate", "arrive", "drop", "expect", "complete", "test"};

}  // namespace simt::steps
