// SPDX-License-Identifier: MIT
// One finding for each line and each of its ways to go wrong.
#include "simt/checks/peer_words.h"

#include <string>
#include <tuple>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

using When = PeerUse::When;

const char* what_of(When when) {
  if (when == When::kEarly) return ", which may not have started";
  return when == When::kLate ? ", which may have exited" : ", which has exited";
}

const char* peer_verb(races::Use use) {
  if (use == races::Use::kAtomic) return "updates";
  return races::is_write(use) ? "stores to" : "loads";
}

}  // namespace

report::Diagnostic describe_peer(const Scene& scene, const PeerUse& use) {
  report::Diagnostic d = scene.start("cluster-exit", report::Severity::kError);
  const std::string peer = "block " + scene.block_name(use.peer);
  const std::string does =
      scene.thread_name(use.at.warp, use.lane) + " of block " +
      scene.block_name(use.at.block) + " " + use.verb + " `" +
      scene.data_name(ptx::Space::kShared, use.address) + "` of " + peer;
  d.message = does + what_of(use.when);
  d.places = {scene.place(use.pc, does + " here", use.at, use.lane)};
  if (use.when == When::kEarly) {
    d.why =
        "the blocks of a cluster are resident together, but each starts when "
        "it does: nothing says that " +
        peer + " has started";
    d.hint = "which barrier of the cluster stands before the first such line?";
    return d;
  }
  d.why =
      "a block's shared memory is gone when its last thread has exited, and "
      "nothing makes " +
      peer + " wait for this";
  d.hint = "which barrier of the cluster stands after the last such line?";
  return d;
}

void PeerWords::add(const races::PeerFault& fault) {
  PeerUse use;
  use.when = fault.early ? When::kEarly : When::kLate;
  use.pc = fault.use.pc;
  use.at = fault.at;
  use.lane = fault.lane;
  use.verb = peer_verb(fault.use.use);
  use.peer = fault.home.block;
  use.address = fault.address;
  Found& found = found_[{scene_.index().site_of(fault.use.pc), !fault.early}];
  const auto rank = [](const PeerUse& u) {
    return std::tuple(u.at.block, u.at.warp, u.lane, u.address);
  };
  if (found.count++ == 0 || rank(use) < rank(found.use)) found.use = use;
}

void PeerWords::tell() {
  for (const auto& [key, found] : found_) {
    report::Diagnostic d = describe_peer(scene_, found.use);
    d.count = found.count;
    d.seen =
        count_of(found.count, "such use") + " on this line; the first shown";
    scene_.add(std::move(d));
  }
  found_.clear();
}

}  // namespace simt::checks
