#include "app/views/generate/decoding.h"

#include <utility>

#include "app/views/generate/commands.h"

namespace vitrine {

namespace {

/// Decodes. Quick decodings are repeated, and the fastest is kept: the first one is slower because the processor's caches are
/// empty.
Generation measured(const DecodingQuestion& question, CacheUse cache, const GenerationWatch& watch) {
    constexpr int repetitions = 3;
    constexpr double soon = 50'000;
    const DecodingModel model{question.model->configuration, *question.parameters, question.design, &question.interventions};
    DecodeOptions options = question.options;
    options.cache = cache;
    Generation best = generate(model, question.source, options, watch);
    for (int i = 1; i < repetitions && best.complete && microseconds_of(best) < soon; ++i) {
        Generation again = generate(model, question.source, options, watch);
        if (again.complete && microseconds_of(again) < microseconds_of(best)) best = std::move(again);
    }
    return best;
}

MeasuredSteps steps_of(const Generation& generation) {
    MeasuredSteps measured{.steps = {}, .total = microseconds_of(generation)};
    for (const DecodeStep& step : generation.steps) measured.steps.push_back(step.microseconds);
    return measured;
}

}  // namespace

Job decoding_job(const DecodingQuestion& question) {
    const auto make = [question](Work& work) {
        const GenerationWatch watch = [&work](const Generation&) { return !work.stop_requested(); };
        Decoded answer{question, measured(question, question.options.cache, watch), {}};
        if (answer.generation.cached && answer.generation.complete)
            answer.uncached = steps_of(measured(question, CacheUse::none, watch));
        return ShowDecoded{std::make_shared<const Decoded>(std::move(answer))};
    };
    Job job = job_of(make, [question](std::string why) -> Command { return DecodingRefused{question, std::move(why)}; });
    job.no_memory = "decoding this sentence needs more memory than there is";
    job.question = question;
    return job;
}

std::optional<MissingResult> missing_decoding(const State& state) {
    const auto question = unanswered_question(state);
    if (!question) return std::nullopt;
    return MissingResult{.job = decoding_job(*question), .at_once = decodes_at_once(*question)};
}

}  // namespace vitrine
