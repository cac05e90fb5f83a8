// SPDX-License-Identifier: MIT
// Who touched which bytes last, and what that means for other work and for the
// host.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "simt/context/works.h"
#include "simt/stream/touches.h"

using namespace simt::cudart;

namespace {

constexpr uint64_t kBase = 0x10000;

struct Stretch {
  uint64_t begin, end;
  Site writer, reader;
  bool operator==(const Stretch&) const = default;
};

/// What each byte of [begin, end) was told, neighbours that are alike as one.
std::vector<Stretch> stretches(const Touches& touches, Chain chain,
                               uint64_t begin, uint64_t end) {
  std::vector<Stretch> all;
  touches.each(chain, begin, end, [&](const Touched& t) {
    if (!all.empty() && all.back().end == t.begin &&
        all.back().writer == t.writer && all.back().reader == t.reader) {
      all.back().end = t.end;
    } else {
      all.push_back({t.begin, t.end, t.writer, t.reader});
    }
  });
  return all;
}

struct TwoChains {
  LaunchOrder order;
  Works works{order, 16};
  Chain a = order.new_chain(), b = order.new_chain();
  Clock of_a, of_b;

  /// A copy in a stream that touches one range.
  std::vector<Clash> copy(Chain chain, Clock& clock, uint64_t begin,
                          uint64_t end, bool writes) {
    clock.join(order.arrived());
    works.begin({}, order.issue(chain, clock), true);
    works.touch(begin, end, writes);
    return works.end();
  }
  std::map<uint64_t, Closing> closings(bool all) {
    std::map<uint64_t, Closing> pages;
    works.each_closing(all, [&](uint64_t page, Closing how) {
      pages[page] = std::max(pages[page], how);
    });
    return pages;
  }
  Site beside_host(uint64_t address, bool writes) {
    bool unused = false;
    return works.beside_host(address, writes, &unused);
  }
};

}  // namespace

TEST_SUITE("touches") {
  TEST_CASE("bytes, words and pages are told apart") {
    Touches touches;
    std::vector<uint64_t> fresh;
    touches.note(0, 1, kBase, kBase + 3 * Touches::kPageBytes, true, 1, fresh);
    CHECK(fresh == std::vector<uint64_t>{16, 17, 18});
    touches.note(0, 2, kBase + 8, kBase + 16, true, 1, fresh);
    touches.note(0, 3, kBase + 13, kBase + 14, false, 1, fresh);
    CHECK(stretches(touches, 0, kBase + 4, kBase + 20) ==
          std::vector<Stretch>{{kBase + 4, kBase + 8, 1, 0},
                               {kBase + 8, kBase + 13, 2, 0},
                               {kBase + 13, kBase + 14, 2, 3},
                               {kBase + 14, kBase + 16, 2, 0},
                               {kBase + 16, kBase + 20, 1, 0}});
    CHECK(stretches(touches, 1, kBase, kBase + 20).empty());
  }

  TEST_CASE("a range goes over the end of a page") {
    Touches touches;
    std::vector<uint64_t> fresh;
    const uint64_t end = kBase + Touches::kPageBytes;
    touches.note(0, 7, end - 2, end + 3, false, 1, fresh);
    CHECK(stretches(touches, 0, kBase, end + 100) ==
          std::vector<Stretch>{{end - 2, end + 3, 0, 7}});
  }

  TEST_CASE("memory that is gone is forgotten") {
    Touches touches;
    std::vector<uint64_t> fresh;
    touches.note(0, 1, kBase, kBase + 8192, true, 1, fresh);
    touches.forget(kBase, kBase + 4096);
    CHECK(stretches(touches, 0, kBase, kBase + 8192) ==
          std::vector<Stretch>{{kBase + 4096, kBase + 8192, 1, 0}});
  }
}

