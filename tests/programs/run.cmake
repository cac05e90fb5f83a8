# SPDX-License-Identifier: MIT
# Runs PROGRAM with the libcudart.so.13 in LIBRARIES and compares its whole
# output with the file EXPECTED. QUIET: no error may be diagnosed; a warning
# (a slow access, say) may. DEVICES and SCHEDULE, where given, are the
# emulator's.
set(ENV{LD_LIBRARY_PATH} ${LIBRARIES})
unset(ENV{SIMT_DEVICE})
if(DEFINED DEVICES)
  set(ENV{SIMT_DEVICE} ${DEVICES})
endif()
if(DEFINED SCHEDULE)
  set(ENV{SIMT_SCHEDULE} ${SCHEDULE})
endif()
set(output ${PROGRAM}.${DEVICES}${SCHEDULE}.out)
execute_process(COMMAND ${PROGRAM} OUTPUT_FILE ${output}
  ERROR_VARIABLE complaints RESULT_VARIABLE status)
execute_process(RESULT_VARIABLE differs COMMAND
  ${CMAKE_COMMAND} -E compare_files ${output} ${EXPECTED})
if(differs)
  execute_process(COMMAND diff ${EXPECTED} ${output})
  message(FATAL_ERROR "${PROGRAM} did not print ${EXPECTED}\n${complaints}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}\n${complaints}")
endif()
if(QUIET AND complaints MATCHES "error\\[")
  message(FATAL_ERROR "${PROGRAM} is reported although it is right:\n"
    "${complaints}")
endif()
