# The libraries for WebAssembly, under the names of the system's targets. Header-only libraries are the system's own; the others
# are compiled from Debian's source packages, which scripts/web.sh unpacks into VITRINE_WEB_SOURCES.
set(VITRINE_WEB_SOURCES "" CACHE PATH "The unpacked sources of imgui, libzip, utf8proc and zlib")
enable_language(C)

# A static library, whose warnings do not concern us.
function(_vitrine_web_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;INCLUDES;DEFINITIONS")
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_include_directories(${name} SYSTEM PUBLIC ${arg_INCLUDES})
  target_compile_definitions(${name} PUBLIC ${arg_DEFINITIONS})
  target_compile_options(${name} PRIVATE -w)
endfunction()

# All of /usr/include would hide Emscripten's headers.
function(_vitrine_web_headers target header)
  find_path(place_of_${header} "${header}" PATHS /usr/include /usr/include/eigen3 REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  set(links "${PROJECT_BINARY_DIR}/headers/${header}")
  file(MAKE_DIRECTORY "${links}")
  file(CREATE_LINK "${place_of_${header}}/${header}" "${links}/${header}" SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE "${links}")
endfunction()

_vitrine_web_headers(Eigen3::Eigen Eigen)
# Our sizes have 64 bits, unlike pointers.
target_compile_definitions(Eigen3::Eigen INTERFACE EIGEN_DEFAULT_DENSE_INDEX_TYPE=__INT64_TYPE__)
_vitrine_web_headers(fmt::fmt fmt)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
_vitrine_web_headers(nlohmann_json::nlohmann_json nlohmann)
_vitrine_web_headers(doctest::doctest doctest)

add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)

set(sources "${VITRINE_WEB_SOURCES}/utf8proc")
_vitrine_web_library(web_utf8proc SOURCES "${sources}/utf8proc.c" INCLUDES "${sources}" DEFINITIONS UTF8PROC_STATIC)
add_library(PkgConfig::utf8proc ALIAS web_utf8proc)

# Regular expressions and SentencePiece models are not available: see core/text/web and core/text/subwords/web.
add_library(PkgConfig::oniguruma INTERFACE IMPORTED GLOBAL)
add_library(PkgConfig::sentencepiece INTERFACE IMPORTED GLOBAL)

set(sources "${VITRINE_WEB_SOURCES}/zlib")
foreach(name adler32 compress crc32 deflate inffast inflate inftrees trees uncompr zutil)
  list(APPEND zlib_files "${sources}/${name}.c")
endforeach()
_vitrine_web_library(web_zlib SOURCES ${zlib_files} INCLUDES "${sources}")

# libzip's own CMake project asks Emscripten sixty questions, which takes minutes. These are the answers.
function(_vitrine_web_libzip)
  set(sources "${VITRINE_WEB_SOURCES}/libzip/lib")
  set(made "${PROJECT_BINARY_DIR}/headers/libzip")
  file(READ "${sources}/zip.h" header)
  file(WRITE "${made}/config.h" [=[
#include "zipconf.h"
#define HAVE_FILENO
#define HAVE_FSEEKO
#define HAVE_FTELLO
#define HAVE_LOCALTIME_R
#define HAVE_SNPRINTF
#define HAVE_STDBOOL_H
#define HAVE_STRCASECMP
#define HAVE_STRDUP
#define HAVE_STRINGS_H
#define HAVE_STRTOLL
#define HAVE_STRTOULL
#define HAVE_UNISTD_H
#define SIZEOF_OFF_T 8
#define SIZEOF_SIZE_T 4
]=])
  string(CONCAT types "#define ZIP_STATIC\n#include <inttypes.h>\n#define ZIP_INT8_MIN INT8_MIN\n")
  foreach(bits 8 16 32 64)
    string(APPEND types "typedef int${bits}_t zip_int${bits}_t;\ntypedef uint${bits}_t zip_uint${bits}_t;\n"
      "#define ZIP_INT${bits}_MIN INT${bits}_MIN\n#define ZIP_INT${bits}_MAX INT${bits}_MAX\n"
      "#define ZIP_UINT${bits}_MAX UINT${bits}_MAX\n")
  endforeach()
  file(WRITE "${made}/zipconf.h" "#pragma once\n#define LIBZIP_VERSION \"1.7.3\"\n${types}")
  # The texts of libzip's errors, taken from lines like "#define ZIP_ER_MULTIDISK 1  /* N Multi-disk zip archives not supported
  # */".
  string(REGEX MATCHALL "#define ZIP_ER_[A-Z0-9_]+ [0-9]+[ \t]+/\\* [NSZE] [^*]*" errors "${header}")
  set(sentences "")
  set(kinds "")
  foreach(error IN LISTS errors)
    string(REGEX REPLACE ".*/\\* ([NSZE]) (.*[^ ]) *$" "\\1;\\2" error "${error}")
    list(POP_FRONT error kind)
    string(APPEND sentences "    \"${error}\",\n")
    string(APPEND kinds "    ${kind},\n")
  endforeach()
  file(WRITE "${made}/zip_err_str.c" "#include \"zipint.h\"\n#define N ZIP_ET_NONE\n#define S ZIP_ET_SYS\n#define Z ZIP_ET_ZLIB\n"
    "const char *const _zip_err_str[] = {\n${sentences}};\n"
    "const int _zip_nerr_str = sizeof(_zip_err_str) / sizeof(_zip_err_str[0]);\nconst int _zip_err_type[] = {\n${kinds}};\n")
  file(GLOB files "${sources}/zip_*.c")
  list(FILTER files EXCLUDE REGEX "win32|uwp|winzip|crypto|bzip2|_xz|zstd")
  _vitrine_web_library(web_libzip SOURCES ${files} "${made}/zip_err_str.c" INCLUDES "${made}" "${sources}")
  target_link_libraries(web_libzip PUBLIC web_zlib)
  # Every start of Emscripten's compiler takes a second, and there are about a hundred files.
  set_target_properties(web_libzip PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  list(FILTER files INCLUDE REGEX "pkware|source_file")
  set_property(SOURCE ${files} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
_vitrine_web_libzip()
add_library(PkgConfig::libzip ALIAS web_libzip)

if(VITRINE_APP)
  set(sources "${VITRINE_WEB_SOURCES}/imgui")
  _vitrine_web_library(web_imgui SOURCES "${sources}/imgui.cpp" "${sources}/imgui_draw.cpp" "${sources}/imgui_tables.cpp"
    "${sources}/imgui_widgets.cpp" INCLUDES "${sources}" DEFINITIONS IMGUI_DISABLE_DEMO_WINDOWS)
  target_sources(web_imgui PRIVATE "${sources}/imgui_demo.cpp")
  add_library(PkgConfig::imgui ALIAS web_imgui)

  find_path(place_of_stb stb/stb_truetype.h PATHS /usr/include REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  set(made "${PROJECT_BINARY_DIR}/headers/stb")
  file(WRITE "${made}/stb.c" "#define STB_TRUETYPE_IMPLEMENTATION\n#define STB_IMAGE_WRITE_IMPLEMENTATION\n"
    "#include \"stb_truetype.h\"\n#include \"stb_image_write.h\"\n")
  _vitrine_web_library(web_stb SOURCES "${made}/stb.c" INCLUDES "${place_of_stb}/stb")
  add_library(PkgConfig::stb ALIAS web_stb)

  # The browser provides OpenGL, with its functions under their own names.
  add_library(PkgConfig::epoxy INTERFACE IMPORTED GLOBAL)
  target_include_directories(PkgConfig::epoxy SYSTEM INTERFACE "${CMAKE_CURRENT_LIST_DIR}/epoxy")
  # Fonts of the system and windows are not available: see app/render/web and app/shell/page.
  add_library(PkgConfig::fontconfig INTERFACE IMPORTED GLOBAL)
  add_library(PkgConfig::rsvg INTERFACE IMPORTED GLOBAL)
  add_library(glfw INTERFACE IMPORTED GLOBAL)
endif()
