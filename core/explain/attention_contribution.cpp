#include "core/explain/attention_contribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/explain/head_cells.h"
#include "core/tensor/eigen.h"

namespace vitrine {

Size key_head_of(const AttentionActivations& attention, Size head) {
    return head * attention.key.size(1) / attention.query.size(1);
}

Tensor values_in_output(const AttentionActivations& attention, const AttentionParameters& parameters, const HeadPlace& place) {
    const ConstHeadView value = head_of(attention.value, place.sentence, key_head_of(attention, place.head));  // [key, d]
    Tensor projected(Axis::key, Axis::feature);
    if (parameters.out_proj.weight.empty()) {  // without W_O, the head's features are features of the result
        projected.resize({value.rows(), value.cols()});
        rows(projected) = value;
        return projected;
    }
    const ConstMatrixView weight = rows(parameters.out_proj.weight);  // [D, D], one column per feature of `merged`
    projected.resize({value.rows(), weight.rows()});
    rows(projected) = value * weight.middleCols(place.head * value.cols(), value.cols()).transpose();
    return projected;
}

Tensor contributions(const AttentionActivations& attention, const AttentionParameters& parameters, const HeadPlace& place) {
    const Tensor& used = attention.dropped_weights.empty() ? attention.weights : attention.dropped_weights;
    const Tensor projected = values_in_output(attention, parameters, place);
    Tensor lengths = head_cells(used, place);
    rows(lengths) = rows(lengths).cwiseAbs() * rows(projected).rowwise().norm().asDiagonal();
    return lengths;
}

std::vector<FeatureProduct> feature_products(const AttentionActivations& attention, const HeadPlace& place, const TokenPair& pair) {
    const Tensor &query = scored_query(attention), &key = scored_key(attention);
    const Size key_head = key_head_of(attention, place.head);
    std::vector<FeatureProduct> products;
    for (Size i = 0; i < query.size(3); ++i) {
        products.push_back({i, static_cast<double>(query.at({place.sentence, place.head, pair.query, i})),
                            static_cast<double>(key.at({place.sentence, key_head, pair.key, i}))});
    }
    return products;
}

std::vector<std::size_t> by_size(const std::vector<FeatureProduct>& products) {
    std::vector<std::size_t> places(products.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(products[a].product()) > std::abs(products[b].product());
    });
    return places;
}

}  // namespace vitrine
