# SPDX-License-Identifier: MIT
# main() and the rest of doctest, compiled once for all checks and tests. A check
# asks for it as well, so that it can be built by hand;
# DOCTEST_LIBRARY_IMPLEMENTATION tells it that it is there already.
include_guard(GLOBAL)
lockstep_need(doctest)

add_library(lockstep_check_main OBJECT
  ${CMAKE_CURRENT_LIST_DIR}/check_main.cpp)
target_link_libraries(lockstep_check_main PRIVATE lockstep_options
  doctest::doctest)
target_compile_options(lockstep_check_main PRIVATE -O0)
# A crash belongs to the emulator, which explains a touched device pointer.
target_compile_definitions(lockstep_check_main PRIVATE
  DOCTEST_CONFIG_NO_POSIX_SIGNALS)
