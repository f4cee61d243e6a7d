#include "core/text/normaliser/normaliser.h"

namespace vitrine {

void Normaliser::apply(std::string& text) const {
    const TextGrowth growth(text.size());
    const auto apply = [&](const auto& kind) {
        // For kinds where the file, and not just Unicode, determines how long the text becomes.
        if constexpr (requires { kind.apply(text, growth); })
            kind.apply(text, growth);
        else
            kind.apply(text);
    };
    for (const normaliser::Step& step : steps) {
        std::visit(apply, step);
        growth.require(text.size());
    }
}

}  // namespace vitrine
