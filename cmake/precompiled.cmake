# What nearly every file includes, read once: a target with these headers precompiled, which others reuse. Files include what they need
# all the same; CMAKE_DISABLE_PRECOMPILE_HEADERS shows which one does not.
if(EMSCRIPTEN)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # the page is built in several ways, and none of them was tried with them
endif()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/nothing.cpp" CONTENT "")
set(standard_headers <algorithm> <any> <array> <cmath> <concepts> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional>
  <ostream> <set> <span> <stdexcept> <string> <string_view> <tuple> <typeindex> <unordered_map> <unordered_set> <utility> <variant>
  <vector> <fmt/format.h>)

# vitrine_precompiled(NAME [LIBRARIES TARGET...] [HEADERS HEADER...]): two targets for target_precompile_headers(… REUSE_FROM NAME), of
# the standard headers and of those given, which come from these libraries: NAME, and NAME_quick for what is compiled quickly, since
# compilers take such headers only at the level that they were compiled at. Most of what is compiled quickly is about JSON.
function(vitrine_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;HEADERS")
  foreach(level IN ITEMS "" _quick)
    add_library(${name}${level} OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/nothing.cpp")
    target_link_libraries(${name}${level} PRIVATE fmt::fmt nlohmann_json::nlohmann_json ${arg_LIBRARIES})
    target_precompile_headers(${name}${level} PRIVATE ${standard_headers} ${arg_HEADERS})
  endforeach()
  target_compile_options(${name}_quick PRIVATE ${compiled_quickly})
  target_precompile_headers(${name}_quick PRIVATE <nlohmann/json.hpp>)
endfunction()

# Compiles a target quickly, with the headers precompiled of vitrine_precompiled(HEADERS).
function(vitrine_compile_quickly target headers)
  target_compile_options(${target} PRIVATE ${compiled_quickly})
  target_precompile_headers(${target} REUSE_FROM ${headers}_quick)
endfunction()

vitrine_precompiled(standard_headers)
set(precompiled standard_headers)  # what the folders that follow reuse
