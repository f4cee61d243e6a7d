#include "core/cause/combinations.h"

#include <algorithm>

namespace vitrine {

namespace {

/// An attention may have neither of its masks.
void add_lack_of_masks(const CauseRange& place, const OurRun& run, std::vector<Mistakes>& hypotheses) {
    Mistakes both;
    for (const Mistake& mistake : mistakes_at(place, run)) {
        if (mistake.kind == CauseKind::no_causal_mask || mistake.kind == CauseKind::no_padding_mask) both.push_back(mistake);
    }
    if (both.size() == 2) hypotheses.push_back(both);
}

/// For embeddings, often nothing is recorded between scaling and positions. Both may then be wrong at once.
void add_pairs_of_side(const CauseRange& side, const OurRun& run, std::vector<Mistakes>& hypotheses) {
    const auto of_scaling = [](const Mistake& one) {
        return one.kind == CauseKind::embedding_not_scaled || one.kind == CauseKind::embedding_scaled;
    };
    const auto of_positions = [](const Mistake& one) {
        return one.kind >= CauseKind::positions_off_by_one && one.kind <= CauseKind::positions_in_halves;
    };
    const std::vector<Mistake> all = mistakes_at(side, run);
    for (const Mistake& first : all) {
        for (const Mistake& second : all) {
            if (of_scaling(first) && of_positions(second)) hypotheses.push_back({first, second});
        }
    }
}

}  // namespace

std::vector<Mistakes> single_mistakes(std::span<const CauseRange> suspects, const OurRun& run) {
    std::vector<Mistakes> hypotheses;
    for (const CauseRange& place : suspects) {
        for (const Mistake& mistake : mistakes_at(place, run)) hypotheses.push_back({mistake});
        if (place.place == CausePlace::side) add_pairs_of_side(place, run, hypotheses);
        add_lack_of_masks(place, run, hypotheses);
    }
    return hypotheses;
}

std::vector<Mistakes> mistakes_in_one_head(std::span<const CauseRange> suspects, const OurRun& run) {
    std::vector<Mistakes> hypotheses;
    for (const CauseRange& place : suspects) {
        if (place.place != CausePlace::attention) continue;
        for (Mistake mistake : mistakes_at(place, run)) {
            if (mistake.kind > CauseKind::query_key_swapped) continue;
            for (mistake.head = 0; mistake.head < place.heads; ++mistake.head) hypotheses.push_back({mistake});
        }
    }
    return hypotheses;
}

std::vector<Mistakes> mistakes_in_several_places(std::span<const CauseRange> suspects, std::span<const CauseRange> all,
                                                 const OurRun& run) {
    std::vector<Mistakes> hypotheses;
    for (const CausePlace place : {CausePlace::attention, CausePlace::layer, CausePlace::side}) {
        for (const std::span<const CauseRange> where : {suspects, all}) {
            std::vector<Mistakes> same;
            for (const CauseRange& range : where) {
                // The LayerNorms of layers and of stacks have the same class.
                const bool alike = range.place == place || (place == CausePlace::layer && range.place == CausePlace::stack);
                if (!alike) continue;
                for (const Mistake& mistake : mistakes_at(range, run)) {
                    const auto known = std::ranges::find_if(same, [&](const Mistakes& one) {
                        return one[0].kind == mistake.kind && one[0].variant == mistake.variant;
                    });
                    known == same.end() ? same.push_back({mistake}) : known->push_back(mistake);
                }
            }
            std::erase_if(same, [](const Mistakes& one) { return one.size() < 2; });
            hypotheses.insert(hypotheses.end(), same.begin(), same.end());
        }
    }
    return hypotheses;
}

}  // namespace vitrine
