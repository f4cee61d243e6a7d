#include "core/text/pretokenizer/pretokenizer.h"

namespace vitrine {

void PreTokenizer::apply(Pieces& pieces) const {
    for (const pretokenizer::Step& step : steps) {
        std::visit([&](const auto& kind) { kind.apply(pieces); }, step);
    }
}

}  // namespace vitrine
