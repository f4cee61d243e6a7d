#include "core/why/asked_run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace vitrine {

TensorView AskedRun::find(const std::string& path) const {
    if (const TensorView recorded = trace.find(path); recorded.present()) return recorded;
    const TensorView parameter = parameters.find(path);
    if (!parameter.present()) throw Error(path + " is not in this run");
    return parameter;
}

std::string asked_tensor(const Configuration& configuration) {
    if (configuration.classes > 0) return "classifier.scores";
    return configuration.logits_cap ? "head.uncapped" : "logits";
}

namespace {

void check_below(const char* what, Size value, Size count, const char* counted) {
    if (value >= 0 && value < count) return;
    throw Error(fmt::format("{} {} is outside this run, which has {} {}", what, value, count, counted));
}

}  // namespace

void check(const AskedLogit& logit, const AskedRun& run) {
    const Configuration& c = run.configuration;
    if (!c.has_labels()) throw Error("this model has neither logits nor scores of classes");
    const Layout layout = run.find(asked_tensor(c)).layout;
    check_below("sentence", logit.sentence, layout.shape[0], "sentences");
    const bool classes = c.classes > 0;
    check_below("position", logit.position, classes ? 1 : layout.shape[1], classes ? "score for each class" : "positions");
    const Size words = layout.shape[static_cast<std::size_t>(layout.rank - 1)];
    check_below(classes ? "class" : "word", logit.word, words, classes ? "classes" : "words");
    if (logit.against) check_below(classes ? "class" : "word", *logit.against, words, classes ? "classes" : "words");
}

double recorded_logit(const AskedLogit& logit, const AskedRun& run) {
    const TensorView asked = run.find(asked_tensor(run.configuration));
    const auto of = [&](Size word) {
        return run.configuration.classes > 0 ? asked.at({logit.sentence, word}) : asked.at({logit.sentence, logit.position, word});
    };
    return of(logit.word) - (logit.against ? of(*logit.against) : 0);
}

double log_probability(std::span<const Scalar> scores, std::int32_t word) {
    const auto largest = static_cast<double>(*std::ranges::max_element(scores));
    double sum = 0;
    for (const Scalar score : scores) sum += std::exp(static_cast<double>(score) - largest);
    return static_cast<double>(scores[static_cast<std::size_t>(word)]) - largest - std::log(sum);
}

std::vector<Size> positions_of(const AskedRun& run, Size sentence) {
    const bool encodes = run.configuration.last_stack() == StackKind::encoder;
    const TensorView tokens = run.find(path_of(encodes ? Side::source : Side::target) + ".tokens");
    const std::int32_t pad = encodes ? run.configuration.pad_src : run.configuration.pad_tgt;
    std::vector<Size> positions;
    for (Size position = 0; position < tokens.layout.shape[1]; ++position) {
        if (static_cast<std::int32_t>(tokens.at({sentence, position})) != pad) positions.push_back(position);
    }
    return positions;
}

}  // namespace vitrine
