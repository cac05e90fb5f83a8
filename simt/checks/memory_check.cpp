// SPDX-License-Identifier: MIT
// One function for each way to miss: names the data, the size and the place.
#include "simt/checks/memory_check.h"

#include <string>
#include <utility>

#include "simt/checks/peer_words.h"
#include "simt/checks/wording.h"
#include "simt/machine/device_memory.h"

namespace simt::checks {
namespace {

std::string access_name(const Fault& fault) {
  return std::string(verb(fault.access)) + " " + count_of(fault.bytes, "byte");
}

/// How far a wrapped offset lies before the start of its window; 0 for one that
/// lies behind it. Offsets have 32 bits or, in generic addresses, 64.
uint64_t bytes_before(uint64_t offset) {
  const bool narrow = offset <= UINT32_MAX;
  const uint64_t back = narrow ? uint64_t{1} << 31 : uint64_t{1} << 63;
  if (offset < back) return 0;
  return narrow ? (uint64_t{1} << 32) - offset : -offset;
}

}  // namespace

void MemoryCheck::on_fault(const Fault& fault) {
  using Kind = Fault::Kind;
  switch (fault.kind) {
    case Kind::kOutOfBounds:
      if (fault.space == ptx::Space::kParam) return outside_parameters(fault);
      return outside(fault);
    case Kind::kShared:
    case Kind::kLocal:
      return outside_window(fault);
    case Kind::kMisaligned:
      return misaligned(fault);
    case Kind::kFreed:
      return freed(fault);
    case Kind::kPeer:
      return of_a_peer(fault);
    case Kind::kNoPeer:
      return no_peer(fault);
    case Kind::kForeign:
      return foreign(fault);
    case Kind::kHostPointer:
      return host_pointer(fault);
    case Kind::kReadOnly:
      return read_only(fault);
    default:
      return;  // FaultCheck tells of it
  }
}

void MemoryCheck::outside(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "out-of-bounds");
  if (!fault.text.empty()) {  // of a surface: what its coordinates are
    const std::string where = "outside the array of its surface";
    d.message = words_.who(fault) + " " + access_name(fault) + " " + where;
    d.why = fault.text;
    d.places = {words_.place(
        fault, std::string(verb(fault.access)) + " " + where + " here")};
    d.hint = "is x given in bytes, and does each coordinate stay inside?";
    return words_.finish(fault, std::move(d));
  }
  const Allocation* near = fault.nearest;
  const std::string does = words_.who(fault) + " " + access_name(fault);
  std::string where = "an address that no allocation holds";
  if (fault.address < kNullPage) {
    where = "a null pointer";
    d.message = does + " through a null pointer";
    d.why = "the address is " + std::to_string(fault.address) +
            "; nothing lies there";
  } else if (static_cast<int64_t>(fault.address) < 0) {
    where = "before a null pointer";
    d.message = does + " before a null pointer";
    d.why = "the address is " +
            std::to_string(static_cast<int64_t>(fault.address)) +
            ": a null pointer with a negative index";
  } else if (near == nullptr) {
    d.message = does + " at an address that no allocation holds";
    d.why = "the program has allocated no device memory";
  } else if (fault.address >= near->begin && near->reach == 0 &&
             fault.address < near->end) {
    where = "`" + near->name + "+" +
            std::to_string(fault.address - near->begin) + "`";
    d.message = does + " where no memory is mapped";
    d.why =
        "these addresses are reserved; `cuMemMap` puts memory there, and "
        "`cuMemSetAccess` opens it to a device";
  } else if (fault.address >= near->begin) {
    const uint64_t size = near->end - near->begin;
    const uint64_t at = fault.address - near->begin;
    where = "`" + near->name + "+" + std::to_string(at) + "`";
    d.message = does + " past the end of `" + near->name + "`";
    d.why = "`" + near->name + "` has " + count_of(size, "byte") +
            ", the last one is +" + std::to_string(size - 1) +
            "; this access is at +" + std::to_string(at) + "..+" +
            std::to_string(at + fault.bytes - 1);
  } else {
    const uint64_t before = near->begin - fault.address;
    where = count_of(before, "byte") + " before `" + near->name + "`";
    d.message = does + " before the start of `" + near->name + "`";
    d.why = "the access is " + count_of(before, "byte") + " before `" +
            near->name + "+0`";
  }
  d.places = {words_.place(
      fault, std::string(verb(fault.access)) + " " + where + " here")};
  d.hint = "which index does this thread use, and how many elements are there?";
  words_.finish(fault, std::move(d));
}

// An address below the first parameter is a negative offset.
void MemoryCheck::outside_parameters(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "out-of-bounds");
  const std::string at = std::to_string(static_cast<int64_t>(fault.address));
  d.message =
      words_.who(fault) + " " + access_name(fault) + " outside the parameters";
  d.places = {words_.place(fault, std::string(verb(fault.access)) + " byte " +
                                      at + " of a parameter here")};
  d.why = "this access is at byte " + at +
          " of a parameter's memory, which does not reach there";
  d.hint = "what type does the parameter have, and what type reads it?";
  words_.finish(fault, std::move(d));
}

