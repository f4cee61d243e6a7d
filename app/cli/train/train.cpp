/// vitrine train: trains a model on a task, and saves it as a model folder.

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/train/figures.h"
#include "app/cli/train/loop.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// A path quoted for the shell.
std::string quoted(const fs::path& path) {
    const std::string text = path.string();
    const auto plain = [](unsigned char c) {
        return std::isalnum(c) || std::string_view("/._-+,:@%").find(char(c)) != std::string::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, plain)) return text;
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + "'";
}

/// What the steps are made of: " of 32 pairs", " of up to 4 096 tokens", " of 4 batches of 32 pairs", " on 5 batches".
std::string batches_text(const TrainingRun& run) {
    const BatchSize& size = run.plan.batch_size;
    const std::string several = size.accumulated > 1 ? fmt::format(" of {} batches", size.accumulated) : "";
    if (!run.data.task) return fmt::format("{} on {} batches", several, run.data.batches.size());
    if (size.tokens > 0) return fmt::format("{} of up to {} tokens", several, grouped(size.tokens));
    return fmt::format("{} of {} pairs", several, size.pairs);
}

/// Describes what is about to happen.
std::string heading(const TrainingRun& run, std::int64_t steps_taken) {
    const Configuration& c = run.configuration;
    const TrainingPlan& plan = run.plan;
    const std::string layers =
        c.architecture == Architecture::transformer
            ? fmt::format("{} + {} layers", c.num_encoder_layers, c.num_decoder_layers)
            : fmt::format("{} alone, {}", c.has_decoder() ? "a decoder" : "an encoder", counted(c.layers(c.last_stack()), "layer"));
    return fmt::format("{}: {}, {} heads, d_model {}, {} parameters; steps {} to {}{}", name_of(plan.data), layers, c.nhead,
                       c.d_model, grouped(static_cast<Size>(parameter_count(c))), steps_taken + 1, plan.last_step,
                       batches_text(run));
}

TrainLog open_log(const TrainOptions& o, const TrainingPlan& plan, std::int64_t steps) {
    if (plan.log.empty()) return {};
    const std::string& path = o.log ? *o.log : plan.log;
    if (!o.resume) return TrainLog::begin(path, o.overwrite ? TrainLog::Existing::replace : TrainLog::Existing::refuse);
    if (o.log) return TrainLog::go_on(path, steps);
    try {
        return TrainLog::go_on(path, steps);
    } catch (const Error& error) {
        say_note(std::string(error.what()) + "; there will be no log");
        return {};
    }
}

/// "; a smaller rate may hold: …"
std::string advice(const TrainLoop& loop) {
    const ScheduleOptions& schedule = loop.run().plan.options.schedule;
    if (schedule.kind == ScheduleKind::noam) return "; a smaller --noam-factor or a longer --warmup may hold";
    return fmt::format("; a smaller rate may hold: vitrine train --resume {} --lr {}", quoted(loop.run().out), schedule.rate / 4);
}

/// Reports why a training ended before its last step.
void report_early_end(const TrainLoop& loop) {
    const std::string out = loop.run().out.string();
    if (const auto& breakdown = loop.breakdown()) {
        throw Ended(fmt::format("broke down at step {}. {} {} holds the model as it was after step {}{}", breakdown->step,
                                sentence(*breakdown), out, loop.saved_steps(), advice(loop)),
                    1);
    }
    if (loop.signal() && loop.state().steps < loop.run().plan.last_step) {
        throw Ended(
            fmt::format("stopped after step {}; go on with: vitrine train --resume {}", loop.state().steps, quoted(loop.run().out)),
            128 + loop.signal());
    }
}

std::string summary(const TrainLoop& loop) {
    const TrainingRun& run = loop.run();
    std::string text = fmt::format("{} step{}, {} on the clock, the last loss {}\n", grouped(loop.state().steps),
                                   loop.state().steps == 1 ? "" : "s", time_text(loop.seconds()), loss_text(loop.loss()));
    if (run.data.task) text += text_of(figures_on(*run.data.task, run.configuration, loop.state().parameters.tensors()));
    if (!(run.plan.options.design == Design{})) {
        text += "  these are figures of the model as it is used, with every choice in place that training took back\n";
    } else if (!run.plan.options.causal_mask || !run.plan.options.padding_mask) {
        text += "  these are figures of the model as it is used, with every mask in place\n";
    }
    const std::string out = quoted(run.out);
    text += fmt::format("\n{} holds the model:\n", run.out.string());
    text += fmt::format("  vitrine --model {}  opens it\n", out);
    if (run.plan.options.schedule.kind != ScheduleKind::cosine) {  // with cosine, the rate has reached its end
        text += fmt::format("  vitrine train --resume {} --steps {}  trains it further\n", out, 2 * run.plan.last_step);
    }
    return text;
}

/// Saves a model without training it.
void draw(const TrainOptions& options) {
    check_place(options, *options.out);
    const TrainingRun drawn = plan_drawing(options);
    for (const std::string& text : drawn.notes) say_note(text);
    save_drawn(drawn);
    const std::string out = quoted(drawn.out);
    write_summary(fmt::format("{} holds the model as it was drawn, with {} parameters:\n  vitrine --model {}  opens it\n",
                              drawn.out.string(), grouped(static_cast<Size>(parameter_count(drawn.configuration))), out));
}

void run(const TrainOptions& options, const CommandLine& command) {
    check(options, command);
    if (options.steps == 0 && !options.resume) return draw(options);
    if (options.resume) require_checkpoint(*options.resume);
    const fs::path out = options.out.value_or(options.resume.value_or(""));
    const CheckpointFolder reserved(out);
    check_place(options, out);
    TrainingRun planned = options.resume ? resume_training(options) : plan_training(options);
    for (const std::string& text : planned.notes) say_note(text);
    TrainLoop loop(std::move(planned));
    const std::int64_t before = loop.state().steps;
    TrainLog log = open_log(options, loop.run().plan, before);
    put_lost_history_aside(loop.run());
    const Interrupt interrupt;
    messages() << printable(heading(loop.run(), before)) << '\n';
    loop.train(std::move(log), interrupt);
    report_early_end(loop);
    if (!quiet()) write_summary(summary(loop), options.log);
}

}  // namespace

void add_train(CommandLine& program) {
    CommandLine& command = program.add_subcommand("train", "Train a model on a task and save it as a model folder");
    const auto options = std::make_shared<TrainOptions>();
    add_train_options(command, *options);
    add_quiet(command, "No progress, no notes and no summary, errors only");
    command.footer(
        "Ctrl-C finishes the step, saves, and says how to continue; a second one keeps the model that was saved last.\nThe model "
        "is also saved every minute.\nA resumed training gives the same numbers, bit for bit, as one that never stopped.\nThe exit "
        "status is 1 if training failed, and 128 plus the signal if it was stopped.\n\n"
        "Examples:\n"
        "  vitrine train --task copy --out my-model\n"
        "  vitrine train --data pairs.tsv --epochs 20 --dropout 0.1 --out my-translator --log steps.jsonl\n"
        "  vitrine train --resume my-model --steps 3000\n"
        "  vitrine train --config config.json --steps 0 --out drawn");
    command.callback([options, &command] { run(*options, command); });
}

}  // namespace vitrine
