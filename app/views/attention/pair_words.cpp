#include "app/views/attention/pair_words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/next_word.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The number of keys that the query may attend to, or has a weight on although they are hidden.
Size reached_keys(const HeadWeights& head, Size query) {
    Size count = 0;
    for (Size k = 0; k < head.keys; ++k) count += head.sees(query, k) || head.at(query, k) != 0;
    return count;
}

/// The key is one of several with the largest weight: says which, or how many.
std::string shared_most_words(const AttentionScene& scene, const std::string& query, const std::vector<Size>& most) {
    const char* answers = scene.place.kind == AttentionKind::alone ? "keys" : "tokens";
    const auto count = static_cast<Size>(most.size());
    const Size reached = reached_keys(scene.detail.weights, scene.tokens().query);
    if (count == reached)
        return fmt::format("{} attends equally to all {} {}{}, {} among them", query, grouped(count), answers,
                           count < scene.detail.weights.keys ? " it may attend to" : "", scene.key_name());
    if (count == 2) {
        const Size other = most[0] == scene.tokens().key ? most[1] : most[0];
        return fmt::format("{} attends most, and equally, to {} and {}", query, scene.key_name(),
                           brief_token_name(scene.answering, other));
    }
    return fmt::format("{} attends most, and equally, to {} and {} other {}", query, scene.key_name(), grouped(count - 1), answers);
}

/// Whether the query has a weight on this key only, since it sees no other.
bool is_alone(const HeadWeights& head, const TokenPair& pair) {
    for (Size k = 0; k < head.keys; ++k) {
        if (k != pair.key && (head.sees(pair.query, k) || head.at(pair.query, k) != 0)) return false;
    }
    return true;
}

MaskCell mask_cell_of(const AttentionScene& scene) {
    return {scene.place, scene.head.sentence, scene.tokens().query, scene.tokens().key};
}

bool drops_weights(const AttentionScene& scene) { return !scene.numbers.dropped_weights.empty(); }

std::string signed_text(double value) { return signed_number(value, ElementType::scalar); }

/// "÷ √64: score"; "÷ √64 ÷ 3: score" in the third layer of a model that also divides by the layer's number.
std::string divisor_words(const AttentionScene& scene) {
    const std::string divided = division_words(described(scene.run(), scene.place));
    return (divided.empty() ? "not divided" : divided) + ": score";
}

}  // namespace

std::string pair_heading(const AttentionScene& scene) {
    const std::string query = scene.with_next(scene.query_name(), scene.tokens().query), key = scene.key_name();
    if (!scene.sees())
        return scene.weight() == 0 ? query + " may not attend to " + key
                                   : "How much " + query + " attends to " + key + ", though hidden";
    if (is_alone(scene.detail.weights, scene.tokens())) return query + " can attend to " + key + " only";
    const std::vector<Size> most = keys_of_most_weight(scene.detail.weights, scene.tokens().query);
    if (std::ranges::count(most, scene.tokens().key) == 0) return "How much " + query + " attends to " + key;
    if (most.size() > 1) return shared_most_words(scene, query, most);
    return "Why " + query + " attends to " + key + " most";
}

namespace {

/// "the row of “chat”, in which “noir” is to be predicted: ": of a row of the decoder's input, whose token is not the one that it
/// is about; else empty.
std::string row_words(const AttentionScene& scene) {
    if (side_of_queries(scene.place.kind) != Side::target || !scene.run().has_both_stacks()) return "";
    const auto next = next_word(scene.run(), scene.head.sentence, scene.tokens().query);
    if (!next) return "";
    return fmt::format("the row of {}, in which “{}” is {}: ", scene.query_name(), next->word,
                       next->given ? "to be predicted" : "predicted");
}

}  // namespace

std::string pair_remark(const AttentionScene& scene) {
    if (!scene.sees()) return "hidden by the mask: " + hidden_text(scene.run(), mask_cell_of(scene));
    if (scene.pair.chosen) return row_words(scene) + "query · key, dimension by dimension";
    const ProposedPair& proposed = scene.run().of<AttentionReadings>().proposed_pair(scene.run(), scene.place, scene.head);
    const bool has_others = scene.detail.weights.queries * scene.detail.weights.keys > 1;
    return proposal_text(proposed, scene.place.kind) + (has_others ? "; click a cell for another" : "");
}

std::string largest_products(const std::vector<FeatureProduct>& products) {
    const auto ranked = by_size(products);
    const auto named = [&](std::size_t rank) {
        const FeatureProduct& one = products[ranked[rank]];
        return fmt::format("dimension {}, {}", one.feature, signed_text(one.product()));
    };
    if (products.size() == 1) return "the only product: " + named(0);
    return "the two products largest in size: " + named(0) + ", and " + named(1);
}

