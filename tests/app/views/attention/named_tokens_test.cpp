/// What is said of the key a token attends to most, where weights are alike and tokens occur more than once: held against the
/// recorded weights and the tokens that were read, in plain loops, over any runs.

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/folds.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/pair_words.h"
#include "app/widgets/input.h"
#include "app/words/masks.h"
#include "app/words/next_word.h"
#include "tests/app/any_runs.h"
#include "tests/app/compare/compared.h"
#include "tests/app/family_runs.h"

namespace vitrine::named_tokens_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// The token at a position and, where its text stands at another one, too, the position.
std::string expected_name(const Run& run, Side side, Size sentence, Size position, int& repeated) {
    const IndexTensor& tokens = tokens_read(run, side);
    const auto text = [&](Size at) { return vocabulary_of(run, side).word(tokens.at({sentence, at})); };
    const std::string own = text(position);
    Size times = 0;
    for (Size at = 0; at < tokens.size(1); ++at) times += text(at) == own;
    repeated += times > 1;
    return briefly_quoted(own) + (times > 1 ? fmt::format(" (position {})", position) : "");
}

/// Whether rounding alone, or decimals that are not shown, tell two weights apart.
bool plainly_alike(double a, double b) {
    const double larger = std::max(std::abs(a), std::abs(b));
    if (std::abs(a - b) <= 1e-5 * larger) return true;
    return std::abs(a - b) <= 1e-3 * larger && fmt::format("{:.4f}", a) == fmt::format("{:.4f}", b);
}

/// How often each form of the sentence was met.
using Met = std::map<std::string, int>;

void check_pair(const std::shared_ptr<const Run>& run, const AttentionPlace& place, const Index& cell, Met& met) {
    State state = new_state();
    apply(state, ShowRun{run});
    apply(state, SetView{View::attention});
    apply(state, SelectSentence{cell[0]});
    apply(state, SelectHead{cell[1]});
    apply(state, SelectTensor{path_of(place) + ".weights"});
    apply(state, SelectCell{path_of(place) + ".weights", cell});
    Commands commands;
    const AttentionScene scene = make_attention_scene(state, commands);
    REQUIRE(scene.pair.chosen);
    const Side asks = side_of_queries(place.kind), answers = side_of_keys(place.kind);
    const Size sentence = cell[0], query = cell[2], key = cell[3];
    int repeated = 0;
    std::string asking = expected_name(*run, asks, sentence, query, repeated);
    const std::string answering = expected_name(*run, answers, sentence, key, repeated);
    met["repeated"] += repeated > 0;

    const std::string next = asks == Side::target ? next_word_behind(*run, sentence, query) : "";
    if (!next.empty()) asking = asking.ends_with(')') ? asking.substr(0, asking.size() - 1) + ", " + next.substr(2) : asking + next;
    const TensorView weights = run->find(path_of(place) + ".weights"), mask = run->find(path_of(place) + ".mask");
    const Size keys = weights.layout.shape[3];
    const auto weight = [&](Size k) { return weights.at({sentence, cell[1], query, k}); };
    const auto sees = [&](Size k) { return mask.at({sentence, 0, query, k}) != 0; };
    double largest = 0;
    Size reached = 0;
    for (Size k = 0; k < keys; ++k) {
        if (weight(k) > largest) largest = weight(k);
        reached += sees(k) || weight(k) != 0;
    }
    std::vector<Size> most;
    for (Size k = 0; k < keys; ++k) {
        if (largest > 0 && plainly_alike(weight(k), largest)) most.push_back(k);
    }
    const bool among = std::ranges::count(most, key) > 0;
    const auto count = static_cast<Size>(most.size());
    const std::string text = pair_heading(scene);
    CAPTURE(text);
    std::string form;
    if (!sees(key)) {
        form = weight(key) == 0 ? "cannot" : "hidden";
        CHECK(text == (weight(key) == 0 ? asking + " may not attend to " + answering
                                        : "How much " + asking + " attends to " + answering + ", though hidden"));
    } else if (reached == 1) {
        form = "alone";
        CHECK(text == asking + " can attend to " + answering + " only");
    } else if (!among) {
        form = std::isnan(weight(key)) ? "NaN" : "less";
        CHECK(text == "How much " + asking + " attends to " + answering);
    } else if (count == 1) {
        form = "most";
        CHECK(text == "Why " + asking + " attends to " + answering + " most");
    } else if (count == reached) {
        form = "all alike";
        CHECK(text == fmt::format("{} attends equally to all {} tokens{}, {} among them", asking, count,
                                  count < keys ? " it may attend to" : "", answering));
    } else if (count == 2) {
        form = "two alike";
        const Size other = most[0] == key ? most[1] : most[0];
        CHECK(text == fmt::format("{} attends most, and equally, to {} and {}", asking, answering,
                                  expected_name(*run, answers, sentence, other, repeated)));
    } else {
        form = "several alike";
        CHECK(text == fmt::format("{} attends most, and equally, to {} and {} other tokens", asking, answering, count - 1));
    }
    ++met[form];

    // The same names in every other sentence about the pair.
    CHECK(has(attention_stops(scene, 0).back().caption, " to " + expected_name(*run, asks, sentence, query, repeated)));
    const TensorInfo& info = *run->info(path_of(place) + ".weights");
    CHECK(cell_caption_with_next(*run, info, cell).place == asking + " asks " + answering);
    CHECK(mask_note(*run, {place, sentence, query, key}).front() == expected_name(*run, asks, sentence, query, repeated) +
                                                                        (sees(key) ? " may attend to " : " may not attend to ") +
                                                                        answering);

    // The text about a proposed pair says how many pairs have the same weight.
    const ProposedPair& proposed = run->of<AttentionReadings>().proposed_pair(*run, place, {sentence, cell[1]});
    if (proposed.rule == ProposalRule::any || proposed.rule == ProposalRule::none) return;
    const std::string rule = proposal_text(proposed, place.kind);
    CHECK(has(rule, fmt::format("one of {} equal, largest weights", proposed.alike)) == (proposed.alike > 1));
    CHECK(proposed.alike >= 1);
    met["several proposed"] += proposed.alike > 1;
}

