#include "app/cli/bench/benchmarks.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/io/open_model.h"
#include "core/model/work.h"
#include "core/pass/rerun.h"
#include "core/tensor/random.h"
#include "core/trace/trace.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

/// A model and its last run, whose memory is kept between passes, as the program does.
struct BenchmarkRun {
    Model model;
    Activations activations;
    Trace trace;

    void compute() { forward(model.configuration, model.parameters, model.batch, activations); }
    void name() { update_trace(activations, trace); }
};

std::shared_ptr<BenchmarkRun> make_benchmark_run(Model model) {
    const auto run = std::make_shared<BenchmarkRun>();
    run->model = std::move(model);
    run->compute();
    run->trace = make_trace(std::make_shared<const Outline>(make_outline(run->model.configuration)), run->activations);
    return run;
}

std::shared_ptr<BenchmarkRun> navigation() {
    ModelRequest request;
    request.sample = "navigation";
    return make_benchmark_run(open_model(request));
}

Body computing_and_naming(const std::shared_ptr<BenchmarkRun>& run) {
    return [run] {
        run->compute();
        run->name();
    };
}

Body computing(const std::shared_ptr<BenchmarkRun>& run) {
    return [run] { run->compute(); };
}

Body naming(const std::shared_ptr<BenchmarkRun>& run) {
    return [run] { run->name(); };
}

/// Changes the last target word and updates the run from the one before.
void edit(BenchmarkRun& run) {
    const Batch before = run.model.batch;
    IndexTensor& words = run.model.batch.tgt;
    std::int32_t& last = words.data()[words.count() - 1];
    last = last == 3 ? 4 : 3;
    Activations edited;
    const Model& model = run.model;
    rerun({{model.configuration, model.parameters, before}, run.activations}, {model.configuration, model.parameters, model.batch},
          edited);
    run.activations = std::move(edited);
    run.name();
}

/// A model and a batch of random words for it without padding.
struct Exercise {
    Configuration configuration;
    Batch batch;
};

struct Lengths {
    Size sentences, source, target;
};

Exercise make_exercise(const Configuration& configuration, const Lengths& lengths) {
    Exercise exercise{configuration, {}};
    Random random(2);
    const auto draw = [&](IndexTensor& tokens, Size length, Size vocabulary) {
        tokens.resize({lengths.sentences, length});
        for (Size i = 0; i < tokens.count(); ++i)
            tokens.data()[i] = static_cast<std::int32_t>(3 + random.below(static_cast<std::uint64_t>(vocabulary - 3)));
    };
    if (configuration.has_encoder()) draw(exercise.batch.src, lengths.source, configuration.src_vocab_size);
    draw(exercise.batch.tgt, lengths.target, configuration.tgt_vocab_size);
    draw(exercise.batch.labels, lengths.target, configuration.tgt_vocab_size);
    return exercise;
}

/// The paper's base model with one tied vocabulary.
Configuration base() {
    Configuration c;
    c.src_vocab_size = c.tgt_vocab_size = 37000;
    c.tie = Tie::all;
    return c;
}

/// A model for some ten thousand pairs of real text, with one tied vocabulary.
Configuration parallel_text() {
    Configuration c =
        of_widths({.d_model = 256, .nhead = 4, .layers = 3, .dim_feedforward = 1024, .vocabulary = 8000, .dropout = 0.1});
    c.tie = Tie::all;
    return c;
}

std::shared_ptr<BenchmarkRun> make_benchmark_run(const Exercise& exercise) {
    Model model;
    model.configuration = exercise.configuration;
    model.parameters = initialise(model.configuration, {});
    model.batch = exercise.batch;
    model.batch.labels.clear();
    return make_benchmark_run(std::move(model));
}

Workload tracing(std::string name, std::string text, const Configuration& configuration, const Lengths& lengths) {
    const Exercise exercise = make_exercise(configuration, lengths);
    const auto prepare = [exercise] { return computing_and_naming(make_benchmark_run(exercise)); };
    return {.name = std::move(name),
            .text = std::move(text),
            .repetitions = 21,
            .seconds = 0.05,
            .prepare = prepare,
            .operations = product_operations(exercise.configuration, exercise.batch)};
}

Workload editing(std::string name, std::string text, const std::function<std::shared_ptr<BenchmarkRun>()>& make) {
    const auto prepare = [make] {
        const auto run = make();
        return [run] { edit(*run); };
    };
    return {.name = std::move(name), .text = std::move(text), .repetitions = 21, .seconds = 0.05, .prepare = prepare};
}

/// "  3512 tokens/s", counted on both sides.
std::string tokens_per_second(const Lengths& lengths, double median_ms, bool json) {
    const double tokens = 1000 * static_cast<double>(lengths.sentences * (lengths.source + lengths.target)) / median_ms;
    return json ? fmt::format(",\"tokens_per_second\":{:.0f}", tokens) : fmt::format("  {:.0f} tokens/s", tokens);
}

