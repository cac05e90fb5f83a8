# SPDX-License-Identifier: MIT
# Runs PROGRAM with the libcudart.so.13 in LIBRARIES and compares its whole
# output with the file EXPECTED. QUIET: no error may be diagnosed; a warning
# (a slow access, say) may. DEVICES and SCHEDULE, where given, are the
# emulator's; SEEDS: it runs under each schedule from 1 to SEEDS. THREADS:
# instead, with ARGUMENT, it must print and report the same on any number of host
# threads, with a finding whose name is FINDS, or none. CASE: instead, with that
# argument, it prints what stands under that name in EXPECTED, and reports
# nothing, under each schedule from 0 to SEEDS, or, with SOME, under one of them;
# one must print SHOWS, too, where that is given.
set(ENV{LD_LIBRARY_PATH} ${LIBRARIES})
unset(ENV{SIMT_DEVICE})
if(DEFINED DEVICES)
  set(ENV{SIMT_DEVICE} ${DEVICES})
endif()
if(DEFINED SCHEDULE)
  set(ENV{SIMT_SCHEDULE} ${SCHEDULE})
endif()
if(DEFINED THREADS)
  foreach(threads ${THREADS})
    set(own ${PROGRAM}.${ARGUMENT}.${SCHEDULE}.${threads})
    file(REMOVE ${own}.json)
    set(ENV{SIMT_THREADS} ${threads})
    set(ENV{SIMT_JSON} ${own}.json)
    execute_process(COMMAND ${PROGRAM} ${ARGUMENT} OUTPUT_VARIABLE printed
      ERROR_VARIABLE complaints RESULT_VARIABLE status)
    file(READ ${own}.json report)
    set(all "${status}\n${printed}\n${complaints}\n${report}")
    if(NOT DEFINED first)
      set(first "${all}")
      string(FIND "${report}" "\"name\": \"${FINDS}" found)
      string(FIND "${report}" "\"severity\"" any)
      if(found EQUAL -1 OR (FINDS STREQUAL "" AND NOT any EQUAL -1))
        message(FATAL_ERROR "${PROGRAM} ${ARGUMENT}: not \"${FINDS}\"\n${all}")
      endif()
    elseif(NOT all STREQUAL first)
      message(FATAL_ERROR "${PROGRAM} ${ARGUMENT} differs on ${threads} threads"
        "\n${first}\n---\n${all}")
    endif()
  endforeach()
  return()
endif()

if(DEFINED CASE)
  file(READ ${EXPECTED} recorded)
  string(REGEX MATCH "\n${CASE}:[^\n]*(\n[a-z]+->[^\n]*)*" recorded
    "${recorded}")
  if(recorded STREQUAL "")
    message(FATAL_ERROR "${EXPECTED} has no ${CASE}")
  endif()
  set(same 0)
  set(shown 0)
  foreach(seed RANGE ${SEEDS})
    set(ENV{SIMT_SCHEDULE} ${seed})
    execute_process(COMMAND ${PROGRAM} ${CASE} OUTPUT_VARIABLE printed
      ERROR_VARIABLE complaints)
    string(STRIP "${printed}" printed)
    set(what "${PROGRAM} ${CASE} (schedule ${seed})\n${printed}\n${complaints}")
    if("\n${printed}" STREQUAL recorded)
      math(EXPR same "${same} + 1")
    elseif(NOT SOME)
      message(FATAL_ERROR "${what}, and not ${recorded}")
    endif()
    if(printed MATCHES "${SHOWS}")
      math(EXPR shown "${shown} + 1")
    endif()
    if(complaints MATCHES "error\\[")
      message(FATAL_ERROR "${what} although it is right")
    endif()
  endforeach()
  if(same EQUAL 0 OR shown EQUAL 0)
    message(FATAL_ERROR "never ${recorded}, or never ${SHOWS}, but\n${what}")
  endif()
  return()
endif()

# One run, whose output goes to the file `output`.
function(run_once output)
  execute_process(COMMAND ${PROGRAM} OUTPUT_FILE ${output}
    ERROR_VARIABLE complaints RESULT_VARIABLE status)
  set(what "${PROGRAM} (schedule $ENV{SIMT_SCHEDULE})")
  execute_process(RESULT_VARIABLE differs COMMAND
    ${CMAKE_COMMAND} -E compare_files ${output} ${EXPECTED})
  if(differs)
    execute_process(COMMAND diff ${EXPECTED} ${output})
    message(FATAL_ERROR "${what} did not print ${EXPECTED}\n${complaints}")
  endif()
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} ended with ${status}\n${complaints}")
  endif()
  if(QUIET AND complaints MATCHES "error\\[")
    message(FATAL_ERROR "${what} is reported although it is right:\n"
      "${complaints}")
  endif()
endfunction()

if(DEFINED SEEDS)
  foreach(seed RANGE 1 ${SEEDS})
    set(ENV{SIMT_SCHEDULE} ${seed})
    run_once(${PROGRAM}.${DEVICES}seeds.out)
  endforeach()
else()
  run_once(${PROGRAM}.${DEVICES}${SCHEDULE}.out)
endif()