std::string softmax_words(const AttentionScene& scene) {
    constexpr double largest = 20, rounding = 1e-3;
    const bool later = scene.run().regime.design.mask_after_softmax;
    const TensorView scores = view(later ? scores_to_mask(scene.numbers) : scene.numbers.masked_scores);
    const TensorView shares = view(later ? scene.numbers.unmasked_weights : scene.numbers.weights);
    const auto score_at = [&](Size key) { return scores.at(scene.cell({scene.tokens().query, key})); };
    if (!scene.sees()) return {};
    double sum = 0;
    for (Size key = 0; key < scene.detail.weights.keys; ++key) {
        if (!(score_at(key) < largest)) return {};
        sum += std::exp(score_at(key));
    }
    const double score = score_at(scene.tokens().key), part = std::exp(score);
    if (!(std::abs(shares.at(scene.cell(scene.tokens())) - part / sum) < rounding)) return {};  // set by hand, or 0 / 0
    return fmt::format("softmax: e^{} = {}, of {} in the whole row", plain_number(score), plain_number(part), plain_number(sum));
}

std::vector<AttentionStop> attention_stops(const AttentionScene& scene, double sum_of_products) {
    const Index cell = scene.cell(scene.tokens());
    const auto at = [&](const Tensor& tensor) { return view(tensor).at(cell); };
    const auto caption = [&](const char* tensor, const std::string& made) {
        return is_written(scene.run(), attention_tensor(scene.state, tensor), cell) ? "set by hand" : made;
    };
    const AttentionStage stage = scene.state.of<AttentionView>().stage;
    const Design& design = scene.run().regime.design;
    std::vector<AttentionStop> stops{{"sum of products", signed_text(sum_of_products), "scores"},
                                     {caption("scores", divisor_words(scene)), signed_text(at(scene.numbers.scores)), "scores",
                                      stage == AttentionStage::scores}};
    if (const auto cap = described(scene.run(), scene.place).scores_cap)
        stops.push_back({caption("scores_capped", fmt::format("capped: {0:g} · tanh(score / {0:g})", *cap)),
                         signed_text(at(scene.numbers.scores_capped)), "scores_capped"});
    if (!scene.numbers.biased_scores.empty()) {
        const double bias = view(scene.numbers.position_bias).at({0, cell[1], cell[2], cell[3]});
        stops.push_back({caption("biased_scores", "plus the bias of the distance, " + signed_text(bias)),
                         signed_text(at(scene.numbers.biased_scores)), "biased_scores"});
    }
    const bool at_weights = stage == AttentionStage::weights || stage == AttentionStage::side_by_side;
    const std::string mask = scene.sees() ? "not masked" : "masked", weight = plain_number(at(scene.numbers.weights));
    if (design.mask_after_softmax) {
        stops.push_back({caption("unmasked_weights", "softmax"), plain_number(at(scene.numbers.unmasked_weights)),
                         "unmasked_weights", stage == AttentionStage::masked});
        stops.push_back({caption("weights", mask + ": weight"), weight, "weights", at_weights});
    } else {
        stops.push_back({caption("masked_scores", mask), signed_text(at(scene.numbers.masked_scores)), "masked_scores",
                         stage == AttentionStage::masked});
        stops.push_back({caption("weights", "softmax: weight"), weight, "weights", at_weights});
    }
    if (drops_weights(scene))
        stops.push_back(
            {caption("dropped_weights", "after dropout"), plain_number(at(scene.numbers.dropped_weights)), "dropped_weights"});
    const bool whole = reach_of(scene.run(), scene.place, scene.head, scene.tokens().query) == Reach::whole;
    const Index pair{scene.tokens().query, scene.tokens().key};
    const std::string to = " to " + scene.query_name();
    stops.push_back({(whole ? "contribution" : "would contribute") + to,
                     plain_number(static_cast<double>(scene.detail.contributions.at(pair))), "",
                     stage == AttentionStage::contribution});
    return stops;
}

