/// What the program says about one mask by itself, checked against tokens and recorded masks with plain loops.

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/views/masks/words.h"
#include "app/words/alterations.h"
#include "tests/app/any_runs.h"
#include "tests/counted.h"

namespace vitrine::mask_part_words_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

bool has(const std::vector<std::string>& lines, const std::string& words) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return has(line, words); });
}

/// A mask of a run, cell by cell.
struct PlainMask {
    const Run& run;
    AttentionPlace place;
    Size sentence;

    const Configuration& c() const { return run.model->configuration; }
    const Design& design() const { return run.regime.design; }
    TensorView recorded() const { return run.find(path_of(place) + ".mask"); }
    bool sees(Size query, Size key) const { return recorded().at({sentence, 0, query, key}) != 0; }
    Size queries() const { return recorded().layout.shape[2]; }
    Size keys() const { return recorded().layout.shape[3]; }
    bool by_hand(Size query, Size key) const { return is_written(run, path_of(place) + ".mask", {sentence, 0, query, key}); }
    bool is_padding(Side side, Size position) const {
        const bool source = side == Side::source;
        return run.find(source ? "src.tokens" : "tgt.tokens").at({sentence, position}) == (source ? c().pad_src : c().pad_tgt);
    }
    /// Whether the masks in use let the query see the key.
    bool rule(Size query, Size key) const {
        const bool causal = place.kind == AttentionKind::decoder_self && design().causal_mask && key > query;
        const bool padding = design().padding_mask && (design().padding_on_queries ? is_padding(side_of_queries(place.kind), query)
                                                                                   : is_padding(side_of_keys(place.kind), key));
        return !causal && !padding && (!design().causal_mask || !beyond_window(query, key));
    }
    bool beyond_window(Size query, Size key) const {
        if (place.kind != AttentionKind::decoder_self) return false;
        const std::optional<Size> window = c().layer(StackKind::decoder, place.layer).window;
        return window && key + *window <= query;
    }
};

/// How many cells of a mask's picture in the list are hidden, and how many there are.
std::pair<Size, Size> counted(const PlainMask& mask, MaskKind thing) {
    const bool source = thing == MaskKind::source_padding;
    const Size length = mask.run.find(source ? "src.tokens" : "tgt.tokens").layout.shape[1];
    Size hidden = 0;
    if (thing == MaskKind::target) {
        for (Size q = 0; q < length; ++q) {
            for (Size k = 0; k < length; ++k) hidden += !mask.sees(q, k);
        }
        return {hidden, length * length};
    }
    if (thing == MaskKind::causal) {
        for (Size q = 0; q < length; ++q) {
            for (Size k = 0; k < length; ++k) hidden += k > q || mask.beyond_window(q, k);
        }
        return {hidden, length * length};
    }
    for (Size i = 0; i < length; ++i) hidden += mask.is_padding(source ? Side::source : Side::target, i);
    const Size rows = mask.design().padding_on_queries ? length : 1;
    return {hidden * rows, length * rows};
}

void check_thing(const PlainMask& mask, MaskKind thing, std::map<std::string, int>& met) {
    const auto [hidden, all] = counted(mask, thing);
    const MaskThingWords words = mask_thing_words(mask.run, thing, {mask.place, mask.sentence}, hidden, all);
    const Design& design = mask.design();
    const bool recorded = thing == MaskKind::target;
    const bool absent = thing == MaskKind::causal ? !design.causal_mask
                        : recorded                ? !design.causal_mask && !design.padding_mask
                                                  : !design.padding_mask;
    CAPTURE(words.title);
    CAPTURE(words.card);
    CHECK((words.card == "left out") == (absent && (!recorded || hidden == 0)));
    if (words.card != "left out") CHECK((words.card == "hides nothing") == (hidden == 0));
    if (has(words.card, "hides ") && hidden > 0) CHECK(words.card == fmt::format("hides {} of {}", hidden, all));
    CHECK(has(words.note, "left out") == (absent || (recorded && !(design.causal_mask && design.padding_mask))));
    if (has(words.title, "both together")) CHECK((design.causal_mask && design.padding_mask));
    if (!absent && thing != MaskKind::causal) CHECK(has(words.note, "on the wrong axis") == design.padding_on_queries);
    Size unlike = 0;
    for (Size q = 0; q < mask.queries(); ++q) {
        for (Size k = 0; k < mask.keys(); ++k) unlike += mask.sees(q, k) != mask.rule(q, k);
    }
    const std::string by_hand = unlike == 1 ? "1 cell of this mask was set by hand." : fmt::format("{} cells of this mask", unlike);
    CHECK(has(words.note, by_hand) == (recorded && unlike > 0));
    CHECK(has(words.note, "set by hand") == (recorded && unlike > 0));
    for (const char* part : {"left out", "hides nothing", "hides "}) met[part] += has(words.card, part);
    met["by hand"] += has(words.note, "set by hand");
}

