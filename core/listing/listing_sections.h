#pragma once
/// The sections of the tensor-tracking listing, and their tensors with titles.

#include <string>
#include <utility>
#include <vector>

#include "core/text/vocabulary.h"
#include "core/trace/outline.h"

namespace vitrine {

/// The text of a section besides its tensors.
enum class SectionText { none, vocabularies, batch_words, masks, predicted_words, comparison };

struct ListingSection {
    std::string title;                                          ///< "2-3. X = X + FF(X)"
    std::vector<std::string> prefixes{};                        ///< it contains the tensors at and below these paths
    std::vector<std::pair<std::string, std::string>> titles{};  ///< (path, title) of tensors not titled by their path
    SectionText text = SectionText::none;
    std::vector<int> tensors{};  ///< indices in the outline, in printing order

    /// The title of a tensor; empty if it is titled by its path.
    std::string title_of(const std::string& path) const;
};

/// All sections in order, given the words that logits are for; every tensor of the outline is in exactly one. Tensors come in order
/// of computation, except V, which comes where it is used. In stacks of several layers, sections are numbered 2-2.1, 2-3.1, 2-2.2,
/// …
std::vector<ListingSection> listing_sections(const Outline& outline, const Vocabulary& output_words);

}  // namespace vitrine
