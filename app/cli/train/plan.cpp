#include "app/cli/train/plan.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "app/cli/train/batching.h"
#include "app/cli/train/method.h"
#include "core/files/file.h"
#include "core/files/made_folder.h"
#include "core/files/problem.h"
#include "core/io/checkpoint.h"
#include "core/io/configuration_json.h"
#include "core/io/model.h"
#include "core/io/model_folder.h"
#include "core/io/model_saving.h"
#include "core/io/open_model.h"
#include "core/io/tokenizer_file.h"
#include "core/model/design_choices.h"
#include "core/tasks/subwords.h"
#include "core/tensor/parallel.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

DataSource source_of(const TrainOptions& o) {
    if (o.task) return {DataKind::task, *o.task, TextUnit::words, ""};
    if (o.batches) return {DataKind::batches, *o.batches, TextUnit::words, ""};
    return {DataKind::text, *o.data, o.unit == "characters" ? TextUnit::characters : TextUnit::words, ""};
}

/// The requested tokenizer, or that of the model to start from.
TokenizerRequest tokenizer_asked(const TrainOptions& o, const std::optional<Model>& from) {
    if (from && from->tokenizer && o.unit) throw Error("--unit: the texts are cut by the tokenizer of " + *o.from);
    if (from) return tokenizer_of(from->tokenizer, from->configuration);
    if (!o.tokenizer) return {};
    if (o.tokenizer == "bpe") return {nullptr, *o.vocab_size};
    const auto tokenizer = std::make_shared<const Tokenizer>(read_tokenizer(*o.tokenizer));
    within(*o.tokenizer, [&] { subword_specials(*tokenizer); });
    return {tokenizer};
}

/// Adds a note if the text has no more pairs to merge, so that there are fewer tokens than requested.
void note_missing_tokens(const TrainOptions& o, TrainingRun& run) {
    const auto& tokenizer = run.vocabularies.tokenizer;
    if (!o.vocab_size || tokenizer->size() == *o.vocab_size) return;
    run.notes.push_back(fmt::format("{} has no more pairs to merge: {} tokens instead of {}", name_of(run.plan.data),
                                    tokenizer->size(), *o.vocab_size));
}

/// The requested architecture. Anything other than a whole Transformer is refused later, with a better message.
Architecture architecture_of(const TrainOptions& o, const std::optional<Model>& from) {
    if (o.architecture == "decoder") return Architecture::decoder;
    if (o.architecture == "encoder") return Architecture::encoder;
    const Architecture known = from       ? from->configuration.architecture
                               : o.config ? read_architecture(*o.config)
                                          : Architecture::transformer;
    return known == Architecture::attention ? Architecture::transformer : known;
}

/// The model's configuration: from a file, or from a task and the options.
Configuration configuration_of(const TrainOptions& o, const Recipe& recipe, const TrainingRun& run) {
    if (o.config && !run.data.task) {
        const Configuration c = read_configuration(*o.config);
        require_transformer(c, *o.config, "without labels there is no loss, and so nothing to learn");
        require_token_labels(c, *o.config);
        return c;
    }
    Configuration c;
    if (o.config) {
        apply_task(*run.data.task, c);
        return read_training_configuration(*o.config, c, name_of(run.plan.data));
    }
    c.d_model = o.d_model.value_or(recipe.d_model);
    c.nhead = o.heads.value_or(recipe.heads);
    c.num_encoder_layers = o.encoder_layers.value_or(o.layers.value_or(recipe.layers));
    c.num_decoder_layers = o.decoder_layers.value_or(o.layers.value_or(recipe.layers));
    c.dim_feedforward = o.d_ff.value_or(recipe.d_ff);
    c.dropout = recipe.dropout;
    if (o.norm == "before") c.norm_placement = NormPlacement::before;
    apply_task(*run.data.task, c);
    return c;
}

void begin_with(const Parameters& parameters, TrainingRun& run) {
    run.state = std::make_unique<TrainingState>(run.configuration);
    run.state->parameters.assign(parameters);
}

/// Opens a model to start from.
Model open_trainable(const std::string& folder) {
    Model model = open_model_folder(folder);
    require_transformer(model.configuration, folder, "without labels there is no loss, and so nothing to learn");
    require_token_labels(model.configuration, folder);
    if (model.family.empty()) return model;
    throw Error("--from " + folder + ": a model of Hugging Face's type " + in_quotes(model.family) +
                " is computed here, but not trained");
}

/// Starts from an existing model.
void begin_from(Model model, const TrainOptions& o, TrainingRun& run) {
    run.notes = std::move(model.notes);
    run.configuration = model.configuration;
    run.configuration.dropout = o.dropout.value_or(run.configuration.dropout);
    Vocabularies words{std::move(model.source_vocabulary), std::move(model.target_vocabulary), model.tokenizer};
    run.data.task ? check_fits(*run.data.task, run.configuration, words, *o.from) : void(run.vocabularies = std::move(words));
    begin_with(model.parameters, run);
}