void check_some_pairs(const std::shared_ptr<const Run>& run, int pairs, Random& random, Met& met) {
    std::vector<AttentionPlace> attentions;
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        for (Size layer = 0; layer < attention_layers(run->model->configuration, kind); ++layer)
            attentions.push_back({kind, layer});
    }
    for (int i = 0; i < pairs; ++i) {
        const AttentionPlace& place = attentions[random.below(attentions.size())];
        const auto& shape = run->find(path_of(place) + ".weights").layout.shape;
        Index cell{};
        for (std::size_t axis = 0; axis < 4; ++axis) cell[axis] = between(random, 0, shape[axis] - 1);
        check_pair(run, place, cell, met);
    }
}

/// A run with many equal weights: the first layers' projections are 0, and so are their scores, but for a few set by hand.
std::shared_ptr<const Run> tied_run(Random& random) {
    auto model = std::make_shared<Model>();
    model->configuration = random_configuration(random);
    model->parameters = random_parameters(model->configuration, random);
    for (AttentionParameters* attention :
         {&model->parameters.transformer.encoder.layers[0].self_attn, &model->parameters.transformer.decoder.layers[0].self_attn,
          &model->parameters.transformer.decoder.layers[0].multihead_attn}) {
        attention->in_proj_weight.fill(0);
        if (!attention->in_proj_bias.empty()) attention->in_proj_bias.fill(0);
    }
    model->batch = any_batch(model->configuration, random);
    const auto run = make_run(model);
    Edits edits;
    for (int i = 0; i < 6; ++i) {
        constexpr const char* paths[] = {"encoder.layers.0.self_attn.scores", "decoder.layers.0.self_attn.scores",
                                         "decoder.layers.0.cross_attn.scores"};
        const std::string path = paths[random.below(3)];
        Overwrite higher = random_overwrite(path, run->find(path), model->configuration, random);
        higher.value = coin(random) ? 1.5 : -1.5;
        edits.interventions.overwrites.push_back(higher);
    }
    return with_edits(run, edits);
}

}  // namespace

TEST_CASE("which key a token attends to most is said with ties and positions, in any run") {
    Random random(81);
    Met met;
    for (int round = 0; round < 1000; ++round) check_some_pairs(any_edited_run(random), 3, random, met);
    for (int round = 0; round < 300; ++round) check_some_pairs(tied_run(random), 4, random, met);
    for (const char* form : {"repeated", "cannot", "alone", "less", "most", "all alike", "two alike", "several alike", "NaN",
                             "hidden", "several proposed"}) {
        CAPTURE(form);
        CHECK(met[form] >= 5);
    }
}

