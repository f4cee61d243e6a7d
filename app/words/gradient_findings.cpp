#include "app/words/gradient_findings.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/run/tensor_readings.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct KeptFindings {
    std::shared_ptr<const RunGradients> of;
    GradientReadings readings;
};

/// "∂linear1"
std::string symbol_of(const Run& run, const std::string& path) { return gradient_symbol(run.info(path)->symbol); }

/// "Decoder layer 2, Feed-forward": the name of a point in the residual stream.
std::string stream_name(const Run& run, const std::string& path) {
    const auto& flow = gradient_readings(run).flow;
    return std::ranges::find(flow, path, &StreamPlace::path)->name;
}

std::string flow_words(const Run& run, const FoundGradient& found) {
    return fmt::format("Its norm {} from {:.3g} at {} to {:.3g} at {}.",
                       found.kind == GradientFinding::vanishing ? "falls" : "grows", found.arrives, stream_name(run, found.from),
                       found.passes, stream_name(run, found.path));
}

std::string unit_words(const Run& run, const FoundGradient& found) {
    const Reader& activation = run.outline().readers.at(found.path).front();
    const TensorInfo& active = run.outline().tensors[static_cast<std::size_t>(activation.slot)];
    const std::string& title = run.outline().steps[static_cast<std::size_t>(active.step)].title;
    return fmt::format(
        "Of {} that get a gradient, {} blocks it for {} at every token. The rows of W₁ of these units get no gradient here.",
        counted(found.of, "unit"), title, found.count);
}

std::string row_words(const Run& run, const FoundGradient& found) {
    const TensorInfo& info = *run.info(found.path);
    const std::string asks = brief_token_name(axis_labels(run, info, 2, found.example[0]), found.example[2]);
    const std::string answers = brief_token_name(axis_labels(run, info, 3, found.example[0]), found.example[3]);
    return fmt::format(
        "In each of these rows one key gets more than 99 % of the attention weight. In sentence {}, head {}, the query {} gives "
        "the key {} a weight of {:.4f}. The largest gradient in this row is {:.2g} with respect to the weights and {:.2g} with "
        "respect to the scores before the softmax.",
        found.example[0] + 1, found.example[1] + 1, asks, answers, found.largest, found.arrives, found.passes);
}

}  // namespace

const GradientReadings& gradient_readings(const Run& run) {
    static const GradientReadings none;
    if (!run.gradients || run.difference) return none;
    KeptFindings& kept = run.of<KeptFindings>();
    if (kept.of != run.gradients) {
        kept.of = run.gradients;
        kept.readings = {gradient_flow(run.gradients->trace), gradient_findings(run.trace, run.gradients->trace)};
    }
    return kept.readings;
}

const FoundGradient* finding_of(const Run& run, const std::string& path) {
    const auto& findings = gradient_readings(run).findings;
    const auto found = std::ranges::find(findings, path, &FoundGradient::path);
    return found == findings.end() ? nullptr : &*found;
}

std::string finding_title(const Run& run, const FoundGradient& found) {
    const std::string section = section_of(run, *run.info(found.path));
    const char* stack = run.info(found.path)->side == Side::source ? "encoder" : "decoder";
    switch (found.kind) {
        case GradientFinding::not_finite:
            return fmt::format("{}: {} not finite", symbol_of(run, found.path), counted(found.count, "number"));
        case GradientFinding::vanishing:
            return fmt::format("The gradient vanishes in the {}", stack);
        case GradientFinding::exploding:
            return fmt::format("The gradient explodes in the {}", stack);
        case GradientFinding::dead_units:
            return fmt::format("{}, {}", counted(found.count, "dead unit"), section);
        case GradientFinding::saturated_rows:
            return fmt::format("{}, {}", counted(found.count, "saturated row"), section);
    }
    return "";
}

std::string finding_words(const Run& run, const FoundGradient& found) {
    switch (found.kind) {
        case GradientFinding::not_finite:
            return fmt::format("{} of the {} numbers of {} are NaN or infinite. The gradients of later tensors have none.",
                               found.count, found.of, symbol_of(run, found.path));
        case GradientFinding::vanishing:
        case GradientFinding::exploding:
            return flow_words(run, found);
        case GradientFinding::dead_units:
            return unit_words(run, found);
        case GradientFinding::saturated_rows:
            return row_words(run, found);
    }
    return "";
}

}  // namespace vitrine
