#include "app/shell/desktop/own_program.h"

namespace vitrine {

std::filesystem::path own_program() {
    std::error_code unknown;
    return std::filesystem::read_symlink("/proc/self/exe", unknown);
}

}  // namespace vitrine
