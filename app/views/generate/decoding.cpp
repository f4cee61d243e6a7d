/// Answers of the view of decoding.

#include <exception>
#include <new>

#include "app/base/command.h"
#include "app/opening/opening.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"

namespace vitrine {

namespace {

/// Once, or where that is soon done several times, of which the fastest is kept: the first finds nothing where the processor
/// keeps what it has just used.
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

Command decoded(const DecodingQuestion& question, const GenerationWatch& watch) {
    DecodingRefused refused{question, {}};
    try {
        Decoded answer{question, measured(question, question.options.cache, watch), {}};
        if (answer.generation.cached && answer.generation.complete)
            answer.uncached = steps_of(measured(question, CacheUse::none, watch));
        return ShowDecoded{std::make_shared<const Decoded>(std::move(answer))};
    } catch (const std::bad_alloc&) {
        refused.why = "decoding this sentence needs more memory than there is";
    } catch (const std::exception& error) {
        refused.why = error.what();
    }
    return refused;
}

}  // namespace vitrine
