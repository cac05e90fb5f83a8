// SPDX-License-Identifier: MIT
// What was last done to each word of global memory, and by whom; a cell is 4
// bytes until a narrower access makes those of its page one byte. Reads of an
// allocation that nothing has written are only listed, and brought into the
// cells by its first write. Knows nothing of order or of source lines.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/ops/event.h"
#include "simt/races/sync_order.h"

namespace simt::races {

/// What an access to global memory does, as far as races are concerned.
enum class Use : uint8_t {
  kRead,
  kWrite,
  kVolatileRead,
  kVolatileWrite,
  kStrongRead,  // relaxed or stronger
  kAtomic,      // an atomic, or a relaxed or stronger store
};
inline constexpr size_t kUses = 6;

/// An instruction that a warp ran, at one clock of its order.
struct GlobalRecord {
  Epoch epoch;
  uint32_t pc = 0;
  uint32_t launch = 0;
  Use use = Use::kRead;
  bool narrow = false;  // an atomic whose scope is the block
  bool looks = true;    // an atomic whose result is used
};

/// Two accesses to the same bytes, not both reads.
struct GlobalPair {
  const GlobalRecord* before = nullptr;  // the one seen first
  const GlobalRecord* now = nullptr;
  LaneMask before_lanes = 0;
  uint32_t slot = 0;  // of `now`
  int lane = 0;       // of `now`
  uint64_t address = 0;
  uint32_t bytes = 4;  // of a cell
  bool again = false;  // the same two threads met in the cell before
};

class GlobalJudge {
 public:
  virtual ~GlobalJudge() = default;
  /// Of `lanes` of `before`, those that are not ordered before what `lane`
  /// of the running access does next.
  virtual LaneMask unordered(const GlobalRecord& before, LaneMask lanes,
                             uint32_t slot, const GlobalRecord& now,
                             int lane) const = 0;
  virtual void on_conflict(const GlobalPair& pair) = 0;
};

class GlobalCells {
 public:
  /// A launch begins. `forget`: all that went before comes before whatever
  /// follows. `clear`: it comes before this launch. `orders`: its blocks may
  /// order each other, so that every reader must be remembered.
  void start_launch(uint32_t launch, bool forget, bool clear, bool orders);
  void start_block(uint32_t slot);
  void on_free(uint64_t begin, uint64_t end);

  /// `begin`: of the allocation that holds all lanes; 0: not known.
  /// `looks`: of an atomic, the program uses its result.
  void on_access(const Access& access, const Epoch& epoch, Use use, bool looks,
                 uint64_t begin, GlobalJudge& judge);

  /// True when something had to be forgotten; races may have been missed.
  bool overflowed() const { return overflowed_; }

 private:
  using Mark = uint32_t;  // number of a record; 0: nobody
  struct Entry {
    Mark mark = 0;
    LaneMask lanes = 0;
  };
  /// Entries beside the first one of a cell, the oldest first.
  struct More {
    std::vector<Entry> entries;
    std::array<uint32_t, kUses> tidy{};  // by Use: tidied at this many
  };
  struct Page {
    int shift = 2;
    // By cell. Marks below base_ mean nothing. All that belongs to touch is
    // empty until the first one.
    std::vector<Mark> writer, touch;
    std::vector<LaneMask> writer_lane, touch_lanes;
    // Bit of a Use: two blocks of this launch did it to the cell, and no more
    // need be remembered. The highest bit: somebody did not only read. Means
    // something while touch does.
    std::vector<uint8_t> enough;
    std::unordered_map<uint32_t, More> more;
  };
  /// A read that is only listed, or a part of one: lane i of `lanes` at
  /// base + stride * (i - first lane).
  struct Listed {
    uint64_t base = 0;
    int64_t stride = 0;
    Mark mark = 0;
    LaneMask lanes = 0;
    uint8_t bytes = 0;
  };
  struct Region {  // an allocation
    std::vector<Listed> listed;
    uint32_t written = 0;   // last launch that wrote, + 1
    bool in_cells = false;  // reads of this launch go to the cells
  };
  struct Now {
    const GlobalRecord* record = nullptr;
    Mark mark = 0;
    uint32_t slot = 0;
    int lane = 0;
    LaneMask bits = 1;  // of the lanes that do it: `lane`, or many that read
    uint64_t page = 0;  // address of its first byte
    const Access* access = nullptr;
    GlobalJudge* judge = nullptr;
    Entry counted;

