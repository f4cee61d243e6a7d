#include "app/views/train/words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/number.h"
#include "core/model/batch_edit.h"
#include "core/text/plain_text.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

/// What the losses of the steps include but the losses of held-out sentences do not: "dropout and label smoothing"; empty:
/// nothing.
std::string measure_of(const TrainingView& training) {
    const Configuration* c = training.run ? &training.run->model->configuration : nullptr;
    const bool drops = c && (c->dropout > 0 || c->embedding_dropout > 0);
    const bool smooths = training.started && training.started->label_smoothing > 0;
    if (!drops && !smooths) return "";
    return std::string(drops ? "dropout" : "") + (drops && smooths ? " and " : "") + (smooths ? "label smoothing" : "");
}

}  // namespace

std::string loss_remark(const TrainingView& training) {
    const bool held_out = training.curves.held_out.size() > 0;
    const std::string measure = measure_of(training);
    std::string text = "every step" + (measure.empty() ? "" : " with " + measure);
    if (!held_out) return text + ", and its running mean";
    return text + ", its running mean, and the held-out loss" + (measure.empty() ? "" : ", without " + measure);
}

std::string held_out_text(const TrainingView& training) {
    if (!training.snapshot || training.snapshot->history.held_out().empty()) return "";
    const auto& [step, evaluation] = training.snapshot->history.held_out().back();
    return fmt::format("{}, at step {}: {} of tokens right, {} of sentences all right",
                       counted(evaluation.sentences, "held-out sentence"), grouped(step), percent(evaluation.token_accuracy, 1),
                       percent(evaluation.exact_match));
}

std::string pace_text(const TrainingView& training, bool playing) {
    if (training.preparing) return "preparing …";
    if (playing && training.snapshot && training.snapshot->steps_per_second > 0)
        return fmt::format("{:.4g} steps a second", training.snapshot->steps_per_second);
    if (!training.started) return "not started";
    if (training.steps() == 0) return "no step taken yet";
    return training.broken_down() ? "failed" : playing ? "training" : "paused";
}

namespace {

/// The report of a step; null if there is none.
const StepReport* report_of(const TrainingView& training, double step) {
    if (!training.snapshot || training.snapshot->history.size() == 0) return nullptr;
    const History& history = training.snapshot->history;
    const double first = static_cast<double>(history[0].step), last = static_cast<double>(history.size() - 1);
    const double place = std::round(step) - first;
    if (place < -0.5 || place > last + 0.5) return nullptr;
    return &history[static_cast<std::size_t>(std::clamp(place, 0.0, last))];
}

}  // namespace

std::vector<std::string> step_lines(const TrainingView& training, double step) {
    const StepReport* report = report_of(training, step);
    if (!report) return {};
    std::vector<std::string> lines{"step " + grouped(report->step), "loss  " + plain_number(report->loss)};
    const auto& held_out = training.snapshot->history.held_out();
    const auto after = std::ranges::upper_bound(held_out, report->step, {}, &History::HeldOut::step);
    if (after != held_out.begin()) {
        const auto& [when, evaluation] = *(after - 1);
        lines.push_back(fmt::format("held out  {} at step {}", plain_number(evaluation.loss), grouped(when)));
    }
    lines.push_back(fmt::format("learning rate  {:.3g}", report->learning_rate));
    lines.push_back("gradient norm  " + plain_number(report->gradient_norm));
    return lines;
}

namespace {

/// Whether the decoder's input is, word for word, the labels shifted by one place. `among_others`: only check places with labels.
bool reads_labels(const Batch& batch, std::int32_t pad, bool among_others) {
    for (Size b = 0; b < batch.sentences(); ++b) {
        for (Size i = 0; i + 1 < batch.target_length(); ++i) {
            const std::int32_t read = batch.tgt.at({b, i + 1});
            if (among_others && batch.labels.at({b, i}) == pad) continue;
            if (read != pad && read != batch.labels.at({b, i})) return false;
        }
    }
    return true;
}

}  // namespace

namespace {

/// Whether the labels of any sentence belong to another source.
bool has_foreign_labels(const Run& run) {
    for (Size sentence = 0; sentence < run.batch->sentences(); ++sentence) {
        if (has_labels_of_another_source(*run.batch, sentence, run.model->batch, run.model->configuration)) return true;
    }
    return false;
}

}  // namespace

std::optional<double> loss_after(const History& curves, std::int64_t steps) {
    if (curves.size() == 0 || steps < curves[0].step || steps > curves[curves.size() - 1].step) return std::nullopt;
    return curves[static_cast<std::size_t>(steps - curves[0].step)].loss;
}

