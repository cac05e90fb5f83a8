// SPDX-License-Identifier: MIT
// A decoded instruction and what it runs on. Registers are structure of
// arrays: a row of 32 lanes per register. Knows nothing of scheduling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "simt/ops/bulk.h"
#include "simt/ops/cluster.h"
#include "simt/ops/event.h"
#include "simt/ops/form.h"

namespace simt {
class Observer;  // simt/ops/observer.h

/// Generic addresses of shared and local memory and of parameters lie in
/// windows outside any user address, so no host pointer can be one of them.
inline constexpr uint64_t kSharedWindow = 0x0001'0000'0000'0000;
inline constexpr uint64_t kWindowBytes = 0x1000'0000;
inline constexpr uint64_t kLocalWindow = kSharedWindow + kWindowBytes;
inline constexpr uint64_t kParamWindow = kLocalWindow + kWindowBytes;
}  // namespace simt

namespace simt::ops {

class Machine;
class Marks;   // simt/ops/marks.h
class Owners;  // simt/ops/owners.h
class Sums;    // simt/ops/sums.h
struct Context;
struct Inst;
struct WarpProduct;  // simt/ops/warpgroup.h

/// Global memory as an instruction sees it.
class GlobalMemory {
 public:
  virtual ~GlobalMemory() = default;
  /// The live or freed allocation that holds `address`; null when none.
  virtual Allocation* find(uint64_t address) = 0;
  /// The live or freed allocation that holds `address`, else the one that ends
  /// or begins nearest to it; null when there is none.
  virtual Allocation* near(uint64_t address) = 0;
  /// True when `address` lies in the range reserved for the device, or where
  /// only a wrong index of device memory leads: it is no address of the host.
  virtual bool is_of_device(uint64_t address) const = 0;
};

/// What the machine must do after an instruction; kNext for nearly all.
enum class Step : uint8_t {
  kNext,
  kBranch,      // the active lanes go to inst.target, others fall through
  kBranchMany,  // per-lane targets in Context::lane_target
  kExit,
  kCall,
  kReturn,
  kBarrier,  // block barrier; Context::barrier says which
  kFault,    // Context::fault says why
  kYield,    // nanosleep: give way
  kApart,    // activemask: the lanes Context::later come to it again
  kScarce,   // setmaxnreg: waits for registers, then comes to it again
  kGrids,    // griddepcontrol.wait: likewise for other launches
  kProducts  // wgmma.wait_group: likewise for warps of its warpgroup
};

using Handler = Step (*)(Context&, const Inst&, LaneMask);

/// Names a row of lanes: two bits of pool, thirty of byte offset.
/// Pools: 0 registers of the frame, 1 constants, 2 special registers.
/// A row of b128 is 512 bytes, b64 256, b32 and f16x2 128, b16 64; a predicate
/// is one 32-bit mask, bit i for lane i. A frame begins with reserved rows:
/// a scratch row (the sink `_`), the carry flag's mask, the frame's base and
/// its end in each lane's local stack (b64 rows); registers follow.
using Ref = uint32_t;
inline constexpr uint32_t kScratchRow = 0;
inline constexpr uint32_t kCarryRow = 512;
inline constexpr uint32_t kLocalBaseRow = 640;
inline constexpr uint32_t kLocalEndRow = 896;
inline constexpr uint32_t kFirstRegister = 1152;
inline constexpr Ref kNoRef = 0xffffffffu;
inline constexpr Ref make_ref(uint32_t pool, uint32_t offset) {
  return pool << 30 | offset;
}

/// True of a row that holds one value for all lanes, always.
inline constexpr bool is_one_value(Ref ref) { return ref >> 30 == 1; }

enum InstFlag : uint8_t {
  kGuardNegated = 1,
  kNegatedC = 2,     // predicate operand c is written !c
  kAddress32 = 4,    // the address base row is 32 bits wide
  kLeader = 8,       // first instruction of a basic block
  kBackward = 16,    // a branch to a lower rank: a loop
  kConverge = 32,    // a .sync instruction: needs the lanes of its mask (e)
  kSignExtend = 64,  // loads: widen to the register by sign
  kPolls = 128,      // a backward branch: its loop reads what others change
};

/// One instruction of a kernel, 64 bytes. Operands carry the names of the
/// row's syntax: d (and p of d|p), a, b, c, e.
struct alignas(64) Inst {
  Handler run = nullptr;
  const Form* form = nullptr;  // modifiers, for handlers that are not hot
  int64_t offset = 0;          // of an address operand
  Ref d = kNoRef, a = kNoRef, b = kNoRef, c = kNoRef, e = kNoRef, p = kNoRef;
  Ref guard = kNoRef;
  uint32_t target = 0;  // branch: instruction index; call: call-site index;
                        // ld and st: what program::find_known_rows says
  uint32_t list = 0;    // first of `count` entries of Context::lists
  uint8_t count = 0;    // vector elements (1 when no vector)
  uint8_t flags = 0;
  uint8_t bytes = 0;    // memory: of one element; cvt: of a lane of a
  uint8_t d_bytes = 0;  // bytes of one lane of d (0: predicate)
};
static_assert(sizeof(Inst) == 64);

/// A row of 32-bit addresses that was seen before, with what was found. An
/// unrolled loop uses one row again and again, with other offsets.
struct alignas(64) Pattern {
  uint64_t seen = 0;   // Context::visit << 32 | 1 + pc: who compared the row
  uint32_t width = 0;  // 0: empty
  Shape shape = Shape::kGeneral;
  Run runs[kRuns] = {};  // of kGeneral
  uint64_t base = 0, low = 0, high = 0, bits = 0;
  uint32_t row[kWarpSize] = {};
  uint64_t lanes[kWarpSize] = {};
  PatternMemo memo[3];                // by AccessKind
  uint32_t generation = 0, kept = 0;  // of SharedLog: where `lanes` are kept
};

/// A row of 64-bit addresses of a full warp as an instruction had it, but for
/// its place: a loop moves from one to the next.
struct alignas(64) WideRow {
  uint32_t width = 0;  // 0: empty
  Shape shape = Shape::kGeneral;
  Run runs[kRuns] = {};              // of kGeneral
  uint64_t bits = 0;                 // of all steps, or-ed
  uint64_t low = 0, high = 0;        // from lane 0 on; may be negative
  uint64_t step[kWarpSize] = {};     // from lane 0 to each
  SectorMemo sectors[kSectorBytes];  // by the place of lane 0 in its sector
  // Likewise: which sectors, from the lowest on. 0: not known, or over 64.
  uint64_t marks[kSectorBytes] = {};
};

/// What one warp's instruction sees. The machine fills it and keeps it for
/// as long as the split runs.
struct Context {
  std::byte* pool[3] = {nullptr, nullptr, nullptr};
  const Inst* code = nullptr;  // the kernel's first instruction
  const Ref* lists = nullptr;
  LaneMask exited = 0;  // lanes of the warp that have exited (or never were)

