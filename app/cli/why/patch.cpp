/// vitrine patch: numbers of one run, put into another one place after the other.

#include <algorithm>
#include <memory>
#include <tuple>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/why/asked.h"
#include "app/cli/why/experiments.h"
#include "app/cli/why/report.h"
#include "app/run/picture.h"
#include "core/files/csv.h"
#include "core/io/batch_file.h"
#include "core/io/open_model.h"
#include "core/trace/parameter_trace.h"
#include "core/why/head_readings.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct PatchCommand {
    explicit PatchCommand(CommandLine& command)
        : asked(command), format(command, "every place with its number", "a line for each place") {}

    AskedOptions asked;
    FormatOption format;
    std::optional<std::filesystem::path> corrupted;  // required
    std::string metric = "logit";
    bool reverse = false, all = false, all_runs = false;
};

Metric::Kind kind_of(const std::string& metric) {
    return metric == "logit" ? Metric::Kind::logit : metric == "loss" ? Metric::Kind::loss : Metric::Kind::log_probability;
}

/// A pass of the model on some sentences, with everything that it computed.
struct RecordedPass {
    RecordedPass(const Model& model, const Batch& batch, const std::shared_ptr<const Outline>& outline)
        : pass{model.configuration, model.parameters, batch} {
        forward(pass, activations);
        trace = make_trace(outline, activations);
    }
    RecordedPass(const RecordedPass&) = delete;

    Pass pass;
    Activations activations;
    Trace trace;
};

/// The places that are patched one after the other, and what was measured of each.
struct Patches {
    struct Row {
        std::string name;
        std::vector<RunPlace> places;
        std::vector<double> values;
    };
    double clean = 0, corrupted = 0;
    std::vector<Row> stream, heads;
};

Patches places_of(const AskedRun& run, const AskedLogit& logit) {
    Patches patches;
    for (const StreamPoint& point : stream_points(*run.trace.outline)) {
        Patches::Row& row = patches.stream.emplace_back(Patches::Row{point.name, {}, {}});
        for (const Size position : positions_of(run, logit.sentence))
            row.places.push_back({.path = point.path, .sentence = logit.sentence, .position = position});
    }
    for (const AttentionPlace& place : attentions_of(run.configuration)) {
        Patches::Row& row = patches.heads.emplace_back(Patches::Row{path_of(place), {}, {}});
        const std::string context = path_of(place) + ".context";
        for (Size head = 0; head < run.find(context).layout.shape[1]; ++head) row.places.push_back({.path = context, .head = head});
    }
    return patches;
}

/// Measures every place.
void patch(const RecordedPass& into, const RecordedPass& from, const Metric& metric, bool all_runs, Patches& patches) {
    std::vector<const RunPlace*> places;
    for (const auto* rows : {&patches.stream, &patches.heads}) {
        for (const Patches::Row& row : *rows) {
            for (const RunPlace& place : row.places) places.push_back(&place);
        }
    }
    const Experiments experiments{places.size(),
                                  [&](std::size_t i) { return numbers_of_other_run(*places[i], into.trace, from.trace); }};
    const std::vector<double> found = run_with_progress({into.pass, into.activations}, metric, experiments, all_runs);
    auto next = found.begin();
    for (auto* rows : {&patches.stream, &patches.heads}) {
        for (Patches::Row& row : *rows) {
            row.values.assign(next, next + static_cast<std::ptrdiff_t>(row.places.size()));
            next += static_cast<std::ptrdiff_t>(row.places.size());
        }
    }
}

std::string metric_words(const std::string& metric, const AskedLogit& logit) {
    if (metric == "loss") return "loss";
    if (metric == "log-probability") return "log p(a)";
    return logit.against ? "logit(a) - logit(b)" : "logit(a)";
}

OrderedJson patches_json(const PatchCommand& command, const AskedLogit& logit, const Patches& patches) {
    OrderedJson json = asked_json(logit), stream = OrderedJson::array(), heads = OrderedJson::array();
    for (const Patches::Row& row : patches.stream) stream.push_back({{"point", row.name}, {"values", row.values}});
    for (const Patches::Row& row : patches.heads) heads.push_back({{"name", row.name}, {"values", row.values}});
    json["patch"] = {
        {"metric", metric_words(command.metric, logit)},   {"clean", patches.clean}, {"corrupted_value", patches.corrupted},
        {"into", command.reverse ? "clean" : "corrupted"}, {"stream", stream},       {"heads", heads}};
    return json;
}

std::string patches_csv(const Patches& patches) {
    std::string text = "place,position,head,value\n";
    const auto number = [](const std::optional<Size>& one) { return one ? std::to_string(*one) : std::string(); };
    for (const auto* rows : {&patches.stream, &patches.heads}) {
        for (const Patches::Row& row : *rows) {
            for (std::size_t i = 0; i < row.values.size(); ++i)
                text += fmt::format("{},{},{},{}\n", csv_field(row.name), number(row.places[i].position),
                                    number(row.places[i].head), row.values[i]);
        }
    }
    return text;
}

