// SPDX-License-Identifier: MIT
// An event lies in the queue as it is, behind it what it points to. add() is
// hot.
#include "simt/checks/relay.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>

namespace simt::checks {
namespace {

static_assert(callbacks_of<Relay>() == (CallbackSet{1} << kCallbacks) - 1);

constexpr size_t whole_words(size_t bytes) { return (bytes + 7) / 8 * 8; }

/// Copies [from, from + bytes) to `to`, and moves `to` behind it.
template <class T>
const T* copied(const T* from, size_t bytes, std::byte*& to) {
  std::memcpy(to, from, bytes);
  const T* const copy = std::launder(reinterpret_cast<const T*>(to));
  to += whole_words(bytes);
  return copy;
}

template <class T>
T& event_at(std::byte* place) {
  return *std::launder(reinterpret_cast<T*>(place));
}

/// Of the event that put() added, which returned `next`.
template <class T>
T& event_before(std::byte* next) {
  return event_at<T>(next - whole_words(sizeof(T)));
}

/// Of a row of registers.
size_t row_bytes(const Stored& stored) {
  return size_t{stored.stride} * (kWarpSize - 1) + stored.bytes;
}

}  // namespace

struct alignas(8) Relay::Head {
  Callback callback;
  std::optional<Late> late;  // why, of kAccess
  uint32_t bytes;            // with the event and what follows it
};

/// A barrier; behind it its arrivals.
struct Relay::Barrier {
  BarrierDone done;
  size_t arrivals = 0;
};

/// The arguments of callbacks that have several.
struct Relay::Lanes {
  WarpPlace at;
  LaneMask lanes = 0;
  uint32_t pc = 0;
  int id = 0;
  MemoryOrder order = MemoryOrder::kWeak;
  Scope scope = Scope::kNone;
};

/// Returns where `more` bytes follow the event.
template <class T>
std::byte* Relay::put(Callback callback, const T& event, size_t more,
                      std::optional<Late> late) {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
  constexpr size_t kFixed = sizeof(Head) + whole_words(sizeof(T));
  const size_t bytes = kFixed + whole_words(more);
  std::byte* const at = queue_.add(bytes);
  new (at) Head{callback, late, static_cast<uint32_t>(bytes)};
  new (at + sizeof(Head)) T(event);
  return at + kFixed;
}

void Relay::add(const Access& access, std::optional<Late> late) {
  const bool general =
      access.shape == Shape::kGeneral && access.address != nullptr;
  const Stored* const stored = access.stored;
  constexpr size_t kRow = sizeof(uint64_t) * kWarpSize;
  size_t more = general ? kRow + whole_words(kRuns * sizeof(Run)) : 0;
  if (stored != nullptr)
    more += whole_words(sizeof(Stored)) +
            stored->count * whole_words(row_bytes(*stored));
  std::byte* next = put(Callback::kAccess, access, more, late);
  auto& copy = event_before<Access>(next);
  copy.memo = nullptr;  // the machine's
  copy.sectors = nullptr;
  copy.address = general ? copied(access.address, kRow, next) : nullptr;
  copy.runs = general && access.runs != nullptr
                  ? copied(access.runs, kRuns * sizeof(Run), next)
                  : nullptr;
  if (stored == nullptr) return;
  Stored values = *stored;
  std::byte* const place = next;
  next += whole_words(sizeof(Stored));
  for (size_t e = 0; e < stored->count; ++e)
    values.row[e] = copied(stored->row[e], row_bytes(*stored), next);
  copy.stored = new (place) Stored(values);
}

void Relay::on_barrier(const BarrierDone& barrier) {
  Barrier event{barrier, 0};
  if (barrier.arrivals == nullptr) {
    put(Callback::kBarrier, event);
    return;
  }
  event.arrivals = barrier.arrivals->size();
  const size_t bytes = event.arrivals * sizeof(BarrierDone::Arrival);
  std::byte* next = put(Callback::kBarrier, event, bytes);
  copied(barrier.arrivals->data(), bytes, next);
}

void Relay::on_exchange(const Exchange& exchange) {
  const size_t bytes = exchange.from != nullptr ? kWarpSize : 0;
  std::byte* next = put(Callback::kExchange, exchange, bytes);
  auto& copy = event_before<Exchange>(next);
  if (bytes != 0) copy.from = copied(exchange.from, bytes, next);
}

void Relay::on_block_start(const WarpPlace& at) {
  put(Callback::kBlockStart, at);
}

void Relay::on_block_end(const WarpPlace& at) { put(Callback::kBlockEnd, at); }

void Relay::on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) {
  put(Callback::kBarrierArrive, Lanes{.at = at, .lanes = lanes, .id = id});
}

