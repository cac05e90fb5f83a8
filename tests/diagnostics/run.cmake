# SPDX-License-Identifier: MIT
# Runs PROGRAM with the libcudart.so.13 in LIBRARIES and compares its whole
# standard error with the file EXPECTED. Where that is empty or missing, the
# program must end well. DEVICE: the profile, or empty. With LOCKSTEP_UPDATE=1 in
# the environment the file is rewritten instead.
foreach(name DEVICE SMS CHECKS SCHEDULE FAIL JSON HINT REPORT)
  unset(ENV{SIMT_${name}})
endforeach()
if(DEVICE)
  set(ENV{SIMT_DEVICE} ${DEVICE})
endif()
set(ENV{LD_LIBRARY_PATH} ${LIBRARIES})
set(hello ${PROGRAM}.${DEVICE}.hello)
set(ENV{SIMT_HANDSHAKE} ${hello})
file(REMOVE ${hello})
execute_process(COMMAND ${PROGRAM} OUTPUT_QUIET
  ERROR_VARIABLE complaints RESULT_VARIABLE status)
if(NOT EXISTS ${hello})
  message(FATAL_ERROR "${PROGRAM} (${status}) did not load the emulator")
endif()
string(REGEX MATCHALL "(error|warning)\\[[a-z-]+\\]" headlines "${complaints}")
foreach(headline ${headlines})
  string(REGEX REPLACE "^.*\\[|\\]$" "" name "${headline}")
  if(NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/../../docs/diagnostics/${name}.md)
    message(FATAL_ERROR "${name} has no page: write docs/diagnostics/${name}.md")
  endif()
endforeach()
# On the default device a bug fires, and a near miss does not.
cmake_path(GET EXPECTED STEM case)
if(NOT DEVICE AND case MATCHES "^bug" AND complaints STREQUAL "")
  message(FATAL_ERROR "${PROGRAM} must fire its diagnostic and reports nothing. "
    "Does the check have its row in simt/checks/table.cpp?")
endif()
if(NOT DEVICE AND case MATCHES "^near_miss" AND NOT complaints STREQUAL "")
  message(FATAL_ERROR "${PROGRAM} must stay silent and reports\n${complaints}")
endif()
if("$ENV{LOCKSTEP_UPDATE}" STREQUAL "1")
  if(DEVICE OR NOT complaints STREQUAL "")
    file(WRITE ${EXPECTED} "${complaints}")
  endif()
  return()
endif()
set(expected "")
if(EXISTS ${EXPECTED})
  file(READ ${EXPECTED} expected)
endif()
if(expected STREQUAL "" AND NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()
if(NOT complaints STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} (${status}) reports\n${complaints}\n"
    "instead of\n${expected}\n"
    "When the new text is right, type: tests/diagnostics/update.sh")
endif()
