#include "tests/test_data.h"

namespace vitrine {

std::filesystem::path test_data(const std::filesystem::path& path) { return std::filesystem::path(VITRINE_TEST_DATA) / path; }

}  // namespace vitrine