/// "the logit of “chat”, at position 2 of sentence 1", "the loss".
std::string measured_words(const Model& model, const std::string& metric, const AskedLogit& logit) {
    if (metric == "loss") return "the loss";
    return metric == "logit" ? asked_words(model, logit) : fmt::format("the log probability of {}", asked_word(model, logit.word));
}

std::string patches_text(const Model& model, const PatchCommand& command, const AskedLogit& logit, const Patches& patches) {
    std::vector<MeasuredPlace> measured;
    for (const auto* rows : {&patches.stream, &patches.heads}) {
        for (const Patches::Row& row : *rows) {
            for (std::size_t i = 0; i < row.values.size(); ++i) {
                const RunPlace& place = row.places[i];
                measured.push_back({place.head ? fmt::format("{}, head {}", row.name, *place.head + 1)
                                               : fmt::format("{} at position {}", row.name, *place.position),
                                    row.values[i]});
            }
        }
    }
    const char *into = command.reverse ? "clean" : "corrupted", *from = command.reverse ? "corrupted" : "clean";
    return fmt::format(
               "What is measured is {}: {:.4f} in the clean run and {:.4f} in the corrupted one. With the {} numbers in one "
               "place of the {} run it becomes:\n\n",
               measured_words(model, command.metric, logit), patches.clean, patches.corrupted, from, into) +
           measured_text(std::move(measured), command.reverse ? patches.clean : patches.corrupted, command.all);
}

/// Both runs have to have as many sentences of the same length.
void check_shapes(const std::filesystem::path& file, const Batch& clean, const Batch& corrupted) {
    for (const auto& [name, own, other] :
         {std::tuple{"src", &clean.src, &corrupted.src}, std::tuple{"tgt", &clean.tgt, &corrupted.tgt}}) {
        if (own->layout().shape == other->layout().shape) continue;
        throw Error(fmt::format("{}: '{}' is {} tokens, and that of the model's own sentences {}: both runs need one shape",
                                file.string(), name, shape_text(other->layout()), shape_text(own->layout())));
    }
}

void run(const PatchCommand& command) {
    const Model model = open_model(command.asked.request());
    say_notes(model);
    const Configuration& c = model.configuration;
    const auto outline = std::make_shared<const Outline>(make_outline(c));
    const RecordedPass clean(model, model.batch, outline);
    const Trace parameters = make_parameter_trace(*outline, list_parameters(model.parameters));
    const AskedRun asked{c, clean.trace, parameters};
    const AskedLogit logit = command.asked.logit(model, asked);
    std::vector<std::string> notes;
    const Batch batch = read_batch(*command.corrupted, {c, model.source_vocabulary, model.target_vocabulary, &notes,
                                                        model.tokenizer.get(), model.target_tokenizer.get(), &model.classes});
    for (const std::string& note : notes) say_note(note);
    check_shapes(*command.corrupted, model.batch, batch);
    const RecordedPass corrupted(model, batch, outline);
    const Metric metric{kind_of(command.metric), logit};
    if (metric.kind == Metric::Kind::loss && (model.batch.labels.empty() || batch.labels.empty()))
        throw Error("--metric loss: a batch has no labels");
    Patches patches = places_of(asked, logit);
    patches.clean = measure(metric, c, clean.activations), patches.corrupted = measure(metric, c, corrupted.activations);
    command.reverse ? patch(clean, corrupted, metric, command.all_runs, patches)
                    : patch(corrupted, clean, metric, command.all_runs, patches);
    write_report(command.format.format(), {.json = [&] { return patches_json(command, logit, patches); },
                                           .csv = [&] { return patches_csv(patches); },
                                           .text = [&] { return patches_text(model, command, logit, patches); }});
}

}  // namespace

void add_patch(CommandLine& program) {
    CommandLine& command = program.add_subcommand(
        "patch", "Put the numbers of a run into another one, place by place, and see what becomes of a logit");
    const auto options = std::make_shared<PatchCommand>(command);
    command.add_option("--corrupted", options->corrupted, "The sentences of the other run, as many and as long as the model's")
        .reads_file()
        .required();
    command.add_option("--metric", options->metric, "What is measured: logit, log-probability or loss (default: logit)")
        .type_name("WHAT")
        .one_of({"logit", "log-probability", "loss"});
    command.add_flag("--reverse", options->reverse, "Put the corrupted numbers into the clean run instead");
    command.add_flag("--all", options->all, "List every place, not only those that change most");
    add_all_of_them(command, options->all_runs);
    add_threads(command);
    add_quiet(command);
    command.footer(
        "The places: every point of the residual stream at every position of the sentence, and every head at all positions.\n\n"
        "Example:\n  vitrine patch --model my-model --batch batch.json 'logits[0,1,5]' --against '#6' --corrupted batch.json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
