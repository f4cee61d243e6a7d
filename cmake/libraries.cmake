# Every library comes from the system, as imported targets, whose headers count as system headers and give no warnings. pkg-config
# finds libraries whose CMake package is missing or broken (libzip's names programs that are in another Debian package).
find_package(PkgConfig REQUIRED)

find_package(Eigen3 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(oniguruma REQUIRED IMPORTED_TARGET oniguruma)
pkg_check_modules(sentencepiece REQUIRED IMPORTED_TARGET sentencepiece)

if(VITRINE_APP)
  find_package(CLI11 REQUIRED)
  find_package(benchmark REQUIRED)
  find_package(glfw3 3.3 REQUIRED)
  pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
  pkg_check_modules(epoxy REQUIRED IMPORTED_TARGET epoxy)
  pkg_check_modules(fontconfig REQUIRED IMPORTED_TARGET fontconfig)
  pkg_check_modules(rsvg REQUIRED IMPORTED_TARGET librsvg-2.0 cairo-pdf)
  pkg_check_modules(stb REQUIRED IMPORTED_TARGET stb)
  pkg_check_modules(systemd REQUIRED IMPORTED_TARGET libsystemd)
endif()

if(BUILD_TESTING)
  find_package(doctest REQUIRED)
endif()
