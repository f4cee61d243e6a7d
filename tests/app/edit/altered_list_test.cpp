/// What the list of alterations says is true of the run, and each of its crosses takes back its own alteration and no other.

#include "app/edit/altered_list.h"

#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/run/cell_values.h"
#include "app/run/edited.h"
#include "core/listing/cell_text.h"
#include "core/tensor/error.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"

namespace vitrine::altered_list_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// Any edits, also of parameters and of the model itself.
Edits any_edits(const Run& run, Random& random) {
    Edits edits = random_edits(run, random);
    const Configuration& c = run.model->configuration;
    if (random.below(3) == 0) {
        const std::string path = "transformer.encoder.layers.0.linear1.weight";
        edits.interventions.overwrites.push_back(random_overwrite(path, run.find(path), c, random));
    }
    if (random.below(3) == 0) edits.interventions.skipped_residuals.push_back("encoder.layers.0.ffn");
    if (random.below(4) == 0) edits.variant.heads = 1;
    if (random.below(3) == 0) {
        auto batch = std::make_shared<Batch>(*run.batch);
        batch->tgt.data()[0] = static_cast<std::int32_t>(1 + (batch->tgt.data()[0] % (c.tgt_vocab_size - 1)));
        edits.batch = batch;
    }
    // If a cell is overwritten twice, the second number wins, and the window keeps only that one.
    auto& all = edits.interventions.overwrites;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Overwrite one = all[i];
        std::size_t place = 0;
        std::erase_if(all,
                      [&](const Overwrite& other) { return place++ > i && other.path == one.path && other.index == one.index; });
    }
    return edits;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The number that the list mentions must be in the run.
void check_number(const Run& run, const Overwrite& written, const std::string& text) {
    CHECK(has(text, index_text(run.find(written.path).layout, written.index)));
    CHECK(has(text, "is set to " + value_words(run, written.path, written.value)));
    const bool stands = same(run.find(written.path).at(written.index), static_cast<double>(static_cast<Scalar>(written.value)));
    CHECK(stands == !has(text, "without effect"));
}

void check_silence(const Run& run, const SilencedHead& silent, const std::string& text) {
    CHECK(has(text, fmt::format("head {} of ", silent.head + 1)));
    CHECK(has(text, " is silenced"));
    const TensorView context = run.find(silent.attention + ".context");
    for (Size i = 0; i < context.layout.shape[3]; ++i) CHECK(context.at({0, silent.head, 0, i}) == 0);
}

/// The layer, counted from 1, and the stack of a path.
std::string layer_words(const std::string& path) {
    const std::size_t number = path.find(".layers.") + std::string(".layers.").size();
    return fmt::format("{} layer {}", has(path, "encoder") ? "encoder" : "decoder", std::stoi(path.substr(number)) + 1);
}

}  // namespace

TEST_CASE("every entry of the list of alterations is so in the run, and names where") {
    Random random(121);
    std::map<std::string, int> met;
    for (int round = 0; round < 250; ++round) {
        const auto plain = any_run(random);
        State state = new_state();
        apply(state, ShowRun{plain});
        const Edits edits = any_edits(*plain, random);
        std::shared_ptr<const Run> run;
        try {
            run = with_edits(plain, edits);
        } catch (const Error&) {
            continue;  // another model does not have such a cell
        }
        apply(state, SetEdits{edits, "any"});
        apply(state, ShowEditedRun{run});
        if (state.run != run) continue;  // nothing is altered
        const Interventions& done = edits.interventions;
        for (const AlteredThing& thing : altered_things(state)) {
            CAPTURE(thing.text);
            const std::string kind = thing.name.substr(0, thing.name.find('/'));
            ++met[kind];
            const std::size_t number = kind == "overwrite" || kind == "head" || kind == "sublayer" || kind == "residual"
                                           ? std::stoul(thing.name.substr(thing.name.find('/') + 1))
                                           : 0;
            if (kind == "overwrite") check_number(*run, done.overwrites[number], thing.text);
            if (kind == "head") check_silence(*run, done.silenced[number], thing.text);
            if (kind == "head") CHECK(has(thing.text, layer_words(done.silenced[number].attention)));
            if (kind == "sublayer") CHECK(has(thing.text, layer_words(done.skipped_sublayers[number]) + " is switched off"));
            if (kind == "residual") CHECK(has(thing.text, layer_words(done.skipped_residuals[number]) + " is switched off"));
            if (kind == "sentences") CHECK_FALSE(*run->batch == *plain->batch);
            if (kind == "variant") CHECK(has(thing.text, fmt::format("seed {}", edits.variant.seed)));
        }
    }
    for (const char* kind : {"overwrite", "head", "sublayer", "residual", "design", "sentences", "variant"}) {
        CAPTURE(kind);
        CHECK(met[kind] > 5);
    }
}

TEST_CASE("as many things are listed as are altered, and a cross takes back that one alone") {
    Random random(122);
    for (int round = 0; round < 150; ++round) {
        const auto plain = any_run(random);
        Edits edits = any_edits(*plain, random);
        edits.variant = {};
        State state = new_state();
        apply(state, ShowRun{plain});
        const auto run = with_edits(plain, edits);
        apply(state, SetEdits{edits, "any"});
        apply(state, ShowEditedRun{run});
        const auto count = [&](const Edits& of) {
            std::size_t things = of.interventions.overwrites.size() + of.interventions.silenced.size() +
                                 of.interventions.skipped_sublayers.size() + of.interventions.skipped_residuals.size();
            for (const DesignChoice& choice : design_choices()) things += choice.is_made(of.design);
            return things + (of.batch && !(*of.batch == *plain->batch));
        };
        const auto things = altered_things(state);
        CHECK(things.size() == count(state.edits));
        for (const AlteredThing& thing : things) {
            CAPTURE(thing.text);
            CHECK(count(thing.without) + 1 == things.size());
        }
    }
}

}  // namespace vitrine::altered_list_test