TEST_CASE("the same in models of one stack and of other families") {
    Random random(82);
    Met met;
    for (const std::string& family : family_names()) check_some_pairs(family_run(family), 20, random, met);
    CHECK(met["most"] + met["less"] >= 60);
    CHECK(met["repeated"] >= 10);
}

TEST_CASE("of two runs that are compared, a token that differs is named by both, and its position where it stands again") {
    State state = compared();
    show(state, ComparedSide::difference);
    const Run& run = *state.run;
    REQUIRE(run.difference);
    int named = 0;
    for (const char* path : {"encoder.layers.0.self_attn.weights", "decoder.layers.0.cross_attn.weights"}) {
        const TensorInfo& info = *run.info(path);
        const auto& shape = run.find(path).layout.shape;
        for (Size query = 0; query < shape[2]; ++query) {
            for (Size key = 0; key < shape[3]; ++key) {
                const Labels asking = axis_labels(run, info, 2, 0), answering = axis_labels(run, info, 3, 0);
                const auto expected = [](const Labels& labels, Size position) {
                    Size times = 0;
                    for (Size at = 0; at < labels.count(); ++at) times += labels[at] == labels[position];
                    return briefly_quoted(labels[position]) + (times > 1 ? fmt::format(" (position {})", position) : "");
                };
                CHECK(cell_caption(run, info, {0, 0, query, key}).place ==
                      expected(asking, query) + " asks " + expected(answering, key));
                ++named;
            }
        }
    }
    CHECK(named >= 20);
}

TEST_CASE("on the screen stand the sentence on the pair, and behind every bar over how many tokens it is a mean") {
    Stage stage(sample("navigation"), {.width = 1600, .height = 2400});
    Random random(83);
    Input input;
    int headings = 0, bars = 0, repeated = 0;
    for (int round = 0; round < 30; ++round) {
        const auto run = coin(random) ? tied_run(random) : any_edited_run(random);
        constexpr const char* paths[] = {"encoder.layers.0.self_attn", "decoder.layers.0.self_attn", "decoder.layers.0.cross_attn"};
        const std::string path = paths[random.below(3)];
        const auto& shape = run->find(path + ".weights").layout.shape;
        Index cell{};
        for (std::size_t axis = 0; axis < 4; ++axis) cell[axis] = between(random, 0, shape[axis] - 1);
        stage.application().command(ShowRun{run});
        stage.application().command(SetView{View::attention});
        stage.application().command(OpenPart{folded_kinds});
        stage.application().command(SelectSentence{cell[0]});
        stage.application().command(SelectHead{cell[1]});
        stage.application().command(SelectCell{path + ".weights", cell});
        stage.frame(input);
        Commands commands;
        const AttentionScene scene = make_attention_scene(stage.state(), commands);
        REQUIRE(scene.pair.chosen);
        const Anchor* products = stage.record().find("attention/products");
        REQUIRE(products);
        CHECK(says(texts_in(stage.record(), products->area), pair_heading(scene)));
        ++headings;
        repeated += has(pair_heading(scene), " (position ");
        for (const AttentionPattern pattern : patterns_of(scene.place.kind)) {
            const Anchor* bar = stage.record().find(fmt::format("attention/like/{}", static_cast<int>(pattern)));
            CHECK((bar != nullptr) == scene.reading.of(pattern).has_value());
            if (!bar) continue;
            CHECK(says(texts_in(stage.record(), bar->area), counted_likeness(*scene.reading.of(pattern), scene.reading.queries)));
            ++bars;
        }
    }
    CHECK(headings == 30);
    CHECK(bars >= 60);
    CHECK(repeated >= 5);
}

TEST_CASE("a position is named with what stands behind it in one pair of brackets") {
    CHECK(name_with("“a”", " (next: “b”)") == "“a” (next: “b”)");
    CHECK(name_with("“a” (position 4)", " (next: “b”)") == "“a” (position 4, next: “b”)");
    CHECK(name_with("“a” (position 4)", "") == "“a” (position 4)");
    const std::vector<std::string> words{"a", ")", "a", ")"};
    const Labels labels(4, [&](Size at) { return words[static_cast<std::size_t>(at)]; });
    CHECK(token_name(labels, 2) == "“a” (position 2)");
    CHECK(token_name(labels, 3) == "“)” (position 3)");
    CHECK(token_name(Labels(2, [&](Size at) { return words[static_cast<std::size_t>(at)]; }), 1) == "“)”");
}

}  // namespace vitrine::named_tokens_test
