# How everything is compiled: C++20 for this machine, with warnings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(VITRINE_CCACHE ccache)
if(VITRINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${VITRINE_CCACHE}")
endif()

# These change the alignment of Eigen's types, so every file has the same. Tuned as generic, g++ 12 keeps the full width of
# AVX-512 in matrix products, which it halves when tuning for the processor at hand.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  add_compile_options(-march=$<IF:$<BOOL:${VITRINE_NATIVE}>,native,x86-64-v3> -mtune=generic)
elseif(VITRINE_NATIVE)
  add_compile_options(-mcpu=native)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of this compiler: its own AVX-512 header, inlined into Eigen's products (GCC bug 105593), and its own string's
  # operator+ under -O3 (GCC bug 105651).
  add_compile_options(-Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict)
endif()
set(CMAKE_COMPILE_WARNING_AS_ERROR ${VITRINE_WERROR})

if(VITRINE_SANITIZE)
  add_compile_options(-fsanitize=${VITRINE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${VITRINE_SANITIZE})
endif()
