// SPDX-License-Identifier: MIT
// Copies of the asynchronous proxy (cp.async.bulk) beside the accesses of
// threads: which bytes a copy uses before a thread's access is shown to it, and
// which a thread uses before it has waited for the copy. Knows no source line
// and no English.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simt/ops/async_event.h"
#include "simt/ops/event.h"
#include "simt/program/program.h"
#include "simt/races/record.h"
#include "simt/races/spans.h"

namespace simt::races {

/// An access of a thread and a copy that use the same bytes, at least one of
/// them to write.
struct ProxyFault {
  enum class Kind : uint8_t {
    kNoFence,         // the access comes first, and no proxy fence shows it
    kNoOrder,         // nothing orders the access before the copy is issued
    kNotWaited,       // the copy comes first, and nobody has waited for it
    kReadOnly,        // likewise: it was waited for its source to be read
    kOtherCopy,       // the access is another copy; otherwise as kNotWaited
    kAtEnd,           // the block ends, and nobody has waited: no access
    kMapNotReleased,  // the access changed the copy's tensor map, and no fence
                      // of tensor maps released that
    kMapNotAcquired,  // likewise, and none acquired it
    kMapInUse,        // it changes the copy's tensor map, and nobody has waited
    kSwizzle          // a product reads what `access`, a copy, wrote, otherwise
                      // swizzled
  };
  Kind kind = Kind::kNoFence;
  Record access;  // kOtherCopy: its issue
  LaneMask access_lanes = 0;
  Record issue;  // of the copy
  int lane = 0;  // that issued it
  BulkCopy copy;
  ptx::Space space = ptx::Space::kShared;  // of the bytes
  uint64_t address = 0;
  bool source = false;             // the bytes are the copy's source
  bool by_product = false;         // kOtherCopy: that is a product
  WarpPlace at;                    // of what came second
  uint32_t written = 0, read = 0;  // kSwizzle: bytes, 0: none
};

class ProxySink {
 public:
  virtual ~ProxySink() = default;
  virtual void on_proxy_fault(const ProxyFault& fault) = 0;
};

/// Bytes of a cell of AsyncProxy, the unit of a copy.
inline constexpr uint64_t kProxyCell = 16;

/// One cell stands for 16 bytes, the unit of a copy. A cell keeps the accesses
/// of threads since the last copy that wrote it, and of shared memory the
/// copies that use it, each with its bytes of the cell. Copies of global memory
/// are kept by range: they may be long. The fences after accesses are kept once
/// for all cells that the same lanes touched in the same epoch.
class AsyncProxy {
 public:
  AsyncProxy(const Ordering& ordering, ProxySink& sink)
      : ordering_(ordering), sink_(sink) {}

  /// A launch of `kernel` begins: finds whether it has copies. `clusters`: its
  /// blocks reach each other's shared memory.
  void start_launch(const program::Kernel& kernel, bool clusters);
  /// False: nothing else need be called.
  bool any() const { return any_; }
  void start_block(uint32_t slot);
  void end_block(const WarpPlace& at);
  /// An access that is none of a barrier object.
  void on_access(const Access& access, const Record& record);
  void on_object(const ObjectUse& use, const Record& record);
  void on_bulk(const BulkStep& step, const Record& record);
  void on_warpgroup(const WarpgroupStep& step, const Record& record);
  void on_fence(const ProxyFence& fence, const Record& record);
  /// How many accesses and copies were not kept, for lack of room.
  uint64_t forgotten() const { return forgotten_; }

