/// What masks keep apart. The expected values are the paper's rules for which position may see which (section 3.2.3).

#include "core/pass/leak_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/io/open_model.h"
#include "core/io/sample.h"
#include "core/tensor/error.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/core/shortened.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::leak_test_test {
using namespace vitrine::tests;

namespace {

/// A pass that has been made, under any regime.
struct Finished {
    const Ingredients& made;
    Interventions none;
    Regime regime;
    Activations activations;

    explicit Finished(const Ingredients& ingredients, const Regime& under = {}) : made(ingredients), none(), regime(under) {
        forward(pass(), activations);
    }
    Pass pass() const { return {made.configuration, made.parameters, made.batch, regime, &none}; }
    LeakTest test(const TokenChange& change) const { return test_leak({pass(), activations}, change); }
    bool pads(const TokenPlace& place) const { return is_padding({pass(), activations}, place); }
};

const IndexTensor& tokens(const Ingredients& made, BatchSide side) {
    return side == BatchSide::source ? made.batch.src : made.batch.tgt;
}

/// Replaces a word by another one that is not padding.
TokenChange another_word(const Ingredients& made, const TokenPlace& place) {
    const Configuration& c = made.configuration;
    const bool source = place.side == BatchSide::source;
    const Size words = source ? c.src_vocab_size : c.tgt_vocab_size;
    const std::int32_t here = tokens(made, place.side).at({place.sentence, place.position});
    std::int32_t id = here;
    do {
        id = static_cast<std::int32_t>((std::max(id, no_token) + 1) % words);
    } while (id == (source ? c.pad_src : c.pad_tgt));
    return {place, id};
}

template <class Visit>
void for_each_place(const Ingredients& made, Visit&& visit) {
    for (const BatchSide side : {BatchSide::source, BatchSide::target}) {
        for (Size b = 0; b < made.batch.sentences(); ++b) {
            for (Size i = 0; i < tokens(made, side).size(1); ++i) visit(TokenPlace{side, b, i});
        }
    }
}

MovementCount count(const std::vector<RowMovement>& rows) {
    MovementCount counted;
    for (const RowMovement& row : rows) counted.add(row);
    return counted;
}

Size leaks(const LeakTest& test) { return count(test.memory).leaks + count(test.outputs).leaks; }

const RowMovement& row(const std::vector<RowMovement>& rows, Size sentences, Size sentence, Size position) {
    return rows[static_cast<std::size_t>(sentence) * (rows.size() / static_cast<std::size_t>(sentences)) +
                static_cast<std::size_t>(position)];
}

void check_tight(const Ingredients& made) {
    const Finished finished(made);
    for_each_place(made, [&](const TokenPlace& place) {
        CAPTURE(static_cast<int>(place.side));
        CAPTURE(place.sentence);
        CAPTURE(place.position);
        CHECK(leaks(finished.test(another_word(made, place))) == 0);
    });
}

/// Two sentences of four words on either side; the second one ends in two padded positions.
Ingredients padded_model(std::uint64_t seed) {
    Random random(seed);
    Ingredients made;
    made.configuration = random_configuration(random);
    made.configuration.mask_value.reset();
    made.parameters = random_parameters(made.configuration, random);
    for (IndexTensor* side : {&made.batch.src, &made.batch.tgt}) {
        side->resize({2, 4});
        draw_words(*side, std::min(made.configuration.src_vocab_size, made.configuration.tgt_vocab_size), random);
        pad_after(*side, 1, 2);
    }
    return made;
}

}  // namespace

TEST_CASE("with its masks no model lets anything through, from no target word to an earlier one and from no padding at all") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        check_tight(random_ingredients(random));
        check_tight(padded_model(seed));
    }
}

TEST_CASE("nor does any sample") {
    const Counted checks(4);
    for (const SampleInfo& info : list_samples()) {
        CAPTURE(info.name);
        const Model model = shortened(open_model({.sample = info.name}), 64);
        if (model.configuration.is_transformer()) check_tight({model.configuration, model.parameters, model.batch});
    }
}

