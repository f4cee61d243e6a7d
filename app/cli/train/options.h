#pragma once
/// The options of `vitrine train`. Options that are not given are empty.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/common/command_line.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct TrainOptions {
    std::optional<std::string> task, data, batches, resume;  // the data
    std::optional<std::string> unit;                         // goes with data
    std::optional<std::string> tokenizer;                    // goes with data or a task: "bpe", or a file
    std::optional<std::uint64_t> vocab_size;                 // of a tokenizer to be learned
    std::optional<std::string> config, from, init;           // the model
    std::optional<std::string> architecture;                 // "transformer", "decoder" or "encoder"
    std::optional<Size> d_model, heads, layers, encoder_layers, decoder_layers, d_ff;
    std::optional<double> dropout;
    std::optional<std::string> norm;                                                  // "after" or "before"
    std::optional<std::int64_t> steps, epochs, batch_size, batch_tokens, accumulate;  // how long
    std::optional<std::int64_t> evaluate_every, evaluate_pairs;
    bool keep_best = false;
    std::optional<std::string> optimizer, betas, schedule, without, design;  // how
    std::optional<double> lr, eps, weight_decay, momentum, label_smoothing, clip, noam_factor;
    std::optional<std::int64_t> warmup;
    std::optional<std::uint64_t> seed;
    std::optional<int> threads;
    std::optional<std::string> out, log;  // output
    bool overwrite = false, history = false;
    std::optional<std::int64_t> moment;  // goes with resume: the step to go on from
};

/// The headings of --help for all options that a training's result depends on.
inline constexpr std::array training_groups{"What to learn", "The model (each task has defaults of its own)", "How long", "How"};

/// Adds the options to the command. Parsing fills `options`.
void add_train_options(CommandLine& command, TrainOptions& options);

/// Adds only the options for the optimiser, the rate, smoothing and clipping.
void add_method_options(CommandLine& command, const char* group, TrainOptions& options);

/// Throws Error, which names options that contradict each other or lack another option that they need.
void check(const TrainOptions& options, const CommandLine& command);

}  // namespace vitrine
