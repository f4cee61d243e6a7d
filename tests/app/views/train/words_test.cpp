/// What the view Train says, checked against passes over the same sentences with plain loops.

#include "app/views/train/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <thread>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/training/plan.h"
#include "app/views/train/progress_parts.h"
#include "app/widgets/number.h"
#include "core/model/batch_edit.h"
#include "core/model/initialisation.h"
#include "core/text/plain_text.h"
#include "core/train/pace.h"
#include "core/train/trainer.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"
#include "tests/app/views/train/trained.h"

namespace vitrine::train_words_test {
using namespace vitrine::tests;
using namespace vitrine::train_tests;

namespace {

/// The mean loss of sentence pairs, each run by itself, and the shares of tokens and sentences that are right.
struct PlainFigures {
    double loss = 0, tokens_right = 0, whole = 0;
    Size tokens = 0, sentences = 0;

    void add(const Example& example, const SessionPlan& plan, const Parameters& parameters, const Regime& regime) {
        Batch batch;
        make_batch(std::vector<Example>{example}, plan.task.tokens, batch);
        Activations a;
        forward({plan.configuration, parameters, batch, regime}, a);
        bool all = true;
        for (Size i = 0; i < batch.target_length(); ++i) {
            Size best = 0;
            double sum = 0;
            for (Size word = 0; word < a.logits.size(2); ++word) {
                if (a.logits.at({0, i, word}) > a.logits.at({0, i, best})) best = word;
                sum += std::exp(static_cast<double>(a.logits.at({0, i, word})));
            }
            const std::int32_t label = batch.labels.at({0, i});
            loss -= static_cast<double>(a.logits.at({0, i, label})) - std::log(sum);
            const bool right = best == label;
            all = all && right, tokens_right += right, ++tokens;
        }
        whole += all, ++sentences;
    }
};

}  // namespace

TEST_CASE("what is said of held-out sentences is counted over them, without dropout and smoothing") {
    for (const double smoothing : {0.0, 0.1}) {
        TrainingSettings settings = small_settings("english-french");
        settings.label_smoothing = smoothing, settings.dropout = smoothing;
        const TrainingView view = trained(settings, 3);
        const SessionPlan plan = make_plan(settings, nullptr);
        PlainFigures figures;
        const auto evaluated = std::min<std::size_t>(most_evaluated, plan.task.held_out.size());
        for (std::size_t i = 0; i < evaluated; ++i)
            figures.add(plan.task.held_out[i], plan, *view.snapshot->parameters, regime_of_probe(plan.options));
        const std::string text = held_out_text(view);
        CAPTURE(text);
        CHECK(text == fmt::format("{}, at step 3: {} of tokens right, {} of sentences all right",
                                  counted(figures.sentences, "held-out sentence"),
                                  percent(figures.tokens_right / static_cast<double>(figures.tokens), 1),
                                  percent(figures.whole / static_cast<double>(figures.sentences))));
        const History::HeldOut& last = view.snapshot->history.held_out().back();
        CHECK(last.evaluation.loss == doctest::Approx(figures.loss / static_cast<double>(figures.tokens)).epsilon(1e-4));
        const std::string remark = loss_remark(view);
        CHECK(has(remark, "every step with dropout and label smoothing") == (smoothing > 0));
        CHECK(has(remark, "the held-out loss, without dropout and label smoothing") == (smoothing > 0));
        CHECK(has(remark, "the held-out loss"));
    }
    CHECK(loss_remark(trained(small_settings("navigation"), 2)) == "every step, and its running mean");
}

TEST_CASE("the loss, the gradient's norm and the rate of a step are those of its batch before it is learned from") {
    for (const double smoothing : {0.0, 0.2}) {
        for (const double clip : {0.0, 0.1}) {
            TrainingSettings settings = small_settings("copy");
            settings.label_smoothing = smoothing, settings.clip = clip;
            const SessionPlan plan = make_plan(settings, nullptr);
            const TrainingView view = trained(settings, 2);
            Batch batch;
            BatchSource(plan.task, plan.batch_size, plan.options.seed).fill(1, batch);
            const Regime regime{.label_smoothing = smoothing};
            Activations a, gradients;
            forward({plan.configuration, plan.parameters, batch, regime}, a);
            // −Σ target · log P. As in PyTorch, the target is 1 − ε on the label, and ε is spread over all words.
            double loss = 0;
            Size labels = 0;
            const Size words = a.logits.size(2);
            for (Size b = 0; b < batch.sentences(); ++b) {
                for (Size i = 0; i < batch.target_length(); ++i) {
                    const std::int32_t label = batch.labels.at({b, i});
                    if (label == plan.configuration.pad_tgt) continue;
                    double sum = 0, mean = 0;
                    for (Size word = 0; word < words; ++word) sum += std::exp(static_cast<double>(a.logits.at({b, i, word})));
                    for (Size word = 0; word < words; ++word)
                        mean += (static_cast<double>(a.logits.at({b, i, word})) - std::log(sum)) / static_cast<double>(words);
                    const double own = static_cast<double>(a.logits.at({b, i, label})) - std::log(sum);
                    loss -= (1 - smoothing) * own + smoothing * mean;
                    ++labels;
                }
            }
            loss /= static_cast<double>(labels);
            Parameters slopes = make_parameters(plan.configuration);
            backward({plan.configuration, plan.parameters, batch, regime}, a, {gradients, slopes});
            double squares = 0;
            visit_tensors(
                [&](const Tensor& slope) {
                    for (Size i = 0; i < slope.count(); ++i)
                        squares += static_cast<double>(slope.data()[i]) * static_cast<double>(slope.data()[i]);
                },
                slopes);
            const StepReport& first = view.snapshot->history[0];
            CHECK(first.loss == doctest::Approx(loss).epsilon(1e-4));
            CHECK(first.gradient_norm == doctest::Approx(std::sqrt(squares)).epsilon(1e-3));  // before clipping
            CHECK(first.learning_rate == settings.rate);
            const std::vector<std::string> lines = step_lines(view, 1.2);
            REQUIRE(lines.size() >= 4);
            CHECK(lines[0] == "step 1");
            CHECK(lines[1] == "loss  " + plain_number(first.loss));
            CHECK(has(lines.back(), plain_number(first.gradient_norm)));
            CHECK(step_lines(view, 2)[0] == "step 2");
            CHECK(step_lines(view, 3).empty());
            CHECK(step_lines(view, 0).empty());
            CHECK(view.curves.loss.pieces()[1].mean == view.snapshot->history[1].loss);
            CHECK(last_loss(view) == view.snapshot->history[1].loss);
        }
    }
}

TEST_CASE("beside a step stands the loss of held-out sentences that was measured last, and when") {
    TrainingView view = trained(small_settings("copy"), 1);
    auto snapshot = std::make_shared<Snapshot>(*view.snapshot);
    snapshot->history = {};
    Random random(84);
    std::map<std::int64_t, double> measured;
    for (std::int64_t step = 1; step <= 40; ++step) {
        snapshot->history.add({.step = step, .loss = random.uniform()});
        if (random.below(5) > 0) continue;
        measured[step] = random.uniform();
        snapshot->history.add_held_out(step, {.loss = measured[step]});
    }
    REQUIRE(measured.size() > 3);
    view.snapshot = snapshot;
    view.curves = {};
    view.curves.follow(snapshot->history);
    for (std::int64_t step = 1; step <= 40; ++step) {
        std::string expected;
        for (const auto& [when, loss] : measured) {
            if (when <= step) expected = fmt::format("held out  {} at step {}", plain_number(loss), when);
        }
        std::string said;
        for (const std::string& line : step_lines(view, static_cast<double>(step))) {
            if (has(line, "held out")) said = line;
        }
        CHECK(said == expected);
    }
}

namespace {

using Pair = std::pair<Sentence, Sentence>;

/// Source and labels of a row without padding at their ends.
Pair pair_at(const Batch& batch, Size row, const Configuration& c) {
    const auto words = [&](const IndexTensor& ids, std::int32_t pad) {
        Sentence sentence;
        for (Size i = 0; i < ids.size(1); ++i) sentence.push_back(ids.at({row, i}));
        while (!sentence.empty() && sentence.back() == pad) sentence.pop_back();
        return sentence;
    };
    return {words(batch.src, c.pad_src), words(batch.labels, c.pad_tgt)};
}

}  // namespace

TEST_CASE("what a sentence is said to be to a training is what the training does with it") {
    std::map<SentenceUse, int> met;
    for (const TaskInfo& task : list_tasks()) {
        CAPTURE(task.name);
        TrainingSettings settings = small_settings(task.name);
        settings.batch_size = 64;
        const SessionPlan plan = make_plan(settings, nullptr);
        BatchSource source(plan.task, plan.batch_size, plan.options.seed);
        std::set<Pair> learned;
        Batch batch;
        const std::int64_t steps = plan.task.is_endless() ? 40 : std::min<std::int64_t>(source.steps_of_epochs(1), 400);
        for (std::int64_t step = 1; step <= steps; ++step) {
            source.fill(step, batch);
            for (Size row = 0; row < batch.sentences(); ++row) learned.insert(pair_at(batch, row, plan.configuration));
        }
        std::vector<Batch> asked{batch, probe_batch(plan.task, 8, 1)};
        std::reverse(asked[1].labels.data(), asked[1].labels.data() + 3);  // pairs that no list has
        asked.push_back(probe_batch(plan.task, 8, 1));
        for (const Batch& some : asked) {
            const std::vector<SentenceUse> uses = uses_of_sentences(plan, some);
            for (Size row = 0; row < some.sentences(); ++row) {
                const SentenceUse use = uses[static_cast<std::size_t>(row)];
                const std::string tip = words_of(use).tip;
                CAPTURE(tip);
                ++met[use];
                const bool is_learned = learned.contains(pair_at(some, row, plan.configuration));
                if (has(tip, "never trains on it")) CHECK_FALSE(is_learned);
                if (has(tip, "it is not among the sentences")) CHECK_FALSE(is_learned);
                if (has(tip, "it is among the sentences") && steps == source.steps_of_epochs(1)) CHECK(is_learned);
                CHECK(has(tip, "at random") == (plan.task.is_endless() && use == SentenceUse::drawn));
                if (is_learned) CHECK((use == SentenceUse::trained || use == SentenceUse::drawn));
            }
        }
    }
    for (const SentenceUse use : {SentenceUse::held_out, SentenceUse::trained, SentenceUse::drawn, SentenceUse::unused})
        CHECK(met[use] > 1);
}

TEST_CASE("a sentence's words, what is wrong of them, and from what they were predicted follow from the batch and the logits") {
    Random random(91);
    int wrong = 0, shifted = 0;
    for (int round = 0; round < 150; ++round) {
        auto run = any_run(random);
        if (!run->has_loss()) continue;
        const Configuration c = run->model->configuration;
        if (coin(random)) {  // as in training: the decoder's input is the labels shifted right
            auto model = std::make_shared<Model>(*run->model);
            for (Size b = 0; b < model->batch.sentences(); ++b) {
                for (Size i = 0; i + 1 < model->batch.target_length(); ++i)
                    model->batch.tgt.at({b, i + 1}) = model->batch.labels.at({b, i});
            }
            run = make_run(std::shared_ptr<const Model>(model));
        }
        const Design design = random_design(c, random);
        run = with_edits(run, {.design = design});
        bool is_shifted = true;
        for (Size b = 0; b < sentence_count(*run); ++b) {
            for (Size i = 0; i + 1 < run->batch->target_length(); ++i) {
                const std::int32_t read = run->batch->tgt.at({b, i + 1});
                is_shifted = is_shifted && (read == 0 || read == run->batch->labels.at({b, i}));
            }
            const SaidSentence said = said_sentence(*run, b);
            Size words = 0, not_said = 0, padding = 0;
            for (Size i = 0; i < run->batch->target_length(); ++i) {
                const std::int32_t label = run->batch->labels.at({b, i});
                if (label == 0) {
                    ++padding;
                    continue;
                }
                ++words, padding = 0;
                Size best = 0;
                for (Size word = 0; word < c.tgt_vocab_size; ++word) {
                    if (run->activations->logits.at({b, i, word}) > run->activations->logits.at({b, i, best})) best = word;
                }
                not_said += best != label;
            }
            CHECK(said.wrong() == not_said);
            CHECK(verdict_text(said) == (words == 0 ? "no labels" : not_said == 0 ? "right" : fmt::format("{} wrong", not_said)));
            CHECK(said.said.size() == said.truth.size());
            if (padding > 1) CHECK(has(said.truth.back().word, fmt::format(" ×{}", padding)));
            wrong += not_said > 0;
        }
        shifted += is_shifted;
        const std::string remark = predictions_remark(*run);
        CAPTURE(remark);
        CHECK(has(remark, "correct tokens") == is_shifted);
        CHECK(has(remark, "there is no causal mask") == !design.causal_mask);
    }
    CHECK(wrong > 30);
    CHECK(shifted > 30);
}

TEST_CASE("where a source was changed, its labels belong to another one, and nothing is right or wrong") {
    const auto run = make_run(sample("translation"));
    Edits edits;
    edits.batch = std::make_shared<const Batch>(
        with_edit(*run->batch, run->model->configuration, ReplaceToken{{BatchSide::source, 0, 1}, run->batch->src.at({1, 1})}));
    const auto changed = with_edits(run, edits);
    for (Size sentence = 0; sentence < sentence_count(*changed); ++sentence) {
        const SaidSentence said = said_sentence(*changed, sentence), before = said_sentence(*run, sentence);
        CHECK(said.of_another_source == (sentence == 0));
        CHECK_FALSE(before.of_another_source);
        if (sentence > 0) {
            CHECK(verdict_text(said) == verdict_text(before));
            continue;
        }
        CHECK(said.wrong() == 0);
        CHECK(verdict_text(said).empty());
        CHECK_FALSE(said.truth.empty());
    }
    CHECK_FALSE(has(predictions_remark(*changed), "correct tokens"));
    CHECK(has(predictions_remark(*run), "correct tokens"));
}

TEST_CASE("where there is no number, no word is said, and none is right") {
    Random random(92);
    auto run = any_run(random);
    while (!run->has_loss()) run = any_run(random);
    Edits edits;
    edits.interventions.overwrites = {{"tgt.sum", {0, 0, 0}, NAN}};
    const auto broken = with_edits(run, edits);
    REQUIRE(std::isnan(broken->find("probabilities").at({0, 0, 0})));
    const SaidSentence said = said_sentence(*broken, 0);
    CHECK(said.said[0].word == "no token");
    CHECK(said.said[0].wrong);
}

TEST_CASE("the dropout that is shown is the dropout that is used, wherever the open model drops numbers") {
    auto model = std::make_shared<Model>(*make_run(sample("navigation"))->model);
    model->configuration.embedding_dropout = 0.3;
    const auto open = make_run(std::shared_ptr<const Model>(model));
    for (const double dropout : {0.0, 0.2}) {
        TrainingSettings settings = default_settings("navigation");
        settings.from = TrainingStart::open_model, settings.dropout = dropout;
        const SessionPlan plan = make_plan(settings, open.get());
        CHECK(plan.configuration.dropout == dropout);
        CHECK(plan.configuration.embedding_dropout == dropout);
    }
}

TEST_CASE("a speed that is shown was measured") {
    using std::chrono::steady_clock;
    Speed speed;
    speed.start();
    int steps = 0;
    const auto start = steady_clock::now();
    double passed = 0;
    while (passed < 0.3) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        speed.add_step();
        ++steps;
        passed = std::chrono::duration<double>(steady_clock::now() - start).count();
    }
    const double measured = static_cast<double>(steps) / passed;
    CHECK(speed.steps_per_second() > measured / 3);
    CHECK(speed.steps_per_second() < measured * 3);
    TrainingView view = trained(small_settings("navigation"), 1);
    auto snapshot = std::make_shared<Snapshot>(*view.snapshot);
    snapshot->steps_per_second = 812.44;
    view.snapshot = snapshot;
    CHECK(pace_text(view, true) == "812.4 steps a second");
    CHECK(pace_text(view, false) == "paused");
    snapshot->steps_per_second = 0;
    CHECK(pace_text(view, true) == "training");
    view.preparing = true;
    CHECK(pace_text(view, true) == "preparing …");
    CHECK(pace_text(TrainingView{}, false) == "not started");
}

TEST_CASE("after a breakdown the way back is named only where there is one") {
    Snapshot snapshot;
    snapshot.breakdown = Breakdown{.step = 4, .loss = 2000, .tensor = "loss"};
    CHECK(has(breakdown_text(snapshot), "Start over"));
    snapshot.last_good = 3;
    CHECK(has(breakdown_text(snapshot), "Go back"));
    CHECK(has(breakdown_text(snapshot), "2e+03"));
    snapshot.breakdown->problem = "no memory";
    CHECK_FALSE(has(breakdown_text(snapshot), "Go back"));
}

TEST_CASE("an earlier training is named by what it had otherwise") {
    TrainingSettings now = default_settings("reverse");
    TrainingSettings before = now;
    CHECK(option_words(before, now).empty());
    before.heads = 2;
    CHECK(option_words(before, now) == "heads 2");
    before.d_model = 64, before.seed = 9;
    CHECK(option_words(before, now) == "d_model 64, heads 2 and 1 more");
    before = now;
    before.warmup = 100;  // without effect at a constant rate
    CHECK(option_words(before, now).empty());
}

}  // namespace vitrine::train_words_test
