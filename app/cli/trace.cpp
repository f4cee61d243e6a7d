/// vitrine trace: writes everything that a run computes, as text or to a file.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/common/device_options.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/only.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "core/export/gradient_files.h"
#include "core/export/trace_files.h"
#include "core/export/trace_json.h"
#include "core/export/trace_metadata.h"
#include "core/files/csv.h"
#include "core/files/file.h"
#include "core/io/open_model.h"
#include "core/listing/listing.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"
#include "core/text/glob.h"

namespace vitrine {

namespace {

struct TraceCommand {
    explicit TraceCommand(CommandLine& command) : model(command), device(command, ComputePlace::processor) {}

    ModelOptions model;
    std::string format = "text";
    std::optional<std::string> out, gradients;
    std::string only;
    std::optional<int> precision;
    std::optional<std::uint64_t> dropout_seed;
    DeviceOptions device;
    bool parameters = false;

    bool is_elsewhere() const { return device.place() != ComputePlace::processor; }
};

/// Refuses combinations of options that make no sense, before anything is computed.
void check(const TraceCommand& command) {
    const bool binary = command.format == "npz" || command.format == "safetensors";
    if (binary && !command.out)
        throw Error("--format " + command.format + " needs a file: --out FILE, or --out - for standard output");
    if (command.is_elsewhere() && command.gradients) throw Error("--gradients needs a run on the processor: --device cpu");
    if (command.is_elsewhere() && command.dropout_seed) throw Error("--dropout-seed needs a run on the processor: --device cpu");
    if (command.precision && command.format != "text") throw Error("--precision goes with --format text only");
    if (command.out && command.gradients && std::filesystem::path(*command.out) == *command.gradients)
        throw Error("--out and --gradients name the same file");
    const bool table = command.format == "csv" && command.out != standard_output;
    const bool folder = table && command.out && std::filesystem::path(*command.out).extension() != ".csv";
    if (command.out && !folder) require_writable(*command.out);
    if (command.gradients) require_writable(*command.gradients);
}

void write_text(const TraceCommand& command, const Model& model, const Trace& trace, Output& output) {
    OutputBuffer buffer(output);
    std::ostream stream(&buffer);
    stream.exceptions(std::ios::badbit);
    const std::vector<ParameterView> parameters = list_parameters(model.parameters, model.parameter_names);
    write_listing(stream, trace,
                  {model.source_vocabulary, model.target_vocabulary, model.batch.labels, &model.batch,
                   command.parameters ? &parameters : nullptr},
                  {.precision = command.precision.value_or(4), .only = command.only});
    stream.flush();
}

/// Writes a single table to standard output.
void write_table(const std::vector<NamedTensor>& tensors) {
    if (tensors.size() > 1) {
        throw Error("a CSV table holds one tensor, and these are " + std::to_string(tensors.size()) +
                    ": pick one with --only, or name a folder with --out");
    }
    Output output({});
    write_csv(tensors.front().tensor, output.sink());
    output.finish();
}

void write(const TraceCommand& command, const Model& model, const Trace& trace) {
    Output output(command.format == "text" || command.format == "json" ? command.out : std::nullopt);
    if (command.format == "text") {
        write_text(command, model, trace, output);
        return output.finish();
    }
    const std::string only = command.only.empty() ? "*" : command.only;
    const auto tensors = recorded_tensors(trace, only, command.parameters ? &model.parameters : nullptr, model.parameter_names);
    if (command.format == "json") {
        write_trace_json(tensors, output.sink());
        return output.finish();
    }
    const bool to_stream = !command.out || *command.out == standard_output;
    if (command.format == "csv" && to_stream) return write_table(tensors);
    const TraceFormat format = command.format == "npz"           ? TraceFormat::npz
                               : command.format == "safetensors" ? TraceFormat::safetensors
                                                                 : TraceFormat::csv;
    save_tensors(tensors, format, *command.out, {}, trace_metadata(tensors, model.configuration, model.batch));
}

/// Runs the model; where only some tensors are written, without keeping the others. The text also tells the predictions.
void compute(const TraceCommand& command, const Pass& pass, Activations& activations) {
    const bool all = command.only.empty() || command.gradients || pass.device;
    if (all) return forward(pass, activations);
    const bool text = command.format == "text";
    forward(
        pass,
        [&](const std::string& path) {
            // A pattern that matches only a view of a tensor is refused by the tensor's name.
            const bool is_asked = matches_glob(command.only, path) || matches_glob(command.only, path + "_transposed");
            return is_asked || (text && path.find(".layers.") == std::string::npos);
        },
        activations);
}

/// Whether the model runs as in use or as in training, with dropout.
Regime regime_of(const TraceCommand& command, const Configuration& c) {
    if (!command.dropout_seed) return {};
    if (c.dropout == 0 && c.embedding_dropout == 0) throw Error("--dropout-seed: this model's configuration has no dropout");
    return {.dropout = c.dropout, .embedding_dropout = c.embedding_dropout, .seed = *command.dropout_seed};
}

void run(const TraceCommand& command) {
    check(command);
    GpuAttentionOptions options = command.device.attention();
    options.say = say_note;
    const Model model = open_model(command.model.request());
    say_notes(model);
    const Regime regime = regime_of(command, model.configuration);
    const auto outline = std::make_shared<const Outline>(make_outline(model.configuration, regime, {}, model.parameter_names));
    check_only(command.only, *outline,
               command.parameters ? list_parameters(model.parameters, model.parameter_names) : std::vector<ParameterView>{});
    GpuAttention gpu(options);
    const AttentionDevice device = gpu.device();
    const bool elsewhere = command.is_elsewhere();
    const Pass pass{model.configuration, model.parameters, model.batch, regime, nullptr, elsewhere ? &device : nullptr};
    Activations activations;
    compute(command, pass, activations);
    if (gpu.take_loss()) forward({model.configuration, model.parameters, model.batch, regime}, activations);
    if (elsewhere && !gpu.status().has_said) say_note(gpu.status().words);
    if (command.gradients) save_gradients(pass, activations, *command.gradients, model.parameter_names);
    write(command, model, make_trace(outline, activations));
}

}  // namespace

void add_trace(CommandLine& program) {
    CommandLine& command = program.add_subcommand("trace", "Print or save every tensor of a run");
    const auto options = std::make_shared<TraceCommand>(command);
    command.add_option("--format", options->format, "text (default), json, npz, safetensors, or csv: a line per cell")
        .one_of({"text", "json", "npz", "safetensors", "csv"})
        .type_name("FORMAT");
    command
        .add_option(
            "--out", options->out,
            "Write to a file, - is standard output; npz and safetensors need one; csv: FILE.csv for one tensor, or a folder")
        .writes_file();
    command
        .add_option("--gradients", options->gradients,
                    "Save every gradient of the loss to a safetensors file, or NPZ or JSON where FILE ends in .npz or .json; "
                    "labels are needed")
        .writes_file();
    command
        .add_option(
            "--only", options->only,
            "Only tensors whose whole path matches: * is any text, including dots, ? any character, a comma stands between several")
        .type_name("GLOB");
    command.add_flag("--parameters", options->parameters, "Also the parameters, named parameters. plus their name");
    command.add_option("--precision", options->precision, "The number of decimals in text (default 4)")
        .between(0, 17)
        .type_name("N");
    command
        .add_option("--dropout-seed", options->dropout_seed,
                    "With dropout, as in training: the rate from the configuration, the masks drawn from this seed")
        .check(whole_number(0))
        .type_name("N");
    add_threads(command);
    add_quiet(command);
    command.footer(
        "A batch in JSON is taken as it stands: src, tgt (the decoder's input) and labels with every <s>, </s> and padding\n"
        "the model is to see. To the sentence pairs of a TSV, and to texts, beginning, end and padding are added.\n\n"
        "Examples:\n"
        "  vitrine trace --sample navigation | less -S\n"
        "  vitrine trace --sample translation --only 'encoder.*.weights' --precision 2\n"
        "  vitrine trace --model my-model --batch batch.json --format safetensors --out trace.safetensors\n"
        "  vitrine trace --sample translation --only 'encoder.*.weights' --format csv --out tables\n"
        "  vitrine trace --sample navigation --parameters --only 'parameters.*norm*'\n"
        "  vitrine trace --sample translation --only loss --gradients gradients.safetensors\n"
        "  vitrine trace --model gpt2 --text 'The black cat' --text 'I am a student' --only 'decoder.*.weights'\n"
        "  vitrine trace --model opus-mt --text 'The black cat' --target-text 'Le chat noir' --only loss");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
