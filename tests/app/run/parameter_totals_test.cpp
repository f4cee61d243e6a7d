#include "app/run/parameter_totals.h"

#include <algorithm>
#include <map>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/state.h"
#include "app/views/map/alteration_words.h"
#include "app/words/alterations.h"
#include "core/io/model.h"
#include "tests/app/opened.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"

namespace vitrine::parameter_totals_test {
using namespace vitrine::tests;

namespace {

const Block& block_of(const Run& run, const std::string& id) {
    const auto& blocks = run.outline().blocks;
    const auto found = std::ranges::find(blocks, id, &Block::id);
    REQUIRE(found != blocks.end());
    return *found;
}

Size attention_size(Size d) { return 4 * (d * d + d); }
Size feed_forward_size(Size d, Size f) { return 2 * d * f + d + f; }
Size norm_size(Size d) { return 2 * d; }

}  // namespace

TEST_CASE("attentions, feed-forward networks and norms have as many parameters as their formulas say") {
    const State state = opened("translation");
    const Run& run = *state.run;
    const Configuration& c = run.model->configuration;
    const Size d = c.d_model, f = c.dim_feedforward;
    for (const char* id : {"encoder.layers.0.self_attn", "decoder.layers.0.self_attn", "decoder.layers.1.cross_attn"})
        CHECK(parameters_of(run, block_of(run, id)).count == attention_size(d));
    CHECK(parameters_of(run, block_of(run, "decoder.layers.0.cross_attn")).count == 4224);
    CHECK(parameters_of(run, block_of(run, "encoder.layers.1.ffn")).count == feed_forward_size(d, f));
    CHECK(parameters_of(run, block_of(run, "encoder.layers.1.residual2")).count == norm_size(d));
    CHECK(parameters_of(run, block_of(run, "memory")).count == 0);
    const Size encoder_layer = attention_size(d) + feed_forward_size(d, f) + 2 * norm_size(d);
    const Size decoder_layer = 2 * attention_size(d) + feed_forward_size(d, f) + 3 * norm_size(d);
    CHECK(parameters_of_layer(run, Side::source, 0).count == encoder_layer);
    CHECK(parameters_of_layer(run, Side::target, 1).count == decoder_layer);
    CHECK(parameters_of_section(run, "Decoder layer 2").count == decoder_layer);
    CHECK(parameters_of_stack(run, Side::source).count == 2 * encoder_layer + norm_size(d));
    CHECK(parameters_of_stack(run, Side::target).count == 2 * decoder_layer + norm_size(d));
}

TEST_CASE("a model's parameters are those of its parts, tied ones once") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto run = random_run(random);
        const Configuration& c = run->model->configuration;
        Size of_blocks = 0, of_sections = 0;
        std::string section;
        for (const Block& block : run->outline().blocks) {
            of_blocks += parameters_of(*run, block).count;
            if (block.section != section) of_sections += parameters_of_section(*run, section = block.section).count;
        }
        Size all = 0;
        for (const ParameterView& parameter : list_parameters(run->model->parameters)) all += parameter.tensor.layout.count();
        const Size table = c.tgt_vocab_size * c.embedding_width();
        Size twice = 0;
        if (c.ties_embeddings()) twice += table;
        if (c.ties_output()) twice += table;
        CHECK(parameters_of_model(*run) == all);
        CHECK(of_blocks == all + twice);
        CHECK(of_sections == all + twice);
        CHECK(has_tied_parameters(*run) == (twice > 0));
    }
}

TEST_CASE("the lines of a section add up to it: boxes with a name of their own, and the steps of all others") {
    const Counted checks(80);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto run = random_run(random);
        std::map<std::string, Size> lines;
        for (const Block& block : run->outline().blocks) {
            const bool named = block.role == Role::attention || block.role == Role::feed_forward;
            if (named) lines[block.section] += parameters_of(*run, block).count;
            for (int step = block.first_step; !named && step < block.first_step + block.step_count; ++step)
                lines[block.section] += parameters_of(*run, run->outline().steps[static_cast<std::size_t>(step)]);
        }
        for (const auto& [section, sum] : lines) CHECK(sum == parameters_of_section(*run, section).count);
    }
}

TEST_CASE("shares add up to their total, and a tied table is said to be") {
    const Counted checks(200);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto run = random_run(random);
        const Configuration& c = run->model->configuration;
        for (const Block& block : run->outline().blocks) {
            const ParameterTotal total = parameters_of(*run, block);
            Size sum = 0;
            for (const ParameterShare& share : total.shares) sum += share.count;
            CHECK(sum == total.count);
            const bool reads_table = block.id == "src.embedding" || block.id == "tgt.embedding" || block.id == "output";
            const bool tied = (block.id == "src.embedding" && c.ties_embeddings()) || (block.id == "output" && c.ties_output()) ||
                              (block.id == "tgt.embedding" && (c.ties_embeddings() || c.ties_output()));
            CHECK(total.shared_with.empty() == !(reads_table && tied));
        }
    }
}

TEST_CASE("totals in words") {
    const State state = opened("translation");
    const Run& run = *state.run;
    const Block& attention = block_of(run, "decoder.layers.0.cross_attn");
    CHECK(name_of(attention) == "Cross-attention of decoder layer 1");
    CHECK(parameter_lines(parameters_of(run, attention)).front() == "4 224 parameters: W_Q, W_K, W_V 3 168 and W_O 1 056");
    CHECK(parameter_lines(parameters_of(run, block_of(run, "memory"))).empty());
    CHECK(parameter_lines(parameters_of_layer(run, Side::source, 0)).front() ==
          "8 544 parameters: self-attention 4 224, norms 128 and feed-forward 4 192");
    CHECK(count_text(0) == "0");
    CHECK(count_text(999) == "999");
    CHECK(count_text(1000) == "1 000");
    CHECK(count_text(63045632) == "63 045 632");
    CHECK(parameters_text(1) == "1 parameter");
}

TEST_CASE("of an altered tensor one is told how many of its numbers are others, and why") {
    State state = opened("navigation");
    const std::string attention = "decoder.layers.0.cross_attn";
    CHECK(alteration_words(*state.run, attention + ".context").empty());
    apply(state, SilenceHead{attention, 1, true});
    apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    const Run& run = *state.run;
    const Layout& layout = run.trace.find(attention + ".context").layout;
    Size counted = 0;
    for (Size i = 0; i < layout.count(); ++i) counted += is_changed(run, attention + ".context", index_of(layout, i));
    const ChangedNumbers numbers = count_changed(run, attention + ".context");
    CHECK(numbers.changed == counted);
    CHECK(numbers.changed > 0);
    CHECK(numbers.changed <= layout.count() / head_count(run));  // only those of one head
    CHECK(numbers.all == layout.count());
    CHECK(alteration_words(run, attention + ".context") ==
          "changed by the silenced head: " + std::to_string(numbers.changed) + " of " + std::to_string(numbers.all) + " numbers");
    CHECK(alteration_words(run, attention + ".weights").empty());
    CHECK(count_changed(run, "memory").changed == 0);
}

}  // namespace vitrine::parameter_totals_test
