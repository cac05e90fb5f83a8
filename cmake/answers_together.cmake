# SPDX-License-Identifier: MIT
# lockstep_answers_together(NAME LESSON EXAMPLE ANSWER...): all programs of a
# lesson as test programs, compiled in one go. nvcc spends a second on its own
# headers, more than on any answer.
#
# Each answer is included in a namespace of its own, after all headers that any
# of them includes; the linker is told which of them the check's calls mean. The
# example comes last; main(), which is no name in a namespace, is weak, so that
# the check's own can take its place.
# Standalone, as a learner's file is, all are built by target `answers`.

function(lockstep_answers_together name lesson example)
  set(headers "")
  set(bodies "")
  set(programs "")
  set(count 0)
  foreach(answer ${ARGN})
    string(APPEND bodies "namespace m${count} {\n#include \"${answer}\"\n}\n")
    math(EXPR count "${count} + 1")
  endforeach()
  string(APPEND bodies
    "extern int main() __attribute__((weak));\n#include \"${example}\"\n")
  foreach(file ${ARGN} ${example})
    file(STRINGS ${file} lines REGEX "^#include")
    list(APPEND headers ${lines})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(JOIN headers "\n" headers)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.answers.cu)
  file(CONFIGURE OUTPUT ${source} CONTENT "${headers}\n${bodies}" @ONLY)

  add_library(${name}.answers OBJECT ${source})
  lockstep_lesson_options(${name}.answers ${lesson})
  lockstep_one_architecture(${name}.answers)
  set(symbols ${CMAKE_CURRENT_BINARY_DIR}/${name}.symbols)
  set(files "")
  set(count 0)
  foreach(answer ${ARGN})
    list(APPEND files ${symbols}/m${count})
    math(EXPR count "${count} + 1")
  endforeach()
  add_custom_command(OUTPUT ${files}
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/answer_symbols.sh ${CMAKE_NM}
      ${symbols} ${count} $<TARGET_OBJECTS:${name}.answers>
      $<TARGET_OBJECTS:${name}.check>
    DEPENDS $<TARGET_OBJECTS:${name}.answers> $<TARGET_OBJECTS:${name}.check>
      ${PROJECT_SOURCE_DIR}/cmake/answer_symbols.sh
    VERBATIM)
  add_custom_target(${name}.symbols DEPENDS ${files})

  set(count 0)
  foreach(answer ${ARGN})
    lockstep_answer_name(${answer} answer_name)
    set(target ${name}.tested.${answer_name})
    add_executable(${target} $<TARGET_OBJECTS:${name}.answers>
      $<TARGET_OBJECTS:${name}.check> $<TARGET_OBJECTS:lockstep_check_main>)
    add_dependencies(${target} ${name}.symbols)
    lockstep_lesson_link(${target})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CUDA
      LINK_DEPENDS ${symbols}/m${count})
    target_link_options(${target} PRIVATE "-Wl,@${symbols}/m${count}"
      ${LOCKSTEP_TEST_LINK})
    math(EXPR count "${count} + 1")
  endforeach()

  add_executable(${name}.tested.example $<TARGET_OBJECTS:${name}.answers>)
  lockstep_lesson_link(${name}.tested.example)
  set_target_properties(${name}.tested.example PROPERTIES LINKER_LANGUAGE CUDA)
  target_link_options(${name}.tested.example PRIVATE ${LOCKSTEP_TEST_LINK})
endfunction()
