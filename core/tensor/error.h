#pragma once
/// An error in the input: a file, a field or an option. Its text is one line that names the place and the problem.

#include <stdexcept>

namespace vitrine {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace vitrine
