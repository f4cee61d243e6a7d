#include "app/run/edits_json.h"

#include <cmath>
#include <limits>

#include "core/files/json_fields.h"
#include "core/model/design_choices.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;
using Read = nlohmann::json;

OrderedJson rows_json(const IndexTensor& tokens) {
    OrderedJson rows = OrderedJson::array();
    for (Size i = 0; i < tokens.size(0); ++i) {
        const std::int32_t* row = tokens.data() + i * tokens.size(1);
        rows.push_back(std::vector<std::int32_t>(row, row + tokens.size(1)));
    }
    return rows;
}

/// The fields of a batch that are rows of ids.
constexpr std::pair<const char*, IndexTensor Batch::*> token_fields[] = {
    {"src", &Batch::src}, {"tgt", &Batch::tgt}, {"labels", &Batch::labels}, {"segments", &Batch::segments}};

OrderedJson batch_json(const Batch& batch) {
    OrderedJson json = OrderedJson::object();
    for (const auto& [name, tokens] : token_fields) {
        if (!(batch.*tokens).empty()) json[name] = rows_json(batch.*tokens);
    }
    return json;
}

OrderedJson value_json(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return value;
}

double value_from(const Read& json, const std::string& where) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (json == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (json == "inf") return infinity;
    if (json == "-inf") return -infinity;
    if (!json.is_number()) fail(where, "'value' is " + shown(json) + ", it must be a number, \"nan\", \"inf\" or \"-inf\"");
    return json.get<double>();
}

std::int32_t id_from(const Read& json, const std::string& where) {
    const auto id = integer_in(json);
    if (!id || *id < 0 || *id > std::numeric_limits<std::int32_t>::max()) fail(where, shown(json) + " is no id");
    return static_cast<std::int32_t>(*id);
}

IndexTensor rows_from(const Read& batch, const char* key, const std::string& where) {
    const Read& rows = list_or_empty(batch, key, where);
    const std::string at = where + ": " + in_quotes(key);
    IndexTensor tokens{Axis::batch, Axis::position};
    if (rows.empty()) return tokens;
    const std::size_t length = rows[0].is_array() ? rows[0].size() : 0;
    if (length == 0) fail(at, "the first sentence is empty");
    tokens.resize({static_cast<Size>(rows.size()), static_cast<Size>(length)});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].is_array() || rows[i].size() != length) fail(at, "all sentences have to be lists of one length");
        for (std::size_t j = 0; j < length; ++j)
            tokens.data()[i * length + j] = rows[i][j] == filler ? filler : id_from(rows[i][j], at);
    }
    return tokens;
}

std::shared_ptr<const Batch> batch_from(const Read& json, const std::string& where) {
    require_keys(json, {"src", "tgt", "labels", "segments"}, where);
    auto batch = std::make_shared<Batch>();
    for (const auto& [name, tokens] : token_fields) (*batch).*tokens = rows_from(json, name, where);
    if (batch->src.empty() && batch->tgt.empty()) fail(where, "'src' or 'tgt' is needed");
    return batch;
}

Overwrite overwrite_from(const Read& json, const std::string& where) {
    require_keys(json, {"path", "index", "value"}, where);
    Overwrite overwrite;
    FieldReader(json, where)("path", Required{overwrite.path});
    const Read& index = list_or_empty(json, "index", where);
    if (index.size() > max_rank) fail(where, "'index' has more numbers than a tensor has axes");
    for (std::size_t i = 0; i < index.size(); ++i) overwrite.index[i] = id_from(index[i], where + ": 'index'");
    if (!json.contains("value")) fail(where, "'value' is missing");
    overwrite.value = value_from(json["value"], where);
    return overwrite;
}

SilencedHead silenced_from(const Read& json, const std::string& where) {
    require_keys(json, {"attention", "head"}, where);
    SilencedHead silenced;
    const FieldReader read(json, where);
    read("attention", Required{silenced.attention});
    read("head", Required{silenced.head});
    return silenced;
}

std::string numbered(const std::string& where, const char* key, std::size_t i) {
    return where + ": '" + key + "[" + std::to_string(i) + "]'";
}

