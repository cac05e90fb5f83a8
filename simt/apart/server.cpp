// SPDX-License-Identifier: MIT
// The messages that any process may send, each in its stage.
#include "simt/apart/server.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "simt/apart/device_process.h"
#include "simt/context/entry.h"
#include "simt/context/host_symbols.h"
#include "simt/context/not_supported.h"
#include "simt/process/host_touch.h"
#include "simt/process/process.h"

namespace simt::apart {
namespace {

using cudart::CallPlace;
using cudart::Entry;
using cudart::State;

/// A function of the runtime, its arguments as registers hold them: integers,
/// pointers, and structures of at most 16 bytes.
using Function = uint64_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                              uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                              uint64_t, uint64_t);

Function function_of(uint32_t number) {
  static std::map<uint32_t, Function> known;
  auto& function = known[number];
  if (!function) {
    void* self = dlopen("libcudart.so.13", RTLD_LAZY | RTLD_NOLOAD);
    const std::string name(call_at(number)->name);
    function = reinterpret_cast<Function>(dlsym(self, name.c_str()));
  }
  return function;
}

uint64_t run(Function f, const Words& w) {
  return f(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10],
           w[11]);
}

/// No program that nvcc makes is larger.
constexpr uint64_t kMostImage = uint64_t{1} << 30;

}  // namespace

Server::Server(int socket, const std::string& image, Role role)
    : socket_(socket), role_(role), image_(cudart::foreign_file(image)) {}

bool Server::answer(uint64_t result, const Bytes& bytes) const {
  const Reply reply{result, bytes.size()};
  return send_answer(socket_, &reply, sizeof reply) &&
         send_answer(socket_, bytes.data(), bytes.size());
}

/// An address of the other process's file as one of ours stands for it. Other
/// addresses mean nothing here.
uint64_t Server::here(uint64_t address) const {
  const bool inside = address >= image_begin_ && address < image_end_;
  return inside ? cudart::foreign_address(image_, address - image_begin_) : 0;
}

CallPlace Server::place_of(const Request& request, const void* function) const {
  CallPlace place;
  // Names are looked up one byte before an address, which is where a call
  // returns to.
  if (function) place.call = static_cast<const std::byte*>(function) + 1;
  for (size_t i = 0; i < place.program.size(); ++i) {
    place.program[i] = reinterpret_cast<const void*>(here(request.frames[i]));
  }
  return place;
}

bool Server::greet(const Request& request) {
  image_begin_ = request.words[0];
  image_end_ = request.words[1];
  if (image_end_ < image_begin_ || image_end_ - image_begin_ > kMostImage) {
    return false;
  }
  stage_ = Stage::kOpen;
  Entry entry;
  entry.state().streams.expect_more();  // what it imports is not known here
  const auto [begin, size] = entry.state().memory.device().range();
  Bytes bytes;
  append(bytes, &begin, sizeof begin);
  append(bytes, &size, sizeof size);
  return answer(0, bytes);
}

bool Server::touch(const Request& request) {
  stage_ = Stage::kTouched;
  cudart::explain_host_touch(request.words[0], here(request.words[1]));
  return answer(0);
}

std::string text_of(const Bytes& bytes) {
  if (bytes.empty()) return {};
  const auto* begin = reinterpret_cast<const char*>(bytes.data());
  return {begin, strnlen(begin, std::min(bytes.size(), kMostText))};
}

/// Registers device code, a kernel or a variable.
bool Server::add(const Request& request, const Bytes& bytes) {
  Entry entry;
  State& s = entry.state();
  if (request.ask == kRegisterBinary) {
    const bool large = bytes.size() > kMostContainer;
    if (large) not_supported(s, "a file with more than 256 MB of device code");
    const uint64_t handle = binaries_.size() + 1;
    binaries_[handle] = large ? nullptr : find_binary(s, bytes);
    return answer(handle);
  }
  const auto found = binaries_.find(request.words[0]);
  if (found == binaries_.end()) return false;
  KnownBinary* binary = found->second;
  if (!binary) return answer(0);
  const std::string symbol = text_of(bytes);
  const uint64_t address = request.words[1];
  if (request.ask == kRegisterKernel) {
    kernels_[address] = binary->kernel(s, symbol);
  } else if (request.ask == kRegisterVariable) {
    variables_[address] = binary->variable(s, symbol);
  } else {
    return answer(binary->managed(s, symbol));
  }
  return answer(0);
}

