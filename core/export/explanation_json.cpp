#include "core/export/explanation_json.h"

#include <functional>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/files/number_json.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

/// The value of a tensor or parameter with this path.
using Find = std::function<TensorView(const std::string&)>;

OrderedJson index_json(const Find& find, const std::string& path, const Index& index) {
    OrderedJson json = OrderedJson::array();
    for (int axis = 0; axis < find(path).layout.rank; ++axis) json.push_back(index[static_cast<std::size_t>(axis)]);
    return json;
}

OrderedJson factor_json(const Find& find, const CellFactor& factor) {
    OrderedJson json;
    if (!factor.path.empty()) {
        const std::string path(factor.path);
        json["path"] = path;
        json["index"] = index_json(find, path, factor.index);
        if (factor.gradient) json["gradient"] = true;
        if (!factor.made.empty()) json["made"] = factor.made;
    } else if (!factor.made.empty()) {
        json["constant"] = factor.made;
    }
    json["value"] = number_json(factor.value);
    return json;
}

OrderedJson term_json(const Find& find, const ExplanationTerm& term) {
    OrderedJson factors = OrderedJson::array();
    for (const CellFactor& factor : term.factors) factors.push_back(factor_json(find, factor));
    return {{"label", term.label}, {"value", number_json(term.value)}, {"factors", std::move(factors)}};
}

OrderedJson terms_json(const Find& find, const Explanation& explanation) {
    OrderedJson terms = OrderedJson::array();
    for (const ExplanationTerm& term : explanation.terms) terms.push_back(term_json(find, term));
    return terms;
}

OrderedJson uses_json(const Find& find, const std::vector<CellUse>& uses) {
    OrderedJson json = OrderedJson::array();
    for (const CellUse& use : uses) {
        json.push_back({{"path", use.path},
                        {"first", index_json(find, use.path, use.cells.first)},
                        {"last", index_json(find, use.path, use.cells.last)}});
    }
    return json;
}

/// All fields except the uses.
OrderedJson json_of(const Find& find, const Explanation& explanation) {
    return {{"path", explanation.path},
            {"index", index_json(find, explanation.path, explanation.index)},
            {"value", number_json(explanation.value)},
            {"kind", name(explanation.kind)},
            {"formula", explanation.formula},
            {"terms", terms_json(find, explanation)},
            {"scale", number_json(explanation.scale)},
            {"result", number_json(explanation.result)}};
}

}  // namespace

OrderedJson explanation_json(const Anatomy& anatomy, const Explanation& explanation) {
    const Find find = [&](const std::string& path) { return anatomy.find(path); };
    OrderedJson json = json_of(find, explanation);
    json["used_by"] = uses_json(find, anatomy.uses(explanation.path, explanation.index));
    return json;
}

OrderedJson explanation_json(const GradientAnatomy& anatomy, const GradientExplanation& found) {
    const Find find = [&](const std::string& path) { return anatomy.find_value(path); };
    OrderedJson json = json_of(find, found.explanation), uses = OrderedJson::array();
    for (const GradientUse& use : found.uses) uses.push_back({{"path", use.path}, {"formula", use.formula}});
    json["uses"] = std::move(uses);
    json["goes_to"] = uses_json(find, anatomy.goes_to(found.explanation.path, found.explanation.index));
    return json;
}

}  // namespace vitrine
