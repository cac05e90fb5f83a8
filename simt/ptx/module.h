// SPDX-License-Identifier: MIT
// The syntax tree of one PTX module, names resolved. Knows nothing of
// execution: an opcode is a word here, a modifier a string.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace simt::ptx {

/// A fundamental type of the PTX ISA (section 5.2), e.g. `.u32`, `.f16x2`.
enum class Type : uint8_t {
  kNone,
  kPred,
  kB8,
  kB16,
  kB32,
  kB64,
  kB128,
  kU8,
  kU16,
  kU32,
  kU64,
  kS8,
  kS16,
  kS32,
  kS64,
  kF16,
  kF16x2,
  kBf16,
  kBf16x2,
  kTf32,
  kF32,
  kF64,
  kE4m3,
  kE5m2,
  kE4m3x2,
  kE5m2x2,
};

/// Size in bytes; 0 for kNone and kPred.
int size_of(Type type);
/// `"u32"` -> kU32 (no dot); kNone when the word is no type.
Type type_from(const std::string& word);
/// kU32 -> `"u32"`; the inverse of type_from.
const char* name_of(Type type);

/// State space of an address (PTX ISA section 5.1). kGeneric: none written.
enum class Space : uint8_t {
  kGeneric,
  kGlobal,
  kShared,
  kLocal,
  kConst,
  kParam
};

/// One `.loc`: where an instruction came from. `inlined_at` is an index into
/// Module::locations, or -1; `function` is the inlined function's name.
struct Location {
  int file = 0;  // key of Module::files
  int line = 0;
  int column = 0;
  int inlined_at = -1;
  std::string function;
};

/// A register of one function; scopes are already resolved, so two registers
/// of one name in nested scopes are two entries.
struct Register {
  std::string name;  // as written, "%r5"
  Type type = Type::kNone;
};

struct Operand {
  enum class Kind : uint8_t {
    kRegister,  // index into Function::registers
    kSpecial,   // name, e.g. "%tid.x"
    kInteger,   // bits (two's complement, 64 bit); also WARP_SZ
    kFloat,     // bits of an f32 (type kF32) or f64 (type kF64) literal
    kSymbol,    // a variable or function used by value: name, variable, offset
    kAddress,   // [base + offset]: parts[0] is the base (register, symbol,
                // integer); a texture's [obj, {x, y}] has parts[1] a kVector
    kVector,    // {a, b, c, d}: parts
    kPair,      // d|p: parts[0], parts[1]
    kList,      // (a, b): a call's arguments; parts, possibly empty
    kLabel,     // target is an instruction index of Function::body
    kSink,      // _
  };
  Kind kind = Kind::kSink;
  bool negated = false;     // !p
  bool minus = false;       // -r, an operand by itself
  std::string selector;     // r.h1, likewise: "h1"
  Type type = Type::kNone;  // kFloat: kF32 or kF64
  int index = -1;           // kRegister
  int target = -1;          // kLabel; may equal body.size() (end of function)
  int variable = -1;        // kSymbol: Function::variables; -1: one of the
                            // function's parameters, results, prototypes or
                            // tables by name, else module scope
  uint64_t bits = 0;        // kInteger, kFloat
  int64_t offset = 0;       // kAddress, kSymbol
  std::string name;         // kSpecial, kSymbol, kLabel
  std::vector<Operand> parts;
};

struct Instruction {
  std::string opcode;                  // "ld"
  std::vector<std::string> modifiers;  // {"global", "nc", "f32"}, no dots;
                                       // "shared::cta" stays one word
  int guard = -1;                      // register index of @p, -1: none
  bool guard_negated = false;
  std::vector<Operand> operands;
  int location = -1;  // index into Module::locations, -1: none
  int ptx_line = 0;   // line of the PTX text, 1-based

  /// A call: its operands are parameters, which no other instruction takes.
  bool calls() const { return opcode == "call"; }
};

/// One element of an initialiser: a number, or a symbol's address.
struct Initializer {
  uint64_t bits = 0;   // integer value or float bits
  std::string symbol;  // non-empty: address of the symbol + offset
  int64_t offset = 0;
  bool generic = false;  // written generic(symbol)
  int mask_byte = -1;    // written 0xFF00(symbol): which byte, else -1
};

struct Variable {
  std::string name;
  Space space = Space::kGlobal;
  Type type = Type::kB8;          // element type
  int vector = 1;                 // .v2 -> 2, .v4 -> 4
  uint64_t count = 1;             // elements (array dims multiplied out)
  bool unsized = false;           // extern arr[]: size unknown
  int align = 0;                  // bytes; the type's own when not written
  bool external = false;          // .extern
  bool visible = false;           // .visible
  bool weak = false;              // .weak or .common
  bool managed = false;           // .attribute(.managed)
  std::vector<Initializer> init;  // flattened, may be shorter than count
  int location = -1;

  /// Bytes of storage; 0 when unsized.
  uint64_t bytes() const;
};

/// What a register-target call may call: only parameter sizes matter.
struct Prototype {
  std::string name;
  std::vector<Variable> results;
  std::vector<Variable> parameters;
};

struct Function {
  std::string name;  // mangled
  bool entry = false;
  bool external = false;  // declared here, defined elsewhere (vprintf)
  bool visible = false;
  bool weak = false;
  std::vector<Variable> results;     // .func return parameters
  std::vector<Variable> parameters;  // in order, space kParam
  std::vector<Register> registers;
  std::vector<Variable> variables;  // .shared/.local/.param declared inside
  std::vector<Instruction> body;
  std::map<std::string, int> labels;  // the instruction that each is before
  std::map<std::string, std::vector<int>> branch_tables;  // .branchtargets
  std::map<std::string, std::vector<std::string>> call_tables;
  std::vector<Prototype> prototypes;  // .callprototype
  std::vector<int> maxntid, reqntid;  // empty when absent
  int minnctapersm = 0, maxnreg = 0;
  std::vector<int> reqnctapercluster;  // empty when absent
  bool explicitcluster = false;        // a launch must name the cluster's size
  int maxclusterrank = 0;              // 0: absent
  int location = -1;
};

/// A section that a debugger reads (PTX ISA section 11.5.3): its bytes, and the
/// symbols that stand in them.
struct DebugSection {
  struct Symbol {
    std::string name;  // a label, a variable, or a section's name with its dot
    int64_t offset = 0;
  };
  std::string bytes;                     // a symbol's are 0
  std::map<size_t, Symbol> symbols;      // by their first byte
  std::map<std::string, size_t> labels;  // the byte that each names
};

struct Module {
  int version_major = 0, version_minor = 0;
  std::string target;  // "sm_75"
  int address_size = 64;
  std::map<int, std::string> files;           // .file
  std::map<std::string, DebugSection> debug;  // "debug_info" of nvcc -G
  std::vector<Location> locations;
  std::vector<Variable> variables;
  std::vector<Function> functions;  // a declaration and its definition are one

  const Function* find_function(const std::string& name) const;
  const Variable* find_variable(const std::string& name) const;
};

/// A syntax error: what was expected, at which line of the PTX text.
struct ParseError {
  int ptx_line = 0;
  int column = 0;
  std::string message;
};

/// Parses one PTX module. Never throws on bad text, never reads past it;
/// returns nothing and fills `error` when the text is not PTX.
std::optional<Module> parse(const std::string& text, ParseError& error);

}  // namespace simt::ptx