bool Server::call(const Request& request, Bytes& bytes) {
  const Call& row = *call_at(request.ask);
  const CallPlace from =
      place_of(request, reinterpret_cast<void*>(function_of(request.ask)));
  cudart::ServedCall::Memory memory;  // a graph has what it was once given
  if (copies(row)) memory = bytes;
  const cudart::ServedCall served(from, memory);
  Words words = request.words;
  Pieces pieces(bytes);
  bool holds_data = false;
  arrays_.clear();
  pieces_ = {};
  // A list of arguments is read by its kernel, which stands before it.
  for (size_t i = 0; i < row.arguments.size(); ++i) {
    if (!place(row.arguments[i], words, i, pieces)) return false;
    holds_data |= row.arguments[i].pass == Pass::kData && pieces_[i];
  }
  if (holds_data && captured(row, words)) {
    Entry entry;
    const std::string what =
        std::string(row.name) + " of host memory in a captured stream";
    return answer(Entry::leave(not_supported(entry.state(), what.c_str())));
  }
  const uint64_t result = run(function_of(request.ask), words);
  Bytes back;
  for (size_t i = 0; i < row.arguments.size(); ++i) {
    const Argument& argument = row.arguments[i];
    if (!argument.back || !pieces_[i]) continue;
    append(back, pieces_[i], bytes_of(argument, request.words).value_or(0));
  }
  std::fflush(stdout);  // what a kernel printed comes before what follows
  return answer(result, back);
}

/// Whether this message may come now, from this side.
bool Server::expected(uint32_t ask) const {
  const bool judge = role_ == Role::kJudge;
  if (ask == kReturned || ask == kThrew) {
    return !judge && stage_ != Stage::kTouched;
  }
  if (ask == kEnd) return judge && stage_ != Stage::kBefore;
  if (ask == kHello) return stage_ == Stage::kBefore;
  if (ask > kThrew && !judge) return false;
  return stage_ == Stage::kOpen;
}

bool Server::obey(const Request& request, Bytes& bytes, int file) {
  if (call_at(request.ask)) return call(request, bytes);
  // What is found here comes from the other process, not from this one's main.
  const cudart::ServedCall served(place_of(request, nullptr), {});
  switch (request.ask) {
    case kHello:
      return greet(request);
    case kRegisterBinary:
    case kRegisterKernel:
    case kRegisterVariable:
    case kRegisterManaged:
      return add(request, bytes);
    case kParameters:
      return tell_parameters(request);
    case kUnsupported: {
      Entry entry;
      const std::string what =
          text_of(bytes) + " for functions that run in a process of their own";
      return answer(Entry::leave(not_supported(entry.state(), what.c_str())));
    }
    case kTouch:
      return touch(request);
    default:
      return obey_judge(request, bytes, file);
  }
}

/// False when nothing comes any more. Only who judges may send a descriptor.
bool Server::receive(Request& request, int& file) const {
  file = -1;
  return role_ == Role::kJudge
             ? receive_with(socket_, &request, sizeof request, file)
             : receive_all(socket_, &request, sizeof request);
}

/// Before the bytes that a message promises are waited for: of noise they would
/// never come.
bool Server::possible(const Request& request) const {
  return request.unused == 0 && request.bytes <= kMostBytes &&
         expected(request.ask);
}

SimtEnd Server::serve(Bytes& taken) {
  Request request;
  Bytes bytes;
  int file = -1;
  while (receive(request, file)) {
    bool done = possible(request);
    if (done) {
      bytes.resize(request.bytes);
      if (!receive_all(socket_, bytes.data(), bytes.size())) break;
      if (request.ask == kReturned || request.ask == kThrew) {
        taken = std::move(bytes);
        return request.ask == kReturned ? kSimtReturned : kSimtThrew;
      }
      done = obey(request, bytes, file);
    }
    if (file >= 0) close(file);
    if (!done) return kSimtNonsense;
    if (stage_ == Stage::kDone) return kSimtReturned;
  }
  return kSimtSilent;
}

}  // namespace simt::apart

namespace {

std::terminate_handler usual_end = nullptr;

/// Device code may need more than there is. The judge learns of it by the exit
/// status: there is no other word that it would believe.
[[noreturn]] void end_without_memory() {
  try {
    if (const auto thrown = std::current_exception()) {
      std::rethrow_exception(thrown);
    }
  } catch (const std::bad_alloc&) {
    // Several threads lack it at once: one report, and it is written whole.
    static std::atomic_flag began = ATOMIC_FLAG_INIT;
    while (began.test_and_set()) pause();
    std::fputs("simt: there is no memory for device code\n", stderr);
    simt::cudart::write_reports(simt::cudart::Ending::kNoticed);
    _exit(simt::apart::kNoMemory);
  } catch (...) {
  }
  usual_end();
  std::abort();
}

}  // namespace

extern "C" {

SimtEnd simt_serve(int socket, const char* image,
                   void (*take)(void* to, const void* bytes, size_t count),
                   void* to) {
  using namespace simt::apart;
  Bytes taken;
  const SimtEnd end = Server(socket, image, Role::kFunction).serve(taken);
  if (end == kSimtReturned || end == kSimtThrew) {
    take(to, taken.data(), taken.size());
  }
  return end;
}

SimtEnd simt_serve_judge(int socket, const char* image) {
  using namespace simt::apart;
  usual_end = std::set_terminate(end_without_memory);
  Bytes taken;
  return Server(socket, image, Role::kJudge).serve(taken);
}

}  // extern "C"