/// Trains on one batch again and again with Adam.
Workload training(std::string name, std::string text, const Configuration& configuration, const Lengths& lengths,
                  const TrainerOptions& options = {}) {
    const Exercise exercise = make_exercise(configuration, lengths);
    const auto prepare = [exercise, options] {
        const auto trainer = std::make_shared<Trainer>(exercise.configuration, initialise(exercise.configuration, {}),
                                                       BatchSource({exercise.batch}), options);
        return [trainer] { trainer->step(); };
    };
    return {.name = std::move(name),
            .text = std::move(text),
            .repetitions = 21,
            .seconds = 0.05,
            .prepare = prepare,
            .operations = 3 * product_operations(exercise.configuration, exercise.batch),
            .figures = [lengths](double median_ms, bool json) { return tokens_per_second(lengths, median_ms, json); }};
}

std::vector<Workload> make_workloads() {
    std::vector<Workload> list{
        {.name = "trace-tiny",
         .text = "forward pass of the sample 'navigation', every tensor recorded and named",
         .repetitions = 101,
         .seconds = 0.01,
         .prepare = [] { return computing_and_naming(navigation()); }},
        {.name = "trace-names",
         .text = "naming the tensors of a finished pass of 'navigation', and its share of that pass",
         .repetitions = 101,
         .seconds = 0.005,
         .prepare = [] { return naming(navigation()); },
         .whole = [] { return computing(navigation()); }},
        tracing("trace-base", "forward pass of the paper's base model, 64 tokens to 64, every tensor recorded and named", base(),
                {1, 64, 64}),
        tracing("trace-gpt2",
                "forward pass of a decoder alone as large as GPT-2 (124 M parameters), 64 tokens, every tensor recorded "
                "and named",
                gpt2_configuration(), {1, 0, 64}),
        editing("edit-tiny", "another last target word in 'navigation': what depends on it computed again, every tensor named",
                navigation),
        training("train-copy", "training step of a tiny model (d 32, 2+2 layers), 32 sentences of 10 tokens to 9, Adam",
                 of_widths({.d_model = 32, .nhead = 4, .layers = 2, .dim_feedforward = 64, .vocabulary = 11}), {32, 10, 9}),
        training("train-translation", "training step of a small model (d 256, 3+3 layers), 2 sentences of 6 tokens, dropout, Adam",
                 of_widths({.d_model = 256, .nhead = 8, .layers = 3, .dim_feedforward = 512, .vocabulary = 18, .dropout = 0.1}),
                 {2, 6, 6}),
        training("train-digits", "training step of a small model (d 256, 3+3 layers), 32 sentences of 91 tokens to 9, Adam",
                 of_widths({.d_model = 256, .nhead = 4, .layers = 3, .dim_feedforward = 128, .vocabulary = 13}), {32, 91, 9}),
        training("train-parallel-text",
                 "training step for real translation (d 256, 4 heads, 3+3 layers, d_ff 1024, 8000 subwords), 64 sentences of 32 "
                 "tokens to 32, dropout, label smoothing, Adam",
                 parallel_text(), {64, 32, 32}, {.label_smoothing = 0.1}),
        training("train-base", "training step of the paper's base model, 8 sentences of 64 tokens to 64, Adam", base(),
                 {8, 64, 64}),
    };
    for (Workload& workload : edit_workloads()) list.push_back(std::move(workload));
    for (Workload& workload : decode_workloads()) list.push_back(std::move(workload));
    for (Workload& workload : attention_workloads()) list.push_back(std::move(workload));
    for (Workload& workload : tokenize_workloads()) list.push_back(std::move(workload));
    for (Workload& workload : attention_gpu_workloads()) list.push_back(std::move(workload));
    for (Workload& workload : history_workloads()) list.push_back(std::move(workload));
    for (Workload& workload : frame_workloads()) list.push_back(std::move(workload));
    list.push_back(frame_large_workload());
    return list;
}

}  // namespace

Configuration of_widths(const Widths& widths) {
    Configuration c;
    c.d_model = widths.d_model;
    c.nhead = widths.nhead;
    c.num_encoder_layers = c.num_decoder_layers = widths.layers;
    c.dim_feedforward = widths.dim_feedforward;
    c.src_vocab_size = c.tgt_vocab_size = widths.vocabulary;
    c.dropout = c.embedding_dropout = widths.dropout;
    return c;
}

Configuration gpt2_configuration() {
    Configuration c;
    c.architecture = Architecture::decoder;
    c.d_model = 768;
    c.nhead = 12;
    c.num_encoder_layers = 0;
    c.num_decoder_layers = 12;
    c.dim_feedforward = 3072;
    c.tgt_vocab_size = 50257;
    c.activation = ActivationKind::gelu_tanh;
    c.norm_placement = NormPlacement::before;
    c.positions = PositionKind::learned;
    c.max_positions = 1024;
    c.scale_embedding = false;
    c.biases.output = false;
    c.tie = Tie::output;
    c.pad_src = c.pad_tgt = filler;
    c.bos = c.eos = no_token;
    return c;
}

Model exercise_model(const Configuration& configuration, Size source_length, Size target_length) {
    Model model;
    model.configuration = configuration;
    model.parameters = initialise(configuration, {});
    model.batch = make_exercise(configuration, {1, source_length, target_length}).batch;
    return model;
}

const std::vector<Workload>& workloads() {
    static const std::vector<Workload> list = make_workloads();
    return list;
}

const Workload* find_workload(const std::string& name) {
    const auto& list = workloads();
    const auto found = std::find_if(list.begin(), list.end(), [&](const Workload& workload) { return workload.name == name; });
    return found == list.end() ? nullptr : &*found;
}

}  // namespace vitrine
