# SPDX-License-Identifier: MIT
# Each TIMEOUT of a test is LOCKSTEP_SLOWER times as long. ./learn and scripts
# of tests read the variable of that name in their environment; a preset sets
# both. CMake keeps a command that a function replaces under its name with an
# underscore.
set(LOCKSTEP_SLOWER 1 CACHE STRING "How many times as long a test may take")
if(LOCKSTEP_SLOWER EQUAL 1)
  return()
endif()
function(set_tests_properties)
  set(words)
  set(before)
  math(EXPR last "${ARGC} - 1")
  foreach(at RANGE ${last})
    set(word "${ARGV${at}}")
    if(before STREQUAL "TIMEOUT")
      math(EXPR word "${word} * ${LOCKSTEP_SLOWER}")
    endif()
    string(REPLACE ";" "\\;" kept "${word}")
    list(APPEND words "${kept}")
    set(before "${word}")
  endforeach()
  _set_tests_properties(${words})
endfunction()
