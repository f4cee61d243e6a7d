/// What the view Attention says about a pair, about what reaches a word and about the whole picture, checked with plain loops.

#include "app/views/attention/pair_words.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/commands.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/next_word.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::pair_words_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

constexpr AttentionKind kinds[] = {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross};

/// The view Attention of a run, with a cell selected.
State looking_at(const std::shared_ptr<const Run>& run, const AttentionPlace& place, const Index& cell) {
    State state = new_state();
    apply(state, ShowRun{run});
    apply(state, SetView{View::attention});
    apply(state, SelectSentence{cell[0]});
    apply(state, SelectHead{cell[1]});
    apply(state, SelectTensor{path_of(place) + ".weights"});
    apply(state, SelectCell{path_of(place) + ".weights", cell});
    return state;
}

/// Any pair of any attention of a run.
struct AnyPair {
    AttentionPlace place;
    Index cell;
};

AnyPair any_pair(const Run& run, Random& random) {
    const AttentionKind kind = kinds[random.below(3)];
    const AttentionPlace place{kind, between(random, 0, attention_layers(run.model->configuration, kind) - 1)};
    const auto& shape = attention_of(*run.activations, place).weights.layout().shape;
    Index cell{};
    for (std::size_t axis = 0; axis < 4; ++axis) cell[axis] = between(random, 0, shape[axis] - 1);
    return {place, cell};
}

/// The numbers of the pair's row, straight from the run.
struct PlainRow {
    const Run& run;
    AnyPair pair;

    TensorView tensor(const char* name) const { return run.find(path_of(pair.place) + "." + name); }
    Size keys() const { return tensor("weights").layout.shape[3]; }
    double at(const char* name, Size key) const { return tensor(name).at({pair.cell[0], pair.cell[1], pair.cell[2], key}); }
    double own(const char* name) const { return at(name, pair.cell[3]); }
    bool sees(Size key) const { return tensor("mask").at({pair.cell[0], 0, pair.cell[2], key}) != 0; }
    bool by_hand(const char* name) const { return is_written(run, path_of(pair.place) + "." + name, pair.cell); }
    double products() const {
        double sum = 0;
        for (Size i = 0; i < tensor("query").layout.shape[3]; ++i)
            sum += tensor("query").at({pair.cell[0], pair.cell[1], pair.cell[2], i}) *
                   tensor("key").at({pair.cell[0], pair.cell[1], pair.cell[3], i});
        return sum;
    }
};

void check_heading(const PlainRow& row, const std::string& text, std::map<std::string, int>& met) {
    CAPTURE(text);
    const Size own = row.pair.cell[3];
    bool others_less = row.own("weights") > 0, alone = row.sees(own);
    for (Size key = 0; key < row.keys(); ++key) {
        if (key == own) continue;
        const double weight = row.at("weights", key);
        others_less =
            others_less && (std::isnan(weight) || (weight < row.own("weights") && !weights_alike(weight, row.own("weights"))));
        alone = alone && !row.sees(key) && row.at("weights", key) == 0;
    }
    CHECK(has(text, " may not attend to ") == (!row.sees(own) && row.own("weights") == 0));
    CHECK(has(text, ", though hidden") == (!row.sees(own) && row.own("weights") != 0));
    CHECK(has(text, " can attend to ") == alone);
    CHECK(text.starts_with("Why ") == (row.sees(own) && others_less && !alone));
    for (const char* part : {" may not attend to ", ", though hidden", " can attend to ", "Why ", "How much "})
        met[part] += has(text, part);
}

/// e^score divided by the row's sum is the weight that the run has.
void check_softmax(const PlainRow& row, const std::string& text, bool later) {
    CAPTURE(text);
    if (text.empty()) return;
    const char* scores = later ? "scores" : "masked_scores";
    double sum = 0;
    for (Size key = 0; key < row.keys(); ++key) sum += std::exp(row.at(scores, key));
    const double part = std::exp(row.own(scores));
    CHECK(text == fmt::format("softmax: e^{} = {}, of {} in the whole row", plain_number(row.own(scores)), plain_number(part),
                              plain_number(sum)));
    CHECK(std::abs(row.own(later ? "unmasked_weights" : "weights") - part / sum) < 2e-3);
}

