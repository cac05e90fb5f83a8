// SPDX-License-Identifier: MIT
// A product reads its operands in shared memory and writes its registers at one
// moment. A compiler moves arithmetic past fences and waits, which name no
// registers: only what cannot be moved is a wrong use.
#include "simt/machine/products.h"

#include <algorithm>
#include <utility>

#include "simt/ops/observer.h"

namespace simt {
namespace {

bool names(std::span<const ops::Ref> refs, ops::Ref ref) {
  return std::find(refs.begin(), refs.end(), ref) != refs.end();
}

}  // namespace

void Products::start(const Block& block, ops::WarpProduct product) {
  Queue& queue = queues_[&block][product.what.at.warp];
  ++queue.products;
  product.what.number = ++number_;
  product.what.group = queue.closed;
  ++context_.effects;
  check_fence(queue, product);
  tell(WarpgroupStep::Kind::kIssue, product.what);
  for (const ops::Ref ref : product.d_refs) queue.early.erase(ref);
  queue.open.push_back({number_, queue.products, product.what.pc, queue.closed,
                        context_.pool[0], product.d_refs, product.a_refs});
  queue.just_issued = true;
  queue.waiting.push_back(std::move(product));
  // Under a seed some are made at once.
  if (context_.delay_stores && dice_.below(4) == 0)
    make(block, queue, queue.waiting.size());
}

void Products::check_fence(Queue& queue, const ops::WarpProduct& product) {
  const uint32_t pc = product.what.pc;
  for (const ops::Ref ref : product.a_refs)
    if (const Open* source = source_of(queue, ref)) {
      tell(RegisterUse::Kind::kRead, pc, queue, *source, product.lanes);
      break;
    }
  if (!queue.fenced && queue.first)
    tell({RegisterUse::Kind::kFirst, context_.at, pc, pc, product.lanes});
  queue.first = false;
  bool told = queue.fenced;
  for (const auto& refs : {product.d_refs, product.a_refs}) {
    for (const ops::Ref ref : refs) {
      const auto written = queue.written.find(ref);
      if (written == queue.written.end()) continue;
      if (!told)
        tell({RegisterUse::Kind::kUnfenced, context_.at, pc, written->second,
              product.lanes});
      told = true;
      queue.written.erase(written);
    }
  }
}

void Products::tell(WarpgroupStep::Kind kind, const WarpgroupProduct& product) {
  if (context_.observer == nullptr) return;
  WarpgroupStep step;
  step.kind = kind;
  step.at = product.at;
  step.pc = product.pc;
  step.lanes = kAllLanes;
  step.product = &product;
  context_.observer->on_warpgroup(step);
}

void Products::tell(const RegisterUse& use) {
  if (context_.observer != nullptr) context_.observer->on_register_use(use);
}

void Products::tell(RegisterUse::Kind kind, uint32_t pc, const Queue& queue,
                    const Open& product, LaneMask lanes) {
  tell({kind, context_.at, pc, product.pc, lanes,
        product.group == queue.closed});
}

Products::Queue* Products::find(const Block& block, uint32_t warp) {
  const auto of_block = queues_.find(&block);
  if (of_block == queues_.end()) return nullptr;
  const auto found = of_block->second.find(warp);
  return found == of_block->second.end() ? nullptr : &found->second;
}

void Products::make(const Block& block, Queue& queue, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const ops::WarpProduct& product = queue.waiting[i];
    product.run(product, block.shared.get());
    ++context_.effects;
    tell(WarpgroupStep::Kind::kDone, product.what);
  }
  queue.waiting.erase(queue.waiting.begin(),
                      queue.waiting.begin() + static_cast<ptrdiff_t>(count));
}

void Products::make_up_to(const Block& block, Queue& queue, uint64_t number) {
  size_t count = 0;
  while (count < queue.waiting.size() &&
         queue.waiting[count].what.number <= number)
    ++count;
  make(block, queue, count);
}

void Products::make_nth(const Block& block, Queue& queue, uint64_t nth) {
  const uint64_t made = queue.products - queue.waiting.size();
  if (nth > made)
    make(block, queue, std::min<size_t>(nth - made, queue.waiting.size()));
}

/// How many of the open products belong to groups that are waited for.
size_t Products::count_over(const Queue& queue, uint32_t open) {
  const auto is_over = [&](const Open& product) {
    return product.group + uint64_t{open} < queue.closed;
  };
  const auto end =
      std::find_if_not(queue.open.begin(), queue.open.end(), is_over);
  return static_cast<size_t>(end - queue.open.begin());
}

/// Whether the warps of `warp`'s warpgroup that have not exited have issued
/// their parts of its products up to the `nth`.
bool Products::others_issued(const Block& block, uint32_t warp,
                             uint64_t nth) const {
  const auto& queues = queues_.at(&block);
  const uint32_t first = warp / ops::kGroupWarps * ops::kGroupWarps;
  return std::all_of(
      block.warps.begin(), block.warps.end(), [&](const Warp& other) {
        if (other.live == 0 || other.index - first >= ops::kGroupWarps)
          return true;
        const auto queue = queues.find(other.index);
        return queue != queues.end() && queue->second.products >= nth;
      });
}

