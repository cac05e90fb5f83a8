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

#include "simt/races/history.h"
#include "simt/races/limits.h"
#include "simt/races/read_list.h"

namespace simt::races {

class GlobalCells : private History<GlobalCells> {
 public:
  /// judge_by() must come before any access.
  explicit GlobalCells(const Limits& limits);

  /// A launch begins. `forget`: all that went before comes before whatever
  /// follows. `clear`: it comes before this launch. `orders`: its blocks may
  /// order each other, so that every reader must be remembered.
  void start_launch(uint32_t launch, bool forget, bool clear, bool orders);
  /// A launch that began before goes on, after others ran beside it; `orders`
  /// as above.
  void go_on(uint32_t launch, bool orders);
  void start_block(uint32_t slot);
  void on_free(uint64_t begin, uint64_t end);

  /// `begin`: of the allocation that holds all lanes; 0: not known.
  void on_access(const Access& access, const Record& record, uint64_t begin);

  using History::forgotten, History::judge_by;

 private:
  friend class History<GlobalCells>;
  static constexpr ptx::Space kSpace = ptx::Space::kGlobal;
  static bool merges(const Record&, const Record&) { return true; }
  static bool stands_for(const Record&, const Record&) { return false; }
  static bool passed(Mark, const Now&) { return false; }

  /// Entries beside the first one of a cell, the oldest first.
  struct More {
    std::vector<Entry> entries;
    std::array<uint32_t, kUses> tidy{};  // by Use: tidied at this many
  };
  class Page {
   public:
    /// Null: the cell has no more.
    More* more(uint32_t cell) {
      const uint32_t at = more_at_.empty() ? 0 : more_at_[cell];
      return at == 0 ? nullptr : &more_[at - 1];
    }
    /// Whether some of these cells have more.
    bool has_more(size_t first, size_t cells) const {
      return more_.size() != spare_.size() &&
             !all_equal(&more_at_[first], cells, 0);
    }
    More& add_more(uint32_t cell);
    void drop_more(uint32_t cell);
    void drop_more();
    /// How many entries cells have beside their first ones.
    size_t kept() const;
    /// Each cell becomes four, of a byte, with the same history.
    void split();

    int shift = 2;
    // By cell. Marks below base_ mean nothing. All that belongs to touch is
    // empty until the first one.
    std::vector<Mark> writer, touch;
    std::vector<LaneMask> writer_lane, touch_lanes;
    // Bit of a Use: two blocks of this launch did it to the cell, and no more
    // need be remembered. Or kNotOnlyReads, kNotOnlyUpdates. Means something
    // while touch does.
    std::vector<uint8_t> enough;

   private:
    std::vector<uint32_t> more_at_;  // by cell: a number in more_, from 1
    std::vector<More> more_;
    std::vector<uint32_t> spare_;  // numbers of more_ that no cell has
  };
  struct Region {  // an allocation
    ReadList listed;
    bool in_cells = false;  // reads of this launch go to the cells
  };
  struct Cell {
    Page& page;
    uint32_t index;
  };
  /// In Page::enough: somebody did something else than read, or than update a
  /// word by atomics of which no two conflict.
  static constexpr uint8_t kNotOnlyReads = 0x80, kNotOnlyUpdates = 0x40;
  struct KnownOrder {  // a fact of comes_before
    Mark before = 0, now = 0;
    LaneMask lanes = 0;
  };
  struct Cells {  // of one lane
    Page& page;
    uint32_t first, count;
    Cell operator[](uint32_t i) const { return {page, first + i}; }
  };
  static constexpr int kPageBits = 14;
  static constexpr uint64_t kPageBytes = uint64_t{1} << kPageBits;

  // For History.
  Entry writer(Cell cell) const {
    return {cell.page.writer[cell.index], cell.page.writer_lane[cell.index]};
  }
  void set_writer(Cell cell, const Entry& entry) {
    cell.page.writer[cell.index] = entry.mark;
    cell.page.writer_lane[cell.index] = entry.lanes;
  }
  template <class F>
  void each_touched(Cell cell, const Now& now, F f) const;
  void remember(Cell cell, const Now& now);
  void clear_touched(Cell cell);
  bool readers_left_out(Cell) const { return false; }
  int width(Cell cell) const { return cell.page.shift; }
  uint64_t address(Cell cell, const Now& now) const {
    return now.origin + (uint64_t{cell.index} << cell.page.shift);
  }
  void clear();
  void clear_more(Page& page, uint32_t cell);
  Page& page_at(uint64_t address) {
    const uint64_t number = address >> kPageBits;
    return number == last_page_ ? *last_ : open_page(number);
  }
  Page& open_page(uint64_t number);
  void use_byte_cells(Page& page);
  static void make_touch(Page& page) {
    if (page.touch.empty()) add_touch(page);
  }
  static void add_touch(Page& page);

  // global_listed.cpp
  bool list(const Access& access, Mark mark, Region& region);
  void bring_in(Region& region);
  void add(Region& region, const Read& read);
  void bring_in(const Read& read);
  // global_rows.cpp
  bool load_row(Page& page, size_t cell, size_t cells, int per_lane,
                Mark mark) const;
  bool store_row(Page& page, size_t cell, size_t cells, int per_lane,
                 const Now& now) const;
  bool row(const Access& access, Now& now);
  bool known_row(Page& page, size_t cell, int per_lane, Now& now);
  // global_cells.cpp
  Cells cells_of(const Access& access, Now& now);
  bool comes_before(Mark writer, LaneMask lanes, const Now& now);
  bool uniform_read(const Access& access, Now& now);
  bool uniform_touch(const Access& access, Now& now);
  bool settled(const Entry& entry, const Now& now, LaneMask lanes);
  bool all_settled(Cell cell, const Now& now, LaneMask lanes);
  void visit_lane(const Access& access, Now& now);
  void note_read(Cell cell, Now& now);
  void keep_read(Cell cell, const Now& now);
  static uint8_t other_kinds(const Record& record);
  void tidy(More& more, const Now& now);
  bool renew_more(Cell cell, const Now& now);
  void add_entry(Cell cell, Mark mark, LaneMask bits);

  uint32_t launch_ = 0;
  bool orders_ = false, direct_ = false;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  bool byte_cells_ = false;  // some page has cells of one byte
  uint64_t last_page_ = ~uint64_t{0};
  Page* last_ = nullptr;
  std::map<uint64_t, Region> regions_;  // by begin
  uint64_t last_region_ = ~uint64_t{0};
  Region* region_ = nullptr;
  size_t listed_ = 0;
  std::array<KnownOrder, 1024> ordered_{};
};

}  // namespace simt::races
