#include "core/io/training_json.h"

#include <nlohmann/json.hpp>

#include "tests/core/io/helpers.h"

namespace vitrine::training_json_test {
using namespace vitrine::test;

namespace {

/// A plan's text with one key changed.
template <class Value>
std::string changed(const char* key, const Value& value) {
    auto object = nlohmann::json::parse(plan_text({}));
    object[key] = value;
    return object.dump();
}

}  // namespace

TEST_CASE("a plan is what its text says") {
    TrainingPlan plan;
    CHECK(plan_from(plan_text(plan), "plan") == plan);
    plan.data = {DataKind::batches, "a \"name\"\n", TextUnit::characters, "ff"};
    plan.batch_size = 7;
    plan.batch_size.tokens = 4096;
    plan.batch_size.accumulated = 3;
    plan.evaluation = {.every = 500, .pairs = 200, .keeps_best = true};
    plan.options.optimizer = {OptimizerKind::sgd, 0.1, 0.2, 1e-300, 0.3, 0.1 + 0.2};
    plan.options.schedule = {ScheduleKind::cosine, 1.0 / 3, 5, 6, 7};
    plan.options.label_smoothing = 0.1;
    plan.options.clip = 1;
    plan.options.seed = 0x8000'0000'0000'0001u;
    plan.options.causal_mask = plan.options.padding_mask = false;
    plan.last_step = std::int64_t{1} << 60;
    plan.threads = 3;
    plan.log = "/tmp/log.jsonl";
    plan.epoch_loss = 2.0 / 3;
    CHECK(plan_from(plan_text(plan), "plan") == plan);
    CHECK(!contains(plan_text(plan), "\n"));
}

TEST_CASE("a plan of an earlier version has batches of pairs, one in a step, and is not measured") {
    auto object = nlohmann::json::parse(plan_text({}));
    for (const char* key : {"batch_tokens", "accumulate", "evaluate_every", "evaluate_pairs", "keep_best"}) object.erase(key);
    CHECK(plan_from(object.dump(), "plan") == TrainingPlan{});
}

TEST_CASE("a plan nobody could follow is refused by the key") {
    const auto refused = [](const std::string& text, const std::string& problem) {
        check_error([&] { plan_from(text, "training.safetensors: 'plan'"); }, "training.safetensors: 'plan': ", problem);
    };
    refused(changed("batch_size", 0), "'batch_size' must be at least 1");
    refused(changed("batch_size", "many"), "'batch_size' is \"many\"");
    refused(changed("batch_tokens", -1), "'batch_tokens' must be at least 0");
    refused(changed("accumulate", 0), "'accumulate' must be at least 1");
    refused(changed("evaluate_every", -1), "'evaluate_every' must be at least 0");
    refused(changed("evaluate_pairs", -1), "'evaluate_pairs' must be at least 0");
    refused(changed("keep_best", 1), "'keep_best' is 1, it must be true or false");
    refused(changed("keep_best", true), "'keep_best' needs 'evaluate_every'");
    refused(changed("optimizer", "lion"), "'optimizer' is \"lion\", it must be one of");
    refused(changed("label_smoothing", 1), "'label_smoothing'");
    refused(changed("clip", -1), "'clip'");
    refused(changed("seed", -1), "'seed' is -1");
    refused(changed("something", 1), "'something' is not a key");
    auto object = nlohmann::json::parse(plan_text({}));
    object.erase("beta2");
    refused(object.dump(), "'beta2' is missing");
    refused("[]", "an object");
    refused("", "empty");
}

TEST_CASE("fingerprints are FNV-1a's") {
    CHECK(fingerprint_of("") == "cbf29ce484222325");
    CHECK(fingerprint_of("a") == "af63dc4c8601ec8c");
    CHECK(fingerprint_of("foobar") == "85944171f73967e8");
}

}  // namespace vitrine::training_json_test
