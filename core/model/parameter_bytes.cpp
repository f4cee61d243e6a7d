#include "core/model/parameter_bytes.h"

#include <cmath>

#include "core/tensor/tensor.h"

namespace vitrine {

Size parameter_bytes(const Configuration& c) {
    return static_cast<Size>(std::llround(parameter_count(c))) * static_cast<Size>(sizeof(Scalar));
}

}  // namespace vitrine
