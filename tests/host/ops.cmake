# SPDX-License-Identifier: MIT
add_executable(ops_unit_test
  ${CMAKE_CURRENT_LIST_DIR}/ops_form_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ops_integer_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ops_floating_test.cpp)
lockstep_room(ops_unit_test)
target_sources(ops_unit_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_link_libraries(ops_unit_test PRIVATE
  lockstep_options simt_ops doctest::doctest)
add_test(NAME ops.unit COMMAND ops_unit_test)
set_tests_properties(ops.unit PROPERTIES LABELS simt)

if(LOCKSTEP_HAVE_AVX2 AND NOT LOCKSTEP_SANITIZE)
  add_executable(ops_builds_test
    ${CMAKE_CURRENT_LIST_DIR}/ops_builds_test.cpp
    $<TARGET_OBJECTS:lockstep_check_main> $<TARGET_OBJECTS:simt_ops_baseline>)
  target_link_libraries(ops_builds_test PRIVATE
    lockstep_options simt_ops doctest::doctest)
  add_test(NAME ops.builds COMMAND ops_builds_test)
  set_tests_properties(ops.builds PROPERTIES LABELS simt)
  lockstep_in_turn(TESTS ops.builds TARGETS ops_builds_test)
endif()