/// A block of the cluster that has ended, or one that there is not.
void MemoryCheck::no_peer(const Fault& fault) const {
  if (fault.text.empty()) {
    PeerUse use;
    use.pc = fault.pc;
    use.at = fault.at;
    use.lane = first_lane(fault.lanes);
    use.verb = verb(fault.access);
    use.peer = fault.peer.block_or(fault.at);
    use.address = fault.address;
    return words_.finish(fault, describe_peer(scene_, use));
  }
  report::Diagnostic d = words_.start(fault, "out-of-bounds");
  d.message = words_.who(fault) + " " + access_name(fault) +
              " in the shared memory of a block that its cluster does not have";
  d.why = "the address names rank " +
          std::to_string(fault.address >> ops::kRankShift) +
          ", and the cluster has " +
          count_of(scene_.launch().cluster_blocks, "block");
  d.places = {
      words_.place(fault, std::string(verb(fault.access)) + " it here")};
  d.hint = "which rank was mapa, or map_shared_rank, given?";
  words_.finish(fault, std::move(d));
}

/// Shared memory of a peer, by an instruction for that of the own block.
void MemoryCheck::foreign(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "out-of-bounds");
  const std::string peer =
      "block " + scene_.block_name(fault.peer.block_or(fault.at));
  d.message = words_.who(fault) + " " + access_name(fault) +
              " in the shared memory of " + peer +
              " by an instruction that reaches its own block only";
  d.why = "`.shared` without `::cluster` is the shared memory of the own block";
  d.places = {
      words_.place(fault, std::string(verb(fault.access)) + " it here")};
  d.hint = "should this be `.shared::cluster`, or the address an own one?";
  words_.finish(fault, std::move(d));
}

void MemoryCheck::outside_window(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "out-of-bounds");
  const bool shared = fault.kind == Fault::Kind::kShared;
  const uint64_t at = FaultWords::offset_of(fault);
  const std::string does = words_.who(fault) + " " + access_name(fault);
  if (shared && !fault.text.empty()) {  // what the instruction takes
    d.message = words_.who(fault) + " names " + fault.text +
                " outside of shared memory";
    d.why =
        "the instruction takes " + fault.text +
        " in the block's shared memory; this generic address lies elsewhere";
    d.places = {words_.place(fault, "names it here")};
    d.hint = "which variable does the address come from, and is it __shared__?";
    return words_.finish(fault, std::move(d));
  }
  if (!fault.text.empty()) {  // a call or alloca: nothing was touched yet
    d.message = words_.who(fault) + " needs more stack than a thread has";
    d.why = "the stack of a thread would end at byte " + std::to_string(at) +
            "; the limit is cudaLimitStackSize";
    d.places = {words_.place(fault, "needs it here")};
    d.hint = "how deep are the calls, and what ends them?";
    return words_.finish(fault, std::move(d));
  }
  std::string where = "`" + std::string(shared ? "shared+" : "local+") +
                      std::to_string(at) + "`";
  if (const uint64_t before = bytes_before(at); before != 0) {
    const std::string first =
        shared ? "`" + scene_.data_symbol(fault.space, 0) + "`"
               : "the thread's local memory";
    where = count_of(before, "byte") + " before " + first;
    d.message = does + " before the start of " +
                (shared ? "the block's shared memory" : first);
    d.why = "the access is " + where + ", and nothing of this " +
            (shared ? "block" : "thread") + " lies there";
  } else if (shared) {
    const LaunchInfo& launch = scene_.launch();
    d.message = does + " past the block's shared memory";
    d.why = "the block has " +
            count_of(launch.static_shared + launch.dynamic_shared, "byte") +
            " of shared memory (" + std::to_string(launch.static_shared) +
            " static, " + std::to_string(launch.dynamic_shared) +
            " dynamic); this access is at byte " + std::to_string(at);
  } else {
    d.message = does + " outside the thread's local memory";
    d.why =
        "local arrays and the call stack of a thread have their own "
        "memory; this access is at byte " +
        std::to_string(at);
  }
  d.places = {words_.place(
      fault, std::string(verb(fault.access)) + " " + where + " here")};
  d.hint = "how many elements does the array have, and what is the index?";
  words_.finish(fault, std::move(d));
}

void MemoryCheck::misaligned(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "misaligned");
  if (!fault.text.empty()) {  // of a bulk copy: what is wrong with its size
    d.message = words_.who(fault) + " issues " + fault.text;
    d.places = {words_.place(fault, "issues it here")};
    d.why =
        "a bulk copy moves pieces of 16 bytes; what it does with a rest is "
        "not defined";
    d.hint = "how many bytes are to be copied?";
    return words_.finish(fault, std::move(d));
  }
  d.message = std::string("a ") + noun(fault.access) + " of " +
              count_of(fault.bytes, "byte") + " at `" + words_.data(fault) +
              "`, not a multiple of " + std::to_string(fault.bytes);
  d.places = {words_.place(fault, std::string(verb(fault.access)) + " `" +
                                      words_.data(fault) + "` here")};
  d.why = "an access of " + count_of(fault.bytes, "byte") +
          " must start at a multiple of " + std::to_string(fault.bytes);
  d.hint = "what type was the memory declared with, and what type reads it?";
  words_.finish(fault, std::move(d));
}