/// Each number is the cell of its tensor, and its caption is the operation that computes it from the previous number.
void check_stops(const PlainRow& row, const std::vector<AttentionStop>& stops, const Design& design) {
    const auto root = std::sqrt(static_cast<double>(row.tensor("query").layout.shape[3]));
    const double sum = row.products(), divided = design.scale_scores ? sum / root : sum;
    const double close = 1e-4 * (1 + std::abs(sum));
    CHECK(stops.front().number == signed_number(sum, ElementType::scalar));
    const AttentionStop& score = stops[1];
    CHECK((score.caption == "set by hand") == row.by_hand("scores"));
    CHECK(score.number == signed_number(row.own("scores"), ElementType::scalar));
    if (score.caption != "set by hand" && std::isfinite(divided)) CHECK(std::abs(row.own("scores") - divided) <= close);
    if (has(score.caption, "√"))
        CHECK((design.scale_scores && has(score.caption, std::to_string(row.tensor("query").layout.shape[3]))));
    const AttentionStop &third = stops[2], &fourth = stops[3];
    const char* middle = design.mask_after_softmax ? "unmasked_weights" : "masked_scores";
    CHECK((third.caption == "set by hand") == row.by_hand(middle));
    CHECK((fourth.caption == "set by hand") == row.by_hand("weights"));
    CHECK(fourth.number == plain_number(row.own("weights")));
    if (third.caption == "not masked") CHECK(same(row.own("masked_scores"), row.own("scores")));
    if (third.caption == "masked") CHECK(row.own("masked_scores") <= -1e8);
    if (fourth.caption == "not masked: weight") CHECK(same(row.own("weights"), row.own("unmasked_weights")));
    if (fourth.caption == "masked: weight") CHECK((row.own("weights") == 0 || std::isnan(row.own("unmasked_weights"))));
}

/// value[k] · W_O of a key and a head, one feature of the output after the other.
std::vector<double> value_in_output(const PlainRow& row, Size head, Size key) {
    const Parameters& p = *row.run.parameters;
    const AttentionParameters& own = attention_of(p, row.pair.place, row.run.regime.design);
    const TensorView value = row.tensor("value");
    const Size width = value.layout.shape[3], features = own.out_proj.weight.size(0);
    std::vector<double> result(static_cast<std::size_t>(features));
    for (Size f = 0; f < features; ++f) {
        for (Size i = 0; i < width; ++i)
            result[static_cast<std::size_t>(f)] +=
                value.at({row.pair.cell[0], head, key, i}) * static_cast<double>(own.out_proj.weight.at({f, head * width + i}));
    }
    return result;
}

double used_weight(const PlainRow& row, Size head, Size key) {
    const TensorView dropped = row.tensor("dropped_weights");
    const TensorView used = dropped.present() ? dropped : row.tensor("weights");
    return used.at({row.pair.cell[0], head, row.pair.cell[2], key});
}

double length_of(const std::vector<double>& vector) {
    double squares = 0;
    for (const double number : vector) squares += number * number;
    return std::sqrt(squares);
}

/// The shown lengths are the lengths of the vectors weight · value · W_O.
void check_lengths(const PlainRow& row, const HeadDetail& detail) {
    for (Size key = 0; key < row.keys(); ++key) {
        const double weight = used_weight(row, row.pair.cell[1], key);
        const double expected = std::abs(weight) * length_of(value_in_output(row, row.pair.cell[1], key));
        const auto shown = static_cast<double>(detail.contributions.at({row.pair.cell[2], key}));
        if (std::isfinite(expected)) CHECK(std::abs(shown - expected) <= 1e-4 * (1 + expected));
        if (!std::isnan(expected) && std::isfinite(shown)) CHECK(shown <= static_cast<double>(detail.largest_contribution));
    }
}

/// If nothing was set by hand, the vectors that reach the word and the bias add up to the output; those of a silenced head do not
/// reach it.
bool check_sum(const PlainRow& row) {
    const TensorView output = row.tensor("output");
    for (const char* behind : {"context", "merged", "output", "dropped_output"}) {
        if (row.run.written.contains(path_of(row.pair.place) + "." + behind)) return false;
    }
    const AttentionParameters& own = attention_of(*row.run.parameters, row.pair.place, row.run.regime.design);
    std::vector<double> sum(static_cast<std::size_t>(output.layout.shape[2]));
    if (!own.out_proj.bias.empty()) {
        for (std::size_t f = 0; f < sum.size(); ++f) sum[f] = static_cast<double>(own.out_proj.bias.data()[f]);
    }
    for (Size head = 0; head < head_count(row.run); ++head) {
        const Reach reach = reach_of(row.run, row.pair.place, {row.pair.cell[0], head}, row.pair.cell[2]);
        CHECK(reach != Reach::by_hand);
        for (Size key = 0; key < row.keys() && reach != Reach::silenced; ++key) {
            const std::vector<double> vector = value_in_output(row, head, key);
            for (std::size_t f = 0; f < sum.size(); ++f) sum[f] += used_weight(row, head, key) * vector[f];
        }
    }
    for (std::size_t f = 0; f < sum.size(); ++f) {
        if (!std::isfinite(sum[f])) continue;
        const double found = output.at({row.pair.cell[0], row.pair.cell[2], static_cast<Size>(f)});
        CHECK(std::abs(found - sum[f]) <= 1e-3 * (1 + std::abs(sum[f])));
    }
    return true;
}

