#pragma once
/// The sections of the tensor-tracking listing, and which tensor stands in which of them under which title.

#include <string>
#include <utility>
#include <vector>

#include "core/text/vocabulary.h"
#include "core/trace/outline.h"

namespace vitrine {

/// What a section says besides its tensors.
enum class SectionText { none, vocabularies, batch_words, masks, predicted_words, comparison };

struct ListingSection {
    std::string title;                                          ///< "2-3. X = X + FF(X)"
    std::vector<std::string> prefixes{};                        ///< it has the tensors at and below these paths
    std::vector<std::pair<std::string, std::string>> titles{};  ///< path and title of those that do not go by their path
    SectionText text = SectionText::none;
    std::vector<int> tensors{};  ///< places in the outline, in the order they are printed in

    /// The title of a tensor, empty where it goes by its path.
    std::string title_of(const std::string& path) const;
};

/// All sections in order; every tensor of the outline stands in exactly one. Tensors follow each other as they are computed, but
/// for V, which the listing shows where it is used. Stacks of several layers number their sections 2-2.1, 2-3.1, 2-2.2, …
std::vector<ListingSection> listing_sections(const Outline& outline, const Vocabulary& target_vocabulary);

}  // namespace vitrine
