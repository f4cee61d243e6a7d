#include "core/text/pretokenizer/pretokenizer.h"

#include "core/text/growth.h"

namespace vitrine {

void PreTokenizer::apply(Pieces& pieces) const {
    const TextGrowth growth(pieces.text.size());
    for (const pretokenizer::Step& step : steps) {
        std::visit([&](const auto& kind) { kind.apply(pieces); }, step);
        growth.require(pieces.text.size());
    }
}

}  // namespace vitrine