  std::byte* shared = nullptr;  // shared memory of the block `home`
  uint32_t shared_bytes = 0;
  const Cluster* cluster = nullptr;  // null: of this block alone
  std::byte* local = nullptr;        // lane i's stack: local + i * local_stride
  uint32_t local_stride = 0;
  const std::byte* params = nullptr;  // entry parameters, one copy a launch
  uint32_t param_bytes = 0;
  GlobalMemory* memory = nullptr;
  uint32_t device_bit = 1;      // of Allocation::reach: the launch's device
  Marks* marks = nullptr;       // not null: accesses to it are marked
  Owners* owners = nullptr;     // not null: and who does them
  uint32_t owner = 0;           // of lane 0
  Sums* sums = nullptr;         // not null: what atomics add goes there
  bool shared_updates = false;  // others may update global memory just now
  const Allocation* recent[16] = {};  // of the last accesses, by pc

  Observer* observer = nullptr;    // null: nobody watches accesses
  Observer* numbers = nullptr;     // hears of on_born; null: nobody does
  SharedTally* tallies = nullptr;  // by pc; null: each access is reported
  GlobalTally* global_tallies = nullptr;  // likewise
  SharedLog* shared_log = nullptr;        // of the block; null: no need
  uint32_t visit = 0;  // counts how often a split took its turn
  WarpPlace at;
  uint64_t effects = 0;         // stores and changes so far: a wait has none
  bool compare_stores = false;  // a store of equal bytes is no effect
  bool delay_stores = false;    // plain global stores go to Machine::delay
  Pattern patterns[8];          // by row of the address
  WideRow wide[16];             // by pc
  uint64_t scratch[kWarpSize] = {};  // general addresses of an Access

