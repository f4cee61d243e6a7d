#include "core/files/program.h"

namespace vitrine {

const char* program_version() { return VITRINE_VERSION; }

std::string_view compiled_simd() {
#if defined(__AVX512F__)
    return "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
    return "AVX2 and FMA";
#elif defined(__AVX__)
    return "AVX";
#elif defined(__SSE4_2__)
    return "SSE4.2";
#elif defined(__SSE2__)
    return "SSE2";
#elif defined(__ARM_NEON)
    return "NEON";
#else
    return "none";
#endif
}

std::string_view simd_level() {
#ifdef VITRINE_LEVEL
    return VITRINE_LEVEL;
#else
    return "";
#endif
}

namespace {

std::filesystem::path& program_file() {
    static std::filesystem::path file;
    return file;
}

}  // namespace

void set_program_file(const std::filesystem::path& file) { program_file() = file; }

std::vector<std::filesystem::path> data_folders(const std::string& installed, const std::string& source) {
    namespace fs = std::filesystem;
    std::vector<fs::path> folders;
    if (const fs::path& program = program_file(); !program.empty())
        folders.push_back(program.parent_path().parent_path() / "share/vitrine" / installed);
    // A package knows neither of the two.
    if (*VITRINE_SOURCE_DIR) folders.push_back(fs::path(VITRINE_SOURCE_DIR) / source);
    if (*VITRINE_DATA_DIR) folders.push_back(fs::path(VITRINE_DATA_DIR) / installed);
    return folders;
}

}  // namespace vitrine
