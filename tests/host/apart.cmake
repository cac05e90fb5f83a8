# SPDX-License-Identifier: MIT
add_executable(apart_test ${CMAKE_CURRENT_LIST_DIR}/apart_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/apart_numbers_test.cpp
  ${PROJECT_SOURCE_DIR}/simt/apart/calls.cpp
  ${PROJECT_SOURCE_DIR}/simt/apart/wire.cpp)
target_sources(apart_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_include_directories(apart_test SYSTEM PRIVATE ${LOCKSTEP_CUDA_INCLUDE})
target_link_libraries(apart_test PRIVATE lockstep_options served_cudart
  doctest::doctest)
add_test(NAME apart COMMAND apart_test)
set_tests_properties(apart PROPERTIES LABELS simt TIMEOUT 180
  ENVIRONMENT SIMT_REPORT=0)

set(apart ${PROJECT_SOURCE_DIR}/simt/apart)
add_executable(apart_judge_test ${CMAKE_CURRENT_LIST_DIR}/apart_judge_test.cpp
  ${apart}/calls.cpp ${apart}/wire.cpp ${apart}/client.cpp ${apart}/parcel.cpp)
target_sources(apart_judge_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_include_directories(apart_judge_test SYSTEM PRIVATE
  ${LOCKSTEP_CUDA_INCLUDE})
target_link_libraries(apart_judge_test PRIVATE lockstep_options
  doctest::doctest)
add_test(NAME apart.judge COMMAND apart_judge_test)
set_tests_properties(apart.judge PROPERTIES LABELS simt TIMEOUT 60)
