#include "core/export/explanation_json.h"

#include <nlohmann/json.hpp>

#include "core/files/number_json.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

OrderedJson index_json(const Anatomy& anatomy, const std::string& path, const Index& index) {
    OrderedJson json = OrderedJson::array();
    for (int axis = 0; axis < anatomy.find(path).layout.rank; ++axis) json.push_back(index[static_cast<std::size_t>(axis)]);
    return json;
}

OrderedJson factor_json(const Anatomy& anatomy, const CellFactor& factor) {
    OrderedJson json;
    if (!factor.path.empty()) {
        const std::string path(factor.path);
        json["path"] = path;
        json["index"] = index_json(anatomy, path, factor.index);
    }
    json["value"] = number_json(factor.value);
    return json;
}

OrderedJson term_json(const Anatomy& anatomy, const ExplanationTerm& term) {
    OrderedJson factors = OrderedJson::array();
    for (const CellFactor& factor : term.factors) factors.push_back(factor_json(anatomy, factor));
    return {{"label", term.label}, {"value", number_json(term.value)}, {"factors", std::move(factors)}};
}

}  // namespace

OrderedJson explanation_json(const Anatomy& anatomy, const Explanation& explanation) {
    OrderedJson terms = OrderedJson::array(), used_by = OrderedJson::array();
    for (const ExplanationTerm& term : explanation.terms) terms.push_back(term_json(anatomy, term));
    for (const CellUse& use : anatomy.uses(explanation.path, explanation.index)) {
        used_by.push_back({{"path", use.path},
                           {"first", index_json(anatomy, use.path, use.cells.first)},
                           {"last", index_json(anatomy, use.path, use.cells.last)}});
    }
    return {{"path", explanation.path},
            {"index", index_json(anatomy, explanation.path, explanation.index)},
            {"value", number_json(explanation.value)},
            {"kind", name(explanation.kind)},
            {"formula", explanation.formula},
            {"terms", std::move(terms)},
            {"scale", number_json(explanation.scale)},
            {"result", number_json(explanation.result)},
            {"used_by", std::move(used_by)}};
}

}  // namespace vitrine
