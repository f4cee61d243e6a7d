/// Checks which options of `vitrine train` go together.

#include <algorithm>
#include <array>

#include "app/cli/train/options.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// Refuses more than one of several options that have the same purpose.
void refuse_both(const CommandLine& command, std::initializer_list<const char*> options, const std::string& what) {
    std::string list;
    int count = 0;
    for (const char* option : options) {
        const bool last = option == *(options.end() - 1);
        list += (list.empty() ? "" : last ? " and " : ", ") + std::string(option);
        count += command.given(option);
    }
    if (count > 1) throw Error(list + " each say " + what + ": give only one of them");
}

/// Refuses an option that would have no effect.
void refuse_unless(bool heard, const CommandLine& command, std::initializer_list<const char*> options, const std::string& reason) {
    if (heard) return;
    for (const char* option : options) {
        if (command.given(option)) throw Error(std::string(option) + " " + reason);
    }
}

/// Refuses options that would change a resumed training: everything about the training itself stays as it was. Where it is saved
/// and how it runs may be new each time.
void check_resumed(const CommandLine& command) {
    constexpr std::array changeable{"--resume", "--steps", "--epochs", "--lr", "--moment"};
    for (const std::string& name : command.options_given(training_groups)) {
        if (std::ranges::find(changeable, name) != changeable.end()) continue;
        throw Error(name +
                    " does not go with --resume, which takes up the training as it was; only --steps, --epochs, --lr and "
                    "--moment can be new, and where it goes to and how it is run");
    }
}

void check_tokenizer(const TrainOptions& o, const CommandLine& command) {
    refuse_unless(!o.batches, command, {"--tokenizer"}, "does not go with --batches, which are tokens already");
    refuse_unless(!o.from, command, {"--tokenizer"}, "does not go with --from, whose model has its words already");
    refuse_unless(!o.tokenizer, command, {"--unit"}, "does not go with --tokenizer, which cuts the texts");
    refuse_unless(o.tokenizer == "bpe", command, {"--vocab-size"}, "goes with --tokenizer bpe only");
    if (o.tokenizer == "bpe" && !o.vocab_size) throw Error("--tokenizer bpe: of how many tokens? --vocab-size N says it");
}

void check_model(const TrainOptions& o, const CommandLine& command) {
    refuse_both(command, {"--config", "--from"}, "what the model is like");
    const std::string elsewhere = "is said by the configuration of " + std::string(o.from ? "--from" : "--config") + " already";
    refuse_unless(
        !o.config && !o.from, command,
        {"--architecture", "--d-model", "--heads", "--layers", "--encoder-layers", "--decoder-layers", "--d-ff", "--norm"},
        elsewhere);
    refuse_unless(!o.architecture || o.architecture == "transformer", command, {"--encoder-layers", "--decoder-layers"},
                  "goes with an encoder and a decoder; --layers says how many a model of one stack has");
    refuse_both(command, {"--layers", "--encoder-layers"}, "how many layers there are");
    refuse_both(command, {"--layers", "--decoder-layers"}, "how many layers there are");
    refuse_unless(!o.from, command, {"--init"}, "draws weights, and those of --from are there already");
    if (o.batches && !o.from && !o.config) throw Error("--batches needs a model: --from DIR or --config FILE");
}

void check_method(const TrainOptions& o, const CommandLine& command) {
    const std::string optimizer = o.optimizer.value_or("adam"), schedule = o.schedule.value_or("constant");
    refuse_unless(optimizer != "sgd", command, {"--betas", "--eps"}, "goes with adam and adamw only");
    refuse_unless(optimizer == "sgd", command, {"--momentum"}, "goes with --optimizer sgd only");
    refuse_unless(schedule != "constant", command, {"--warmup"}, "goes with --schedule noam or cosine only");
    refuse_unless(schedule == "noam", command, {"--noam-factor"}, "goes with --schedule noam only");
    refuse_unless(schedule != "noam", command, {"--lr"}, "does not go with --schedule noam, whose rate --noam-factor scales");
    if (schedule == "noam" && o.warmup == 0) throw Error("--warmup 0: noam's rate has to rise for at least one step");
}

}  // namespace

void check(const TrainOptions& o, const CommandLine& command) {
    refuse_both(command, {"--task", "--data", "--batches", "--resume"}, "what is to be learned");
    refuse_both(command, {"--steps", "--epochs"}, "how long training takes");
    if (o.resume) return check_resumed(command);
    if (o.steps == 0) {
        refuse_unless(false, command, {"--from", "--batches", "--log", "--history"},
                      "does not go with --steps 0, which saves a model as it is drawn");
    }
    if (!o.task && !o.data && !o.batches && !(o.steps == 0 && o.config)) {
        throw Error(
            "what should the model learn? --task NAME, --data FILE.tsv or --batches FILE.json says it; --resume DIR continues a "
            "training");
    }
    refuse_unless(false, command, {"--moment"}, "goes with --resume only");
    if (!o.out) throw Error("where should the model be saved? --out DIR says it");
    refuse_unless(o.data.has_value(), command, {"--unit"}, "goes with --data only");
    refuse_unless(!o.batches, command, {"--batch-size", "--batch-tokens"},
                  "does not go with --batches, which are as large as they are");
    refuse_both(command, {"--batch-size", "--batch-tokens"}, "how large a batch is");
    refuse_unless(!o.batches, command, {"--evaluate-every"}, "does not go with --batches, of which none are held out");
    refuse_unless(o.evaluate_every.has_value(), command, {"--evaluate-pairs", "--keep-best"}, "goes with --evaluate-every N only");
    check_tokenizer(o, command);
    check_model(o, command);
    check_method(o, command);
}

}  // namespace vitrine