std::string predictions_remark(const Run& run) {
    const Configuration& c = run.model->configuration;
    const char* dropout = run.regime.dropout > 0 || run.regime.embedding_dropout > 0 ? ", with dropout" : "";
    if (!c.has_decoder()) return std::string("each token with a label, predicted from the whole text") + dropout;
    const bool true_words = run.has_loss() && !has_foreign_labels(run) && reads_labels(*run.batch, c.pad_tgt, !c.has_encoder());
    const std::string words = true_words ? "correct tokens" : "tokens of the decoder's input";
    if (!run.regime.design.causal_mask)
        return "each token predicted from all " + words + ", even later ones: there is no causal mask" + dropout;
    return "each token predicted from the " + words + (true_words ? " before it" : " up to its position") + dropout;
}

std::string breakdown_text(const Snapshot& snapshot) {
    const Breakdown& breakdown = *snapshot.breakdown;
    if (!breakdown.problem.empty()) return sentence(breakdown);
    const std::string advice = std::string(snapshot.last_good ? " Go back" : " Start over") + " and try a lower learning rate.";
    return names_tensor(breakdown) ? "A number is no longer finite." + advice + " It was found first in"
                                   : sentence(breakdown) + advice;
}

int SaidSentence::wrong() const { return static_cast<int>(std::ranges::count(said, true, &Word::wrong)); }

namespace {

/// Combines the padding at the end into one word.
void fold_padding(std::vector<SaidSentence::Word>& words) {
    std::size_t count = 0;
    while (count < words.size() && words[words.size() - 1 - count].padding) ++count;
    if (count < 2) return;
    words.resize(words.size() - count + 1);
    words.back().word += fmt::format(" ×{}", count);
}

}  // namespace

namespace {

/// The number of words before the first one that has a label.
Size first_label(const Batch& batch, Size sentence, std::int32_t pad) {
    Size place = 0;
    while (place < batch.labels.size(1) && batch.labels.at({sentence, place}) == pad) ++place;
    return place;
}

/// What the model is given: the source; for an encoder alone, the text with its hidden words; for a decoder alone, what comes
/// before the first word to predict.
std::vector<SaidSentence::Word> given_words(const Run& run, Size sentence) {
    const Configuration& c = run.model->configuration;
    const bool has_source = c.has_encoder();
    const IndexTensor& read = has_source ? run.batch->src : run.batch->tgt;
    const Vocabulary& words = has_source ? run.model->source_vocabulary : run.model->target_vocabulary;
    const Size end = has_source ? read.size(1) : std::min(first_label(*run.batch, sentence, c.pad_tgt) + 1, read.size(1));
    std::vector<SaidSentence::Word> given;
    for (Size i = 0; i < end; ++i) {
        const std::int32_t id = read.at({sentence, i});
        given.push_back({words.word(id), id == (has_source ? c.pad_src : c.pad_tgt)});
    }
    return given;
}

}  // namespace

SaidSentence said_sentence(const Run& run, Size sentence) {
    const Model& model = *run.model;
    const Configuration& c = model.configuration;
    const Batch& batch = *run.batch;
    const Vocabulary& words = c.has_decoder() ? model.target_vocabulary : model.source_vocabulary;
    const bool some_places = !run.has_both_stacks();  // only a part of a single text has labels
    SaidSentence result{.source = given_words(run, sentence), .truth = {}, .said = {}};
    result.of_another_source = has_labels_of_another_source(batch, sentence, model.batch, c);
    for (Size i = 0; i < batch.labels.size(1); ++i) {
        const std::int32_t label = batch.labels.at({sentence, i}), said = run.activations->predictions.at({sentence, i});
        const bool padding = label == c.output_padding();
        const bool is_word = !std::isnan(run.activations->probabilities.at({sentence, i, said}));
        if (padding && some_places) continue;
        result.truth.push_back({words.word(label), padding});
        // Predictions for padding are not shown.
        const std::string word = padding ? "" : is_word ? words.word(said) : "no token";
        result.said.push_back({word, padding, !padding && !result.of_another_source && (said != label || !is_word)});
    }
    fold_padding(result.source);
    fold_padding(result.truth);
    result.said.resize(result.truth.size());
    return result;
}

const char* given_caption(Architecture architecture) {
    return architecture == Architecture::decoder ? "given" : architecture == Architecture::encoder ? "text" : "source";
}

std::string verdict_text(const SaidSentence& sentence) {
    const bool any = std::ranges::any_of(sentence.truth, [](const SaidSentence::Word& word) { return !word.padding; });
    if (!any) return "no labels";
    if (sentence.of_another_source) return "";
    return sentence.wrong() > 0 ? fmt::format("{} wrong", sentence.wrong()) : "right";
}

}  // namespace vitrine