/// The reach `by_hand` is only claimed for a row whose numbers were set by hand, and `whole` only for a row without such numbers.
void check_by_hand(const PlainRow& row, Reach reach) {
    const auto any = [&](const char* tensor, auto&& is_meant) {
        const auto written = row.run.written.find(path_of(row.pair.place) + "." + tensor);
        return written != row.run.written.end() && std::ranges::any_of(written->second, is_meant);
    };
    const Index& at = row.pair.cell;
    const Size sentence = at[0], head = at[1], query = at[2];
    const Size width = row.tensor("value").layout.shape[3];
    const bool context =
        any("context", [&](const Index& cell) { return cell[0] == sentence && cell[1] == head && cell[2] == query; });
    const bool merged = any("merged", [&](const Index& cell) {
        return cell[0] == sentence && cell[1] == query && cell[2] >= head * width && cell[2] < (head + 1) * width;
    });
    const bool output = any("output", [&](const Index& cell) { return cell[0] == sentence && cell[1] == query; });
    if (reach == Reach::by_hand) CHECK((context || merged || output));
    if (reach == Reach::whole) CHECK_FALSE((context || merged || output));
}

/// Every key that has a weight is either listed or counted, and the text about the keys left out is right.
void check_keys(const PlainRow& row, const HeadDetail& detail) {
    const ReachingKeys shown = reaching_keys(detail, row.pair.cell[2]);
    const std::string text = rest_words(shown);
    CAPTURE(text);
    Size hidden = 0;
    for (Size key = 0; key < row.keys(); ++key) {
        const bool there = std::ranges::count(shown.keys, key) > 0;
        const bool nothing = !row.sees(key) && row.at("weights", key) == 0;
        hidden += nothing;
        if (nothing) CHECK_FALSE(there);
        if (!nothing && shown.folded == 0) CHECK(there);
    }
    CHECK(has(text, fmt::format("{} hidden by the mask", hidden)) == (hidden > 0));
    CHECK(static_cast<Size>(shown.keys.size()) + shown.folded + hidden == row.keys());
}

/// Checks what a note says about a pair's contribution.
void check_note(const PlainRow& row, const std::vector<std::string>& lines) {
    const double weight = used_weight(row, row.pair.cell[1], row.pair.cell[3]);
    const double length = length_of(value_in_output(row, row.pair.cell[1], row.pair.cell[3]));
    for (const std::string& line : lines) {
        CAPTURE(line);
        for (const char* nothing : {"norm inf", "norm nan"}) CHECK_FALSE(has(line, nothing));
        if (line == "hidden by the mask") CHECK_FALSE(row.sees(row.pair.cell[3]));
        const std::size_t of = line.find("of a value with norm ");
        if (of == std::string::npos) continue;
        CHECK(has(line, plain_number(weight)));
        CHECK(has(line, "after dropout") == row.tensor("dropped_weights").present());
        CHECK(std::stod(line.substr(of + std::string("of a value with norm ").size())) == doctest::Approx(length).epsilon(0.01));
    }
}

}  // namespace

TEST_CASE("heading, softmax, and the way from products to the weight of a pair follow from its numbers") {
    Random random(51);
    std::map<std::string, int> met;
    int said = 0, next_said = 0;
    for (int round = 0; round < 500; ++round) {
        const auto run = any_edited_run(random);
        const AnyPair pair = any_pair(*run, random);
        State state = looking_at(run, pair.place, pair.cell);
        Commands commands;
        const AttentionScene scene = make_attention_scene(state, commands);
        REQUIRE(scene.pair.chosen);
        const PlainRow row{*run, pair};
        const bool of_decoder = pair.place.kind != AttentionKind::encoder_self;
        const std::string next = of_decoder ? next_word_behind(*run, pair.cell[0], pair.cell[2]) : "";
        CHECK(has(pair_heading(scene), scene.with_next(scene.query_name(), pair.cell[2]) + " "));
        next_said += !next.empty();
        check_heading(row, pair_heading(scene), met);
        const bool later = run->regime.design.mask_after_softmax;
        check_softmax(row, softmax_words(scene), later);
        said += !softmax_words(scene).empty();
        double sum = 0;
        for (const FeatureProduct& one : feature_products(scene.numbers, scene.head, scene.tokens())) sum += one.product();
        check_stops(row, attention_stops(scene, sum), run->regime.design);
        CHECK(pair_remark(scene).starts_with("hidden by the mask: ") == !row.sees(pair.cell[3]));
    }
    CHECK(next_said > 100);
    CHECK(said > 100);
    for (const auto& one : met) {
        CAPTURE(one.first);
        CHECK(one.second > 3);
    }
}

