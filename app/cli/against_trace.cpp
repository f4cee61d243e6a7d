#include "app/cli/against_trace.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

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
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using TraceJson = nlohmann::ordered_json;

/// Computes the run, with gradients if the trace has any.
std::shared_ptr<const Run> reference_run(const ModelRequest& request, const RecordedTrace& trace) {
    const auto run = make_run(request);
    say_notes(*run->model);
    require_transformer(run->model->configuration, run->model->name, "layers to search for causes");
    const bool gradients =
        std::ranges::any_of(trace.tensors, [](const RecordedTensor& t) { return t.kind == RecordedKind::gradient; });
    return gradients && run->has_loss() ? with_gradients(*run) : run;
}

/// What was found. Both forms of the report use it.
struct TraceReport {
    const AgainstTrace& against;
    const MatchedTrace& matched;
    const OurRun& run;
    std::string run_words;
    RecordedDeviations deviations;
    FoundCauses found;

    std::optional<std::size_t> first() const { return deviations.first(); }
    const LargestDeviation& deviation(std::size_t pair) const { return deviations.of_pairs[pair]; }
    Index index_of_largest(std::size_t pair) const { return index_of(matched.pairs[pair].layout, deviation(pair).cell); }
};

std::vector<Size> index_list(const TraceReport& report, std::size_t pair) {
    const Index index = report.index_of_largest(pair);
    return {index.begin(), index.begin() + report.matched.pairs[pair].layout.rank};
}

/// The path of our run's tensor that belongs to a pair.
std::string shown_path(const TracePair& pair) { return pair.kind == RecordedKind::value ? pair.reference : pair.path; }

/// JSON has no infinity: null if the numbers are infinitely far apart.
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
    if (!report.first()) return {};
    return {{"path", shown_path(report.matched.pairs[*report.first()])},
            {"index", index_list(report, *report.first())},
            {"deviation", deviation_json(report.deviation(*report.first()).size)}};
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
                           {"deviation", deviation_json(report.deviation(i).size)},
                           {"index", index_list(report, i)},
                           {"beyond", report.deviations.is_beyond(i)}});
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
            {"compared", report.matched.pairs.size()},
            {"put_aside", report.matched.left.size()},
            {"tensors", tensors},
            {"left", left}};
}

/// "[0, 3, 1]".
std::string index_words(const TraceReport& report, std::size_t pair) {
    return fmt::format("[{}]", fmt::join(index_list(report, pair), ", "));
}

/// Says how many of the recorded tensors were compared, and that they agree.
std::string compared_words(const MatchedTrace& matched) {
    const std::size_t count = matched.pairs.size(), aside = matched.left.size();
    if (aside == 0) return count == 1 ? "The only recorded tensor agrees" : fmt::format("All {} recorded tensors agree", count);
    return fmt::format("{} of {} recorded tensors {} compared, and {}", count, count + aside, count == 1 ? "was" : "were",
                       count == 1 ? "agrees" : "all of these agree");
}

std::string first_text(const TraceReport& report) {
    const MatchedTrace& matched = report.matched;
    const auto& deviations = report.deviations.of_pairs;
    if (!report.first()) {
        const auto largest = std::ranges::max_element(deviations, {}, &LargestDeviation::size);
        const auto at = static_cast<std::size_t>(largest - deviations.begin());
        return fmt::format("{} within {:g}: the largest deviation is {:.1e}, of {}\n", compared_words(matched),
                           report.against.tolerance, largest->size, matched.pairs[at].path);
    }
    const std::size_t first = *report.first();
    const TracePair& pair = matched.pairs[first];
    const double theirs = static_cast<double>(pair.theirs[static_cast<std::size_t>(report.deviation(first).cell)]);
    const std::size_t aside = matched.left.size();
    return fmt::format("the first off by more than {:g}: {}{}, {:.6g} in A and {:.6g} in B, apart by {:.3g} · max(1, |B|)\n{}{}\n",
                       report.against.tolerance, shown_path(pair), index_words(report, first), theirs,
                       reference_of(pair, report.run).at(report.index_of_largest(first)), report.deviation(first).size,
                       recorded_count_words(matched, report.deviations),
                       aside == 0 ? "" : fmt::format("; {} other{} not compared", aside, aside == 1 ? " was" : "s were"));
}