TEST_CASE("a row may move by the place of the change alone, and what a word may move beside itself is its own row") {
    const Ingredients made = padded_model(4);
    const Finished finished(made);
    const auto may = [&](const TokenPlace& place) {
        std::string pattern;
        const LeakTest test = finished.test(another_word(made, place));
        for (const auto* rows : {&test.memory, &test.outputs}) {
            for (const RowMovement& each : *rows) pattern += each.may_move ? '1' : '0';
            pattern += ' ';
        }
        return pattern;
    };
    // Two sentences of the memory, then two of the logits.
    CHECK(may({BatchSide::source, 0, 2}) == "11110000 11110000 ");
    CHECK(may({BatchSide::source, 1, 3}) == "00000001 00000000 ");
    CHECK(may({BatchSide::target, 0, 0}) == "00000000 11110000 ");
    CHECK(may({BatchSide::target, 0, 3}) == "00000000 00010000 ");
    CHECK(may({BatchSide::target, 1, 1}) == "00000000 00000111 ");
    CHECK(may({BatchSide::target, 1, 2}) == "00000000 00000010 ");
}

TEST_CASE("a change moves its own row, by as much as the numbers say, and only within its sentence") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const Ingredients made = padded_model(seed);
        for (const Regime& regime : {Regime{}, Regime{.design = {.causal_mask = false, .padding_mask = false}}}) {
            const Finished finished(made, regime);
            for_each_place(made, [&](const TokenPlace& place) {
                const LeakTest test = finished.test(another_word(made, place));
                CHECK(test.padding == (place.sentence == 1 && place.position >= 2));
                CHECK(test.padding == finished.pads(place));
                const bool source = place.side == BatchSide::source;
                const RowMovement& own = row(source ? test.memory : test.outputs, 2, place.sentence, place.position);
                CHECK(own.moved);
                CHECK(own.by > 0);
                for (const auto* rows : {&test.memory, &test.outputs}) {
                    for (Size i = 0; i < 4; ++i) {
                        const RowMovement& other = row(*rows, 2, 1 - place.sentence, i);
                        CHECK_FALSE(other.moved);
                        CHECK(other.by == 0);
                    }
                }
                if (!source) CHECK(count(test.memory).moved == 0);
            });
        }
    }
}

TEST_CASE("without the causal mask the last word moves every earlier row of its sentence") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const Ingredients made = padded_model(seed);
        const Finished finished(made, {.design = {.causal_mask = false}});
        const LeakTest test = finished.test(another_word(made, {BatchSide::target, 0, 3}));
        for (Size i = 0; i < 3; ++i) CHECK(row(test.outputs, 2, 0, i).leaks());
        CHECK(count(test.outputs).leaks == 3);
        CHECK(count(test.outputs).barred == 7);
        CHECK(count(test.outputs).by > 0);
        // Padding is hidden by the other mask.
        CHECK(leaks(finished.test(another_word(made, {BatchSide::target, 1, 3}))) == 0);
    }
}

TEST_CASE("without the padding mask padding moves what reads it, and a later word still moves nothing") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const Ingredients made = padded_model(seed);
        const Finished finished(made, {.design = {.padding_mask = false}});
        const LeakTest source = finished.test(another_word(made, {BatchSide::source, 1, 3}));
        for (Size i = 0; i < 3; ++i) CHECK(row(source.memory, 2, 1, i).leaks());
        for (Size i = 0; i < 4; ++i) CHECK(row(source.outputs, 2, 1, i).leaks());
        const LeakTest target = finished.test(another_word(made, {BatchSide::target, 1, 2}));
        CHECK(row(target.outputs, 2, 1, 3).leaks());
        CHECK(count(target.outputs).leaks == 1);  // the causal mask is still there
        CHECK(leaks(finished.test(another_word(made, {BatchSide::target, 0, 3}))) == 0);
    }
}

