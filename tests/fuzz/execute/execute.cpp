// SPDX-License-Identifier: MIT
// Device memory that no allocation holds is closed to the sanitizer, so that
// an access which slips past the checks is an error here.
#include "tests/fuzz/execute/execute.h"

#include <sanitizer/asan_interface.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "simt/checks/session.h"
#include "simt/machine/machine.h"
#include "simt/machine/occupancy.h"
#include "simt/ops/tensor_map.h"
#include "simt/program/program.h"
#include "simt/ptx/module.h"
#include "simt/report/json.h"
#include "simt/verify/verify.h"

namespace fuzz {
namespace {

using namespace simt;

constexpr uint64_t kClosed = 4 << 20;        // bytes of the range, see above
constexpr uint64_t kMostVariable = 1 << 20;  // bytes
constexpr uint64_t kMostLocal = 1 << 16;     // bytes per thread
constexpr uint64_t kBuffer = 4096;

/// Device memory with a few buffers, one of them freed.
class Memory {
 public:
  explicit Memory(Dice& dice) {
    view_ = reinterpret_cast<std::byte*>(
        memory_.base() + static_cast<uint64_t>(memory_.delta()));
    ASAN_POISON_MEMORY_REGION(view_, kClosed);
    for (auto& buffer : buffers_) {
      buffer = allocate(kBuffer, "buffer");
      fill(*buffer, dice);
    }
    memory_.release(*buffers_[2]);
  }
  ~Memory() { ASAN_UNPOISON_MEMORY_REGION(view_, kClosed); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Allocation* allocate(uint64_t bytes, const std::string& name) {
    Allocation* a = memory_.allocate(bytes, name, ++count_, false);
    if (a != nullptr) {
      ASAN_UNPOISON_MEMORY_REGION(DeviceMemory::host(*a, a->begin),
                                  a->end - a->begin);
    }
    return a;
  }

  /// A pointer; unless it must be `good`, every third leads somewhere else.
  uint64_t pointer(Dice& dice, bool good) {
    const uint64_t a = buffers_[dice.below(2)]->begin;
    const size_t kind = dice.below(20);
    if (kind < 13 || good) return a;
    switch (kind) {
      case 13:
        return a + kBuffer - 1 - dice.below(40);
      case 14:
        return a + dice.below(64);
      case 15:
        return buffers_[2]->begin;
      case 16:
        return 0x7ffc'1234'5678;  // as the host's stack
      case 17:
        return 0;
      case 18:
        return kSharedWindow + dice.below(3) * kWindowBytes + dice.below(64);
      default:
        return dice.next();
    }
  }

  /// A variable of the module; nothing where it would not fit.
  std::optional<uint64_t> variable(const ptx::Module& module,
                                   const std::string& name) {
    const auto known = variables_.find(name);
    if (known != variables_.end()) return known->second;
    const ptx::Variable* v = module.find_variable(name);
    const bool in_memory =
        v && !v->external &&
        (v->space == ptx::Space::kGlobal || v->space == ptx::Space::kConst);
    if (!in_memory || v->bytes() > kMostVariable) return std::nullopt;
    Allocation* a = allocate(v->bytes(), "variable " + name);
    a->variable = true;
    std::byte* to = DeviceMemory::host(*a, a->begin);
    std::memset(to, 0, a->end - a->begin);
    const auto width = static_cast<uint64_t>(ptx::size_of(v->type));
    uint64_t at = 0;
    for (const ptx::Initializer& i : v->init) {
      if (at >= v->bytes()) break;
      std::memcpy(to + at, &i.bits,
                  std::min({width, uint64_t{8}, v->bytes() - at}));
      at += width;
    }
    return variables_[name] = a->begin;
  }

  DeviceMemory& device() { return memory_; }

  /// What the two live buffers hold.
  std::string content() const {
    std::string all;
    for (int i = 0; i < 2; ++i) {
      const Allocation& a = *buffers_[i];
      all.append(reinterpret_cast<char*>(DeviceMemory::host(a, a.begin)),
                 kBuffer);
    }
    return all;
  }

 private:
  static void fill(const Allocation& a, Dice& dice) {
    std::byte* to = DeviceMemory::host(a, a.begin);
    const bool zeros = dice.percent(30), small = dice.percent(50);
    for (uint64_t i = 0; i < kBuffer / 4; ++i) {
      uint32_t word = static_cast<uint32_t>(dice.next());
      if (small) word %= 64;
      if (zeros) word = 0;
      std::memcpy(to + 4 * i, &word, 4);
    }
  }

  DeviceMemory memory_;
  std::byte* view_ = nullptr;
  int count_ = 0;
  Allocation* buffers_[3] = {};
  std::map<std::string, uint64_t> variables_;
};

/// A map of rows of 32 words in a buffer; now and then one field is another.
ops::TensorMap tensor_map(Memory& memory, bool good, Dice& dice) {
  ops::TensorMap map;
  map.mark = ops::TensorMap::kMark;
  map.address = memory.pointer(dice, good);
  map.rank = static_cast<uint8_t>(1 + dice.below(5));
  map.type = ops::TensorType::kU32;
  map.swizzle = static_cast<ops::TensorSwizzle>(dice.below(4));
  map.fill = dice.percent(20);
  for (uint32_t d = 0; d < ops::kMostTensorRank; ++d) {
    map.dims[d] = d == 0 ? 32 : d == 1 ? 16 : 1 + dice.below(2);
    map.box[d] = d == 0 ? 8 : static_cast<uint32_t>(1 + dice.below(4));
    map.steps[d] = 1;
    if (d > 0) map.strides[d - 1] = 128;
  }
  if (good) return map;
  std::byte* const bytes = reinterpret_cast<std::byte*>(&map);
  bytes[dice.below(sizeof map)] = static_cast<std::byte>(dice.next());
  return map;
}

/// Every second seed of data, and 0, has good pointers alone.
std::vector<std::byte> parameters(const program::Kernel& kernel, Memory& memory,
                                  const Plan& plan, Dice& dice) {
  std::vector<std::byte> bytes(kernel.param_bytes);
  const size_t seldom = dice.below(4);
  for (const auto& [offset, size] : kernel.parameters) {
    if (size == sizeof(ops::TensorMap)) {
      const auto map = tensor_map(memory, plan.data % 2 == 0, dice);
      std::memcpy(bytes.data() + offset, &map, size);
      continue;
    }
    for (uint32_t at = 0; at < size; at += 8) {
      uint64_t value = memory.pointer(dice, plan.data % 2 == 0);
      if (size < 8) value = seldom == 0 ? dice.next() : dice.below(100);
      std::memcpy(bytes.data() + offset + at, &value,
                  std::min<size_t>(8, size - at));
    }
  }
  return bytes;
}

/// One run; what a second one must repeat is in `report`.
class Run {
 public:
  /// `written`: the report is written out, which takes as long as the run.
  Run(const ptx::Module& module, const Plan& plan, bool written)
      : module_(module),
        plan_(plan),
        written_(written),
        dice_(plan.data),
        memory_(dice_) {}