/// free() in a kernel; the fault's text says that it is one.
void MemoryCheck::not_freeable(const Fault& fault) const {
  const Allocation* near = fault.nearest;
  const bool begins = near != nullptr && near->begin == fault.address;
  const bool twice = begins && near->freed;
  report::Diagnostic d =
      words_.start(fault, twice ? "double-free" : "wrong-kind");
  std::string what = "an address that malloc did not return";
  if (twice) {
    what = "`" + near->name + "`, which is freed already";
  } else if (near != nullptr) {
    what = "`" + words_.data(fault) + "`, which malloc did not return";
  }
  d.message = words_.who(fault) + " frees " + what;
  d.places = {words_.place(fault, "frees it here")};
  d.why = twice ? "memory is given back once; after that another thread may "
                  "get its address"
                : "free() in a kernel takes the addresses that malloc() or "
                  "new in a kernel returned, and no others";
  d.hint = "which thread owns this memory?";
  words_.finish(fault, std::move(d));
}

void MemoryCheck::freed(const Fault& fault) const {
  if (!fault.text.empty()) return not_freeable(fault);
  report::Diagnostic d = words_.start(fault, "use-after-free");
  const std::string name = fault.nearest != nullptr
                               ? fault.nearest->name
                               : scene_.data_symbol(fault.space, fault.address);
  d.message = words_.who(fault) + " " + verb(fault.access) + " `" + name +
              "`, which is freed";
  d.places = {words_.place(fault, std::string(verb(fault.access)) + " `" +
                                      words_.data(fault) + "` here")};
  d.why = "the memory was given back before this access";
  d.hint = "where is this pointer freed, and which launches still use it?";
  words_.finish(fault, std::move(d));
}

void MemoryCheck::of_a_peer(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "peer-access");
  const std::string here = std::to_string(scene_.launch().device_number);
  const std::string there = std::to_string(fault.nearest->device);
  d.message = words_.who(fault) + " of device " + here + " " +
              verb(fault.access) + " `" + fault.nearest->name +
              "`, which lies on device " + there;
  d.places = {words_.place(fault, std::string(verb(fault.access)) + " `" +
                                      words_.data(fault) + "` here")};
  d.why = "device " + here + " has no access to this memory of device " +
          there + "; cudaDeviceEnablePeerAccess(" + there +
          ", 0) gives it while device " + here +
          " is current, and cudaMemPoolSetAccess gives it to memory of a pool";
  d.hint = "on which device was this pointer made, and where does this run?";
  words_.finish(fault, std::move(d));
}

// A generic address of a window that the thread has nothing in, or no more.
void MemoryCheck::stale(const Fault& fault) const {
  const bool of_thread = fault.address >= kLocalWindow;
  const std::string kind = of_thread ? "local" : "shared";
  report::Diagnostic d = words_.start(fault, "out-of-bounds");
  d.message = words_.who(fault) + " " + access_name(fault) + " of " + kind +
              " memory through a pointer of another kernel";
  d.places = {words_.place(
      fault, std::string(verb(fault.access)) + " through this pointer here")};
  d.why = of_thread ? "the pointer leads to a local variable or a parameter; "
                      "such memory belongs to one thread and ends with it"
                    : "the pointer leads to a __shared__ variable; such memory "
                      "belongs to one block and ends with it";
  d.hint = "which kernel kept this pointer, and does the variable still live?";
  words_.finish(fault, std::move(d));
}

void MemoryCheck::host_pointer(const Fault& fault) const {
  constexpr uint64_t kWindows = kParamWindow + kWindowBytes - kSharedWindow;
  if (fault.address - kSharedWindow < kWindows) return stale(fault);
  report::Diagnostic d = words_.start(fault, "host-pointer");
  d.message = words_.who(fault) + " " + verb(fault.access) +
              " host memory, which the device cannot see";
  d.places = {words_.place(
      fault, std::string(verb(fault.access)) + " through a host pointer here")};
  d.why =
      "the pointer comes from host code (new, malloc, std::vector, a local "
      "variable), or it was never set; cudaMalloc or cudaMallocManaged did "
      "not return it";
  d.hint = "which argument of the launch is a host address?";
  words_.finish(fault, std::move(d));
}

void MemoryCheck::read_only(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "out-of-bounds");
  d.message = words_.who(fault) + " " + verb(fault.access) +
              " memory that a kernel may only read";
  d.places = {words_.place(
      fault, std::string(verb(fault.access)) + " read-only memory here")};
  d.why = "parameters do not change while a kernel runs";
  words_.finish(fault, std::move(d));
}

}  // namespace simt::checks
