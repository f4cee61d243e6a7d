#include "app/cli/train/options.h"

#include "app/cli/common/numbers.h"

namespace vitrine {

namespace {

/// Adds options to one group of --help.
struct Group {
    CommandLine& command;
    const char* name;

    template <class T>
    CommandLineOption add(const char* option, std::optional<T>& value, const char* meaning) const {
        return command.add_option(option, value, meaning).group(name);
    }
    CommandLineOption text(const char* option, std::optional<std::string>& value, const char* type, const char* meaning) const {
        return add(option, value, meaning).type_name(type);
    }
    template <class T>
    void whole(const char* option, std::optional<T>& value, std::int64_t least, const char* meaning) const {
        add(option, value, meaning).type_name("N").check(whole_number(least));
    }
    void number(const char* option, std::optional<double>& value, const Interval& interval, const char* meaning) const {
        add(option, value, meaning).type_name("F").check(number_in(interval));
    }
    void word(const char* option, std::optional<std::string>& value, const std::vector<std::string>& words,
              const char* meaning) const {
        add(option, value, meaning).type_name("NAME").one_of(words);
    }
};

void add_data(const Group& group, TrainOptions& o) {
    group.text("--task", o.task, "NAME", "A built-in task; 'vitrine tasks' lists them");
    group.text("--data", o.data, "FILE.tsv", "Sentence pairs, a line being source TAB target").reads_file("FILE.tsv");
    group.word("--unit", o.unit, {"characters", "words"}, "What the texts of --data are split into: words (default) or characters");
    group
        .text("--tokenizer", o.tokenizer, "bpe|FILE",
              "Split the texts of both sides into subwords: bpe learns them, FILE is a tokenizer.json")
        .reads_file("bpe|FILE");
    group.whole("--vocab-size", o.vocab_size, 1, "How many tokens --tokenizer bpe is to learn, special ones among them");
    group.text("--batches", o.batches, "FILE.json", "Batches {src, tgt, labels}, taken in turn").reads_file("FILE.json");
    group.text("--resume", o.resume, "DIR", "Continue a training where it stopped, with its options");
    group.whole("--moment", o.moment, 0,
                "With --resume: continue from the moment after this step, which the history has saved; later steps are deleted");
}

void add_model(const Group& group, TrainOptions& o) {
    group.text("--from", o.from, "DIR", "Start from the parameters of a model folder");
    group.text("--config", o.config, "FILE", "A config.json; vocabulary sizes and special ids may be left to the task")
        .reads_file();
    group.word("--architecture", o.architecture, {"transformer", "decoder", "encoder"},
               "transformer (default); decoder alone, which predicts next tokens, as GPT; encoder alone, which predicts hidden "
               "tokens, as BERT");
    group.whole("--d-model", o.d_model, 1, "Dimension of the model");
    group.whole("--heads", o.heads, 1, "Heads of every attention");
    group.whole("--layers", o.layers, 1, "Layers of every stack");
    group.whole("--encoder-layers", o.encoder_layers, 1, "Layers of the encoder");
    group.whole("--decoder-layers", o.decoder_layers, 1, "Layers of the decoder");
    group.whole("--d-ff", o.d_ff, 1, "Dimension inside the feed-forward networks");
    group.number("--dropout", o.dropout, {.least = 0, .below = 1}, "Fraction of values set to 0 in training");
    group.word("--norm", o.norm, {"after", "before"},
               "LayerNorm after each addition, as in the paper (default), or before each sublayer");
    group.word("--init", o.init, {"pytorch", "xavier"}, "How the initial parameters are drawn: xavier or pytorch");
}

void add_length(const Group& group, TrainOptions& o) {
    group.whole("--steps", o.steps, 0, "Total number of training steps; 0 saves the model untrained");
    group.whole("--epochs", o.epochs, 1, "Number of passes over all pairs, for a finite set of pairs");
    group.whole("--batch-size", o.batch_size, 1, "Sentence pairs in a batch");
    group.whole("--batch-tokens", o.batch_tokens, 1,
                "Instead: as many pairs of similar lengths as fit into N tokens of sources and targets, padding included");
    group.whole("--accumulate", o.accumulate, 1, "Batches that make one step, as if they were one (default 1)");
}

void add_method(const Group& group, TrainOptions& o) {
    group.word("--optimizer", o.optimizer, {"adam", "adamw", "sgd"}, "adam (default), adamw or sgd");
    group.text("--betas", o.betas, "B1,B2", "β₁ and β₂ of Adam (default 0.9,0.999)");
    group.number("--eps", o.eps, {.above = 0}, "ε of Adam (default 1e-8)");
    group.number("--weight-decay", o.weight_decay, {.least = 0}, "Weight decay (default 0; adamw: 0.01)");
    group.number("--momentum", o.momentum, {.least = 0, .below = 1}, "Momentum of SGD (default 0.9)");
    group.word("--schedule", o.schedule, {"constant", "cosine", "noam"},
               "The schedule of the learning rate: constant, noam or cosine (default: constant, or that of the task if it also "
               "sets the number of steps)");
    group.number("--lr", o.lr, {.above = 0}, "Learning rate; for cosine, the highest one");
    group.whole("--warmup", o.warmup, 0,
                "Warm-up: steps during which the rate rises (default: a tenth of all for noam, none for cosine)");
    group.number("--noam-factor", o.noam_factor, {.above = 0}, "Factor for the rate of noam (default 1)");
    group.number("--label-smoothing", o.label_smoothing, {.least = 0, .below = 1},
                 "Label smoothing: probability spread evenly over the vocabulary (default 0)");
    group.number("--clip", o.clip, {.least = 0}, "Largest norm of the gradient; 0 does not limit it (default 0)");
}

void add_evaluation(const Group& group, TrainOptions& o) {
    group.whole("--evaluate-every", o.evaluate_every, 1, "Measure the loss on the held-out pairs after every N steps");
    group.whole("--evaluate-pairs", o.evaluate_pairs, 1, "On how many of them, from the first on (default: all)");
    group.command
        .add_flag("--keep-best", o.keep_best, "The folder opens with the weights of the lowest held-out loss, not the last ones")
        .group(group.name);
}

void add_conditions(const Group& group, TrainOptions& o) {
    group.text("--without", o.without, "MASKS", "Train without causal-mask, padding-mask or both, separated by a comma");
    group.text("--design", o.design, "NAMES",
               "Train with choices of the paper switched off: unscaled_scores, no_positions, no_residuals …, separated by commas");
    group.whole("--seed", o.seed, 0, "The seed for everything random (default 1)");
}

void add_place(const Group& group, TrainOptions& o) {
    group.text("--out", o.out, "DIR", "The folder for the model").writes_folder();
    group.command.add_flag("--history", o.history, "Save moments of the training with the model, to look at and to continue from")
        .group(group.name);
    group.text("--log", o.log, "FILE.jsonl", "A line for every step: its number, loss, tokens, tokens per second and more")
        .writes_file("FILE.jsonl");
    group.command.add_flag("--overwrite", o.overwrite, "Replace the model or the log that is there").group(group.name);
}

}  // namespace

void add_method_options(CommandLine& command, const char* group, TrainOptions& options) { add_method({command, group}, options); }

void add_train_options(CommandLine& command, TrainOptions& options) {
    const auto [data, model, length, method] = training_groups;
    add_data({command, data}, options);
    add_model({command, model}, options);
    add_length({command, length}, options);
    add_method({command, method}, options);
    add_conditions({command, method}, options);
    add_evaluation({command, method}, options);
    add_place({command, "Where to"}, options);
    Group{command, "Running"}
        .add("--threads", options.threads, "How many threads to compute on (default: all)")
        .type_name("N")
        .between(1, 1024);
}

}  // namespace vitrine
