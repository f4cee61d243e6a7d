#include "app/views/generate/decoding.h"

#include <utility>

#include "app/state/state.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/timing.h"

namespace vitrine {

Job decoding_job(const DecodingQuestion& question) {
    const auto make = [question](Work& work) {
        const GenerationWatch watch = [&work](const Generation&) { return !work.stop_requested(); };
        const DecodingModel model{question.model->configuration, *question.parameters, question.design, &question.interventions};
        return ShowDecoded{
            std::make_shared<const Decoded>(Decoded{question, generate(model, question.source, question.options, watch)})};
    };
    Job job = job_of(make, [question](std::string why) -> Command { return DecodingRefused{question, std::move(why)}; });
    job.no_memory = "decoding this sentence needs more memory than there is";
    job.question = question;
    return job;
}

namespace {

/// The times of the answer that is shown, once nothing else is to be answered.
std::optional<MissingResult> missing_times(const State& state) {
    const GenerateView& view = state.of<GenerateView>();
    if (state.view != View::generate || !view.decoded || !view.decoded->generation.complete) return std::nullopt;
    if (view.times_of == view.decoded->number || decoded_of(state) != view.decoded.get()) return std::nullopt;
    return MissingResult{.job = timing_job(view.decoded), .tag = "decoding times"};
}

}  // namespace

std::optional<MissingResult> missing_decoding(const State& state) {
    const auto question = unanswered_question(state);
    if (!question) return missing_times(state);
    return MissingResult{.job = decoding_job(*question), .at_once = decodes_at_once(*question)};
}

}  // namespace vitrine