TEST_CASE("the two products largest in size are named, also where they are negative") {
    const Counted checks(200);
    Random random(52);
    for (int round = 0; round < 200; ++round) {
        std::vector<FeatureProduct> products;
        for (Size i = 0; i < between(random, 1, 6); ++i)
            products.push_back({i, 4 * random.uniform() - 2, 4 * random.uniform() - 2});
        const std::string text = largest_products(products);
        std::vector<double> sizes;
        for (const FeatureProduct& one : products) sizes.push_back(std::abs(one.product()));
        std::ranges::sort(sizes, std::greater{});
        for (const FeatureProduct& one : products) {
            const bool named =
                has(text, fmt::format("dimension {}, {}", one.feature, signed_number(one.product(), ElementType::scalar)));
            const double least = sizes[std::min<std::size_t>(1, sizes.size() - 1)];
            CHECK(named == (std::abs(one.product()) >= least));
        }
    }
}

TEST_CASE("contributions are weight times value times W_O, and those that are said to reach a word add up to what it gets") {
    Random random(53);
    std::map<Reach, int> met;
    int summed = 0;
    for (int round = 0; round < 400; ++round) {
        const auto run = any_edited_run(random);
        const AnyPair pair = any_pair(*run, random);
        const PlainRow row{*run, pair};
        const HeadPlace head{pair.cell[0], pair.cell[1]};
        const HeadDetail& detail = run->of<AttentionReadings>().detail(*run, pair.place, head);
        check_lengths(row, detail);
        check_keys(row, detail);
        summed += check_sum(row);
        State state = looking_at(run, pair.place, pair.cell);
        Commands commands;
        const AttentionScene scene = make_attention_scene(state, commands);
        check_note(row, contribution_note(scene, scene.tokens()));
        const Reach reach = reach_of(*run, pair.place, head, pair.cell[2]);
        check_by_hand(row, reach);
        ++met[reach];
        CHECK((std::string(reach_title(reach)) == "WHAT REALLY REACHES") == (reach == Reach::whole));
        const std::string last = attention_stops(scene, 0).back().caption;
        CHECK((last.starts_with("contribution to “")) == (reach == Reach::whole));
    }
    CHECK(summed > 200);
    CHECK(met.size() == 4);
    for (const auto& [reach, times] : met) CHECK(times > 3);
}

namespace {

/// A stage's remark must be true of all its rows.
void check_remark(const std::string& text, const char* tensor, const PlainRow& row) {
    CAPTURE(text);
    const Design& design = row.run.regime.design;
    const auto written = row.run.written.find(path_of(row.pair.place) + "." + tensor);
    std::vector<Index> cells;
    if (written != row.run.written.end()) {
        for (const Index& cell : written->second) {
            if (cell[0] == row.pair.cell[0] && cell[1] == row.pair.cell[1] && std::ranges::count(cells, cell) == 0)
                cells.push_back(cell);
        }
    }
    CHECK(has(text, fmt::format("; {} set by hand", cells.size())) == !cells.empty());
    bool hides = false, all_see = true, sums = true;
    for (Size query = 0; query < row.tensor("weights").layout.shape[2]; ++query) {
        double sum = 0;
        Size seen = 0;
        for (Size key = 0; key < row.keys(); ++key) {
            const bool sees = row.tensor("mask").at({row.pair.cell[0], 0, query, key}) != 0;
            hides |= !sees, seen += sees;
            sum += row.tensor("weights").at({row.pair.cell[0], row.pair.cell[1], query, key});
        }
        all_see &= seen > 0;
        if (seen > 0) sums = sums && std::abs(sum - 1) < 2e-4;
    }
    CHECK((!has(text, "hatched: hidden") || hides));
    if (has(text, "the mask hides nothing")) CHECK_FALSE(hides);
    if (text.starts_with("every row sums")) CHECK((all_see && sums));
    if (has(text, "every row that may attend")) CHECK(sums);
    if (has(text, "not every row sums")) CHECK_FALSE((sums && all_see));
    if (has(text, "÷ √")) CHECK((design.scale_scores && has(text, fmt::format("÷ √{},", row.tensor("query").layout.shape[3]))));
    if (has(text, "not divided")) CHECK_FALSE(design.scale_scores);
    CHECK(has(text, "after dropout") ==
          (std::string(tensor).empty() && row.tensor("dropped_weights").present() && !has(text, "not every weight")));
}

}  // namespace