std::vector<std::string> contribution_note(const AttentionScene& scene, const TokenPair& pair) {
    const bool drops = drops_weights(scene);
    const auto length = static_cast<double>(scene.detail.contributions.at({pair.query, pair.key}));
    const double weight = view(drops ? scene.numbers.dropped_weights : scene.numbers.weights).at(scene.cell(pair));
    const std::string value = weighed_value(scene.place.kind);
    std::vector<std::string> lines{fmt::format("‖weight · {}‖  {}", value, plain_number(length)),
                                   fmt::format("what {} adds to the row of {}", token_name(scene.answering, pair.key),
                                               scene.with_next(token_name(scene.asking, pair.query), pair.query))};
    if (std::isfinite(weight) && std::isfinite(length) && std::abs(weight) > 1e-6)
        lines.push_back(fmt::format("weight {}{}, of a value with norm {}{}", drops ? "after dropout " : "", plain_number(weight),
                                    plain_number(length / std::abs(weight)),
                                    scene.place.kind == AttentionKind::alone ? "" : " after W_O"));
    if (!scene.detail.weights.sees(pair.query, pair.key)) lines.emplace_back("hidden by the mask");
    return lines;
}

namespace {

/// Whether a number set by hand lies between the weights of a query and the output of its attention.
bool is_set_behind(const Run& run, const AttentionPlace& place, const HeadPlace& head, Size query) {
    const Size width = attention_of(*run.activations, place).query.size(3);
    const auto any = [&](const char* tensor, const auto& is_meant) {
        const auto written = run.written.find(path_of(place) + "." + tensor);
        return written != run.written.end() && std::ranges::any_of(written->second, is_meant);
    };
    const auto of_head = [&](const Index& cell) { return cell[0] == head.sentence && cell[1] == head.head && cell[2] == query; };
    const auto of_row = [&](const Index& cell) { return cell[0] == head.sentence && cell[1] == query; };
    const auto of_columns = [&](const Index& cell) { return of_row(cell) && cell[2] / width == head.head; };
    return any("context", of_head) || any("merged", of_columns) || any("output", of_row) || any("dropped_output", of_row);
}

}  // namespace

Reach reach_of(const Run& run, const AttentionPlace& place, const HeadPlace& head, Size query) {
    const Interventions& done = run.edits.interventions;
    const std::string path = path_of(place);
    if (std::ranges::count(done.skipped_sublayers, path) > 0) return Reach::off;
    if (std::ranges::count(done.silenced, SilencedHead{path, head.head}) > 0) return Reach::silenced;
    return is_set_behind(run, place, head, query) ? Reach::by_hand : Reach::whole;
}

const char* reach_title(Reach reach) { return reach == Reach::whole ? "WHAT REALLY REACHES" : "WHAT WOULD REACH"; }

std::string reach_text(const AttentionScene& scene, Reach reach) {
    switch (reach) {
        case Reach::off:
            return "This attention is switched off, so it contributes nothing until it is switched on again.";
        case Reach::silenced:
            return fmt::format("This head is silenced, so no {} gets anything from it until it is turned back on.",
                               asker(scene.place.kind));
        case Reach::by_hand:
            return fmt::format("Numbers after the weights were set by hand, so the {} does not get just the sum of these.",
                               asker(scene.place.kind));
        default:
            break;
    }
    const char* lengths = drops_weights(scene) ? " Contributions are those of the weights after dropout." : "";
    return fmt::format(
        "A weight says how much a {} attends to a key, not how much it takes from there: a value with a large norm and a small "
        "weight can contribute more. The longest bar of each colour fills the line.{}",
        asker(scene.place.kind), lengths);
}

ReachingKeys reaching_keys(const HeadDetail& detail, Size query) {
    constexpr std::size_t most = 16;
    ReachingKeys shown;
    for (Size k = 0; k < detail.weights.keys; ++k) {
        const bool reaches = detail.weights.sees(query, k) || detail.weights.at(query, k) != 0;
        reaches ? shown.keys.push_back(k) : void(++shown.hidden);
    }
    if (shown.keys.size() <= most) return shown;
    const auto contribution = [&](Size k) {
        const Scalar length = detail.contributions.at({query, k});
        return std::isnan(length) ? std::numeric_limits<Scalar>::infinity() : length;  // so that NaN stays visible
    };
    std::ranges::partial_sort(shown.keys, shown.keys.begin() + most, [&](Size a, Size b) {
        return contribution(a) > contribution(b) || (contribution(a) == contribution(b) && a < b);
    });
    shown.folded = static_cast<Size>(shown.keys.size() - most);
    shown.keys.resize(most);
    return shown;
}

std::string rest_words(const ReachingKeys& shown) {
    std::string words;
    if (shown.folded > 0)
        words = fmt::format("{} that contribute{} no more {} not shown", shown.folded, shown.folded == 1 ? "s" : "",
                            shown.folded == 1 ? "is" : "are");
    if (shown.hidden > 0) words += fmt::format("{}{} hidden by the mask", words.empty() ? "" : ", ", shown.hidden);
    return words;
}

}  // namespace vitrine