TEST_CASE("a finite mask value of small magnitude lets something through, and the test says so") {
    Ingredients made = padded_model(3);
    made.configuration.mask_value = -2;
    const Finished finished(made);
    CHECK(count(finished.test(another_word(made, {BatchSide::target, 0, 3})).outputs).leaks == 3);
    CHECK(leaks(finished.test(another_word(made, {BatchSide::source, 1, 3}))) > 0);
}

TEST_CASE(
    "where every key is hidden, a finite mask value shares attention out among the hidden ones; with −∞ nothing gets through") {
    for (const std::optional<double> value : {std::optional<double>(), std::optional<double>(-1e9)}) {
        Ingredients made = padded_model(5);
        made.configuration.mask_value = value;
        pad_after(made.batch.src, 1, 0);
        const Finished finished(made);
        const LeakTest test = finished.test(another_word(made, {BatchSide::source, 1, 0}));
        CHECK((leaks(test) > 0) == value.has_value());
    }
}

TEST_CASE("of one-word sentences every row may see what there is") {
    Random random(6);
    Ingredients made;
    made.configuration = random_configuration(random);
    made.parameters = random_parameters(made.configuration, random);
    for (IndexTensor* side : {&made.batch.src, &made.batch.tgt}) {
        side->resize({1, 1});
        side->fill(1);
    }
    const Finished finished(made);
    for (const BatchSide side : {BatchSide::source, BatchSide::target}) {
        const LeakTest test = finished.test(another_word(made, {side, 0, 0}));
        CHECK(count(test.outputs).barred == 0);
        CHECK(count(test.outputs).moved == 1);
    }
}

namespace {

/// The model and batch of a folder that `transformers` has written, with sentences of several lengths.
Ingredients family(const std::string& name) {
    const auto folder = test_data("goldens/families/" + name);
    const Model model = open_model({.folder = folder, .batch = folder / "batch.json"});
    return {model.configuration, model.parameters, model.batch};
}

/// Changes every token of a model with one stack, and checks which rows may move and which have moved against who may see whom.
void check_one_stack(const Ingredients& made) {
    const Finished finished(made);
    const bool decodes = made.configuration.has_decoder();
    const BatchSide side = decodes ? BatchSide::target : BatchSide::source;
    const IndexTensor& all = tokens(made, side);
    for (Size b = 0; b < all.size(0); ++b) {
        for (Size i = 0; i < all.size(1); ++i) {
            CAPTURE(b);
            CAPTURE(i);
            const LeakTest test = finished.test(another_word(made, {side, b, i}));
            const bool padding = all.at({b, i}) == filler;
            CHECK(test.padding == padding);
            CHECK(test.memory.empty());
            REQUIRE(test.outputs.size() == static_cast<std::size_t>(all.count()));
            for (Size place = 0; place < all.count(); ++place) {
                const RowMovement& other = test.outputs[static_cast<std::size_t>(place)];
                const Size sentence = place / all.size(1), position = place % all.size(1);
                const bool reads = padding ? position == i : !decodes || position >= i;
                CHECK(other.may_move == (sentence == b && reads));
                CHECK_FALSE(other.leaks());
            }
            CHECK(row(test.outputs, all.size(0), b, i).moved);
        }
    }
}

}  // namespace

TEST_CASE("in a decoder alone a token moves the rows from its place on, in an encoder alone all, and padding only its own") {
    for (const char* name : {"gpt2", "llama", "qwen2", "bert"}) {
        CAPTURE(name);
        Ingredients made = family(name);
        check_one_stack(made);
        // Without logits it is what the last stack puts out.
        made.configuration.logits = false;
        made.batch.labels.clear();
        check_one_stack(made);
    }
}

