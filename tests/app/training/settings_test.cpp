#include "app/training/settings.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/run/make_run.h"
#include "app/training/plan.h"
#include "app/training/settings_json.h"
#include "core/tensor/error.h"
#include "core/train/recipe.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::training_settings_test {

TEST_CASE("another task brings its own sizes, but for what was chosen by hand") {
    TrainingSettings settings = default_settings("copy");
    set_option(settings, TrainingOption::layers, 3);
    change_task(settings, "english-french");
    CHECK(settings.task == "english-french");
    CHECK(settings.d_model == default_settings("english-french").d_model);
    CHECK(settings.layers == 3);
}

TEST_CASE("every task on board has a recipe, and the window offers what it says") {
    const tests::Counted checks(15);
    for (const TaskInfo& task : list_tasks()) {
        CAPTURE(task.name);
        CHECK(recipe_for(task.name).task == task.name);
        TrainingSettings settings = default_settings(task.name);
        const TrainingSettings recipe = settings;
        for (int i = 0; i < training_option_count; ++i) {
            const auto option = static_cast<TrainingOption>(i);
            set_option(settings, option, option_info(option).values[static_cast<std::size_t>(option_place(settings, option))]);
        }
        CHECK(settings == recipe);
        CHECK_NOTHROW(check(make_plan(settings, nullptr).configuration));
    }
}

TEST_CASE("a model too large for it, or without labels and a known task, is not trained further, and it is said why") {
    const auto run = make_run(tests::sample("navigation"));
    CHECK(further_refusal(run.get()).empty());
    CHECK(further_refusal(nullptr) == "no model is open");
    auto stranger = std::make_shared<Model>(*run->model);
    stranger->source_vocabulary = stranger->target_vocabulary = {};
    stranger->batch.labels = IndexTensor{Axis::batch, Axis::position};
    const auto without = make_run(std::shared_ptr<const Model>(stranger));
    CHECK(further_refusal(without.get()) == "the open sentences have no labels, and no task uses the vocabulary of the open model");
    TrainingSettings settings = default_settings("copy");
    settings.from = TrainingStart::open_model;
    fit(settings, without.get());
    CHECK(settings.from == TrainingStart::new_model);
}

TEST_CASE("the choices of a training are kept as they are, and what cannot be chosen is refused with its name") {
    TrainingSettings settings = default_settings("reverse");
    set_option(settings, TrainingOption::optimizer, 1);
    set_option(settings, TrainingOption::rate, 0.05);
    set_option(settings, TrainingOption::layers, 3);
    set_option(settings, TrainingOption::causal_mask, 0);
    const auto json = [&] { return nlohmann::json::parse(to_json(settings).dump()); };
    const auto read = [](const nlohmann::json& from) {
        TrainingSettings read_settings;
        read_json(from, "here", read_settings);
        return read_settings;
    };
    CHECK(read(json()) == settings);
    CHECK(read({{"task", "copy"}}) == default_settings("copy"));
    CHECK(read({{"task", ""}}) == TrainingSettings{});
    for (const auto& field : std::vector<std::pair<std::string, nlohmann::json>>{
             {"task", "juggling"}, {"rate", 1e9}, {"d_model", "wide"}, {"optimizer", "Lion"}, {"wings", 2}}) {
        nlohmann::json wrong = json();
        wrong[field.first] = field.second;
        INFO(field.first);
        CHECK_THROWS_WITH_AS(read(wrong), doctest::Contains(("here: '" + field.first).c_str()), Error);
    }
}

TEST_CASE("the settings of a training that goes on are such as can be chosen, and kept in a session") {
    TrainingPlan plan;
    plan.data.name = "reverse";
    plan.batch_size = 500;
    plan.options.seed = 123'456;
    plan.options.label_smoothing = 0.1;
    plan.options.design.positions = false;
    Configuration configuration;
    configuration.d_model = 512;
    configuration.norm_placement = NormPlacement::before;
    const TrainingSettings settings = settings_of(plan, {.kind = ScheduleKind::noam, .rate = 0}, configuration);
    CHECK(settings.task == "reverse");
    CHECK(settings.batch_size == 128);
    CHECK(option_text(settings, TrainingOption::batch_size) == "128");
    CHECK(settings.label_smoothing == 0.1);
    CHECK(settings.norm == NormPlacement::before);
    CHECK(!settings.positions);
    TrainingSettings read;
    read_json(nlohmann::json::parse(to_json(settings).dump()), "session", read);
    CHECK(read == settings);
}

TEST_CASE("batches of tokens, and several in a step, are shown as such and kept, until another size is chosen") {
    TrainingPlan plan;
    plan.data.name = "reverse";
    plan.batch_size.tokens = 4096, plan.batch_size.accumulated = 4;
    TrainingSettings settings = settings_of(plan, {}, {});
    CHECK(option_text(settings, TrainingOption::batch_size) == "4 × 4 096 tokens");
    CHECK(plan_to_save(settings, {})->batch_size == plan.batch_size);
    CHECK(make_plan(default_settings("reverse"), nullptr).batch_size == BatchSize(default_settings("reverse").batch_size));
    TrainingSettings read;
    read_json(nlohmann::json::parse(to_json(settings).dump()), "session", read);
    CHECK(read == settings);
    const TrainingSettings before = settings;
    set_option(settings, TrainingOption::batch_size, 32);
    CHECK(option_text(settings, TrainingOption::batch_size) == "32");
    CHECK(differences(settings, before) == 1);
    CHECK(option_words(before, settings) == "batch 4 × 4 096 tokens");
    for (const char* wrong : {R"({"task": "copy", "batch_tokens": -1})", R"({"task": "copy", "accumulated": 0})"})
        CHECK_THROWS_AS(read_json(nlohmann::json::parse(wrong), "session", read), Error);
}

}  // namespace vitrine::training_settings_test
