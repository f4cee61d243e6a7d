#include "app/cli/against_trace.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/common/output.h"
#include "app/run/make_run.h"
#include "app/run/recorded.h"
#include "app/words/changes.h"
#include "core/against/pairs_file.h"
#include "core/cause/sentence.h"
#include "core/files/problem.h"
#include "core/foreign/weight_origins.h"

namespace vitrine {

namespace {

using TraceJson = nlohmann::ordered_json;

/// The run, with its gradients where the trace has some.
std::shared_ptr<const Run> reference_run(const ModelRequest& request, const RecordedTrace& trace) {
    const auto run = make_run(request);
    say_notes(*run->model);
    require_transformer(run->model->configuration, run->model->name, "layers to look for causes in");
    const bool gradients =
        std::ranges::any_of(trace.tensors, [](const RecordedTensor& t) { return t.kind == RecordedKind::gradient; });
    return gradients && run->has_loss() ? with_gradients(*run) : run;
}

/// What was found, for both forms of the report.
struct TraceReport {
    const AgainstTrace& against;
    const MatchedTrace& matched;
    const OurRun& run;
    std::string run_words;
    std::vector<LargestDeviation> deviations;  ///< of each pair
    std::optional<std::size_t> first;
    FoundCauses found;

    Index index_of_largest(std::size_t pair) const { return index_of(matched.pairs[pair].layout, deviations[pair].cell); }
    bool is_beyond(std::size_t pair) const { return deviations[pair].size > against.tolerance; }
};

std::vector<Size> index_list(const TraceReport& report, std::size_t pair) {
    const Index index = report.index_of_largest(pair);
    return {index.begin(), index.begin() + report.matched.pairs[pair].layout.rank};
}

/// The tensor that a pair is of, as our run has it.
std::string shown_path(const TracePair& pair) { return pair.kind == RecordedKind::value ? pair.reference : pair.path; }

/// JSON has no infinity: null where the numbers are infinitely far apart.
TraceJson deviation_json(double size) { return std::isfinite(size) ? TraceJson(size) : TraceJson(); }

TraceJson mistake_json(const Mistake& mistake) {
    TraceJson json{{"kind", name(mistake.kind)}, {"where", mistake.where}};
    if (mistake.head >= 0) json["head"] = mistake.head;
    return json;
}

TraceJson cause_json(const Cause& cause, const TraceReport& report) {
    TraceJson json = mistake_json(cause.mistake);
    json["sentence"] = cause_sentence(cause, report.run);
    json["explains"] = shown_path(report.matched.pairs[cause.explains]);
    json["equally"] = TraceJson::array();
    for (const Mistake& other : cause.equally) json["equally"].push_back(mistake_json(other));
    return json;
}

TraceJson first_json(const TraceReport& report) {
    if (!report.first) return {};
    return {{"path", shown_path(report.matched.pairs[*report.first])},
            {"index", index_list(report, *report.first)},
            {"deviation", deviation_json(report.deviations[*report.first].size)}};
}

TraceJson report_json(const TraceReport& report) {
    TraceJson causes = TraceJson::array(), tensors = TraceJson::array(), left = TraceJson::array();
    for (const Cause& cause : report.found.causes) causes.push_back(cause_json(cause, report));
    for (std::size_t i = 0; i < report.matched.pairs.size(); ++i) {
        const TracePair& pair = report.matched.pairs[i];
        tensors.push_back({{"path", pair.path},
                           {"name", pair.name},
                           {"by", pair.by},
                           {"axes", pair.arrangement},
                           {"deviation", deviation_json(report.deviations[i].size)},
                           {"index", index_list(report, i)},
                           {"beyond", report.is_beyond(i)}});
    }
    for (const auto& [unmatched, why] : report.matched.left) left.push_back({{"name", unmatched}, {"why", why}});
    const auto& unexplained = report.found.unexplained;
    return {{"a", report.against.file.string()},
            {"b", report.run_words},
            {"tolerance", report.against.tolerance},
            {"first_beyond", first_json(report)},
            {"cause", causes.empty() ? TraceJson() : causes.front()},
            {"causes", causes},
            {"unexplained", unexplained ? TraceJson(shown_path(report.matched.pairs[*unexplained])) : TraceJson()},
            {"tensors", tensors},
            {"left", left}};
}

/// "[0, 3, 1]".
std::string index_words(const TraceReport& report, std::size_t pair) {
    return fmt::format("[{}]", fmt::join(index_list(report, pair), ", "));
}

std::string first_text(const TraceReport& report) {
    const MatchedTrace& matched = report.matched;
    if (!report.first) {
        const auto largest = std::ranges::max_element(report.deviations, {}, &LargestDeviation::size);
        const auto at = static_cast<std::size_t>(largest - report.deviations.begin());
        return fmt::format("All {} tensors agree within {:g}: the largest deviation is {:.1e}, of {}\n", matched.pairs.size(),
                           report.against.tolerance, largest->size, matched.pairs[at].path);
    }
    const TracePair& pair = matched.pairs[*report.first];
    const auto beyond =
        std::ranges::count_if(report.deviations, [&](const LargestDeviation& one) { return one.size > report.against.tolerance; });
    const double theirs = static_cast<double>(pair.theirs[static_cast<std::size_t>(report.deviations[*report.first].cell)]);
    return fmt::format(
        "the first beyond {:g}: {}{}, {:.6g} in A and {:.6g} in B, a deviation of {:.3g}\n{} of {} tensors are beyond it\n",
        report.against.tolerance, shown_path(pair), index_words(report, *report.first), theirs,
        reference_of(pair, report.run).at(report.index_of_largest(*report.first)), report.deviations[*report.first].size, beyond,
        matched.pairs.size());
}

std::string causes_text(const TraceReport& report) {
    std::string text;
    for (const Cause& cause : report.found.causes) text += "  " + cause_sentence(cause, report.run) + '\n';
    const auto& rest = report.found.unexplained;
    if (rest)
        text += "  " + (report.found.causes.empty() ? "" : std::string("then ")) + no_cause_sentence(report.matched.pairs[*rest]) +
                '\n';
    if (text.empty()) return text;
    return (report.found.causes.size() > 1 ? "\ncauses, in the order in which they come to light\n" : "\ncause\n") + text;
}

std::string report_text(const TraceReport& report) {
    std::string text = "A  " + report.against.file.string() + "\nB  " + report.run_words + ", the reference\n\n";
    text += first_text(report) + causes_text(report) + "\ncompared, in order of computation\n";
    for (std::size_t i = 0; i < report.matched.pairs.size(); ++i) {
        const TracePair& pair = report.matched.pairs[i];
        text += fmt::format("{} {:<46} {:>9.2e}  {} ({}{})\n", report.is_beyond(i) ? '!' : ' ', pair.path,
                            report.deviations[i].size, pair.name, pair.by, pair.arrangement.empty() ? "" : "; " + pair.arrangement);
    }
    if (!report.matched.left.empty()) text += "\nnot compared\n";
    for (const auto& [unmatched, why] : report.matched.left) text += fmt::format("  {:<46} {}\n", unmatched, why);
    return text;
}

}  // namespace

bool compare_with_trace(const ModelRequest& request, const AgainstTrace& against) {
    const RecordedTrace trace = read_recorded_trace(against.file);
    const GivenPairs given = against.map ? read_given_pairs(*against.map) : GivenPairs{};
    for (const auto& [theirs, pair] : given) {
        // A mapping that an import made leaves out weights, which no trace has to hold.
        if (!pair.path.empty() && !trace.find(theirs))
            fail(against.map->string(), "names '" + theirs + "', which " + against.file.string() + " does not hold");
    }
    const auto run = reference_run(request, trace);
    const WeightOrigins origins = against.map ? read_weight_origins(*against.map) : WeightOrigins{};
    OurRun ours = as_reference(*run);
    if (!origins.empty()) ours.origins = &origins;
    const MatchedTrace matched = match_trace(trace, ours, given);
    if (matched.pairs.empty())
        fail(against.file.string(),
             fmt::format("none of its {} tensors is one of ours by name and shape; --map FILE can say which is which",
                         trace.tensors.size()));
    const std::optional<std::size_t> first = first_beyond(matched, ours, against.tolerance);
    if (quiet()) return !first;
    TraceReport report{against, matched, ours, run_words(*run), {}, first, {}};
    for (const TracePair& pair : matched.pairs) report.deviations.push_back(deviation_of(pair, ours));
    report.found = find_causes(matched, ours, against.tolerance);
    Output output({});
    output.write(against.json ? report_json(report).dump(2) + '\n' : report_text(report));
    output.finish();
    return !report.first;
}

}  // namespace vitrine
