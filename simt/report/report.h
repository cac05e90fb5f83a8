// SPDX-License-Identifier: MIT
// What a run reports: counters and diagnostics, as plain data. Knows nothing
// of how they were found. docs/report.md names every field.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/report/trace.h"

namespace simt::report {

/// Global memory traffic of one kind; per-warp executions (ncu:
/// l1tex__t_requests/_sectors_pipe_lsu_mem_global_op_{ld,st}.sum).
struct GlobalTraffic {
  uint64_t requests = 0;       // warp instructions with an active lane
  uint64_t sectors = 0;        // distinct 32-byte units touched
  uint64_t ideal_sectors = 0;  // ceil(distinct bytes touched / 32)
  uint64_t bytes = 0;          // active lanes times access width

  GlobalTraffic& operator+=(const GlobalTraffic& more) {
    requests += more.requests;
    sectors += more.sectors;
    ideal_sectors += more.ideal_sectors;
    bytes += more.bytes;
    return *this;
  }
  bool operator==(const GlobalTraffic&) const = default;
};

/// Shared memory traffic of one kind (ncu:
/// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}.sum).
struct SharedTraffic {
  uint64_t requests = 0;
  uint64_t wavefronts = 0;
  uint64_t ideal_wavefronts = 0;
  uint64_t bank_conflicts = 0;  // wavefronts - ideal_wavefronts

  SharedTraffic& operator+=(const SharedTraffic& more) {
    requests += more.requests;
    wavefronts += more.wavefronts;
    ideal_wavefronts += more.ideal_wavefronts;
    bank_conflicts += more.bank_conflicts;
    return *this;
  }
  bool operator==(const SharedTraffic&) const = default;
};

struct Counters {
  uint64_t warp_instructions = 0, thread_instructions = 0;
  uint64_t branches = 0, divergent_branches = 0;
  uint64_t barriers = 0, warp_barriers = 0, shuffles = 0, votes = 0;
  uint64_t atomics = 0, fences = 0;
  uint64_t system_releases = 0;                  // fences, stores, atomics
  uint64_t matrix_multiplies = 0;                // products, by warps
  uint64_t float_multiplies = 0;                 // products, by lanes
  std::map<std::string, uint64_t> instructions;  // "fma.rn.f32" -> warps
  GlobalTraffic global_load, global_store;
  SharedTraffic shared_load, shared_store;
  GlobalTraffic global_atomic, texture_load;
  GlobalTraffic bulk_read, bulk_write;  // global memory; a request is a copy
  SharedTraffic shared_atomic;
  uint64_t local_load_requests = 0, local_store_requests = 0;

  Counters& operator+=(const Counters& other);
  bool operator==(const Counters&) const = default;
};

struct Line {
  std::string file;  // as the compiler wrote it; writers relativise
  int line = 0;
  Counters counters;

  bool operator==(const Line&) const = default;
};

struct AllocationTraffic {
  std::string name;  // "cudaMalloc #2", a variable's name
  uint64_t bytes = 0;
  GlobalTraffic loads, stores, atomics, texture_loads;
  GlobalTraffic bulk_reads, bulk_writes;

  bool operator==(const AllocationTraffic&) const = default;
};

/// What a launch asks of one resource of a GPU, and the least time for that.
struct FloorPart {
  std::string resource;  // "DRAM", "shared memory"
  uint64_t amount = 0;   // bytes, wavefronts, lanes, operations or requests
  uint64_t ns = 0;       // rounded down

  bool operator==(const FloorPart&) const = default;
};

/// The least time of a launch on its device: no GPU of this profile is faster.
struct Floor {
  std::string limit;  // the resource that sets it; "": none was used
  uint64_t ns = 0;    // rounded down
  std::vector<FloorPart> parts;

  bool operator==(const Floor&) const = default;
};

/// The warp that executed the most instructions; of equals, the first one.
struct BusiestWarp {
  uint64_t instructions = 0;
  std::array<uint32_t, 3> block{0, 0, 0};
  uint32_t warp = 0;

  bool operator==(const BusiestWarp&) const = default;
};

struct Launch {
  int index = 0;
  std::string kernel;  // demangled
  std::string symbol;  // mangled
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t dynamic_shared_bytes = 0, static_shared_bytes = 0;
  uint64_t dynamic_shared_bytes_touched = 0;  // highest byte touched + 1
  std::string device;                         // profile name
  std::string counted_on;                     // "ptx sm_75"
  std::string graph_node;  // "node 2 of graph #1"; empty: in no graph
  int registers = 0;
  std::string registers_from;  // "elf sm_90", or "estimate"
  int resident_blocks_per_sm = 0;
  bool cooperative = false;
  std::vector<AllocationTraffic> allocations;
  BusiestWarp busiest_warp;
  Floor floor;
  Counters counters;
  std::vector<Line> lines;  // by file, then line

