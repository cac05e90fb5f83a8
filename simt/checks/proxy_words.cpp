// SPDX-License-Identifier: MIT
// One finding for each pair of lines; what is read or written is named from the
// copy's side and from the thread's.
#include "simt/checks/proxy_words.h"

#include <bit>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

using races::ProxyFault;

const char* verb_to(races::Use use) {
  if (use == races::Use::kAtomic) return "updates";
  return races::is_write(use) ? "stores to" : "loads";
}

enum class Topic : uint8_t { kWait, kFence, kMap, kSwizzle };

Topic topic_of(ProxyFault::Kind kind) {
  switch (kind) {
    case ProxyFault::Kind::kNoFence:
      return Topic::kFence;
    case ProxyFault::Kind::kMapNotReleased:
    case ProxyFault::Kind::kMapNotAcquired:
      return Topic::kMap;
    case ProxyFault::Kind::kSwizzle:
      return Topic::kSwizzle;
    default:
      return Topic::kWait;
  }
}

bool is_product(const ProxyFault& fault) {
  return fault.copy.end == BulkEnd::kProduct;
}
/// What uses memory by the other proxy.
std::string doer(const ProxyFault& fault) {
  return is_product(fault) ? "product" : "bulk copy";
}

bool reads(const ProxyFault& fault) {
  return races::only_reads(fault.access.use);
}

}  // namespace

void ProxyWords::add(const ProxyFault& fault, uint32_t serial) {
  serial_ = serial;
  const bool alone = fault.kind == Kind::kAtEnd;
  const uint32_t copy = scene_.index().site_of(fault.issue.pc);
  const uint32_t access =
      alone ? copy : scene_.index().site_of(fault.access.pc);
  Found& found = found_[{static_cast<int>(topic_of(fault.kind)), access, copy}];
  if (found.count++ == 0 || fault.address < found.fault.address)
    found.fault = fault;
}

void ProxyWords::tell() {
  for (const auto& [key, found] : found_) {
    const Topic topic = topic_of(found.fault.kind);
    const char* late =
        is_product(found.fault) ? "wgmma-in-flight" : "bulk-unwaited";
    const char* name = topic == Topic::kWait      ? late
                       : topic == Topic::kSwizzle ? "descriptor"
                                                  : "proxy-fence";
    report::Diagnostic d = scene_.start(name, report::Severity::kError);
    d.count = found.count;
    if (topic == Topic::kWait) describe_wait(found, d);
    if (topic == Topic::kFence) describe_fence(found, d);
    if (topic == Topic::kMap) describe_map(found, d);
    if (topic == Topic::kSwizzle) describe_swizzle(found, d);
    scene_.add(std::move(d));
  }
  found_.clear();
}

WarpPlace ProxyWords::accessor(const ProxyFault& fault) const {
  return {fault.access.epoch.serial - serial_, fault.at.slot,
          fault.access.epoch.warp};
}

std::string ProxyWords::data(const ProxyFault& fault) const {
  return "`" + scene_.data_name(fault.space, fault.address) + "`";
}

report::Place ProxyWords::access_place(const ProxyFault& fault) const {
  const WarpPlace at = accessor(fault);
  const int lane = std::countr_zero(fault.access_lanes);
  const bool copy =
      fault.kind == Kind::kOtherCopy || fault.kind == Kind::kSwizzle;
  return scene_.place(fault.access.pc,
                      scene_.thread_name(at.warp, lane) + " of block " +
                          scene_.block_name(at.block) + " " +
                          (fault.by_product ? "issues a product that uses"
                           : copy           ? "issues a copy that uses"
                                            : verb_to(fault.access.use)) +
                          " " + data(fault) + " here",
                      at, lane);
}

report::Place ProxyWords::copy_place(const ProxyFault& fault) const {
  const BulkCopy& copy = fault.copy;
  const std::string who = is_product(fault)
                              ? "warp " + std::to_string(copy.at.warp)
                              : scene_.thread_name(copy.at.warp, copy.lane);
  return scene_.place(
      copy.pc,
      who + " of block " + scene_.block_name(copy.at.block) + " issues a " +
          (is_product(fault) ? "product" : "copy") + " that " +
          (fault.source ? "reads " : "writes ") + data(fault) + " here",
      copy.at, copy.lane);
}

void ProxyWords::describe_fence(const Found& found,
                                report::Diagnostic& d) const {
  const ProxyFault& fault = found.fault;
  const bool loads = reads(fault);
  // The fence may be one for the other space.
  const bool shared = fault.space == ptx::Space::kShared;
  d.message = std::string("no proxy fence for ") +
              (shared ? "shared" : "global") + " memory stands between a " +
              (loads ? "load" : "store") + " of " + data(fault) + " and a " +
              doer(fault) + " that " +
              (fault.source ? "reads it" : "writes it");
  d.places = {copy_place(fault), access_place(fault)};
  d.places[0].number = 2;
  d.places[1].number = 1;
  d.why = "a " + doer(fault) +
          " uses memory by the asynchronous proxy; a barrier orders threads, "
          "and only fence.proxy.async orders the two proxies";
  d.seen = count_of(found.count, "such pair") +
           " of a piece of 16 bytes and an access; lowest address shown";
  d.hint = std::string("what tells the ") +
           (is_product(fault) ? "product" : "copy") +
           " that this access is done: is there a fence.proxy.async after it, "
           "before the " +
           (is_product(fault) ? "product" : "copy") + " is issued?";
}

