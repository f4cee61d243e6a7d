# What nearly every file includes, read once: a target with these headers precompiled, which others reuse. Files include what they need
# all the same; CMAKE_DISABLE_PRECOMPILE_HEADERS shows which one does not.
if(EMSCRIPTEN)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # the page is built in several ways, and none of them was tried with them
endif()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/nothing.cpp" CONTENT "")
set(standard_headers <algorithm> <any> <array> <cmath> <concepts> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional>
  <ostream> <set> <span> <stdexcept> <string> <string_view> <tuple> <typeindex> <unordered_map> <unordered_set> <utility> <variant>
  <vector> <fmt/format.h>)

# vitrine_precompiled(NAME [LIBRARIES TARGET...] [HEADERS HEADER...]): a target for target_precompile_headers(… REUSE_FROM NAME), of
# the standard headers and of those given, which come from these libraries.
function(vitrine_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;HEADERS")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/nothing.cpp")
  target_link_libraries(${name} PRIVATE fmt::fmt ${arg_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${standard_headers} ${arg_HEADERS})
endfunction()

vitrine_precompiled(standard_headers)
set(precompiled standard_headers)  # what the folders that follow reuse
