#include "app/views/generate/options_json.h"

#include "app/views/generate/state.h"
#include "core/files/json_fields.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

template <class Options, class Visit>
void visit_options(Options& options, Visit&& visit) {
    Choices<Strategy> choices;
    for (std::size_t i = 0; i < strategies().size(); ++i)
        choices.emplace_back(std::string(strategies()[i].name), static_cast<Strategy>(i));
    visit("strategy", options.strategy, choices);
    visit("max_new_tokens", options.max_new_tokens);
    visit("temperature", options.sampling.temperature);
    visit("top_k", options.sampling.top_k);
    visit("top_p", options.sampling.top_p);
    visit("seed", options.seed);
    visit("beams", options.beams);
    visit("length_penalty", options.length_penalty);
    visit("early_stopping", options.early_stopping);
    visit("cache", options.cache, Choices<CacheUse>{{"where valid", CacheUse::where_valid}, {"none", CacheUse::none}});
}

}  // namespace

OrderedJson to_json(const DecodeOptions& options) {
    FieldWriter writer;
    visit_options(options, writer);
    return writer.object;
}

void read_json(const nlohmann::json& json, const std::string& where, DecodeOptions& options) {
    options = GenerateView().options;
    if (json.is_null()) return;
    require_keys(json, to_json(options), "is no choice of a decoding", where);
    visit_options(options, FieldReader(json, where));
}

}  // namespace vitrine
