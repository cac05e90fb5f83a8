// SPDX-License-Identifier: MIT
// Memory for the report of a program that dies. Its own heap may be what it
// destroyed, so from then on this library allocates from fresh pages. Works
// where the C++ library is linked in (see CMakeLists.txt), so that all of our
// allocations come here.
#pragma once

namespace simt::cudart {

/// From now on operator new takes fresh pages, and delete leaves all as it is.
/// For a process that is about to end; may be called in a signal handler.
void use_last_heap();

}  // namespace simt::cudart