/// Starts from random weights.
void begin_anew(const TrainOptions& o, const Recipe& recipe, TrainingRun& run) {
    run.configuration = configuration_of(o, recipe, run);
    run.configuration.dropout = o.dropout.value_or(run.configuration.dropout);
    within("the model", [&] { check(run.configuration); });
    InitialisationOptions drawing{recipe.initialisation, o.seed.value_or(1)};
    if (o.init) drawing.kind = o.init == "pytorch" ? Initialisation::pytorch : Initialisation::xavier;
    begin_with(initialise(run.configuration, drawing), run);
}

/// Sets the number of threads, since a resumed training gives the same numbers only with as many threads as before.
void take_threads(const TrainOptions& o, TrainingRun& run) {
    const int before = run.plan.threads;
    if (o.threads) set_threads(*o.threads);
    if (!o.threads && before > 0 && before < threads()) set_threads(before);
    run.plan.threads = threads();
    if (before > 0 && before != run.plan.threads) {
        run.notes.push_back(
            fmt::format("it was trained on {} threads so far and is now on {}: the last digits can differ from those of a training "
                        "that never stopped",
                        before, run.plan.threads));
    }
}

/// Changes what may be new when a training is resumed.
void renew(const TrainOptions& o, TrainingRun& run) {
    TrainingPlan& plan = run.plan;
    ScheduleOptions& schedule = plan.options.schedule;
    if (o.steps || o.epochs) {
        plan.last_step = schedule.steps = steps_of(o, {}, run.data.source(plan.batch_size, plan.options.seed));
    }
    const std::int64_t steps = std::max(run.state->steps, run.repeat_to);
    if (plan.last_step <= steps) {
        throw Error(fmt::format("{} has already taken {} steps: --steps N with a larger N trains it further", *o.resume, steps));
    }
    if (o.lr && schedule.kind == ScheduleKind::noam) throw Error("--lr: this training follows noam, which sets the rate itself");
    schedule.rate = o.lr.value_or(schedule.rate);
    if (o.log) plan.log = fs::absolute(*o.log).string();
}

/// The name to which a file is moved so that it is not overwritten: FILE.damaged, FILE.damaged-2, …
fs::path name_aside(const fs::path& file) {
    std::error_code unknown;
    fs::path aside = file.string() + ".damaged";
    for (int i = 2; fs::exists(aside, unknown); ++i) aside = file.string() + ".damaged-" + std::to_string(i);
    return aside;
}

/// Whether saving the run would overwrite this file.
bool is_replaced(const fs::path& file, const TrainingRun& run) {
    std::error_code different;
    return fs::equivalent(file.parent_path(), run.out, different);
}

/// Reads the history of a resumed training. A history that is damaged, or that belongs to another model, is lost, but does not stop
/// the training: the file is kept, and a new history begins at the current step.
void open_history(const fs::path& folder, bool needed, TrainingRun& run) {
    try {
        TrainingHistory history = read_history(folder);
        if (!(history.configuration == run.configuration))
            fail((folder / model_folder::history).string(), "this is the history of a model of other sizes");
        run.history = std::move(history);
    } catch (const Error& error) {
        if (needed) throw;
        run.lost_history = folder / model_folder::history;
        const std::string stays =
            is_replaced(run.lost_history, run) ? "is now " + name_aside(run.lost_history).string() : "is unchanged";
        run.notes.push_back(fmt::format("{}; the history up to step {} is lost, and training continues without it: the file {}",
                                        error.what(), run.state->steps, stays));
    }
}

/// Takes over the history of a resumed training. If it goes on from an earlier step, also restores the kept moment before that.
void take_history(const TrainOptions& o, const fs::path& folder, TrainingRun& run) {
    const bool known = holds_history(folder);
    run.keeps_history = o.history || known;
    if (o.moment && !known) fail(folder.string(), "--moment: there is no history to go on from");
    if (!known) return;
    open_history(folder, o.moment.has_value(), run);
    if (!run.lost_history.empty()) return;
    const std::int64_t step = o.moment.value_or(run.state->steps);
    if (o.moment) {
        if (step > run.state->steps)
            throw Error(fmt::format("--moment {}: {} has taken {} steps", step, folder.string(), run.state->steps));
        const KeptMoment* from = run.history.moments.full_before(step);
        if (!from)
            fail((folder / model_folder::history).string(),
                 "holds no moment before step " + std::to_string(step) + " that training can continue from");
        restore(*from, *run.state);
        run.repeat_to = step;
        run.repeated = from->schedule;
    }
    run.history.curves.cut_after(step);
    run.history.moments.cut_after(step);
    if (run.best && run.best->step > step) run.best.reset();  // later steps are forgotten
    if (!o.moment) return;
    run.plan.epoch_loss = epoch_loss_at(step, run.data.source(run.plan.batch_size, run.plan.options.seed), run.history.curves);
}

}  // namespace

