#pragma once
/// The tensor-tracking listing: all tensors of a run as text, from the vocabulary to the prediction.

#include <iosfwd>
#include <string>
#include <vector>

#include "core/model/batch.h"
#include "core/model/parameters.h"
#include "core/text/vocabulary.h"
#include "core/trace/trace.h"

namespace vitrine {

/// Data for the listing besides the trace. If a vocabulary is empty, ids are shown instead of words.
struct ListingInput {
    const Vocabulary& source_vocabulary;
    const Vocabulary& target_vocabulary;
    const IndexTensor& labels;     ///< [B, T]; if empty, predictions are not compared with labels
    const Batch* batch = nullptr;  ///< names the queries and keys of one attention alone, which records no tokens
    const std::vector<ParameterView>* parameters = nullptr;  ///< listed at the end, as "parameters." and their names
};

struct ListingOptions {
    int precision = 4;  ///< decimals
    std::string only;   ///< glob: show only tensors whose path matches, without vocabulary and batch; empty: everything
};

/// Writes every recorded tensor, and every parameter that is given, exactly once, under its title in the listing or, without one,
/// under its path. Stops if the stream fails. Throws Error where no recorded tensor matches options.only.
void write_listing(std::ostream& out, const Trace& trace, const ListingInput& input, const ListingOptions& options = {});

/// The listing as a string.
std::string listing(const Trace& trace, const ListingInput& input, const ListingOptions& options = {});

}  // namespace vitrine
