# SPDX-License-Identifier: MIT
# Runs PROGRAM with the libcudart.so.13 in LIBRARIES and compares its whole
# output with the file EXPECTED. QUIET: no error may be diagnosed; a warning
# (a slow access, say) may.
set(ENV{LD_LIBRARY_PATH} ${LIBRARIES})
execute_process(COMMAND ${PROGRAM}
  OUTPUT_VARIABLE printed ERROR_VARIABLE complaints RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} printed\n${printed}\ninstead of\n"
    "${expected}\nstderr:\n${complaints}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}\n${complaints}")
endif()
if(QUIET AND complaints MATCHES "error\\[")
  message(FATAL_ERROR "${PROGRAM} is reported although it is right:\n"
    "${complaints}")
endif()
