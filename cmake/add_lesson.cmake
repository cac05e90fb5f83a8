# SPDX-License-Identifier: MIT
# add_lesson(07_bank_conflicts): targets and tests of one lesson, from the
# fixed names of its files (docs/lesson-contract.md).
lockstep_need(doctest)

# main() and the rest of doctest, compiled once for all checks. A check asks for
# it as well, so that it can be built by hand; DOCTEST_LIBRARY_IMPLEMENTATION
# tells it that it is there already.
add_library(lockstep_check_main OBJECT
  ${CMAKE_CURRENT_LIST_DIR}/check_main.cpp)
target_link_libraries(lockstep_check_main PRIVATE lockstep_options
  doctest::doctest)
# A crash belongs to the emulator, which explains a touched device pointer.
target_compile_definitions(lockstep_check_main PRIVATE
  DOCTEST_CONFIG_NO_POSIX_SIGNALS)

# One executable: `sources`, plus the objects of `check` when it is given.
function(lockstep_lesson_program target lesson check)
  add_executable(${target} ${ARGN})
  if(check)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${check}>
      $<TARGET_OBJECTS:lockstep_check_main>)
  endif()
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR} ${lesson})
  target_compile_options(${target} PRIVATE
    -lineinfo -Xcompiler=-Wall,-Wextra -Werror=all-warnings
    -Xcompiler=-fmacro-prefix-map=${LOCKSTEP_ROOT}/=
    -Xcompiler=-fmacro-prefix-map=../=)
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  # No RPATH: LD_LIBRARY_PATH chooses the emulator or the real runtime.
  set_target_properties(${target} PROPERTIES
    SKIP_BUILD_RPATH ON
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons)
endfunction()

# For programs that only tests run: on the emulator one PTX is enough.
function(lockstep_one_architecture target)
  if(LOCKSTEP_EMULATOR)
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES 75)
  endif()
endfunction()

# A test of one variant; with the runner it is the runner that judges.
function(lockstep_lesson_test target labels)
  if(LOCKSTEP_RUNNER)
    add_test(NAME ${target} COMMAND learn ${ARGN})
  else()
    # Counters are the emulator's: the technique cases are skipped. The
    # example is no doctest program and takes no notice.
    add_test(NAME ${target} COMMAND ${target} --test-suite-exclude=technique)
    set_property(TEST ${target} PROPERTY ENVIRONMENT
      LD_LIBRARY_PATH=${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/lib64)
  endif()
  set_tests_properties(${target} PROPERTIES
    LABELS "${labels}" WORKING_DIRECTORY ${LOCKSTEP_ROOT} TIMEOUT 300)
endfunction()

# The targets alone; LOCKSTEP_ROOT holds lessons/ and solutions/. A student's
# copy has no folder in solutions/, and so no targets for answers.
function(lockstep_lesson_targets name)
  set(lesson ${LOCKSTEP_ROOT}/lessons/${name})
  set(answers ${LOCKSTEP_ROOT}/solutions/${name})
  set(files ${lesson}/lesson.toml ${lesson}/example.cu
    ${lesson}/exercise.cu ${lesson}/check.cpp)
  if(EXISTS ${answers})
    list(APPEND files ${answers}/solution.cu)
  endif()
  foreach(file ${files})
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "add_lesson(${name}): ${file} is missing. "
        "docs/lesson-contract.md lists the files of a lesson.")
    endif()
  endforeach()

  add_library(${name}.check OBJECT ${lesson}/check.cpp)
  target_link_libraries(${name}.check PRIVATE lockstep_options
    doctest::doctest)
  target_compile_definitions(${name}.check PRIVATE
    DOCTEST_LIBRARY_IMPLEMENTATION)
  # Checks are slow to optimise and quick to run. The second map is for a ccache
  # that makes absolute paths relative.
  target_compile_options(${name}.check PRIVATE -O0
    -fmacro-prefix-map=${LOCKSTEP_ROOT}/= -fmacro-prefix-map=../=)
  target_include_directories(${name}.check PRIVATE
    ${PROJECT_SOURCE_DIR} ${lesson})
  target_include_directories(${name}.check SYSTEM PRIVATE
    ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})

  # The learner's own: built on request, so that a slip in one exercise does
  # not stop the rest. ctest counts it as skipped while its TODO still stands.
  lockstep_lesson_program(${name} ${lesson} ${name}.check
    ${lesson}/exercise.cu)
  set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  lockstep_lesson_program(${name}.example ${lesson} "" ${lesson}/example.cu)
  if(NOT EXISTS ${answers})
    return()
  endif()
  lockstep_lesson_program(${name}.solution ${lesson} ${name}.check
    ${answers}/solution.cu)
  file(GLOB mistakes CONFIGURE_DEPENDS ${answers}/mistakes/*.cu)
  foreach(mistake ${mistakes})
    cmake_path(GET mistake STEM stem)
    lockstep_lesson_program(${name}.mistake.${stem} ${lesson} ${name}.check
      ${mistake})
    lockstep_one_architecture(${name}.mistake.${stem})
  endforeach()
  file(GLOB others CONFIGURE_DEPENDS ${answers}/also_right/*.cu)
  foreach(other ${others})
    cmake_path(GET other STEM stem)
    lockstep_lesson_program(${name}.also_right.${stem} ${lesson}
      ${name}.check ${other})
    lockstep_one_architecture(${name}.also_right.${stem})
  endforeach()
endfunction()

function(add_lesson name)
  set(LOCKSTEP_ROOT ${PROJECT_SOURCE_DIR})
  lockstep_lesson_targets(${name})
  string(REGEX MATCH "^([0-9][0-9]|exam_[0-9])" number ${name})
  set(answers ${LOCKSTEP_ROOT}/solutions/${name})
  lockstep_lesson_test(${name}.example "lesson;${number}" run ${name})
  if(EXISTS ${answers})
    lockstep_lesson_test(${name}.solution "lesson;${number}"
      check ${name} --solution)
  endif()
  file(GLOB others CONFIGURE_DEPENDS ${answers}/also_right/*.cu)
  foreach(other ${others})
    cmake_path(GET other STEM stem)
    lockstep_lesson_test(${name}.also_right.${stem} "lesson;${number}"
      check ${name} --also-right ${stem})
  endforeach()

  # Without the runner nothing can tell why a check fails.
  if(NOT LOCKSTEP_RUNNER)
    add_test(NAME ${name}.technique COMMAND sh -c "exit 77")
    set_tests_properties(${name}.technique PROPERTIES
      LABELS "lesson;${number}" SKIP_RETURN_CODE 77)
    return()
  endif()
  lockstep_lesson_test(${name} "lesson;${number}" check ${name} --skip-todo)
  set_property(TEST ${name} PROPERTY SKIP_RETURN_CODE 77)
  # The contract is about a lesson and its answers.
  if(NOT EXISTS ${answers})
    return()
  endif()
  file(GLOB mistakes CONFIGURE_DEPENDS ${answers}/mistakes/*.cu)
  foreach(mistake ${mistakes})
    cmake_path(GET mistake STEM stem)
    lockstep_lesson_test(${name}.mistake.${stem} "contract;${number}"
      dev mistake ${name} ${stem})
  endforeach()
  lockstep_lesson_test(${name}.contract "contract;${number}"
    dev check ${name} --no-answers)
  lockstep_lesson_test(${name}.text "contract;${number}" dev text ${name})
  lockstep_lesson_test(${name}.picture "contract;${number}"
    dev picture ${name})
endfunction()