TEST_CASE("the remark under a picture is true of all of its cells") {
    Random random(54);
    for (int round = 0; round < 200; ++round) {
        const auto run = any_edited_run(random);
        const AnyPair pair = any_pair(*run, random);
        State state = looking_at(run, pair.place, pair.cell);
        Commands commands;
        const AttentionScene scene = make_attention_scene(state, commands);
        const PlainRow row{*run, pair};
        for (const AttentionStage stage :
             {AttentionStage::scores, AttentionStage::masked, AttentionStage::weights, AttentionStage::contribution}) {
            const std::string tensor(stage_info(stage, run->regime.design).tensor);
            check_remark(stage_remark(stage, scene), tensor.c_str(), row);
        }
    }
}

TEST_CASE("what a head contributes is told against the same run with it, whatever else is altered in both") {
    Random random(55);
    std::map<bool, int> alone;
    int lost_otherwise = 0;
    for (int round = 0; round < 200; ++round) {
        const auto plain = any_run(random);
        Edits edits = random_edits(*plain, random);
        if (random.below(3) == 0) edits = {};
        const SilencedHead head{"decoder.layers.0.cross_attn", between(random, 0, head_count(*plain) - 1)};
        edits.interventions.silenced = {head};
        const auto run = with_edits(plain, edits);
        Edits others = edits;
        others.interventions.silenced.clear();
        const auto with = others == Edits{} ? plain : with_edits(plain, others);
        const Size sentence = between(random, 0, sentence_count(*run) - 1);
        const std::string text = silencing_words(run, head, sentence);
        CAPTURE(text);
        const TensorView before = with->find("predictions"), now = run->find("predictions");
        const TensorView likely_before = with->find("probabilities"), likely_now = run->find("probabilities");
        Size words = 0, changed = 0;
        for (Size position = 0; position < now.layout.shape[1]; ++position) {
            if (run->find("tgt.tokens").at({sentence, position}) == 0) continue;
            ++words;
            const auto said = [&](const TensorView& predictions, const TensorView& likely) {
                const auto word = static_cast<Size>(predictions.at({sentence, position}));
                return std::isnan(likely.at({sentence, position, word})) ? -1 : word;
            };
            changed += said(before, likely_before) != said(now, likely_now);
        }
        CHECK(has(text, "The predictions for this sentence have not changed.") == (changed == 0));
        CHECK(has(text, fmt::format("{} of the {} prediction{} of this sentence changed.", changed, words,
                                    words == 1 ? "" : "s")) == (changed > 0));
        CHECK(has(text, "Loss of the batch") == run->has_loss());
        if (run->has_loss())
            CHECK(has(text,
                      fmt::format("{} → {}", plain_number(with->find("loss").at({0})), plain_number(run->find("loss").at({0})))));
        const bool other =
            !edits.interventions.overwrites.empty() || !edits.interventions.skipped_sublayers.empty() || edits.design != Design{};
        CHECK(has(text, "All else is the same in both: ") == other);
        CHECK_FALSE(has(silencing_words(with, head, sentence), "Loss"));
        lost_otherwise += run->has_loss() && with->find("loss").at({0}) != plain->find("loss").at({0});
        ++alone[!other];
    }
    CHECK(alone[true] > 20);
    CHECK(alone[false] > 20);
    CHECK(lost_otherwise > 20);  // where the effect of everything altered is not that of the head
}

TEST_CASE("a head that a run has not is missed for the right reason") {
    Random random(56);
    for (int round = 0; round < 100; ++round) {
        const auto run = any_run(random);
        const AttentionKind kind = kinds[random.below(3)];
        const AttentionPlace place{kind, between(random, 0, 3)};
        const HeadPlace head{between(random, 0, 3), between(random, 0, 3)};
        const bool layer = run->find(path_of(place) + ".weights").present();
        const auto& shape = run->find(path_of({kind, 0}) + ".weights").layout.shape;
        const std::string text = missing_head_words(*run, place, head);
        CHECK(has(text, "no such layer") == !layer);
        CHECK(has(text, "no such head") == (layer && head.head >= shape[1]));
        CHECK(has(text, "no such sentence") == (layer && head.head < shape[1] && head.sentence >= shape[0]));
    }
}

}  // namespace vitrine::pair_words_test