  Result go() {
    if (!decode()) return Result::kUnlinked;
    if (!prepare()) return Result::kTooLarge;
    checks::Session session({});
    if (plan_.options & kSummarise) session.summarise();
    const bool bare = plan_.options & kBare;
    settings_.observer = bare ? nullptr : &session;
    for (const auto& [at, a] : memory_.device().all()) {
      session.on_allocate(*a);
      if (!a->freed) session.on_host_write(a->begin, a->end - a->begin);
      if (a->freed) session.on_free(*a);
    }
    const Outcome outcome = simt::run(settings_, memory_.device(), launch_);
    if (!bare) read(session, outcome);
    report_ += std::to_string(static_cast<int>(outcome)) + memory_.content();
    if (outcome == Outcome::kDone) return Result::kDone;
    return outcome == Outcome::kStuck ? Result::kStuck : Result::kFault;
  }

  const std::string& report() const { return report_; }

 private:
  bool decode() {
    program::Linker linker;
    linker.variable = [this](const std::string& name) {
      return memory_.variable(module_, name);
    };
    linker.modules = {&module_};
    std::string why;
    for (const ptx::Function& f : module_.functions) {
      if (!f.entry || f.external) continue;
      kernel_ = program::decode(module_, f, linker, why);
      break;
    }
    return kernel_ != nullptr;
  }

