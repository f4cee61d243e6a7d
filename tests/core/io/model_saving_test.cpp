#include "core/io/model_saving.h"

#include <doctest/doctest.h>

#include "core/io/checkpoint.h"
#include "core/io/configuration_json.h"
#include "core/io/history_file.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "core/tensor/error.h"
#include "core/text/tokenizer/tokenizer.h"
#include "tests/core/io/helpers.h"
#include "tests/temporary_folder.h"

namespace vitrine::model_saving_test {
using namespace vitrine::test;

namespace {

SavedModel view_of(const Model& model) {
    return {model.configuration,     model.parameters, model.source_vocabulary,
            model.target_vocabulary, model.batch,      model.tokenizer.get()};
}

}  // namespace

TEST_CASE("a saved model opens as it was: weights bit for bit, words and sentences") {
    const TemporaryFolder folder;
    const Model model = open_model({.sample = "translation"});
    save_model(folder.path() / "saved", view_of(model));
    const Model again = open_model({.folder = folder.path() / "saved"});
    CHECK(again.configuration == model.configuration);
    CHECK(again.source_vocabulary.words() == model.source_vocabulary.words());
    CHECK(again.target_vocabulary.words() == model.target_vocabulary.words());
    CHECK(again.batch == model.batch);
    const auto before = named_parameters(model.parameters), after = named_parameters(again.parameters);
    REQUIRE(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        INFO(before[i].name);
        CHECK(before[i].name == after[i].name);
        REQUIRE(before[i].tensor.layout.count() == after[i].tensor.layout.count());
        Size differing = 0;
        for (Size k = 0; k < before[i].tensor.layout.count(); ++k) {
            const Index cell = index_of(before[i].tensor.layout, k);
            differing += before[i].tensor.at(cell) != after[i].tensor.at(cell);
        }
        CHECK(differing == 0);
    }
}

TEST_CASE("a model of one stack opens again with its tokenizer, and so does its training") {
    for (const char* family : {"gpt2", "bert"}) {
        CAPTURE(std::string(family));
        const TemporaryFolder folder;
        Model model = open_model({.folder = golden("families") / family});
        REQUIRE(model.tokenizer);
        save_model(folder.path() / "saved", view_of(model));
        const Model again = open_model({.folder = folder.path() / "saved"});
        REQUIRE(again.tokenizer);
        CHECK(configuration_text(again.configuration) == configuration_text(model.configuration));
        CHECK(again.source_vocabulary.words() == model.source_vocabulary.words());
        CHECK(again.target_vocabulary.words() == model.target_vocabulary.words());
        CHECK(again.tokenizer->encode("the cat").ids == model.tokenizer->encode("the cat").ids);

        TrainingState state(model.configuration);
        state.parameters.assign(model.parameters);
        TrainingPlan plan;
        plan.data.kind = DataKind::batches;
        save_checkpoint(folder.path() / "trained", {model.configuration, model.source_vocabulary, model.target_vocabulary, plan,
                                                    state, model.batch, model.tokenizer.get()});
        CHECK(read_checkpoint(folder.path() / "trained").tokenizer->size() == model.tokenizer->size());
    }
}

TEST_CASE("a model is saved with the history of its training") {
    const TemporaryFolder folder;
    const Model model = open_model({.sample = "translation"});
    Trainer trainer(model.configuration, model.parameters, BatchSource(std::vector{model.batch}), {});
    History curves;
    Moments moments;
    moments.keep(trainer);
    for (int step = 0; step < 3; ++step) {
        REQUIRE(!trainer.step());
        curves.add(trainer.report());
        moments.keep(trainer);
    }
    SavedModel saved = view_of(model);
    const HistoryView kept{model.configuration, curves, moments};
    saved.history = &kept;
    save_model(folder.path() / "trained", saved);
    const TrainingHistory history = read_history(folder.path() / "trained");
    CHECK(history.curves.size() == 3);
    CHECK(history.moments.all().size() == 4);
    const Model then = open_model({.folder = folder.path() / "trained", .moment = 2});
    CHECK(then.title.ends_with("as it was after step 2"));
    const auto first = [](const Parameters& parameters) {
        return static_cast<float>(parameters.fc_out.bias.data()[0]);
    };  // as files hold it
    CHECK(first(then.parameters) == first(moments.nearest(2).parameters->tensors()));
    CHECK(first(then.parameters) != first(model.parameters));
}

TEST_CASE("a folder that holds a model is left as it is") {
    const TemporaryFolder folder;
    const Model model = open_model({.sample = "navigation"});
    const std::filesystem::path other = folder.file("config.json", "another model's");
    CHECK_THROWS_WITH_AS(save_model(folder.path(), view_of(model)), doctest::Contains("holds a model already (config.json)"),
                         Error);
    CHECK(read_file(other) == "another model's");
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

}  // namespace vitrine::model_saving_test
