# SPDX-License-Identifier: MIT
add_executable(verify_test
  ${CMAKE_CURRENT_LIST_DIR}/verify_test.cpp)
lockstep_room(verify_test)
target_sources(verify_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_link_libraries(verify_test PRIVATE
  lockstep_options simt_verify doctest::doctest)
target_compile_definitions(verify_test PRIVATE
  OPS_PTX="${PROJECT_BINARY_DIR}/tests/ops/modules")
add_dependencies(verify_test ops_modules)
add_test(NAME verify COMMAND verify_test)
set_tests_properties(verify PROPERTIES LABELS simt)
