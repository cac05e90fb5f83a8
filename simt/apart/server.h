// SPDX-License-Identifier: MIT
// Does what other processes ask of the emulator. What comes from them is
// foreign: sizes are computed here, and their pointers are never followed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/apart/binaries.h"
#include "simt/apart/calls.h"
#include "simt/apart/serve.h"
#include "simt/apart/wire.h"
#include "simt/context/caller.h"

namespace simt::apart {

/// Who is at the other end.
enum class Role : uint8_t {
  kFunction,  // a process that runs a function of a submission's
  kJudge,     // the process with the check
};

/// The bytes of a message, piece by piece.
class Pieces {
 public:
  explicit Pieces(Bytes& bytes) : bytes_(bytes) {}
  /// Null when there is not so much left.
  std::byte* next(uint64_t count);

 private:
  Bytes& bytes_;
  size_t at_ = 0;
};

class Server {
 public:
  /// `image` is the file that the other process's own addresses are in.
  Server(int socket, const std::string& image, Role role);

  /// Until the other process says that it is done, is gone or says what is no
  /// call. `taken` gets what it gave at its end.
  SimtEnd serve(Bytes& taken);

 private:
  /// What may come: a message at any other moment is nonsense.
  enum class Stage : uint8_t { kBefore, kOpen, kTouched, kDone };
  /// The address that a call sees for each of the other process's.
  using Known = std::map<uint64_t, const void*>;

  bool expected(uint32_t ask) const;
  bool possible(const Request& request) const;
  bool receive(Request& request, int& file) const;
  bool answer(uint64_t result, const Bytes& bytes = {}) const;
  bool obey(const Request& request, Bytes& bytes, int file);
  bool greet(const Request& request);
  bool touch(const Request& request);
  bool add(const Request& request, const Bytes& bytes);
  bool tell_parameters(const Request& request);
  bool call(const Request& request, Bytes& bytes);

  // Of the process that judges:
  bool obey_judge(const Request& request, const Bytes& bytes, int file);
  bool tell_launch(const Request& request);
  bool tell_traffic(const Request& request);
  bool serve_function(const Bytes& bytes, int file);
  bool end(const Request& request);

  bool place(const Argument& argument, Words& words, size_t at, Pieces& pieces);
  bool place_memory(const Argument& argument, Words& words, size_t at,
                    Pieces& pieces);
  bool place_arguments(const void* stub, Pieces& pieces, uint64_t& at);
  bool place_node(Pieces& pieces, uint64_t& at);
  bool place_config(Pieces& pieces, uint64_t& at);
  bool captured(const Call& row, const Words& words) const;

  uint64_t here(uint64_t address) const;
  cudart::CallPlace place_of(const Request& request,
                             const void* function) const;
  const void* key(const Known& known, uint64_t address) const;
  std::vector<uint64_t> parameters(const void* key) const;

  int socket_;
  Role role_;
  Stage stage_ = Stage::kBefore;
  size_t image_;
  uint64_t image_begin_ = 0, image_end_ = 0;
  std::map<uint64_t, KnownBinary*> binaries_;
  Known kernels_, variables_;
  // Of one call: arrays of arguments, and what stands for the caller's memory.
  std::vector<std::vector<void*>> arrays_;
  std::array<std::byte*, kMostArguments> pieces_{};
};

/// A text of a message: up to its first zero, and 4 KB.
std::string text_of(const Bytes& bytes);

}  // namespace simt::apart