TEST_CASE("without its mask an encoder alone listens to padding, and a decoder alone looks ahead") {
    const Ingredients bert = family("bert"), gpt = family("gpt2");
    const Finished open_bert(bert, {.design = {.padding_mask = false}}), open_gpt(gpt, {.design = {.causal_mask = false}});
    REQUIRE(bert.batch.src.at({1, 7}) == filler);
    CHECK(count(open_bert.test(another_word(bert, {BatchSide::source, 1, 7})).outputs).leaks == 7);
    CHECK(count(open_gpt.test(another_word(gpt, {BatchSide::target, 0, 8})).outputs).leaks == 8);
}

TEST_CASE("the encoder-decoders of other kinds let nothing through either") {
    for (const char* name : {"bart", "marian", "t5"}) {
        CAPTURE(name);
        check_tight(family(name));
    }
}

TEST_CASE("what was done to a run by hand stays done in its test") {
    const Ingredients made = padded_model(7);
    // The causal mask is opened by hand, so that the first word sees the last.
    const Interventions opened{.overwrites = {{"decoder.layers.0.self_attn.mask", {0, 0, 0, 3}, 1}}};
    Activations activations;
    const Pass pass = made.pass(opened);
    forward(pass, activations);
    const LeakTest test = test_leak({pass, activations}, another_word(made, {BatchSide::target, 0, 3}));
    CHECK(row(test.outputs, 2, 0, 0).leaks());
}

TEST_CASE("0 times NaN is NaN: no mask holds back what is no number, and the test says so") {
    Ingredients made = padded_model(9);
    made.configuration.tie = Tie::none;
    made.configuration.d_embed.reset();
    made.parameters = initialise(made.configuration, {});
    const TokenChange change = another_word(made, {BatchSide::target, 0, 3});
    Tensor& table = made.parameters.tgt_embedding.weight;
    table.at({change.id, 0}) = std::numeric_limits<Scalar>::quiet_NaN();
    for (IndexTensor* side : {&made.batch.src, &made.batch.tgt})
        std::replace(side->data(), side->data() + side->count(), change.id, made.configuration.bos);
    const Finished finished(made);
    const LeakTest test = finished.test(change);
    CHECK(row(test.outputs, 2, 0, 3).moved);
    CHECK(std::isnan(row(test.outputs, 2, 0, 3).by));
    CHECK(count(test.outputs).leaks == 3);
    CHECK(std::isnan(count(test.outputs).by));
}

TEST_CASE("a change that says nothing is refused") {
    const Ingredients made = padded_model(8);
    const Finished finished(made);
    CHECK_THROWS_AS(finished.test({{BatchSide::source, 2, 0}, 1}), Error);
    CHECK_THROWS_AS(finished.test({{BatchSide::target, 0, 4}, 1}), Error);
    CHECK_THROWS_AS(finished.test({{BatchSide::target, 0, 0}, made.configuration.pad_tgt}), Error);
    CHECK_THROWS_AS(finished.test({{BatchSide::target, 0, 0}, static_cast<std::int32_t>(made.configuration.tgt_vocab_size)}),
                    Error);
}

TEST_CASE("the count of movements says how far the worst leak went") {
    MovementCount counted;
    counted.add({.may_move = true, .moved = true, .by = 5});
    counted.add({.may_move = false, .moved = false, .by = 0});
    counted.add({.may_move = false, .moved = true, .by = 2});
    counted.add({.may_move = false, .moved = true, .by = 1});
    CHECK(counted.rows == 4);
    CHECK(counted.moved == 3);
    CHECK(counted.barred == 3);
    CHECK(counted.leaks == 2);
    CHECK(counted.by == 2);
    counted.add({.may_move = false, .moved = true, .by = std::numeric_limits<double>::quiet_NaN()});
    counted.add({.may_move = false, .moved = true, .by = 3});
    CHECK(std::isnan(counted.by));
}

}  // namespace vitrine::leak_test_test