 private:
  using Bytes = uint16_t;                         // of a cell, one bit each
  static constexpr size_t kMostGlobal = 1 << 20;  // cells, and ranges
  static constexpr size_t kMostBeside = 1024;     // copies that add to a byte
  static LaneMask bit(int lane) { return LaneMask{1} << lane; }
  /// Lanes of a warp at one moment.
  struct Moment {
    Record record;
    LaneMask lanes = 0;
  };
  struct Copy {
    BulkCopy what;
    Record issue;
    uint32_t group = 0;          // kGroup: of the thread; kProduct: the warp
    bool done = false;           // its bytes are counted
    uint64_t told = 0;           // the phase that counts them is over: a number
                                 // of the block, in the order of these
    std::vector<Moment> read;    // who waited for its source
    std::vector<Moment> waited;  // who waited for all of it
    /// kObject: by its thread, a wait for all groups. CUTLASS takes that for
    /// the end of the use of a tensor map, though no group has the copy.
    std::vector<Moment> let_go;
  };
  using CopyPtr = std::shared_ptr<Copy>;
  /// A fence after accesses of some lanes. `own`: each of its lanes fences its
  /// own accesses; otherwise any lane of it fences all. An access that its own
  /// lanes fenced before they told anybody of it needs no other fence: who
  /// knows of the access knows of that one.
  struct Cover {
    Moment fence;
    LaneMask covered = 0;
    bool own = false;
  };
  /// What lanes did by an instruction in an epoch, and the fences after it.
  struct Deed {
    Moment by;
    std::vector<Cover> covers;
    std::vector<Moment> released;  // fences of tensor maps that release it
    bool forgotten = false;        // fences after it are not kept
  };
  using DeedPtr = std::shared_ptr<Deed>;
  struct Touch {
    DeedPtr deed;
    Bytes bytes = 0;
    std::vector<Moment> acquired;  // by fences, after one that released it
  };
  /// A deed that fences to come can say more of.
  struct Open {
    DeedPtr deed;
    uint32_t serial = 0, warp = 0, phase = 0;  // of its epoch
  };
  struct Deeds {
    /// The last ones, by slot, warp, pc and lanes. No fence has come since.
    std::map<std::tuple<uint32_t, uint32_t, uint32_t, LaneMask>, DeedPtr> last;
    std::vector<Open> open;
  };
  struct Use {
    CopyPtr copy;
    Bytes bytes = 0;  // of a cell; in a range: kAll
  };
  struct Uses {
    std::vector<Use> writers, readers;
  };
  static constexpr Bytes kAll = 0xffff;
  struct Cell {
    std::vector<Touch> touches;
    Uses uses;                    // of shared memory
    std::vector<CopyPtr> mapped;  // copies whose tensor map lies here
  };
  using Cells = std::unordered_map<uint64_t, Cell>;
  struct Block {
    Cells shared;
    Deeds deeds;                                  // at its shared memory
    std::vector<CopyPtr> copies;                  // that somebody may wait for
    size_t look_at = 32;                          // copies: for those of no use
    std::unordered_map<uint64_t, CopyPtr> open;   // not done, by their numbers
    std::map<uint32_t, uint32_t> groups;          // closed so far, by thread
    std::map<uint32_t, uint32_t> product_groups;  // likewise, by warp
    uint64_t tells = 0;                           // copies that objects told of
    /// How many of these when a lane last saw a phase of an object end, by
    /// serial number of its block, warp and object.
    std::map<std::tuple<uint32_t, uint32_t, uint64_t>,
             std::array<uint64_t, kWarpSize>>
        heard;
  };

