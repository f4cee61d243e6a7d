#pragma once
/// Searches the entries of the command palette.

#include <string>
#include <string_view>
#include <vector>

#include "app/actions/palette_entry.h"
#include "app/actions/word_match.h"

namespace vitrine {

/// Collects the entries, and finds those that match.
class Finder {
public:
    explicit Finder(std::string_view typed);

    /// `favour` is added to the score, so that commands come before steps and tensors. A match in the detail, or in other words
    /// for the entry, counts less than one in the title. `named`: what is added if the typed text is the name of the tensor, or
    /// asks for the term.
    void offer(PaletteEntry entry, double favour, const std::string& also = "", double named = 0);

    /// What was typed, without blanks around it.
    std::string_view typed() const { return typed_; }

    /// The entries found by the first way of matching that finds any, the best first. With equal scores, and if nothing is typed,
    /// they stay in the order in which they were offered. Entries whose name was typed come first. If too many of the words are
    /// unknown, nothing is found: the remaining words would be misleading.
    PaletteFinds take();

private:
    struct Offer {
        PaletteEntry entry;
        double favour, named;
    };

    PaletteFinds everything();

    std::string_view typed_;
    std::vector<Offer> offers_;
    std::vector<SearchedText> texts_;  ///< the texts of the entries
};

}  // namespace vitrine