void ProxyWords::describe_map(const Found& found, report::Diagnostic& d) const {
  const ProxyFault& fault = found.fault;
  const bool released = fault.kind == Kind::kMapNotAcquired;
  d.message = std::string("no fence.proxy.tensormap ") +
              (released ? "acquires" : "releases") +
              " a change of the tensor map at " + data(fault) +
              " before a copy that uses the map";
  d.places = {copy_place(fault), access_place(fault)};
  d.places[0].number = 2;
  d.places[1].number = 1;
  d.why =
      "a copy reads its tensor map by a proxy of its own: after the change "
      "fence.proxy.tensormap::generic.release or tensormap.cp_fenceproxy must "
      "stand, and before the copy fence.proxy.tensormap::generic.acquire with "
      "the address of the map";
  d.seen = count_of(found.count, "time");
  d.hint = released ? "which thread acquires the map, after it has learned of "
                      "the release and before (2)?"
                    : "which fence releases (1), before another thread learns "
                      "of it?";
}

void ProxyWords::describe_swizzle(const Found& found,
                                  report::Diagnostic& d) const {
  const ProxyFault& fault = found.fault;
  const auto swizzle = [](uint32_t bytes) {
    return bytes == 0 ? std::string("no swizzle")
                      : "a swizzle of " + std::to_string(bytes) + " bytes";
  };
  d.message = "the descriptor of a product has " + swizzle(fault.read) +
              ", and the tensor map that filled its tile has " +
              (fault.written == 0
                   ? "none"
                   : "one of " + std::to_string(fault.written) + " bytes");
  d.places = {copy_place(fault), access_place(fault)};
  d.places[0].number = 2;
  d.places[1].number = 1;
  d.why =
      "a swizzle exchanges pieces of 16 bytes: who reads a tile must exchange "
      "them as the copy did that wrote it";
  d.seen = count_of(found.count, "such piece") + "; lowest address shown";
  d.hint = "which of the two swizzles was meant?";
}

void ProxyWords::describe_wait(const Found& found,
                               report::Diagnostic& d) const {
  const ProxyFault& fault = found.fault;
  const bool group = fault.copy.end == BulkEnd::kGroup;
  const std::string wait =
      is_product(fault) ? "wgmma.wait_group for its group by its warpgroup"
      : group           ? "a wait for its group by the thread that issued it"
                        : "a wait for the phase of its mbarrier";
  if (fault.kind == Kind::kMapInUse) {
    d.message = "the tensor map at " + data(fault) +
                " is changed before the wait for a bulk copy that uses it";
    d.places = {access_place(fault), copy_place(fault)};
    d.places[0].number = 2;
    d.places[1].number = 1;
    d.why =
        "a copy may read its tensor map at any time until " + wait + " is over";
    d.seen = count_of(found.count, "such change");
    d.hint =
        "which wait makes sure that no copy uses the map any more, or "
        "would a second map do?";
    return;
  }
  if (fault.kind == Kind::kAtEnd) {
    d.message = "a block ends while a bulk copy may still use " + data(fault);
    d.places = {copy_place(fault)};
    d.why =
        "the copy uses shared memory of the block, which another block may "
        "get next; it is done after " +
        wait;
    d.seen = count_of(found.count, "time");
    d.hint = "which thread waits for this copy before the block ends?";
    return;
  }
  d.message = data(fault) + " is " +
              (fault.by_product                 ? "used by a product"
               : fault.kind == Kind::kOtherCopy ? "used by another copy"
               : reads(fault)                   ? "read"
                                                : "overwritten") +
              " before the wait for the " + doer(fault) + " that " +
              (fault.source ? "reads it" : "writes it");
  d.places = {access_place(fault), copy_place(fault)};
  d.places[0].number = 2;
  d.places[1].number = 1;
  d.why = std::string("the ") + (is_product(fault) ? "product" : "copy") +
          " is made at any time until " + wait + " is over";
  if (fault.kind == Kind::kReadOnly)
    d.why =
        "wait_group.read waits until the source has been read; the result "
        "is there after wait_group without .read";
  d.seen =
      count_of(found.count, "such use") + " on this line; lowest address shown";
  d.hint = std::string("which wait makes sure that the ") +
           (is_product(fault) ? "product" : "copy") + " is done here?";
}

}  // namespace simt::checks
