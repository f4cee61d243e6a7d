/// What the program says about a leak test, checked against two complete runs that are compared bit by bit, and against the
/// paper's rule of who may see whom.

#include "app/views/masks/leak_words.h"

#include <cstring>
#include <limits>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/words/alterations.h"
#include "tests/app/any_runs.h"

namespace vitrine::leak_words_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// A question about a random token, with the run's masks or with others.
LeakQuestion any_question(const Run& run, Random& random) {
    const Configuration& c = run.model->configuration;
    const BatchSide side = coin(random) ? BatchSide::source : BatchSide::target;
    const TensorView tokens = run.find(side == BatchSide::source ? "src.tokens" : "tgt.tokens");
    const TokenPlace place{side, between(random, 0, tokens.layout.shape[0] - 1), between(random, 0, tokens.layout.shape[1] - 1)};
    const Size words = side == BatchSide::source ? c.src_vocab_size : c.tgt_vocab_size;
    const auto here = static_cast<Size>(tokens.at({place.sentence, place.position}));
    Size id = here;
    while (id == here || id == 0) id = between(random, 1, words - 1);
    const Design& design = run.regime.design;
    LeakQuestion question{{place, static_cast<std::int32_t>(id)}, design.causal_mask, design.padding_mask};
    if (random.below(3) == 0 && !design.mask_after_softmax && !design.padding_on_queries)
        question.causal = coin(random), question.padding = coin(random);
    return question;
}

/// The rows of both outputs, which of them have moved, and which may.
struct PlainRow {
    BatchSide side;  ///< of the memory or of the logits
    Size sentence, position;
    bool moved, may;
};

std::vector<PlainRow> plain_rows(const Run& run, const LeakQuestion& question) {
    const TokenPlace& place = question.change.place;
    const bool source = place.side == BatchSide::source;
    const std::string path = source ? "src" : "tgt";
    const bool padding = run.find(path + ".tokens").at({place.sentence, place.position}) == 0;
    Pass pass = pass_of(run);
    pass.regime.design.causal_mask = question.causal, pass.regime.design.padding_mask = question.padding;
    Activations before, after;
    forward(pass, before);
    Interventions changed = run.edits.interventions;
    const Tensor& table = source ? run.parameters->src_embedding.weight : run.parameters->target_table();
    if (!padding)
        changed.overwrites.push_back({path + ".tokens", {place.sentence, place.position}, static_cast<double>(question.change.id)});
    for (Size i = 0; padding && i < table.size(1); ++i)
        changed.overwrites.push_back(
            {path + ".embedding", {place.sentence, place.position, i}, static_cast<double>(table.at({question.change.id, i}))});
    pass.interventions = &changed;
    forward(pass, after);
    std::vector<PlainRow> rows;
    const auto add = [&](const Tensor& was, const Tensor& is, BatchSide side) {
        for (Size b = 0; b < was.size(0); ++b) {
            for (Size i = 0; i < was.size(1); ++i) {
                const auto bytes = static_cast<std::size_t>(was.size(2)) * sizeof(Scalar);
                const bool moved = std::memcmp(&was.at({b, i, 0}), &is.at({b, i, 0}), bytes) != 0;
                const bool own_side = side == place.side, later = i >= place.position;
                const bool may = b == place.sentence && (padding  ? own_side && i == place.position
                                                         : source ? true
                                                                  : own_side && later);
                rows.push_back({side, b, i, moved, may});
            }
        }
    };
    add(before.memory, after.memory, BatchSide::source);
    add(before.logits, after.logits, BatchSide::target);
    return rows;
}

struct Counted {
    Size rows = 0, moved = 0, barred = 0, leaks = 0;
};

template <class Is>
Counted count(const std::vector<PlainRow>& rows, Is&& is) {
    Counted counted;
    for (const PlainRow& row : rows) {
        if (!is(row)) continue;
        ++counted.rows, counted.moved += row.moved, counted.barred += !row.may, counted.leaks += row.moved && !row.may;
    }
    return counted;
}

/// Whether for any token of the sentence there is a row that its change must not reach.
bool any_barred(const Run& run, Size sentence) {
    const auto length = [&](const char* tokens) { return run.find(tokens).layout.shape[1]; };
    for (Size i = 0; i < length("src.tokens"); ++i) {
        if (run.find("src.tokens").at({sentence, i}) == 0) return true;
    }
    return length("tgt.tokens") > 1;
}

void check_headline(const LeakFindings& found, const std::vector<PlainRow>& rows, const Run& run, std::map<LeakVerdict, int>& met) {
    const TokenPlace& place = found.question.change.place;
    const bool source = place.side == BatchSide::source;
    const auto is_own = [&](const PlainRow& row) {
        return row.sentence == place.sentence && (source || row.side == BatchSide::target);
    };
    const Counted own = count(rows, is_own), beyond = count(rows, [&](const PlainRow&row) { return !is_own(row); });
    const LeakHeadline headline = leak_headline(found);
    CAPTURE(headline.text);
    ++met[headline.verdict];
    CHECK(has(headline.text, found.word));
    CHECK((headline.verdict == LeakVerdict::leaks) == (own.leaks + beyond.leaks > 0));
    CHECK(has(headline.text, fmt::format("Leak: {} of {} rows changed", own.leaks, own.barred)) == (own.leaks > 0));
    CHECK(has(headline.text, fmt::format("{} of {} ", beyond.leaks, beyond.barred)) >= (beyond.leaks > 0));
    if (beyond.leaks == 0) CHECK_FALSE(has(headline.text, "elsewhere"));
    if (headline.verdict == LeakVerdict::none) CHECK(has(headline.text, fmt::format(", 0 of {} changed.", own.barred)));
    if (headline.verdict != LeakVerdict::nothing_barred) return;
    CHECK(own.barred == 0);
    CHECK(has(headline.text, "Choose a later token") == any_barred(run, place.sentence));
}

