/// What runs of models that read one sequence keep and show, and runs whose padding follows from the lengths.

#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/formula/evaluate.h"
#include "app/run/edited.h"
#include "app/run/edits_json.h"
#include "app/run/prediction.h"
#include "app/session/session_partial.h"
#include "app/start/sentence_said.h"
#include "app/state/selection_commands.h"
#include "core/model/design_choices.h"
#include "tests/app/family_runs.h"
#include "tests/counted.h"

namespace vitrine::run_of_one_sequence_test {
using namespace vitrine::tests;

namespace {

/// The steps go to the last one that fills a tensor, and every tensor can be chosen.
void check_steps(const std::shared_ptr<const Run>& run) {
    int last = 0;
    for (std::size_t i = 0; i < run->trace.tensors.size(); ++i) {
        if (run->trace.tensors[i].present()) last = std::max(last, run->outline().tensors[i].step);
    }
    CHECK(run->last_step() == last);
    State state = new_state();
    apply(state, ShowRun{run});
    for (const std::string& path : paths_of(*run)) {
        apply(state, SelectTensor{path});
        CHECK(state.selection.tensor == path);
        CHECK(state.step <= run->last_step());
    }
}

/// Everything that has a name can be found by it.
void check_names(const Run& run) {
    for (const std::string& path : paths_of(run)) {
        CAPTURE(path);
        REQUIRE(run.info(path));
        CHECK(run.info(path)->path == path);
        CHECK(run.find(path).present());
    }
    for (const Step& step : run.outline().steps) {
        for (const std::string& parameter : step.parameters) {
            CAPTURE(parameter);
            CHECK(find_parameter(run, parameter).present());
        }
    }
}

/// A choice of the paper switched off that is possible in this model.
Design changed_design(const Configuration& c) {
    for (const DesignChoice& choice : design_choices()) {
        Design design;
        choice.make(design, true);
        if (refusal(design, c).empty()) return design;
    }
    return {};
}

}  // namespace

TEST_CASE("sentences that were filled up, their labels and segments are the same after a session and after a link") {
    const Counted checks(10);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Edits edits{.batch = run->batch};
        const Edits back = edits_from(nlohmann::json::parse(to_json(edits).dump()), "the session");
        REQUIRE(back.batch);
        CHECK(*back.batch == *run->batch);
        std::vector<std::string> notes;
        CHECK(*batch_said(nlohmann::ordered_json::object(), *run->model, *run->batch, notes) == *run->batch);
        CHECK(notes.empty());
    }
}

TEST_CASE(
    "the first page has a word for every token that the last stack reads or, of an encoder, that is hidden; the likeliest, and the "
    "right ones where labels are") {
    const Counted checks(50);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Configuration& c = run->model->configuration;
        const Side side = c.has_decoder() ? Side::target : Side::source;
        const Vocabulary& words = vocabulary_of(*run, side);
        const auto hiding = hiding_token(*run);
        CHECK(hiding.has_value() == !c.has_decoder());
        const IndexTensor &tokens = tokens_read(*run, side), &labels = run->batch->labels;
        for (Size b = 0; b < tokens.size(0); ++b) {
            const SentenceSaid said = sentence_said(*run, b);
            std::size_t place = 0;
            for (Size i = 0; i < tokens.size(1); ++i) {
                if (tokens.at({b, i}) == filler || (hiding && tokens.at({b, i}) != *hiding)) continue;
                REQUIRE(place < said.said.size());
                const SaidWord& word = said.said[place++];
                Size best = 0;
                for (Size id = 0; id < run->activations->logits.size(2); ++id)
                    if (run->activations->logits.at({b, i, id}) > run->activations->logits.at({b, i, best})) best = id;
                CHECK(word.after == words.word(tokens.at({b, i})));
                CHECK(word.word == words.word(static_cast<std::int32_t>(best)));
                CHECK(word.label.has_value() == (labels.at({b, i}) != filler));
            }
            CHECK(place == said.said.size());
        }
    }
}

TEST_CASE("the first page says what the model is") {
    CHECK(start_title(*family_run("gpt2")) == "This is a Transformer's decoder.");
    CHECK(start_title(*family_run("bert")) == "This is a Transformer's encoder.");
    CHECK(start_title(*family_run("t5")) == "This is a Transformer.");
}

TEST_CASE("formulas read the one sequence as source and as target, and count the heads of the stack that there is") {
    for (const char* family : {"gpt2", "bert", "llama"}) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Configuration& c = run->model->configuration;
        const Scope scope{.run = run.get()};
        const auto text = [&](const std::string& formula) { return filled_in("{" + formula + "}", scope); };
        CHECK(text("join(source)") == text("join(target)"));
        CHECK(text("size(said)") == text("size(target)"));
        CHECK(text("heads") == std::to_string(c.nhead));
        CHECK(text("d_head") == std::to_string(c.head_width(c.last_stack())));
    }
}

TEST_CASE("every tensor of a run can be chosen, to the last step, also without labels and of a model without logits") {
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        check_steps(run);
        auto unlabelled = std::make_shared<Batch>(*run->batch);
        unlabelled->labels = Batch().labels;
        check_steps(with_edits(run, {.batch = unlabelled}));
    }
    const auto folder = test_data("goldens/family_variants/t5-encoder");
    const auto run = make_run(ModelRequest{.folder = folder, .batch = folder / "batch.json"});
    REQUIRE_FALSE(run->model->configuration.logits);
    check_steps(run);
}

TEST_CASE("a folder's names stay with its own weights, whatever runs have been before") {
    const Counted checks(10);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto own = family_run(family);
        const Configuration& c = own->model->configuration;
        const Variant as_it_is{.norm_placement = c.norm_placement};
        const Design design = changed_design(c);
        REQUIRE(design != Design{});
        check_names(*own);
        const auto other = with_edits(own, {.variant = as_it_is});
        REQUIRE(other->model->configuration == c);
        check_names(*other);
        CHECK(other->model->rules == own->model->rules);
        const auto other_changed = with_edits(own, {.design = design, .variant = as_it_is});
        check_names(*other_changed);
        const auto own_changed = with_edits(other_changed, {.design = design});
        check_names(*own_changed);
        CHECK(std::ranges::equal(own->parameter_list, own_changed->parameter_list, {}, &ParameterView::name, &ParameterView::name));
    }
}

}  // namespace vitrine::run_of_one_sequence_test