bool Products::wait(const Block& block, const WarpgroupStep& step) {
  auto& queues = queues_[&block];
  Queue& queue = queues[step.at.warp];
  const size_t over = count_over(queue, step.open);
  if (over == 0) return true;
  const Open last = queue.open[over - 1];
  if (!alone_ && !others_issued(block, step.at.warp, last.nth)) return false;
  for (auto& [warp, other] : queues)
    if (warp / ops::kGroupWarps == step.at.warp / ops::kGroupWarps)
      make_nth(block, other, last.nth);
  queue.open.erase(queue.open.begin(),
                   queue.open.begin() + static_cast<ptrdiff_t>(over));
  std::erase_if(queue.early,
                [&](const auto& entry) { return entry.second <= last.number; });
  queue.fenced = false;
  return true;
}

bool Products::use(const Block& block, const WarpgroupStep& step) {
  Queue& queue = queues_[&block][step.at.warp];
  queue.just_issued = false;
  if (step.kind == WarpgroupStep::Kind::kFence) {
    queue.fenced = true;
    queue.written.clear();
  }
  if (step.kind == WarpgroupStep::Kind::kCommit) ++queue.closed;
  if (step.kind == WarpgroupStep::Kind::kWait && !wait(block, step))
    return false;
  if (context_.observer != nullptr) context_.observer->on_warpgroup(step);
  return true;
}

const Products::Open* Products::open_at(const Queue& queue, ops::Ref ref,
                                        bool sums) const {
  for (auto open = queue.open.rbegin(); open != queue.open.rend(); ++open)
    if (open->frame == context_.pool[0] &&
        names(sums ? open->sums : open->factors, ref))
      return &*open;
  return nullptr;
}

/// The product in flight that the register's value comes from.
const Products::Open* Products::source_of(const Queue& queue,
                                          ops::Ref ref) const {
  const auto early = queue.early.find(ref);
  if (early == queue.early.end()) return open_at(queue, ref, true);
  for (const Open& open : queue.open)
    if (open.number == early->second) return &open;
  return nullptr;
}

void Products::touch(const Block& block, const Touch& touch, uint32_t pc,
                     LaneMask lanes) {
  Queue* found = find(block, context_.at.warp);
  if (found == nullptr) return;
  Queue& queue = *found;
  const Open* from = nullptr;
  for (const ops::Ref ref : touch.reads) {
    const Open* source = source_of(queue, ref);
    if (source == nullptr) continue;
    if (from == nullptr || source->number > from->number) from = source;
  }
  const uint64_t number = from == nullptr ? 0 : from->number;
  if (from != nullptr) {
    const bool kept =
        touch.stores && queue.just_issued && number == queue.open.back().number;
    if (!touch.pure && !kept)
      tell(RegisterUse::Kind::kRead, pc, queue, *from, lanes);
    make_up_to(block, queue, number);
  }
  write(block, queue, touch, pc, lanes);
  for (const ops::Ref ref : touch.writes) {
    if (touch.pure && number != 0)
      queue.early[ref] = number;
    else if (open_at(queue, ref, true) != nullptr)
      queue.early[ref] = 0;  // no product's value any more
    else
      queue.early.erase(ref);
  }
}

void Products::write(const Block& block, Queue& queue, const Touch& touch,
                     uint32_t pc, LaneMask lanes) {
  for (const ops::Ref ref : touch.writes) {
    if (touch.loads || (touch.of_sums && !touch.renames))
      queue.written[ref] = pc;
    if (const Open* open = open_at(queue, ref, true)) {
      if (touch.loads)
        tell(RegisterUse::Kind::kOverwrite, pc, queue, *open, lanes);
      make_up_to(block, queue, open->number);
    } else if (touch.loads) {
      open = open_at(queue, ref, false);
      if (open != nullptr)
        tell(RegisterUse::Kind::kOverwriteA, pc, queue, *open, lanes);
    }
  }
}

void Products::make_some(const Block& block, uint32_t warp) {
  Queue* queue = find(block, warp);
  if (queue == nullptr || queue->waiting.empty()) return;
  if (dice_.below(4) != 0) return;
  const auto most = static_cast<uint32_t>(queue->waiting.size());
  make(block, *queue, 1 + dice_.below(most));
}

bool Products::all_took_part(const Block& block) const {
  const auto of_block = queues_.find(&block);
  if (of_block == queues_.end()) return true;
  const std::map<uint32_t, Queue>& queues = of_block->second;
  return std::all_of(queues.begin(), queues.end(), [&](const auto& entry) {
    const uint32_t first = entry.first / ops::kGroupWarps * ops::kGroupWarps;
    for (uint32_t i = 0; i < ops::kGroupWarps; ++i) {
      const auto other = queues.find(first + i);
      const uint64_t theirs =
          other == queues.end() ? 0 : other->second.products;
      if (theirs != entry.second.products) return false;
    }
    return true;
  });
}

void Products::finish(const Block& block, uint32_t warp) {
  Queue* queue = find(block, warp);
  if (queue == nullptr) return;
  make(block, *queue, queue->waiting.size());
  queue->open.clear();
}

}  // namespace simt
