#include "app/state/generate_json.h"

#include <algorithm>

#include "core/io/json_fields.h"

namespace vitrine {

using Json = nlohmann::ordered_json;

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
}

}  // namespace

Json to_json(const DecodeOptions& options) {
    FieldWriter writer;
    visit_options(options, writer);
    return writer.object;
}

DecodeOptions decode_options_from(const nlohmann::json& json, const std::string& where) {
    if (!json.is_object()) fail(where, "an object { … } is expected, not " + shown(json));
    DecodeOptions options = GenerateView().options;
    const Json known = to_json(options);
    for (const auto& item : json.items()) {
        if (!known.contains(item.key())) fail(where, "'" + item.key() + "' is no choice of a decoding");
    }
    visit_options(options, FieldReader(json, where));
    return options;
}

namespace {

Json sentences_json(const State& state) {
    Json list = Json::array();
    for (const Hypothesis& hypothesis : state.generate.decoded->generation.hypotheses) {
        list.push_back({{"node", hypothesis.node},
                        {"text", words_to(state, hypothesis.node)},
                        {"log_probability", hypothesis.log_probability},
                        {"score", hypothesis.score},
                        {"finished", hypothesis.finished}});
    }
    return list;
}

/// Of a generation and the words that are looked at in it.
Json answer_json(const State& state) {
    if (!decoded_of(state)) return {};
    const Generation& generation = state.generate.decoded->generation;
    const auto is_left = [](const Candidate& candidate) { return candidate.cut == Cut::none; };
    const std::vector<Candidate> candidates = shown_candidates(state);
    return {{"sentences", sentences_json(state)},
            {"nodes", generation.nodes.size()},
            {"steps", generation.steps.size()},
            {"shown_steps", shown_steps(state)},
            {"node", shown_node(state)},
            {"words", words_to(state, shown_node(state))},
            {"asking", words_to(state, asking_node(state))},
            {"left", std::count_if(candidates.begin(), candidates.end(), is_left)},
            {"layer", shown_layer(state)},
            {"cached", generation.cached},
            {"measured_without_cache", state.generate.decoded->uncached.has_value()}};
}

}  // namespace

Json generate_json(const State& state) {
    const GenerateView& view = state.generate;
    return {{"options", to_json(view.options)},
            {"forced", view.options.forced},
            {"chosen", view.node.has_value()},
            {"growing", view.grown.has_value()},
            {"can_compare", can_compare_forced(state)},
            {"problem", view.problem},
            {"answer", answer_json(state)}};
}

}  // namespace vitrine