  Cells& cells(ptx::Space space, uint32_t slot);
  /// Where a copy is kept: who waits for it asks an object there.
  static uint32_t home_of(const BulkCopy& copy) {
    return copy.peer.slot_or(copy.at);
  }
  /// Which of the bytes from `begin` to `end` lie in the cell.
  static Bytes bytes_in(uint64_t cell, uint64_t begin, uint64_t end);
  /// What stays of the uses of a cell when a copy overwrites these bytes.
  template <class Part>
  static void overwrite(std::vector<Part>& parts, Bytes bytes);
  static DeedPtr deed(Deeds& deeds, uint32_t slot, const Moment& now);
  void touch(Cell& cell, Deeds& deeds, uint32_t slot, const Moment& now,
             Bytes bytes);
  /// Whether a copy that asks for the earlier one asks for the later one, too.
  static bool says_as_much(const Moment& now, const Moment& before);
  bool make_room(Cell& cell, Deeds& deeds, uint32_t slot, const Moment& now,
                 Bytes bytes);
  bool knows_all(const Moment& before, const Moment& now, uint32_t slot) const;
  /// `number`: of the cell that these lanes touch.
  void check(Cell* cell, const Access& access, const Moment& now,
             uint64_t number);
  void check_uses(const Uses& uses, const Access& access, const Moment& now,
                  int lane, Bytes bytes, uint64_t address);
  void issue(const BulkCopy& what, const Record& record);
  void issue(const WarpgroupProduct& product, const Record& record);
  Block& block_of_issue(uint32_t slot);
  void use_range(const CopyPtr& copy, bool source, uint64_t begin,
                 uint64_t end);
  void use_global(const CopyPtr& copy, bool source, uint64_t begin,
                  uint64_t end);
  void use_cell(Cell& cell, const CopyPtr& copy, bool source, Bytes bytes,
                uint64_t address);
  /// A copy meets those before it.
  void meet(const Uses& uses, const CopyPtr& copy, bool source, Bytes bytes,
            uint64_t address);
  /// Only the last writer of a byte need be waited for. Copies that add to it
  /// come in any order: each that has no wait yet, but of a thread's groups the
  /// last.
  void write(std::vector<Use>& writers, const CopyPtr& copy, Bytes bytes);
  void read(std::vector<Use>& readers, const CopyPtr& copy, Bytes bytes) const;
  /// Of a copy that uses the byte at `address`; what it clashes with is open.
  static ProxyFault fault_of(const Copy& copy, bool source, uint64_t address);
  void check_touches(const Cell& cell, const CopyPtr& copy, bool source,
                     Bytes bytes, uint64_t address);
  /// False: no fence to come can say more of it.
  bool cover(Deed& deed, const ProxyFence& fence, const Record& record) const;
  /// `told`: false where the fence says nothing of other warps of its block.
  void cover_all(Deeds& deeds, const ProxyFence& fence, const Record& record,
                 bool told) const;
  void forget_oldest();
  void release(Deed& deed, const Moment& now, uint32_t slot) const;
  void release_maps(const ProxyFence& fence, const Record& record);
  void acquire_maps(const ProxyFence& fence, const Record& record);
  void check_map(const Copy& copy);
  void use_map(const CopyPtr& copy);
  void check_change(const Cell& cell, const Access& access, const Moment& now);
  /// Whether some of `lanes` at `before` come before what one of `now` does.
  bool comes_before(const Record& before, LaneMask lanes, const Moment& now,
                    uint32_t slot) const;
  void check_swizzle(const Cell& cell, const Copy& product, uint32_t piece,
                     uint32_t swizzled);
  void wait(const BulkStep& step, const Record& record);
  void tell(uint32_t slot, uint64_t object);
  static void add_waiter(std::vector<Moment>& list, const Record& record,
                         int lane);
  LaneMask unfenced(const Deed& deed, const Record& now, uint32_t slot,
                    int lane) const;
  bool knows(const std::vector<Moment>& moments, const Record& now,
             uint32_t slot, int lane) const;
  bool finds(const std::vector<Moment>& moments, const Record& now,
             uint32_t slot, int lane) const;

  const Ordering& ordering_;
  ProxySink& sink_;
  bool any_ = false, clusters_ = false;
  bool boxes_ = false;         // the kernel has copies of rows of a tensor
  std::vector<Block> blocks_;  // by slot
  Cells global_;
  Spans<Uses> copies_;  // of global memory
  Deeds deeds_;         // at global memory
  uint64_t looks_ = 0;  // of fences at these
  /// What knows() said since the present event began. In each of its cells an
  /// event asks the same.
  struct Answer {
    uint64_t event = 0;
    const void* moments = nullptr;
    bool knows = false;
  };
  uint64_t event_ = 0;
  mutable std::array<Answer, 64> answers_;
  uint64_t forgotten_ = 0;
};

}  // namespace simt::races
