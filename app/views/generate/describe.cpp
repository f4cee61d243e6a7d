#include <nlohmann/json.hpp>

#include "app/state/state.h"
#include "app/views/generate/beams_win.h"
#include "app/views/generate/cache_size.h"
#include "app/views/generate/state.h"
#include "app/views/generate/view.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

OrderedJson options_json(const DecodeOptions& options) {
    return {{"strategy", strategies()[static_cast<std::size_t>(options.strategy)].name},
            {"max_new_tokens", options.max_new_tokens},
            {"temperature", options.sampling.temperature},
            {"top_k", options.sampling.top_k},
            {"top_p", options.sampling.top_p},
            {"seed", options.seed},
            {"beams", options.beams},
            {"length_penalty", options.length_penalty},
            {"early_stopping", options.early_stopping},
            {"cached", options.cache == CacheUse::where_valid},
            {"forced", options.forced}};
}

/// The words that sampling can draw: how many there are, and their total probability under the model.
OrderedJson candidates_json(const State& state) {
    const std::vector<Candidate>& candidates = shown_candidates(state);
    Size left = 0;
    double share = 0;
    for (const Candidate& candidate : candidates) {
        if (candidate.cut != Cut::none) continue;
        ++left;
        share += candidate.probability;
    }
    return {{"count", candidates.size()}, {"left", left}, {"share", share}};
}

/// The words that the rules of the model's folder forbid after the asking word.
OrderedJson forbidden_json(const State& state) {
    const StepRow* row = listed_candidates(state).row;
    return row ? OrderedJson(row->forbidden) : OrderedJson::array();
}

/// What is shown of what beams win on this sentence; null: nothing.
OrderedJson beams_json(const State& state) {
    const auto win = beams_win(state);
    if (!win) return nullptr;
    const auto text = [](const MeasuredText& measured) -> OrderedJson {
        return {{"text", measured.text}, {"bleu", measured.bleu}, {"chrf", measured.chrf}};
    };
    return {{"target", win->target.text},
            {"origin", win->target.origin},
            {"greedy", text(win->greedy)},
            {"beams", text(win->with_beams)}};
}

OrderedJson generate_json(const State& state) {
    const GenerateView& view = state.of<GenerateView>();
    const Decoded* decoded = decoded_of(state);
    OrderedJson json{{"options", options_json(view.options)},
                     {"under_way", lacks_decoding(state)},
                     {"problem", view.problem},
                     {"growing", view.grown.has_value()},
                     {"beams_page", view.beams_page && has_beams_page(state)},
                     {"beams", beams_json(state)},
                     {"node", OrderedJson()},
                     {"words", OrderedJson()},
                     {"best", OrderedJson()},
                     {"nodes", OrderedJson()},
                     {"answer", OrderedJson()}};
    if (!decoded) return json;
    const Generation& generation = decoded->generation;
    json["answer"] = decoded->number;
    json["node"] = shown_node(state);
    json["words"] = words_to(state, shown_node(state));
    json["asking"] = words_to(state, asking_node(state));
    json["candidates"] = candidates_json(state);
    json["forbidden"] = forbidden_json(state);
    json["prompt"] = generation.source.size() * (decoded->question.model->configuration.has_encoder() ? 0 : 1);
    json["cache_bytes"] = cache_bytes(*decoded, asking_node(state)).kept;
    json["layer"] = shown_layer(state);
    json["steps"] = generation.steps.size();
    json["nodes"] = generation.nodes.size();
    json["cached"] = generation.cached;
    json["results"] = OrderedJson::array();
    for (const Hypothesis& sentence : generation.hypotheses) json["results"].push_back(words_to(state, sentence.node));
    json["tokens"] = generation.hypotheses.empty() ? OrderedJson() : OrderedJson(generation.hypotheses.front().tokens);
    if (!generation.hypotheses.empty()) json["best"] = words_to(state, generation.hypotheses.front().node);
    if (const Decoded* unforced = unforced_of(state); unforced && !unforced->generation.hypotheses.empty())
        json["unforced"] = unforced->generation.hypotheses.front().tokens;
    return json;
}

}  // namespace

void describe_generate(const State& state, OrderedJson& json) { json["generate"] = generate_json(state); }

}  // namespace vitrine
