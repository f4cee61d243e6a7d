#pragma once
/// What goes wrong because of what was handed in: a file, a field, an option. Its text is one line that names where and what.

#include <stdexcept>

namespace vitrine {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace vitrine
