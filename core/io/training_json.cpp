#include "core/io/training_json.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/io/schedule_fields.h"
#include "core/model/design_choices.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

template <class Plan, class Visit>
void visit_data(Plan& p, Visit&& visit) {
    using K = DataKind;
    visit("data", p.data.kind, Choices<K>{{"task", K::task}, {"text", K::text}, {"batches", K::batches}});
    visit("name", Required{p.data.name});
    visit("unit", p.data.unit, Choices<TextUnit>{{"words", TextUnit::words}, {"characters", TextUnit::characters}});
    visit("fingerprint", Required{p.data.fingerprint});
    visit("batch_size", Required{p.batch_size.pairs});
    visit("batch_tokens", p.batch_size.tokens);
    visit("accumulate", p.batch_size.accumulated);
    visit("evaluate_every", p.evaluation.every);
    visit("evaluate_pairs", p.evaluation.pairs);
    visit("keep_best", p.evaluation.keeps_best);
    visit("last_step", Required{p.last_step});
    visit("threads", Required{p.threads});
    visit("log", Required{p.log});
    visit("epoch_loss", Required{p.epoch_loss});
}

template <class Options, class Visit>
void visit_options(Options& o, Visit&& visit) {
    using K = OptimizerKind;
    visit("optimizer", o.optimizer.kind, Choices<K>{{"adam", K::adam}, {"adamw", K::adamw}, {"sgd", K::sgd}});
    visit("beta1", Required{o.optimizer.beta1});
    visit("beta2", Required{o.optimizer.beta2});
    visit("epsilon", Required{o.optimizer.epsilon});
    visit("weight_decay", Required{o.optimizer.weight_decay});
    visit("momentum", Required{o.optimizer.momentum});
    visit_schedule(o.schedule, visit);
    visit("label_smoothing", Required{o.label_smoothing});
    visit("clip", Required{o.clip});
    visit("causal_mask", Required{o.causal_mask});
    visit("padding_mask", Required{o.padding_mask});
}

template <class Plan, class Visit>
void visit_keys(Plan& plan, Visit&& visit) {
    visit_data(plan, visit);
    visit_options(plan.options, visit);
}

/// The seed uses all 64 bits, more than a signed integer holds.
void read_seed(const Json& object, std::uint64_t& seed, const std::string& where) {
    if (!object.contains("seed")) fail(where, "'seed' is missing");
    const Json& value = object["seed"];
    if (!value.is_number_unsigned()) fail(where, "'seed' is " + shown(value) + ", it must be an integer of at least 0");
    seed = value.get<std::uint64_t>();
}

FieldWriter written(const TrainingPlan& plan) {
    FieldWriter writer;
    visit_keys(plan, writer);
    writer.object["seed"] = plan.options.seed;
    writer.object["design"] = Json::array();
    for (const DesignChoice& choice : design_choices()) {
        if (choice.is_made(plan.options.design)) writer.object["design"].push_back(std::string(choice.name));
    }
    return writer;
}

/// Checks the values that would make a run fail.
void check_values(const TrainingPlan& p, const std::string& where) {
    const auto require = [&](bool holds, const char* problem) {
        if (!holds) fail(where, problem);
    };
    require(p.batch_size.pairs >= 1, "'batch_size' must be at least 1");
    require(p.batch_size.tokens >= 0, "'batch_tokens' must be at least 0");
    require(p.batch_size.accumulated >= 1, "'accumulate' must be at least 1");
    require(p.evaluation.every >= 0, "'evaluate_every' must be at least 0");
    require(p.evaluation.pairs >= 0, "'evaluate_pairs' must be at least 0");
    require(!p.evaluation.keeps_best || p.evaluation.every > 0, "'keep_best' needs 'evaluate_every'");
    require(p.last_step >= 0, "'last_step' must be at least 0");
    require(p.threads >= 0, "'threads' must be at least 0");
    require(p.options.schedule.warmup >= (p.options.schedule.kind == ScheduleKind::noam ? 1 : 0), "'warmup' is too small");
    require(p.options.label_smoothing >= 0 && p.options.label_smoothing < 1, "'label_smoothing' must be at least 0 and below 1");
    require(p.options.clip >= 0, "'clip' must be at least 0");
}

}  // namespace

std::string plan_text(const TrainingPlan& plan) {
    return written(plan).object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

TrainingPlan plan_from(const std::string& text, const std::string& where) {
    const Json object = parse_json(text, where);
    require_keys(object, written({}).object, "is not a key of a training plan", where);
    TrainingPlan plan;
    visit_keys(plan, FieldReader(object, where));
    read_seed(object, plan.options.seed, where);
    for (const std::string& name : texts_or_empty(object, "design", where)) {
        const DesignChoice* choice = find_design_choice(name);
        if (!choice) fail(where, "'design' names " + shown(name) + ", which is no choice of the design");
        choice->make(plan.options.design, true);
    }
    check_values(plan, where);
    return plan;
}

void Fingerprint::add(std::string_view piece) {
    for (const char byte : piece) hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
}

std::string Fingerprint::text() const { return fmt::format("{:016x}", hash_); }

std::string fingerprint_of(std::string_view content) {
    Fingerprint fingerprint;
    fingerprint.add(content);
    return fingerprint.text();
}

}  // namespace vitrine