void check_part(const PlainMask& mask, MaskKind part, const TokenPair& pair, std::map<std::string, int>& met) {
    const auto lines = mask_part_note(mask.run, part, {mask.place, mask.sentence, pair.query, pair.key});
    const Design& design = mask.design();
    const Side asking = side_of_queries(mask.place.kind), answering = side_of_keys(mask.place.kind);
    CHECK(has(lines, " comes after ") == (part == MaskKind::causal && pair.key > pair.query));
    const bool beyond = part == MaskKind::causal && mask.beyond_window(pair.query, pair.key);
    CHECK(has(lines, " is before the window of ") == beyond);
    met["beyond the window"] += beyond;
    CHECK(has(lines, "does not come after") == (part == MaskKind::causal && pair.key <= pair.query && !beyond));
    const bool padding = part != MaskKind::causal &&
                         (design.padding_on_queries ? mask.is_padding(asking, pair.query) : mask.is_padding(answering, pair.key));
    CHECK(has(lines, " is padding") == padding);
    const bool in_use = part == MaskKind::causal ? design.causal_mask : design.padding_mask;
    CHECK(has(lines, "it hides nothing") ==
          (!in_use && (padding || beyond || (part == MaskKind::causal && pair.key > pair.query))));
    // What one mask hides is hidden in the run, except where the run's mask was set by hand.
    if (has(lines, ": hidden")) CHECK((!mask.sees(pair.query, pair.key) || mask.by_hand(pair.query, pair.key)));
    if (has(lines, "no query may attend to it")) {
        for (Size q = 0; q < mask.queries(); ++q) CHECK((!mask.sees(q, pair.key) || mask.by_hand(q, pair.key)));
    }
    if (has(lines, "so it may attend to no token")) {
        for (Size k = 0; k < mask.keys(); ++k) CHECK((!mask.sees(pair.query, k) || mask.by_hand(pair.query, k)));
    }
    for (const char* words :
         {"comes after", "no query may attend to it", "attend to no token", "hides nothing", "does not hide it"})
        met[words] += has(lines, words);
}

}  // namespace

TEST_CASE("a mask in the list is what its cells are, and those set by hand are counted") {
    const Counted checks(500);
    Random random(61);
    std::map<std::string, int> met;
    for (int round = 0; round < 500; ++round) {
        const auto run = any_edited_run(random);
        for (Size sentence = 0; sentence < sentence_count(*run); ++sentence) {
            const PlainMask mask{*run, {AttentionKind::decoder_self, 0}, sentence};
            for (const MaskKind thing : {MaskKind::source_padding, MaskKind::target_padding, MaskKind::causal, MaskKind::target})
                check_thing(mask, thing, met);
        }
    }
    for (const auto& [part, times] : met) CHECK(times > 2);
}

TEST_CASE("the note on a part of a mask speaks of tokens and order as they are, and hides what is hidden") {
    Random random(62);
    std::map<std::string, int> met;
    for (int round = 0; round < 150; ++round) {
        const auto run = any_edited_run(random);
        for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
            const PlainMask mask{*run, {kind, 0}, between(random, 0, sentence_count(*run) - 1)};
            for (int i = 0; i < 6; ++i) {
                const TokenPair pair{between(random, 0, mask.queries() - 1), between(random, 0, mask.keys() - 1)};
                if (kind == AttentionKind::decoder_self) check_part(mask, MaskKind::causal, pair, met);
                check_part(mask, kind == AttentionKind::decoder_self ? MaskKind::target_padding : MaskKind::source_padding, pair,
                           met);
            }
        }
    }
    for (const auto& [words, times] : met) CHECK(times > 10);
}

TEST_CASE("a row of numbers is what made it, unless some were set by hand, and these are counted") {
    Random random(63);
    int by_hand = 0;
    for (int round = 0; round < 900; ++round) {
        auto run = any_edited_run(random);
        const std::string attention = "decoder.layers.0.self_attn";
        const TensorView weights = run->find(attention + ".weights");
        for (Size query = 0; query < weights.layout.shape[2]; ++query) {
            const Index row{0, 0, query, 0};
            const std::string text = row_words(*run, attention + ".weights", row, "softmax of the row");
            Size written = 0;
            for (Size key = 0; key < weights.layout.shape[3]; ++key)
                written += is_written(*run, attention + ".weights", {0, 0, query, key});
            CHECK(text == (written == 0 ? "softmax of the row" : fmt::format("{} set by hand", written)));
            by_hand += written > 0;
            if (written > 0 || run->regime.design.mask_after_softmax) continue;
            double sum = 0;
            const TensorView masked = run->find(attention + ".masked_scores");
            for (Size key = 0; key < weights.layout.shape[3]; ++key) sum += std::exp(masked.at({0, 0, query, key}));
            for (Size key = 0; key < weights.layout.shape[3] && std::isfinite(sum) && sum > 0; ++key) {
                const Index cell{0, 0, query, key};
                CHECK(std::abs(weights.at(cell) - std::exp(masked.at(cell)) / sum) < 1e-4);
            }
        }
    }
    CHECK(by_hand > 3);
}

}  // namespace vitrine::mask_part_words_test