    void be(int next) {
      lane = next;
      bits = LaneMask{1} << next;
      counted = {};
    }
  };
  struct Ordered {  // a fact of comes_before
    Mark before = 0, now = 0;
    LaneMask lanes = 0;
  };
  struct Cells {
    Page& page;
    uint32_t first, count;
  };
  struct Recent {
    Mark mark = 0;
    uint32_t pc = 0, phase = 0, clock = 0;
  };
  struct SlotRecent {
    std::array<std::array<Recent, 16>, kMostWarps> of{};
  };

  static constexpr int kPageBits = 14;
  static constexpr uint64_t kPageBytes = uint64_t{1} << kPageBits;

  const GlobalRecord& record(Mark mark) const {
    return records_[mark - first_];
  }
  Mark mark_of(const Access& access, const Epoch& epoch, Use use, bool looks);
  void forget();
  Page& page_at(uint64_t address) {
    const uint64_t number = address >> kPageBits;
    return number == last_page_ ? *last_ : open_page(number);
  }
  Page& open_page(uint64_t number);
  static void use_byte_cells(Page& page);
  static void make_touch(Page& page) {
    if (page.touch.empty()) add_touch(page);
  }
  static void add_touch(Page& page);

  // global_listed.cpp
  bool list(const Access& access, Mark mark, Region& region);
  void bring_in(Region& region);
  void bring_in(const Listed& read);
  // global_rows.cpp
  bool load_row(Page& page, size_t cell, size_t cells, int per_lane,
                Mark mark) const;
  bool store_row(Page& page, size_t cell, size_t cells, int per_lane,
                 const Now& now) const;
  bool row(const Access& access, Now& now);
  // global_cells.cpp
  Cells cells_of(const Access& access, Now& now);
  bool comes_before(Mark writer, LaneMask lanes, const Now& now);
  bool uniform_read(const Access& access, Now& now);
  void visit_lane(const Access& access, Now& now);
  void note_read(Page& page, uint32_t cell, Now& now);
  void write(Page& page, uint32_t cell, Now& now);
  void touch(Page& page, uint32_t cell, Now& now);
  void check_writer(Page& page, uint32_t cell, Now& now);
  void check_touched(Page& page, uint32_t cell, Now& now);
  void compare(const Page& page, uint32_t cell, const Entry& before, Now& now);
  bool mine(const Entry& entry, const Now& now) const;
  bool renew(Entry& entry, const Now& now) const;
  void tidy(More& more, const Now& now);
  void remember(Page& page, uint32_t cell, const Now& now);
  bool renew_more(Page& page, uint32_t cell, const Now& now);
  void add_entry(Page& page, uint32_t cell, Mark mark, LaneMask bit);

  std::vector<GlobalRecord> records_;
  Mark first_ = 1, base_ = 1;  // number of records_[0]; see Page
  uint32_t launch_ = 0;
  bool orders_ = false, direct_ = false, overflowed_ = false;
  std::vector<std::unique_ptr<SlotRecent>> recent_;  // by slot
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  uint64_t last_page_ = ~uint64_t{0};
  Page* last_ = nullptr;
  std::map<uint64_t, Region> regions_;  // by begin
  uint64_t last_region_ = ~uint64_t{0};
  Region* region_ = nullptr;
  size_t listed_ = 0, entries_ = 0;
  std::array<Ordered, 256> ordered_{};
};

}  // namespace simt::races