void Relay::on_warp_sync(const WarpSync& sync) {
  put(Callback::kWarpSync, sync);
}

void Relay::on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  put(Callback::kArrival, Lanes{.at = at, .lanes = lanes, .pc = pc});
}

void Relay::on_exit(const WarpPlace& at, LaneMask lanes) {
  put(Callback::kExit, Lanes{.at = at, .lanes = lanes});
}

void Relay::on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                     Scope scope) {
  put(Callback::kFence,
      Lanes{.at = at, .lanes = lanes, .order = order, .scope = scope});
}

bool Relay::takes_late_reads() const {
  return std::all_of(readers_.begin(), readers_.end(), [](const Observer* one) {
    return one->takes_late_reads();
  });
}

bool Relay::knows_all(const Access& access) const {
  return std::all_of(
      readers_.begin(), readers_.end(),
      [&](const Observer* one) { return one->knows_all(access); });
}

void Relay::play(std::byte* begin, std::byte* end) {
  while (begin != end) {
    const Head& head = *std::launder(reinterpret_cast<Head*>(begin));
    tell(head, begin + sizeof(Head));
    begin += head.bytes;
  }
}

void Relay::tell(const Head& head, std::byte* event) {
  const auto& lanes = event_at<Lanes>(event);
  switch (head.callback) {
    case Callback::kAccess:
      return tell_access(event_at<Access>(event), head.late);
    case Callback::kBarrier:
      return tell_barrier(event);
    case Callback::kExchange:
      return to_.on_exchange(event_at<Exchange>(event));
    case Callback::kWarpSync:
      return to_.on_warp_sync(event_at<WarpSync>(event));
    case Callback::kBlockStart:
      return to_.on_block_start(event_at<WarpPlace>(event));
    case Callback::kBlockEnd:
      return to_.on_block_end(event_at<WarpPlace>(event));
    case Callback::kBarrierArrive:
      return to_.on_barrier_arrive(lanes.at, lanes.lanes, lanes.id);
    case Callback::kArrival:
      return to_.on_arrival(lanes.at, lanes.pc, lanes.lanes);
    case Callback::kExit:
      return to_.on_exit(lanes.at, lanes.lanes);
    case Callback::kFence:
      return to_.on_fence(lanes.at, lanes.lanes, lanes.order, lanes.scope);
    default:
      break;  // told at once, see all()
  }
}

void Relay::tell_access(const Access& access, std::optional<Late> late) {
  if (!late) return to_.on_access(access);
  for (Observer* one : readers_)
    if (one->needs_late_reads(access.at.slot, *late)) one->on_access(access);
}

void Relay::tell_barrier(std::byte* event) {
  const auto& barrier = event_at<Barrier>(event);
  BarrierDone done = barrier.done;
  if (done.arrivals != nullptr) {
    const auto* const first = std::launder(
        reinterpret_cast<const BarrierDone::Arrival*>(event + sizeof(Barrier)));
    arrivals_.assign(first, first + barrier.arrivals);
    done.arrivals = &arrivals_;
  }
  to_.on_barrier(done);
}

}  // namespace simt::checks