TEST_SUITE("works") {
  TEST_CASE_FIXTURE(TwoChains, "two streams clash over bytes that one writes") {
    CHECK(copy(a, of_a, kBase, kBase + 64, true).empty());
    const std::vector<Clash> found = copy(b, of_b, kBase + 60, kBase + 80, 0);
    REQUIRE(found.size() == 1);
    CHECK(found[0].address == kBase + 60);
    CHECK(found[0].bytes == 4);
    CHECK(found[0].before.writes);
    CHECK_FALSE(found[0].now.writes);
  }

  TEST_CASE_FIXTURE(TwoChains, "reads do not clash, nor do neighbours") {
    copy(a, of_a, kBase, kBase + 64, false);
    CHECK(copy(b, of_b, kBase, kBase + 64, false).empty());
    CHECK(copy(b, of_b, kBase + 64, kBase + 128, true).empty());
    CHECK(copy(b, of_b, kBase + 63, kBase + 64, true).size() == 1);
  }

  TEST_CASE_FIXTURE(TwoChains, "an event or the host orders them") {
    copy(a, of_a, kBase, kBase + 64, true);
    of_b.join(of_a);
    CHECK(copy(b, of_b, kBase, kBase + 64, true).empty());
    order.host_waits(of_b);
    CHECK(copy(a, of_a, kBase, kBase + 64, true).empty());
  }

  TEST_CASE_FIXTURE(TwoChains, "a staged copy is done and may be on its way") {
    const Ticket early = order.issue(b, of_b);  // begins later
    const Clock before = of_a;
    WorkFacts upload;
    upload.staged = true;
    works.begin(upload, order.issue(a, of_a), true);
    works.touch(kBase, kBase + 64, true);
    CHECK(works.end().empty());
    order.host_waits_for_staging(of_a, before);
    works.begin({}, early, true);
    works.touch(kBase, kBase + 64, false);
    std::vector<Clash> found = works.end();
    REQUIRE(found.size() == 1);
    CHECK_FALSE(found[0].before.work.staged);
    CHECK(works.settle(true));
    found = copy(b, of_b, kBase, kBase + 64, false);
    REQUIRE(found.size() == 1);
    CHECK(found[0].before.work.staged);
    Asked asked;
    CHECK(order.is_done(of_a, asked));
    CHECK(copy(b, of_b, kBase, kBase + 64, false).empty());
  }

  TEST_CASE_FIXTURE(TwoChains, "the host comes after what it has waited for") {
    copy(a, of_a, kBase, kBase + 8, true);
    copy(b, of_b, kBase + 8, kBase + 16, false);
    CHECK(beside_host(kBase, false) != 0);
    CHECK(beside_host(kBase + 8, false) == 0);
    CHECK(beside_host(kBase + 8, true) != 0);
    CHECK(beside_host(kBase + 16, true) == 0);
    order.host_waits(of_a);
    CHECK(works.settle(true));
    CHECK(beside_host(kBase, true) == 0);
    CHECK(beside_host(kBase + 8, true) != 0);
    CHECK_FALSE(works.settle(true));
  }

  TEST_CASE_FIXTURE(TwoChains, "pages are closed as far as work needs") {
    copy(a, of_a, kBase, kBase + 8, false);
    CHECK(closings(false) ==
          std::map<uint64_t, Closing>{{kBase, Closing::kWriting}});
    CHECK(closings(false).empty());
    copy(b, of_b, kBase + 8192, kBase + 8200, true);
    order.host_waits(of_a);
    works.settle(true);
    CHECK(closings(true) ==
          std::map<uint64_t, Closing>{{kBase + 8192, Closing::kAll}});
  }

  TEST_CASE_FIXTURE(TwoChains, "work that talks with the host is not judged") {
    of_a.join(order.host());
    works.begin({}, order.issue(a, of_a), true);
    works.touch(kBase, kBase + 4, true);
    works.hand_over();
    CHECK(works.end().empty());
    CHECK(beside_host(kBase, true) == 0);
    CHECK(copy(b, of_b, kBase, kBase + 4, true).empty());
  }

  TEST_CASE_FIXTURE(TwoChains, "the oldest of very many is forgotten") {
    copy(a, of_a, kBase, kBase + 4, true);
    for (int i = 0; i < 16; ++i) {
      copy(b, of_b, kBase + 64, kBase + 68, false);
    }
    CHECK(beside_host(kBase, true) == 0);
    CHECK(beside_host(kBase + 64, true) != 0);
  }
}
