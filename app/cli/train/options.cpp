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
    group.text("--task", o.task, "NAME", "A task on board; 'vitrine tasks' lists them");
    group.text("--data", o.data, "FILE.tsv", "Sentence pairs, a line being source TAB target").reads_file("FILE.tsv");
    group.word("--unit", o.unit, {"characters", "words"}, "What the texts of --data are split into: words (default) or characters");
    group
        .text("--tokenizer", o.tokenizer, "bpe|FILE",
              "Cut the texts of both sides into pieces of words: bpe learns which, FILE is a tokenizer.json")
        .reads_file("bpe|FILE");
    group.whole("--vocab-size", o.vocab_size, 1, "How many tokens --tokenizer bpe is to learn, special ones among them");
    group.text("--batches", o.batches, "FILE.json", "Batches {src, tgt, labels}, taken in turn").reads_file("FILE.json");
    group.text("--resume", o.resume, "DIR", "Go on where an earlier training stopped, with its options");
    group.whole("--moment", o.moment, 0,
                "With --resume: go on from the moment after this step, which a history holds; later steps are forgotten");
}

void add_model(const Group& group, TrainOptions& o) {
    group.text("--from", o.from, "DIR", "Start from the weights of a model folder");
    group.text("--config", o.config, "FILE", "A config.json; vocabulary sizes and special ids may be left to the task")
        .reads_file();
    group.word("--architecture", o.architecture, {"transformer", "decoder", "encoder"},
               "transformer (default); decoder alone, for next words, as GPT; encoder alone, for hidden words, as BERT");
    group.whole("--d-model", o.d_model, 1, "Width of the model");
    group.whole("--heads", o.heads, 1, "Heads of every attention");
    group.whole("--layers", o.layers, 1, "Layers of every stack");
    group.whole("--encoder-layers", o.encoder_layers, 1, "Layers of the encoder");
    group.whole("--decoder-layers", o.decoder_layers, 1, "Layers of the decoder");
    group.whole("--d-ff", o.d_ff, 1, "Width of the feed-forward networks");
    group.number("--dropout", o.dropout, {.least = 0, .below = 1}, "Share of numbers dropped in training");
    group.word("--norm", o.norm, {"after", "before"},
               "LayerNorm after each addition, as in the paper (default), or before each sublayer");
    group.word("--init", o.init, {"pytorch", "xavier"}, "How the weights are drawn: xavier or pytorch");
}

void add_length(const Group& group, TrainOptions& o) {
    group.whole("--steps", o.steps, 0, "Updates of the weights, in all; 0 saves the model as it is drawn");
    group.whole("--epochs", o.epochs, 1, "Times to go through all pairs, where there is an end to them");
    group.whole("--batch-size", o.batch_size, 1, "Sentence pairs in a batch");
}

void add_method(const Group& group, TrainOptions& o) {
    group.word("--optimizer", o.optimizer, {"adam", "adamw", "sgd"}, "adam (default), adamw or sgd");
    group.text("--betas", o.betas, "B1,B2", "How long Adam remembers (default 0.9,0.999)");
    group.number("--eps", o.eps, {.above = 0}, "Adam's epsilon (default 1e-8)");
    group.number("--weight-decay", o.weight_decay, {.least = 0}, "Pull of the weights towards 0 (default 0; adamw: 0.01)");
    group.number("--momentum", o.momentum, {.least = 0, .below = 1}, "SGD's momentum (default 0.9)");
    group.word("--schedule", o.schedule, {"constant", "cosine", "noam"},
               "The learning rate's course: constant, noam or cosine (default: constant, or the task's own where it also says how "
               "many steps)");
    group.number("--lr", o.lr, {.above = 0}, "Learning rate, for cosine the highest");
    group.whole("--warmup", o.warmup, 0, "Steps in which the rate rises (default: for noam a tenth of all, for cosine none)");
    group.number("--noam-factor", o.noam_factor, {.above = 0}, "What noam's rate is multiplied by (default 1)");
    group.number("--label-smoothing", o.label_smoothing, {.least = 0, .below = 1},
                 "Share of the target spread over all words (default 0)");
    group.number("--clip", o.clip, {.least = 0}, "Largest norm of a gradient; 0 is any (default 0)");
}

void add_conditions(const Group& group, TrainOptions& o) {
    group.text("--without", o.without, "MASKS", "Train without causal-mask, padding-mask or both, comma between them");
    group.text("--design", o.design, "NAMES",
               "Train with choices of the paper switched off: unscaled_scores, no_positions, no_residuals …, comma between them");
    group.whole("--seed", o.seed, 0, "What everything random is drawn from (default 1)");
}

void add_place(const Group& group, TrainOptions& o) {
    group.text("--out", o.out, "DIR", "The folder for the model").writes_folder();
    group.command.add_flag("--history", o.history, "Keep moments of the training beside the model, to look at and to go on from")
        .group(group.name);
    group.text("--log", o.log, "FILE.jsonl", "A line for every step: step, loss, gradient_norm, learning_rate")
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
    add_place({command, "Where to"}, options);
    Group{command, "Running"}
        .add("--threads", options.threads, "How many threads to compute on (default: all)")
        .type_name("N")
        .between(1, 1024);
}

}  // namespace vitrine
