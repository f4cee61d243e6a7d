#include "core/text/normaliser/normaliser.h"

namespace vitrine {

void Normaliser::apply(std::string& text) const {
    for (const normaliser::Step& step : steps) {
        std::visit([&](const auto& kind) { kind.apply(text); }, step);
    }
}

}  // namespace vitrine