  /// What simt/launch asks before a launch; false: it would refuse.
  bool prepare() {
    settings_.profile = find_profile(plan_.device);
    settings_.sms = 2;
    settings_.schedule = plan_.schedule;
    settings_.instruction_limit = plan_.limit;
    settings_.workers = plan_.options & kThreads ? 2 : 1;
    settings_.print = [this](const std::string& t) { report_ += t; };
    settings_.device_malloc = [this](uint64_t bytes) -> uint64_t {
      Allocation* a = bytes > kMostVariable
                          ? nullptr
                          : memory_.allocate(bytes, "device malloc");
      return a == nullptr ? 0 : a->begin;
    };
    settings_.device_free = [this](uint64_t address) {
      Allocation* a = memory_.device().find(address);
      if (a == nullptr || a->freed || a->begin != address) return false;
      memory_.device().release(*a);
      return true;
    };
    uint64_t local = 1024;
    for (const auto& f : kernel_->functions) local += f.local_bytes;
    if (local > kMostLocal) return false;
    settings_.local_bytes = static_cast<uint32_t>((local + 255) / 256 * 256);
    if (kernel_->param_bytes > 4096 * 8) return false;
    launch_.kernel = kernel_.get();
    launch_.grid = plan_.grid;
    launch_.block = plan_.block;
    launch_.dynamic_shared = plan_.shared;
    launch_.cooperative = plan_.options & kCooperative;
    launch_.counted_on = "ptx " + kernel_->target;
    if (launch_.cooperative) {
      launch_.grid_workspace = memory_.allocate(8, "grid workspace")->begin;
      std::memset(memory_.device().host(launch_.grid_workspace, 8), 0, 8);
    }
    if (!prepare_cluster()) return false;
    launch_.banks =
        settings_.profile->banks == Banks::kHalfWarp   ? BankRule::kHalfWarp
        : settings_.profile->banks == Banks::kFourByte ? BankRule::kFourByte
        : plan_.data % 2                               ? BankRule::kKeplerEight
                                                       : BankRule::kKeplerFour;
    launch_.params = parameters(*kernel_, memory_, plan_, dice_);
    BlockNeeds needs;
    needs.threads =
        static_cast<int>(plan_.block[0] * plan_.block[1] * plan_.block[2]);
    needs.registers = launch_.registers;
    const uint64_t shared = uint64_t{kernel_->static_shared} + plan_.shared;
    if (shared > settings_.profile->shared_per_block_optin) return false;
    needs.shared = static_cast<uint32_t>(shared);
    if (kernel_->maxntid > 0 && needs.threads > kernel_->maxntid) return false;
    return resident_blocks_per_sm(*settings_.profile, needs) > 0;
  }

  /// The size that the kernel asks for, else that of the plan.
  bool prepare_cluster() {
    launch_.cluster = {plan_.cluster, 1, 1};
    if (kernel_->cluster[0] != 0) {
      launch_.cluster = kernel_->cluster;
      launch_.grid = kernel_->cluster;  // that of the plan may not fit
    }
    const uint64_t blocks =
        uint64_t{launch_.cluster[0]} * launch_.cluster[1] * launch_.cluster[2];
    launch_.explicit_cluster = blocks > 1 || kernel_->explicit_cluster;
    if (!launch_.explicit_cluster) return true;
    for (size_t i = 0; i < 3; ++i)
      if (launch_.grid[i] % launch_.cluster[i] != 0) return false;
    const int most = kernel_->max_cluster_blocks;
    return settings_.profile->since(9, 0) &&
           blocks <= static_cast<uint64_t>(most > 0 ? most : 8);
  }

  void read(checks::Session& session, Outcome outcome) {
    report::Report& report = session.report();
    if (outcome != Outcome::kDone && !report::has_errors(report)) {
      std::fprintf(stderr, "outcome %d and no error in the report\n",
                   static_cast<int>(outcome));
      std::abort();
    }
    if (!written_) return;
    report_ += report::to_json(report, "");
    report_ += report::to_text(report, {});
  }

  const ptx::Module& module_;
  const Plan& plan_;
  const bool written_;
  Dice dice_;
  Memory memory_;
  std::unique_ptr<program::Kernel> kernel_;
  simt::Settings settings_;
  Launch launch_;
  std::string report_;
};

/// Shows where the two reports part.
[[noreturn]] void complain_of(const std::string& a, const std::string& b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const size_t at = static_cast<size_t>(x - a.begin());
  const size_t from = at - std::min<size_t>(at, 200);
  std::fprintf(stderr, "the second run gave something else:\n%s\n---\n%s\n",
               a.substr(from, 300).c_str(), b.substr(from, 300).c_str());
  std::abort();
}

}  // namespace

const char* name_of(Result result) {
  static constexpr const char* kNames[kResults] = {
      "no PTX", "refused", "unlinked", "too large", "done", "fault", "stuck"};
  return kNames[static_cast<int>(result)];
}

Result execute(const std::string& text, bool twice, std::string* report) {
  const Plan plan = read_plan(text);
  ptx::ParseError error;
  const auto module = ptx::parse(text, error);
  if (!module) return Result::kNoPtx;
  if (verify::verify(*module)) return Result::kRefused;
  // One after the other: device memory has a fixed place.
  const auto run = [&](std::string& to) {
    Run one(*module, plan, twice);
    const Result result = one.go();
    to = one.report();
    return result;
  };
  std::string first, second;
  const Result result = run(first);
  if (twice && (run(second) != result || first != second)) {
    complain_of(first, second);
  }
  if (report != nullptr) *report = first;
  return result;
}

}  // namespace fuzz