  bool operator==(const Launch&) const = default;
};

/// The floor of the launch whose floor is the greatest.
struct LongestLaunch {
  int launch = -1;  // Launch::index; -1: none
  std::string kernel, device;
  std::string limit;
  uint64_t ns = 0;

  bool operator==(const LongestLaunch&) const = default;
};

/// One place of a diagnostic: `what` is a clause about that line.
struct Place {
  std::string file;
  int line = 0, column = 0;
  std::string what;  // "thread (0,0,0) of block (0,0,0) stores buf+0"
  std::array<uint32_t, 3> block{0, 0, 0}, thread{0, 0, 0};
  bool has_thread = false;  // block and thread mean something
  int number = 0;           // text: printed as "(1)" before `what`; 0: none
  bool primary = false;     // text: marked with ^ and named after -->; when no
                            // place is, the first one counts as primary

  bool operator==(const Place&) const = default;
};

/// One line below a diagnostic: "lanes", "0 -> tile+0, ...". The text form
/// shows those of the key "note" last.
struct Note {
  std::string key, text;

  bool operator==(const Note&) const = default;
};

/// How grave a diagnostic is; some learn it only at the end of the program.
enum class Severity : uint8_t { kUndecided, kWarning, kError };

struct Diagnostic {
  std::string name;  // "shared-race": also the page docs/diagnostics/NAME
  Severity severity = Severity::kUndecided;
  int launch = -1;        // Launch::index, -1: none
  std::string kernel;     // demangled
  uint64_t count = 1;     // how often; one diagnostic per pair of lines
  uint64_t launches = 1;  // that showed it; `launch` is the one shown
  uint64_t weight = 0;    // of two launches the greater one is shown
  bool stuck = false;     // comes after the errors that may explain it
  std::string message;    // the headline, stands alone
  std::vector<Place> places;
  std::vector<Note> notes;
  std::string why;
  std::string seen;  // "64 such pairs in block (0,0,0)"; may be empty
  std::string hint;  // a question, printed with SIMT_HINT=1 only
  /// Of a call of the host: findings of one name and site are equal, whatever
  /// their messages count. Of this process alone: not written, not printed.
  std::string site;

  bool operator==(const Diagnostic&) const = default;
};

struct Report {
  std::string emulator;    // version
  std::string device;      // profile name
  uint64_t schedule = 0;   // seed
  std::string counted_on;  // "ptx sm_75"
  LongestLaunch longest;   // of `launches`
  std::vector<Launch> launches;
  std::vector<Diagnostic> diagnostics;
  uint64_t diagnostics_dropped = 0;  // warnings past the first 1000
  uint64_t suppressed = 0;           // findings that a rule took out
  std::vector<std::string> unseen;   // why a finding may be missing
  /// Memory in which reads by the host were not seen while work might write
  /// it, or a part: the calls that began such work.
  std::map<std::string, uint64_t> unwatched;
  std::vector<std::string> refused;  // why device code was not loaded
  Trace trace;                       // written only when it has points

  bool operator==(const Report&) const = default;
};

/// The first of those with the greatest floor.
LongestLaunch longest_of(const std::vector<Launch>& launches);

/// "limit: shared memory, floor 41.2 us on h200"; "" where nothing was counted.
std::string floor_text(const LongestLaunch& longest);

/// "850 ns", "41.2 us", "3.41 ms".
std::string time_text(uint64_t ns);

/// "error" or "warning"; an undecided one is a warning.
const char* name_of(Severity severity);

/// The page about this kind of finding: "docs/diagnostics/shared-race.md".
std::string page_of(const Diagnostic& diagnostic);

bool is_error(const Diagnostic& diagnostic);

/// The place that `d` is shown at; it has one at least.
const Place& primary_place(const Diagnostic& d);

/// True when an error is there.
bool has_errors(const Report& report);

struct TextOptions {
  bool color = false;
  bool hints = false;  // SIMT_HINT=1
  bool table = true;   // the per-line table (SIMT_REPORT=full)
  size_t most = 10;    // diagnostics shown
  std::string root;    // paths are printed relative to it
  // Files and folders whose lines are shown (SIMT_SOURCES); empty: any.
  std::vector<std::string> sources;
};

/// The text that a person reads; source lines are read from disk when there.
/// Empty when there is nothing to say.
std::string to_text(const Report& report, const TextOptions& options);

}  // namespace simt::report
