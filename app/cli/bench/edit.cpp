/// Measures everything that the window does between a key press and the new trace.

#include <memory>

#include "app/base/command.h"
#include "app/cli/bench/benchmarks.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/opening/commands.h"
#include "app/opening/opening.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

using Cases = std::vector<std::pair<std::string, Body>>;

/// Applies two edits in turn: the window's work between a key press and the next frame.
Body in_turn(std::shared_ptr<const Run> run, const Command& first, const Command& second) {
    const auto state = std::make_shared<State>(new_state());
    apply(*state, ShowRun{std::move(run)});
    const auto odd = std::make_shared<bool>(false);
    return [state, odd, first, second] {
        *odd = !*odd;
        vitrine::apply(*state, *odd ? first : second);
        vitrine::apply(*state, carry_out_now(edit_job(state->run, state->edits)));
    };
}

/// Replaces a word by two others in turn. Neither is the current word, so each edit changes the run.
Body words_in_turn(const std::shared_ptr<const Run>& run, const TokenPlace& place) {
    const bool source = place.side == BatchSide::source;
    const Configuration& c = run->model->configuration;
    const std::int32_t there = (source ? run->batch->src : run->batch->tgt).at({place.sentence, place.position});
    std::vector<std::int32_t> others;
    for (std::int32_t id = 0; others.size() < 2; ++id) {
        if (id != there && id != (source ? c.pad_src : c.pad_tgt)) others.push_back(id);
    }
    return in_turn(run, EditBatch{ReplaceToken{place, others[0]}}, EditBatch{ReplaceToken{place, others[1]}});
}

Body numbers_in_turn(const std::shared_ptr<const Run>& run, const std::string& path) {
    const auto set = [&](double value) { return SetEdits{{.interventions = {.overwrites = {{path, {}, value}}}}, "set a number"}; };
    return in_turn(run, set(0.5), set(-0.5));
}

Cases sample_cases() {
    Cases cases;
    for (const char* name : {"navigation", "translation", "by-hand"}) {
        ModelRequest request;
        request.sample = name;
        const auto run = make_run(request);
        const auto add = [&](const char* what, Body body) { cases.emplace_back(std::string(name) + ", " + what, std::move(body)); };
        add("a source word", words_in_turn(run, {BatchSide::source, 0, 1}));
        add("the last target word", words_in_turn(run, {BatchSide::target, 0, run->batch->target_length() - 1}));
        add("a number of a tensor", numbers_in_turn(run, "encoder.layers.0.self_attn.query"));
        add("a parameter", numbers_in_turn(run, "transformer.encoder.layers.0.linear1.weight"));
    }
    return cases;
}

/// The paper's base model with one tied vocabulary, translating 64 words to 64.
Body edit_of_base() {
    Configuration c;
    c.src_vocab_size = c.tgt_vocab_size = 37000;
    c.tie = Tie::all;
    const auto run = make_run(std::make_shared<const Model>(exercise_model(c, 64, 64)));
    return words_in_turn(run, {BatchSide::target, 0, 63});
}

}  // namespace

std::vector<Workload> edit_workloads() {
    return {{.name = "edit",
             .text = "from a key press to the new trace in the samples: another word, another number; the slowest of them",
             .repetitions = 101,
             .seconds = 0.01,
             .prepare = {},
             .cases = sample_cases},
            {.name = "edit-base",
             .text = "the same for the last target word in the paper's base model, 64 tokens to 64",
             .repetitions = 21,
             .seconds = 0.05,
             .prepare = edit_of_base}};
}

}  // namespace vitrine