/// Asks about other explanations for a difference that no known mistake explains: the tensor may be another one, or the numbers
/// may be those of another run.
std::string doubts_text(const TracePair& pair) {
    const std::string given = fmt::format("{{\"tensors\": [{{\"path\": PATH, \"from\": {}}}]}}", TraceJson(pair.name).dump());
    return (pair.by == "map" ? ""
                             : "  is " + printable(pair.name) + " something else? It was matched by " + pair.by +
                                   "; --map can say what it is: " + given + '\n') +
           "  were A's numbers taken after model.eval(), from the same checkpoint and of the same batch?\n";
}

std::string causes_text(const TraceReport& report) {
    std::string text;
    for (const Cause& cause : report.found.causes) text += "  " + cause_sentence(cause, report.run) + '\n';
    const auto& rest = report.found.unexplained;
    if (rest)
        text += "  " + (report.found.causes.empty() ? "" : std::string("then ")) + no_cause_sentence(report.matched.pairs[*rest]) +
                '\n' + doubts_text(report.matched.pairs[*rest]);
    if (text.empty()) return text;
    return (report.found.causes.size() > 1 ? "\ncauses, in the order in which they are found\n" : "\ncause\n") + text;
}

/// Lists the tensors that were put aside. Many with the same reason share a line with their number.
std::string left_text(const MatchedTrace& matched) {
    constexpr std::size_t most = 4, named = 3;
    std::string text = matched.left.empty() ? "" : fmt::format("\nnot compared, {}\n", matched.left.size());
    for (auto& [why, names] : put_aside(matched)) {
        std::ranges::transform(names, names.begin(), printable);
        if (names.size() > most) {
            const std::string first = fmt::format("{}", fmt::join(std::span(names).first(named), ", "));
            text += fmt::format("  {:<46} {}: {}, …\n", fmt::format("{} tensors", names.size()), why, first);
            continue;
        }
        for (const std::string& one : names) text += fmt::format("  {:<46} {}\n", one, why);
    }
    return text;
}

std::string report_text(const TraceReport& report) {
    std::string text =
        "A  " + printable(report.against.file.string()) + "\nB  " + printable(report.run_words) + ", the reference\n\n";
    text += first_text(report) + causes_text(report) + "\ncompared, in order of computation\n";
    for (std::size_t i = 0; i < report.matched.pairs.size(); ++i) {
        const TracePair& pair = report.matched.pairs[i];
        text += fmt::format("{} {:<46} {:>9.2e}  {} ({}{})\n", report.deviations.is_beyond(i) ? '!' : ' ', pair.path,
                            report.deviation(i).size, printable(pair.name), pair.by,
                            pair.arrangement.empty() ? "" : "; " + pair.arrangement);
    }
    return text + left_text(report.matched);
}

}  // namespace

bool compare_with_trace(const ModelRequest& request, const AgainstTrace& against) {
    const RecordedTrace trace = read_recorded_trace(against.file);
    const GivenPairs given = against.map ? read_given_pairs(*against.map) : GivenPairs{};
    std::set<std::string_view> names;
    for (const RecordedTensor& tensor : trace.tensors) names.insert(tensor.name);
    for (const auto& [theirs, pair] : given) {
        // An import's mapping also names weights that were left out. A trace need not contain those.
        if (!pair.path.empty() && !names.contains(theirs))
            fail(against.map->string(), "names " + in_quotes(theirs) + ", which " + against.file.string() + " does not hold");
    }
    const auto run = reference_run(request, trace);
    const WeightOrigins origins = against.map ? read_weight_origins(*against.map) : WeightOrigins{};
    OurRun ours = as_reference(*run);
    if (!origins.empty()) ours.origins = &origins;
    const MatchedTrace matched = match_trace(trace, ours, given);
    if (matched.pairs.empty())
        fail(against.file.string(),
             fmt::format("none of its {} tensors has the name and shape of one of ours; --map FILE can say which is which",
                         trace.tensors.size()));
    TraceReport report{against, matched, ours, run_words(*run), deviations_from(matched, ours, against.tolerance), {}};
    if (quiet()) return !report.first();
    report.found = find_causes(matched, ours, against.tolerance);
    Output output({});
    against.json ? output.write(report_json(report).dump(2) + '\n') : output.say(report_text(report));
    output.finish();
    return !report.first();
}

}  // namespace vitrine
