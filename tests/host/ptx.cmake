# SPDX-License-Identifier: MIT
add_executable(ptx_test
  ${CMAKE_CURRENT_LIST_DIR}/ptx_error_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ptx_instruction_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ptx_location_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ptx_module_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ptx_nvcc_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ptx_scope_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ptx_variable_test.cpp)
lockstep_room(ptx_test)
target_sources(ptx_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_link_libraries(ptx_test PRIVATE
  lockstep_options simt_dwarf simt_ptx doctest::doctest)
target_compile_definitions(ptx_test PRIVATE
  PTX_CORPUS="${CMAKE_CURRENT_LIST_DIR}/../fuzz/corpus/ptx")
add_test(NAME ptx COMMAND ptx_test)
set_tests_properties(ptx PROPERTIES LABELS simt)
