#pragma once
/// What reading a head does query by query. Only attention_reading.cpp and attention_reading_kinds.cpp include this.

#include "core/explain/attention_reading.h"
#include "core/tensor/parallel.h"

namespace vitrine {

/// Calls visit(query) for every query of a head, in parallel where that pays.
template <class Visit>
void for_each_query(const HeadWeights& head, Visit&& visit) {
    parallel_for(head.queries, 4 * head.queries * head.keys, visit);
}

using RowEntropies = std::vector<std::optional<RowEntropy>>;

/// The entropies of all queries.
inline RowEntropies row_entropies(const HeadWeights& head) {
    RowEntropies rows(static_cast<std::size_t>(head.queries));
    for_each_query(head, [&](Size q) { rows[static_cast<std::size_t>(q)] = row_entropy(head, q); });
    return rows;
}

/// Adds the entropies of all queries that are not padding, and returns the number of these queries.
inline Size add_entropies(const RowEntropies& rows, const HeadWeights& head, RowEntropy& sum) {
    Size count = 0;
    for (std::size_t q = 0; q < rows.size(); ++q) {
        if (!head.words[q] || !rows[q]) continue;
        sum.entropy += rows[q]->entropy, sum.highest += rows[q]->highest;
        ++count;
    }
    return count;
}

}  // namespace vitrine