void check_beyond(const LeakFindings& found, const std::vector<PlainRow>& rows) {
    const TokenPlace& place = found.question.change.place;
    const auto of = [&](BatchSide side, bool own) {
        return count(rows, [&](const PlainRow& row) { return row.side == side && (row.sentence == place.sentence) == own; });
    };
    const Counted memory = of(BatchSide::source, true), logits = of(BatchSide::target, false),
                  others = of(BatchSide::source, false);
    std::size_t lines = 0;
    for (const auto& [line, holds] : beyond_lines(found)) {
        const std::string text = line;
        CAPTURE(text);
        ++lines;
        if (has(text, "the encoder does not read")) {
            CHECK(has(text, fmt::format("{} of {} memory rows changed", memory.moved, memory.rows)));
            CHECK(holds == (memory.moved == 0));
        } else {
            CHECK(text == fmt::format("other sentences: {} of {} outputs and {} of {} memory rows changed", logits.moved,
                                      logits.rows, others.moved, others.rows));
            CHECK(holds == (logits.moved + others.moved == 0));
        }
    }
    CHECK(lines == static_cast<std::size_t>(place.side == BatchSide::target) + (logits.rows + others.rows > 0));
}

}  // namespace

TEST_CASE("the words of a leak test are counted from the bits of two runs and from who may see whom") {
    Random random(71);
    std::map<LeakVerdict, int> met;
    int padding_said = 0;
    for (int round = 0; round < 400; ++round) {
        const auto plain = any_run(random);
        const auto run = with_edits(plain, random_edits(*plain, random));
        const LeakQuestion question = any_question(*run, random);
        const LeakTest test = answer(*run, question);
        const LeakFindings found = make_leak_findings(*run, test, question);
        const std::vector<PlainRow> rows = plain_rows(*run, question);
        check_headline(found, rows, *run, met);
        check_beyond(found, rows);
        for (const PlainRow& row : rows) {
            const auto& tested = row.side == BatchSide::source ? found.memory : found.outputs;
            const RowMovement& movement = tested.rows[static_cast<std::size_t>(row.sentence * tested.length + row.position)];
            CHECK((movement_words(movement) == "did not change") == !row.moved);
            CHECK(has(verdict_words(movement), "this is a leak") == (row.moved && !row.may));
            CHECK(has(verdict_words(movement), "no leak here") == (!row.moved && !row.may));
        }
        // The text about padding states the rule by which the result was judged.
        if (!has(leak_explanation(found), "Padding may change")) continue;
        ++padding_said;
        CHECK(count(rows, [](const PlainRow& row) { return row.may; }).rows == 1);
    }
    CHECK(met[LeakVerdict::leaks] > 20);
    CHECK(met[LeakVerdict::none] > 20);
    CHECK(met[LeakVerdict::nothing_barred] > 5);
    CHECK(padding_said > 20);
}

TEST_CASE("where NaN stands before and after, the test says that it would hide a leak") {
    Random random(72);
    int met = 0;
    for (int round = 0; round < 200; ++round) {
        const auto plain = any_run(random);
        const bool used = plain->model->configuration.logits && plain->anatomy->find("fc_out.weight").present();
        if (!used) continue;  // a table of words takes its place, or the model makes no logits
        Edits edits;
        edits.interventions.overwrites = {{"fc_out.weight", {0, 0}, std::numeric_limits<double>::quiet_NaN()}};
        const auto run = with_edits(plain, edits);
        const LeakQuestion question = any_question(*run, random);
        const LeakTest test = answer(*run, question);
        const LeakFindings found = make_leak_findings(*run, test, question);
        Size still = 0;
        for (Size i = 0; i < found.outputs.length; ++i) {
            const RowMovement& row = found.outputs.at(i);
            still += !row.may_move && !row.moved;
            CHECK(row.hides == !row.moved);
        }
        const LeakHeadline headline = leak_headline(found);
        CAPTURE(headline.text);
        if (headline.verdict == LeakVerdict::leaks) continue;
        CHECK((headline.verdict == LeakVerdict::hidden) == (still > 0));
        if (still > 0) CHECK(has(headline.text, fmt::format("{} of ", still)));
        met += still > 0;
    }
    CHECK(met > 5);
}

TEST_CASE("the masks that only the test has or leaves out are named") {
    for (const bool run_causal : {true, false}) {
        for (const bool run_padding : {true, false}) {
            for (const bool causal : {true, false}) {
                for (const bool padding : {true, false}) {
                    const std::string text =
                        test_mask_words({.causal_mask = run_causal, .padding_mask = run_padding}, causal, padding, causal);
                    if (!text.empty()) CHECK((text.find("the open run is not changed") != std::string::npos) == causal);
                    CAPTURE(text);
                    CHECK(text.empty() == (run_causal == causal && run_padding == padding));
                    const std::size_t out = text.find("leaves out"), in = text.find("has the");
                    const auto said = [&](const char* mask, bool of_run, bool of_test) {
                        const std::size_t at = text.find(mask);
                        CHECK((at != std::string::npos) == (of_run != of_test));
                        if (of_run && !of_test) CHECK((out < at && (in == std::string::npos || at < in)));
                        if (!of_run && of_test) CHECK((in < at && in != std::string::npos));
                    };
                    said("causal mask", run_causal, causal);
                    said("padding mask", run_padding, padding);
                }
            }
        }
    }
}

}  // namespace vitrine::leak_words_test
