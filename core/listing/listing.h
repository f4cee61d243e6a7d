#pragma once
/// The tensor-tracking listing: a whole run as text, from the vocabulary to the prediction, no tensor left out.

#include <iosfwd>
#include <string>

#include "core/text/vocabulary.h"
#include "core/trace/trace.h"

namespace vitrine {

/// What a listing shows besides the trace itself. An empty vocabulary is one that is not known: ids stand for its words.
struct ListingInput {
    const Vocabulary& source_vocabulary;
    const Vocabulary& target_vocabulary;
    const IndexTensor& labels;  ///< [B, T], or empty: then nothing is compared with them
};

struct ListingOptions {
    int precision = 4;  ///< decimals
    std::string only;   ///< a glob: only tensors whose whole path fits it, without vocabulary and batch; empty: everything
};

/// Writes every recorded tensor exactly once: those that the listing has titles for under their titles, the others under their
/// paths. Stops where the stream fails. Throws Error where no recorded tensor fits options.only.
void write_listing(std::ostream& out, const Trace& trace, const ListingInput& input, const ListingOptions& options = {});

/// The same as a string.
std::string listing(const Trace& trace, const ListingInput& input, const ListingOptions& options = {});

}  // namespace vitrine
