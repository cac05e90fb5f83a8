// SPDX-License-Identifier: MIT
// A module made ready to run: every kernel flat, pre-decoded, its registers
// numbered and its labels and source lines resolved. Knows nothing of the
// host API.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simt/ops/inst.h"
#include "simt/ops/table.h"
#include "simt/program/blocks.h"
#include "simt/ptx/module.h"

namespace simt::program {

/// A source position that a person can open.
struct SourceLine {
  std::string file;  // as the compiler wrote it; "" when unknown
  int line = 0;
  int column = 0;
};

/// InstInfo::join: the parted lanes meet at the function's end only.
inline constexpr uint32_t kNoJoin = 0xffffffffu;

/// Cold facts of an instruction, beside the hot ops::Inst.
struct InstInfo {
  const ptx::Instruction* source = nullptr;
  const ops::Op* op = nullptr;  // null: unsupported (running it is a fault)
  uint32_t rank = 0;      // reverse postorder of its block, loops before exits
  uint32_t function = 0;  // index into Kernel::functions
  uint32_t join = kNoJoin;  // where the lanes that it parts meet again
  bool skipped = false;     // a short way past it: see Decoder::mark_skipped
  bool of_memcpy_async = false;  // of libcu++: who calls it sees no proxies
  SourceLine line;       // the user's line: of a header's function, the call's
  SourceLine innermost;  // where the text really stands
};

/// A shared variable's place in the block's shared memory.
struct SharedSymbol {
  std::string name;             // demangled, scope stripped: "tile"
  uint32_t begin = 0, end = 0;  // bytes; end == begin for extern arrays
  bool dynamic = false;
};

/// A byte of something that has a name.
struct DataPlace {
  std::string name;     // "tile", "cudaMalloc #2"
  uint64_t offset = 0;  // bytes into it
  bool known = true;    // false: no such memory, and the name says so

  /// "tile+252".
  std::string text() const;
};

/// A device function as placed in a kernel's code.
struct FunctionCode {
  const ptx::Function* source = nullptr;
  const ptx::Module* module = nullptr;
  uint64_t address = 0;  // its value as a function pointer
  uint32_t entry_pc = 0, end_pc = 0;
  uint32_t frame_bytes = 0;  // registers, scratch row and .param variables
  uint32_t local_bytes = 0;  // per thread
  /// Lane i's bytes are at row offset + i * stride of the frame.
  struct Param {
    uint32_t offset = 0, stride = 0, bytes = 0;
  };
  std::vector<Param> parameters, results;
  /// By index in `source`: rows of registers, kNoRef where none is used; and
  /// the place of local variables in each lane's `local_bytes`.
  std::vector<ops::Ref> registers;
  std::vector<uint32_t> local_offsets;
};

/// Functions of the device runtime that the machine runs itself.
enum class Builtin : uint8_t {
  kNone,
  kPrintf,
  kAssertFail,
  kMalloc,
  kFree,
  kSetCondition,  // of a graph's node
  kLaunchMemory,  // for the arguments of a kernel that is to be launched
  kLaunch,
  kLaunchError,      // of a thread: cudaPeekAtLastError
  kLastLaunchError,  // which is then forgotten: cudaGetLastError
};

/// One call instruction, decoded.
struct CallSite {
  int function = -1;  // index into Kernel::functions; -1: indirect
  Builtin builtin = Builtin::kNone;
  ops::Ref pointer = ops::kNoRef;  // indirect: row of function addresses
  std::vector<FunctionCode::Param> arguments, results;  // in caller's frame
};

/// A kernel with everything it calls, decoded at its first launch.
class Kernel {
 public:
  std::string symbol;  // mangled
  std::string name;    // demangled
  std::string target;  // "sm_75"
  /// The number in it: 75.
  int target_number() const {
    return std::atoi(target.c_str() + target.find('_') + 1);
  }
  std::vector<ops::Inst> code;
  std::vector<InstInfo> info;  // parallel to code
  std::vector<ops::Ref> lists;
  std::deque<ops::Form> forms;          // stable addresses
  std::vector<std::byte> constants;     // pool 1, rows of 32 lanes
  std::vector<FunctionCode> functions;  // [0] is the entry
  std::vector<CallSite> calls;
  std::vector<SharedSymbol> shared;  // by begin
  uint32_t static_shared = 0;        // bytes
  struct Param {
    uint32_t offset = 0, bytes = 0;
  };
  std::vector<Param> parameters;  // of the entry, offsets aligned
  uint32_t param_bytes = 0;
  int maxntid = 0;  // 0: not given
  /// What its clusters must be (.reqnctapercluster); 0: nothing.
  std::array<uint32_t, 3> cluster{};
  bool explicit_cluster = false;  // a launch must give their size
  int max_cluster_blocks = 0;     // 0: not given
  /// The rows of constants that are addresses of the block's shared memory, of
  /// 4 or 8 bytes a lane.
  std::vector<ops::Ref> shared_rows[2];
  bool uses_local = false;            // local arrays, calls, alloca
  bool grows_stack = false;           // calls, alloca
  bool uses_reserved_shared = false;  // cooperative groups' wide tiles
  Independence independence = Independence::kNone;  // of its blocks
  /// Its atomics beyond shared memory only add, and may come in any order.
  bool adds = false;
  /// All its accesses with an order, beyond shared memory, are equally wide and
  /// reach the device.
  bool flags = false;
  bool loops = false;   // it has one
  bool polls = false;   // some loop of it looks at what others may change
  Footprint footprint;  // unless independence is kNone
  /// A launch of it in parts met itself: the next one is not tried.
  mutable bool blocks_met = false;
  std::deque<ptx::Instruction> synthetic;  // forms that decoding made

  /// "add.s32 %r1, %r2, %r3" as the PTX says it (modifiers joined).
  std::string mnemonic(uint32_t pc) const;
  /// Where a byte offset of shared memory lies (in `shared` when no symbol
  /// holds it; dynamic memory is named by its extern symbol).
  DataPlace shared_place(uint64_t offset) const;
};

/// What decoding needs to know of the outside.
struct Linker {
  /// Address of a module-scope .global/.const variable; nullopt: unknown.
  std::function<std::optional<uint64_t>(const std::string&)> variable;
  /// A function defined in another module of the program (-rdc), or null.
  std::function<const ptx::Function*(const std::string&, const ptx::Module**)>
      function;
  /// All modules of the program: with -rdc a function pointer or a virtual
  /// call may lead into any of them.
  std::vector<const ptx::Module*> modules;
};

/// Decodes `entry` of `module`. Never fails on unsupported instructions:
/// they become faults at run time. `error` is set (and null returned) when
/// the kernel refers to something that does not exist.
std::unique_ptr<Kernel> decode(const ptx::Module& module,
                               const ptx::Function& entry, const Linker& linker,
                               std::string& error);

/// The value of a pointer to the device function `symbol`; the same in every
/// module, and no address of memory.
uint64_t function_address(const std::string& symbol);

/// "_Z6reducePKfPfi" -> "reduce(float const*, float*, int)".
std::string demangle(const std::string& symbol);

}  // namespace simt::program
