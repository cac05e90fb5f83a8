# SPDX-License-Identifier: MIT
# The library shows exactly the functions of the real one (LIST), the five of
# common/counters.h and those of BESIDES, all at the version node
# libcudart.so.13.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY}
  OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[TWi] [^\n]+" rows "${table}")
set(shown "")
foreach(row IN LISTS rows)
  if(NOT row MATCHES "^[TWi] ([^@]+)@+libcudart\\.so\\.13$")
    message(FATAL_ERROR "not at the version node: ${row}")
  endif()
  list(APPEND shown ${CMAKE_MATCH_1})
endforeach()
file(STRINGS ${LIST} wanted)
list(APPEND wanted simt_launch_count simt_launch_at simt_instruction_count
  simt_allocation_traffic simt_fail_call simt_call_failed
  simt_live_objects simt_emulator_version simt_driver_function ${BESIDES})
set(missing ${wanted})
list(REMOVE_ITEM missing ${shown})
list(REMOVE_ITEM shown ${wanted})
if(missing OR shown)
  message(FATAL_ERROR "missing: ${missing}; not wanted: ${shown}")
endif()