TrainingRun plan_training(const TrainOptions& o) {
    TrainingRun run;
    run.out = *o.out;
    DataSource& source = run.plan.data = source_of(o);
    std::optional<Model> from;
    if (o.from) from = open_trainable(*o.from);
    if (source.kind != DataKind::batches) {
        run.data = open_pairs(source, tokenizer_asked(o, from), architecture_of(o, from));
        run.vocabularies = run.data.vocabularies();
    }
    const Recipe& recipe = recipe_for(source.kind == DataKind::task ? source.name : "");
    from ? begin_from(*std::move(from), o, run) : begin_anew(o, recipe, run);
    note_missing_tokens(o, run);
    run.notes.insert(run.notes.end(), run.data.notes.begin(), run.data.notes.end());
    if (source.kind == DataKind::batches) run.data = open_batches(source, run.configuration, run.vocabularies);

    TrainingPlan& plan = run.plan;
    take_threads(o, run);
    plan.batch_size = batch_size_of(o, recipe);
    if (o.batch_size || o.batch_tokens) check_batch_size(run.data, run.configuration, name_of(source), plan.batch_size);
    plan.evaluation = evaluation_of(o, run.data);
    plan.last_step = steps_of(o, recipe, run.data.source(plan.batch_size, o.seed.value_or(1)));
    plan.options = method_of(o, recipe, plan.last_step);
    within("--design", [&] { check(plan.options.design, run.configuration); });
    if (o.log) plan.log = fs::absolute(*o.log).string();
    run.keeps_history = o.history;
    return run;
}

TrainingRun plan_drawing(const TrainOptions& o) {
    TrainingRun run;
    run.out = *o.out;
    if (o.task || o.data) {
        run.plan.data = source_of(o);
        run.data = open_pairs(run.plan.data, tokenizer_asked(o, {}), architecture_of(o, {}));
        run.vocabularies = run.data.vocabularies();
        note_missing_tokens(o, run);
    }
    begin_anew(o, recipe_for(o.task.value_or("")), run);
    run.notes.insert(run.notes.end(), run.data.notes.begin(), run.data.notes.end());
    run.plan.options.seed = o.seed.value_or(1);
    return run;
}

void save_drawn(const TrainingRun& run) {
    const std::uint64_t seed = run.plan.options.seed;
    const Batch sentences = run.data.task ? run.data.probe(seed) : random_batch(run.configuration, seed);
    const MadeFolder made(run.out);
    OutputFiles files;
    add_model(run.out,
              {run.configuration, run.state->parameters.tensors(), run.vocabularies.source, run.vocabularies.target, sentences,
               run.vocabularies.tokenizer.get()},
              files);
    for (const char* name : {model_folder::training, model_folder::history}) files.remove(run.out / name);
    files.commit();
}

TrainingRun resume_training(const TrainOptions& o) {
    const fs::path folder = *o.resume;
    Checkpoint checkpoint = read_checkpoint(folder);
    TrainingRun run;
    run.configuration = checkpoint.configuration;
    run.vocabularies = {std::move(checkpoint.source_vocabulary), std::move(checkpoint.target_vocabulary),
                        std::move(checkpoint.tokenizer)};
    run.plan = std::move(checkpoint.plan);
    run.state = std::move(checkpoint.state);
    run.best = std::move(checkpoint.best);
    run.out = o.out ? fs::path(*o.out) : folder;
    run.data = open_again(run.plan.data, run.configuration, run.vocabularies);
    run.notes = run.data.notes;
    take_history(o, folder, run);
    renew(o, run);
    take_threads(o, run);
    return run;
}

void put_lost_history_aside(const TrainingRun& run) {
    if (run.lost_history.empty() || !is_replaced(run.lost_history, run)) return;
    std::error_code problem;
    fs::rename(run.lost_history, name_aside(run.lost_history), problem);
    if (problem) fail(run.lost_history.string(), "cannot be put aside: " + problem.message());
}

void check_place(const TrainOptions& o, const fs::path& out) {
    std::error_code missing;
    if (o.overwrite || (o.resume && fs::equivalent(*o.resume, out, missing))) return;
    const auto file = replaced_file(out);
    if (!file) return;
    if (holds_checkpoint(out)) {
        fail(out.string(),
             "already holds a model in training: --resume " + out.string() + " goes on with it, --overwrite replaces it");
    }
    fail(out.string(), "already holds a model (" + *file + "): --overwrite replaces it");
}

}  // namespace vitrine
