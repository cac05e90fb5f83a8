// SPDX-License-Identifier: MIT
// The emulator's side of a function that runs in a process of its own. The
// runtime libraries of grading export these (served_cudart, remote_cudart); the
// one that a learner's program loads does not have them.
#pragma once

#include <cstddef>

extern "C" {

/// How a process apart ended its work.
enum SimtEnd {
  kSimtReturned,  // `take` got the function's value and what it filled
  kSimtThrew,     // `take` got the text of an exception
  kSimtSilent,    // it is gone, without such
  kSimtNonsense,  // it said what is no call
};

/// Serves the process at the other end of `socket` until it is done. `image`
/// is the file that its function comes from, for names in reports; `take`
/// receives what it gave, never more than 1 GB.
SimtEnd simt_serve(int socket, const char* image,
                   void (*take)(void* to, const void* bytes, size_t count),
                   void* to);

/// Serves the process that judges until it ends; `image` is its program.
SimtEnd simt_serve_judge(int socket, const char* image);

/// In a process apart: a fault in device memory is told to the other side.
void simt_enter_apart();

}  // extern "C"