Interventions interventions_from(const Read& json, const std::string& where) {
    Interventions interventions;
    const Read &overwrites = list_or_empty(json, "overwrites", where), &silenced = list_or_empty(json, "silenced", where);
    for (std::size_t i = 0; i < overwrites.size(); ++i)
        interventions.overwrites.push_back(overwrite_from(overwrites[i], numbered(where, "overwrites", i)));
    for (std::size_t i = 0; i < silenced.size(); ++i)
        interventions.silenced.push_back(silenced_from(silenced[i], numbered(where, "silenced", i)));
    interventions.skipped_sublayers = texts_or_empty(json, "skipped_sublayers", where);
    interventions.skipped_residuals = texts_or_empty(json, "skipped_residuals", where);
    return interventions;
}

Design design_from(const Read& json, const std::string& where) {
    Design design;
    for (const std::string& name : texts_or_empty(json, "design", where)) {
        const DesignChoice* choice = find_design_choice(name);
        if (!choice) fail(where + ": 'design'", in_quotes(name) + " is no design choice");
        choice->make(design, true);
    }
    return design;
}

using Norms = Choices<NormPlacement>;
using Positions = Choices<PositionKind>;

const Norms& norms() {
    static const Norms list{{"after", NormPlacement::after}, {"before", NormPlacement::before}};
    return list;
}

const Positions& positions() {
    static const Positions list{{"sinusoidal", PositionKind::sinusoidal}, {"learned", PositionKind::learned}};
    return list;
}

OrderedJson variant_json(const Variant& variant) {
    FieldWriter write;
    if (variant.norm_placement) write("norm", *variant.norm_placement, norms());
    if (variant.heads) write("heads", *variant.heads);
    if (variant.positions) write("positions", *variant.positions, positions());
    write("seed", variant.seed);
    return write.object;
}

Variant variant_from(const Read& json, const std::string& where) {
    require_keys(json, {"norm", "heads", "positions", "seed"}, where);
    Variant variant;
    const FieldReader read(json, where);
    if (json.contains("norm")) read("norm", variant.norm_placement.emplace(), norms());
    read("heads", variant.heads);
    if (json.contains("positions")) read("positions", variant.positions.emplace(), positions());
    read("seed", variant.seed);
    return variant;
}

}  // namespace

OrderedJson to_json(const Interventions& done) {
    OrderedJson overwrites = OrderedJson::array(), silenced = OrderedJson::array();
    for (const Overwrite& one : done.overwrites)
        overwrites.push_back({{"path", one.path}, {"index", one.index}, {"value", value_json(one.value)}});
    for (const SilencedHead& one : done.silenced) silenced.push_back({{"attention", one.attention}, {"head", one.head}});
    return {{"overwrites", overwrites},
            {"silenced", silenced},
            {"skipped_sublayers", done.skipped_sublayers},
            {"skipped_residuals", done.skipped_residuals}};
}

OrderedJson to_json(const Design& design) {
    OrderedJson names = OrderedJson::array();
    for (const DesignChoice& choice : design_choices()) {
        if (choice.is_made(design)) names.push_back(choice.name);
    }
    return names;
}

OrderedJson to_json(const Edits& edits) {
    OrderedJson json = OrderedJson::object();
    if (edits.batch) json["batch"] = batch_json(*edits.batch);
    if (!edits.interventions.empty()) json.update(to_json(edits.interventions));
    if (edits.design != Design{}) json["design"] = to_json(edits.design);
    if (!edits.variant.is_own()) json["variant"] = variant_json(edits.variant);
    return json;
}

Edits edits_from(const Read& json, const std::string& where) {
    require_keys(json, {"batch", "overwrites", "silenced", "skipped_sublayers", "skipped_residuals", "design", "variant"}, where);
    Edits edits;
    if (json.contains("batch")) edits.batch = batch_from(json["batch"], where + ": 'batch'");
    edits.interventions = interventions_from(json, where);
    edits.design = design_from(json, where);
    if (json.contains("variant")) edits.variant = variant_from(json["variant"], where + ": 'variant'");
    return edits;
}

}  // namespace vitrine