  bool clusters = false;  // the launch has them, of one block too
  uint32_t rank = 0;      // of this block in its cluster
  WarpPlace home;  // this block, but while BlockVisit stays at another one
  bool foreign = false;  // which the instruction does not reach

  // Results of a handler that returned something other than kNext.
  uint32_t lane_target[kWarpSize] = {};
  LaneMask later = 0;
  struct Barrier {
    int id = 0;
    int threads = 0;  // 0: the whole block
    bool arrive_only = false;
    bool of_cluster = false;  // no id; else a wait, where not arrive_only
    LaneMask value = 0;       // predicate of each lane
  } barrier;
  Fault fault;
  Machine* machine = nullptr;  // clocks, delayed stores
};

template <class T>
inline T* row(Context& c, Ref ref) {
  return reinterpret_cast<T*>(c.pool[ref >> 30] + (ref & 0x3fffffffu));
}
/// A predicate register's mask.
inline LaneMask& predicate(Context& c, Ref ref) {
  return *row<LaneMask>(c, ref);
}

/// Says in Context::fault that the stack of `lanes` would end at `end`, beyond
/// its room.
inline Step overflow_stack(Context& c, LaneMask lanes, uint64_t end) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kLocal;
  c.fault.space = ptx::Space::kLocal;
  c.fault.lanes = lanes;
  c.fault.address = end;
  c.fault.text = "stack overflow";
  return Step::kFault;
}

/// A plain global store that has its place in no order yet.
struct DelayedStore {
  uint64_t low = 0, high = 0;  // bounds the bytes, [low, high)
  uint32_t width = 0;          // bytes per lane
  LaneMask lanes = 0;
  std::byte* host[kWarpSize];  // where each lane's bytes go
  std::byte data[kWarpSize][32];
};

/// What else an instruction may ask of the machine.
class Machine {
 public:
  virtual ~Machine() = default;
  /// Context::delay_stores: the running warp is about to touch global
  /// [low, high); what it or its block holds back there is stored first.
  virtual void settle(uint64_t low, uint64_t high) = 0;
  /// Likewise: the lanes' earlier stores are ordered before what follows, for
  /// the block (kCta) or for all.
  virtual void publish(LaneMask lanes, Scope scope) = 0;
  /// Likewise: holds the store back, or returns false: store it now.
  virtual bool delay(const DelayedStore& store) = 0;
  /// Likewise: of the lanes at activemask, those that come to it together. The
  /// others come later.
  virtual LaneMask together(LaneMask lanes) = 0;
  /// Likewise: the warp has read global memory by an atomic. kYield: others
  /// come between that and what follows, else kNext.
  virtual Step after_atomic() = 0;
  /// Runs an instruction of watched code (Observer::numbers).
  virtual Step run_watched(const Inst& in, LaneMask mask) = 0;
  /// A thread hands a copy to the asynchronous proxy.
  virtual void start_copy(const BulkWork& work) = 0;
  /// BulkStep::Kind::kCommit and the waits, of the running warp.
  virtual void use_groups(const BulkStep& step) = 0;
  /// The running warp asks for a phase that is not over, of the barrier object
  /// at `object`: true when copies were made that it waits for.
  virtual bool hurry_copies(const std::byte* object) = 0;
  /// The running warp issues its part of a warpgroup's product.
  virtual void start_product(WarpProduct product) = 0;
  /// WarpgroupStep::Kind::kFence, kCommit and kWait, of the running warp.
  /// False: it must wait for the other warps of its warpgroup.
  virtual bool use_products(const WarpgroupStep& step) = 0;
  /// Runs an instruction that names a register of such products.
  virtual Step run_touching(const Inst& in, LaneMask mask) = 0;
  /// The running warp wants `count` registers a thread. False: it must wait.
  virtual bool own_registers(uint32_t pc, uint32_t count, bool more) = 0;
  /// griddepcontrol.launch_dependents: kYield: others come before what follows,
  /// else kNext.
  virtual Step launch_dependents() = 0;
  /// Whether the launches that griddepcontrol.wait waits for have ended. False:
  /// it must wait.
  virtual bool grids_are_done() = 0;
  virtual uint64_t clock() = 0;            // advances with every instruction
  virtual uint64_t global_timer_ns() = 0;  // likewise, deterministic
};

/// What these lanes ask for is not there: Context::fault says `what` it is.
inline Step unsupported(Context& c, LaneMask lanes, std::string what) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = lanes;
  c.fault.text = std::move(what);
  return Step::kFault;
}

}  // namespace simt::ops
