# SPDX-License-Identifier: MIT
add_executable(apart_test ${CMAKE_CURRENT_LIST_DIR}/apart_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/apart_numbers_test.cpp
  ${PROJECT_SOURCE_DIR}/simt/apart/calls.cpp
  ${PROJECT_SOURCE_DIR}/simt/apart/wire.cpp)
lockstep_room(apart_test)
target_sources(apart_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_include_directories(apart_test SYSTEM PRIVATE ${LOCKSTEP_CUDA_INCLUDE})
target_link_libraries(apart_test PRIVATE lockstep_options served_cudart
  doctest::doctest)
add_test(NAME apart COMMAND apart_test)
set_tests_properties(apart PROPERTIES LABELS simt TIMEOUT 600
  ENVIRONMENT SIMT_REPORT=0)

set(apart ${PROJECT_SOURCE_DIR}/simt/apart)
add_executable(apart_judge_test ${CMAKE_CURRENT_LIST_DIR}/apart_judge_test.cpp
  ${apart}/calls.cpp ${apart}/wire.cpp ${apart}/client.cpp ${apart}/parcel.cpp)
lockstep_room(apart_judge_test)
target_sources(apart_judge_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_include_directories(apart_judge_test SYSTEM PRIVATE
  ${LOCKSTEP_CUDA_INCLUDE})
target_link_libraries(apart_judge_test PRIVATE lockstep_options
  doctest::doctest)
add_test(NAME apart.judge COMMAND apart_judge_test)
set_tests_properties(apart.judge PROPERTIES LABELS simt TIMEOUT 60)

lockstep_need(Seccomp)
add_executable(apart_filter_test
  ${CMAKE_CURRENT_LIST_DIR}/apart_filter_test.cpp
  ${apart}/confine.cpp ${apart}/filter.cpp ${apart}/seal.cpp)
lockstep_room(apart_filter_test)
target_sources(apart_filter_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_link_libraries(apart_filter_test PRIVATE lockstep_options
  doctest::doctest Seccomp::Seccomp)
add_test(NAME apart.filter COMMAND apart_filter_test)
# Who looks for leaks starts a process, which these may not.
set_tests_properties(apart.filter PROPERTIES LABELS simt TIMEOUT 60
  ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
