// SPDX-License-Identifier: MIT
// The ledger of handles: which call made each, and which ended it. Finds out
// when a call fails because its handle had ended (stale-handle).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "simt/context/caller.h"
#include "simt/stream/cuda.h"
#include "simt/stream/handles.h"

namespace simt::cudart {

struct State;

struct HandleFacts {
  HandleKind kind = HandleKind::kStream;
  int number = 0;  // among its kind, from 1
  bool ended = false;
  CallPlace made_at, ended_at;
};

class Handles final : public HandleWatch {
 public:
  uint64_t fresh() override;
  void made(HandleKind kind, uint64_t handle) override;
  void ended(HandleKind kind, uint64_t handle) override;
  void missed(HandleKind kind, uint64_t handle) override;

  /// How many of all kinds the program has, made and not ended.
  uint64_t alive() const { return known_.size() - ended_.size(); }
  /// Whether such a handle was there once and has ended.
  bool has_ended(HandleKind kind, uint64_t handle) const;
  /// The handle that a call missed since this was asked last, if it was there
  /// once and has ended.
  std::optional<HandleFacts> take_missed();

 private:
  const HandleFacts* find(HandleKind kind, uint64_t handle) const;

  uint64_t next_ = 0;
  std::map<HandleKind, int> numbers_;
  std::map<uint64_t, HandleFacts> known_;
  std::deque<uint64_t> ended_;  // the oldest first; there is a most
  std::optional<HandleFacts> missed_;
};

/// To be asked when a call returns `error`: adds the diagnostic when the call
/// failed because a handle had ended.
void explain_stale_handle(State& s, cudaError_t error);

}  // namespace simt::cudart
