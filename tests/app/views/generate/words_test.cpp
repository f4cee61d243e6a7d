/// What the view Generate says, checked with plain loops against the logits, the options and the record of the search.

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/views/generate/attention.h"
#include "app/views/generate/candidates.h"
#include "app/widgets/number.h"
#include "tests/app/any_runs.h"
#include "tests/app/views/generate/decoded.h"
#include "tests/core/decode/plain_filter.h"
#include "tests/counted.h"

namespace vitrine::generate_words_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

DecodeOptions any_options(const Configuration& c, Random& random) {
    DecodeOptions options{.strategy = static_cast<Strategy>(random.below(3)), .max_new_tokens = between(random, 1, 6)};
    options.seed = random.below(1000);
    options.beams = between(random, 1, 4);
    options.early_stopping = coin(random);
    options.length_penalty = 2 * random.uniform();
    options.sampling = {.temperature = random.below(4) == 0 ? 0 : 0.1 + 1.5 * random.uniform(),
                        .top_k = coin(random) ? 0 : between(random, 1, c.tgt_vocab_size),
                        .top_p = coin(random) ? 1 : 0.05 + 0.95 * random.uniform()};
    return options;
}

/// The view on any run with any options, sometimes with forced words. Nothing if the run cannot be decoded.
std::optional<State> any_decoding(Random& random) {
    const auto plain = any_run(random);
    const auto run = coin(random) ? plain : with_edits(plain, {.design = random_design(plain->model->configuration, random)});
    State state = new_state();
    apply(state, ShowRun{plain});
    act(state, SetEdits{run->edits, "a design"});
    act(state, SelectSentence{between(random, 0, sentence_count(*run) - 1)});
    act(state, SetView{View::generate});
    act(state, SetDecoding{any_options(run->model->configuration, random)});
    if (!decoded_of(state)) return std::nullopt;
    if (random.below(3) == 0) {
        const std::int32_t token = static_cast<std::int32_t>(between(random, 1, run->model->configuration.tgt_vocab_size - 1));
        act(state, ForceWord{asking_node(state), token});
    }
    return state;
}

/// The words that may follow the chosen one, by their ids, computed from the step's logits.
struct PlainWords {
    std::vector<double> logits, own, drawn;

    PlainWords(const StepRow& row, const SamplingOptions& sampling) : logits(row.logits.begin(), row.logits.end()) {
        double sum = 0;
        const double most = *std::ranges::max_element(logits);
        for (const double logit : logits) own.push_back(std::exp(logit - most)), sum += own.back();
        for (double& share : own) share /= sum;
        if (sampling.temperature > 0) {
            drawn = plain_filter(logits, sampling);
        } else {
            drawn.assign(logits.size(), 0);
            drawn[static_cast<std::size_t>(std::ranges::max_element(logits) - logits.begin())] = 1;
        }
    }
};

std::size_t id(const Candidate& candidate) { return static_cast<std::size_t>(candidate.token); }

void check_candidates(const NextWords& words, const PlainWords& plain) {
    REQUIRE(words.all.size() == plain.logits.size());
    for (std::size_t place = 0; place < words.all.size(); ++place) {
        const Candidate& one = words.all[place];
        CHECK(std::abs(one.probability - plain.own[id(one)]) < 1e-6);
        CHECK(std::abs(one.filtered - (words.samples ? plain.drawn[id(one)] : plain.own[id(one)])) < 1e-6);
        if (place > 0) CHECK(one.logit <= words.all[place - 1].logit);
        const std::vector<std::string> note = note_of(words, place);
        CHECK(has(note[0], plain_number(one.probability)));
        CHECK(has(note[2], fmt::format("rank {} of {}", place + 1, plain.logits.size())));
        const bool never = std::ranges::any_of(note, [](const std::string& line) { return has(line, "never drawn"); });
        if (never) CHECK((words.samples && plain.drawn[id(one)] == 0));
        if (words.samples && plain.drawn[id(one)] == 0 && words.scene.state.of<GenerateView>().options.sampling.temperature > 0)
            CHECK(never);
    }
}

/// The line comes after the last word that can be drawn, and says why the next one cannot.
void check_sampling_cut(const NextWords& words, const PlainWords& plain, const SamplingOptions& sampling) {
    std::size_t left = 0;
    for (std::size_t place = 0; place < words.all.size(); ++place) left += plain.drawn[id(words.all[place])] > 0;
    CHECK(words.left == left);
    const std::string text = cut_words(words);
    CAPTURE(text);
    CHECK(text.empty() == (left == words.all.size()));
    CHECK(has(text, "temperature 0") == (sampling.temperature == 0 && left < words.all.size()));
    if (has(text, "top-k ")) CHECK((sampling.top_k == static_cast<Size>(left) && has(text, fmt::format("top-k {} ends", left))));
    if (!has(text, "top-p ")) return;
    CHECK(has(text, fmt::format("top-p {:g} ends", sampling.top_p)));
    // The words left have at least this share of what top-k leaves; without the last of them, they have less.
    SamplingOptions before = sampling;
    before.top_p = 1;
    const std::vector<double> shares = plain_filter(plain.logits, before);
    double held = 0;
    for (std::size_t place = 0; place < left; ++place) held += shares[id(words.all[place])];
    CHECK(held >= sampling.top_p - 1e-9);
    CHECK(held - shares[id(words.all[left - 1])] < sampling.top_p);
}

/// The text about a beam search's line must agree with the nodes of the record.
void check_beam_cut(const NextWords& words) {
    Size kept = 0, finished = 0, cut_off = 0;
    for (const WordNode& node : words.scene.generation().nodes) {
        if (node.parent != words.scene.asking) continue;
        kept += node.fate == Fate::kept, finished += node.fate == Fate::finished, cut_off += node.fate == Fate::cut_off;
    }
    const std::string text = cut_words(words);
    CAPTURE(text);
    const bool all = text == "these stay in the beam";
    if (all) CHECK(kept == static_cast<Size>(words.left));
    CHECK((all || has(text, fmt::format("{} of these {} stay in the beam", kept, words.left))) == (kept > 0));
    CHECK(has(text, "none of these stays in the beam") == (kept + finished + cut_off == 0));
    CHECK(has(text, "when the search ended") == (kept == 0 && cut_off > 0));
    CHECK(has(text, "a sentence ends here") == (kept + cut_off == 0 && finished > 0));
}

/// Checks the text about the words that are not in sight.
void check_rest(const NextWords& words, Random& random) {
    const CandidateList list = list_within(words, 60.0f + 300.0f * static_cast<float>(random.uniform()));
    const std::size_t seen = list.rows_within(list.height);
    const std::string text = rest_words(list, seen);
    CAPTURE(text);
    Size more = 0, drawable = 0;
    double share = 0;
    for (std::size_t place = seen; place < words.all.size(); ++place) {
        if (std::ranges::count(list.alone, place)) continue;
        ++more, share += words.all[place].probability, drawable += words.all[place].filtered > 0;
    }
    if (seen == words.all.size()) {
        CHECK((has(text, "these are all") || has(text, "the only token")));
        return;
    }
    if (more == 0) {
        CHECK(text == "no more tokens");
        return;
    }
    CHECK(text.starts_with(fmt::format("{} more token{}, together {}", more, more == 1 ? "" : "s", plain_number(share))));
    if (has(text, "can be drawn")) CHECK((words.samples && has(text, fmt::format("; {} of them can be drawn", drawable))));
}

/// log P of a node, added up from the logits of every step on the way.
double plain_log_probability(const Generation& generation, int node) {
    double sum = 0;
    for (const WordNode* word = &generation.nodes[static_cast<std::size_t>(node)]; word->parent >= 0;
         word = &generation.nodes[static_cast<std::size_t>(word->parent)]) {
        const PlainWords plain(*row_after(generation, word->parent), {});
        sum += std::log(plain.own[static_cast<std::size_t>(word->token)]);
    }
    return sum;
}

void check_results(const State& state) {
    const Generation& generation = generation_of(state);
    double before = std::numeric_limits<double>::infinity();
    for (const Hypothesis& sentence : generation.hypotheses) {
        const double log_p = plain_log_probability(generation, sentence.node);
        const auto length = static_cast<double>(sentence.tokens.size()) - 1;
        const double score = log_p / std::pow((5 + length) / 6, generation.options.length_penalty);
        double shown_log = 0, shown_score = 0;
        REQUIRE(std::sscanf(result_numbers(sentence).c_str(), "log P %lf score %lf", &shown_log, &shown_score) == 2);
        CHECK(std::abs(shown_log - log_p) < 1e-4 * (1 + std::abs(log_p)));
        CHECK(std::abs(shown_score - score) < 1e-4 * (1 + std::abs(score)));
        CHECK(score <= before + 1e-6);  // best first
        before = score;
    }
    const Decoded* unforced = unforced_of(state);
    if (!unforced || unforced->generation.hypotheses.empty() || generation.hypotheses.empty()) return;
    const double change = plain_log_probability(generation, generation.hypotheses.front().node) -
                          plain_log_probability(unforced->generation, unforced->generation.hypotheses.front().node);
    const std::string text = cost_words(generation, unforced->generation);
    CAPTURE(text);
    if (std::abs(change) < 1e-6) return;
    CHECK(has(text, "costs") == (change < 0));
    CHECK(has(text, "gains") == (change > 0));
    CHECK(std::abs(std::stod(text.substr(text.find_first_of("0123456789"))) - std::abs(change)) < 1e-3 * (1 + std::abs(change)));
}

void check_rows(const GenerateScene& scene) {
    if (!scene.generation().cached || !scene.step()) return;
    const std::vector<std::string> lines = cache_row_words(scene);
    const Size read = scene.at(scene.asking).step + 1;  // bos among them
    const std::string reused = read == 1 ? "No rows to reuse yet" : fmt::format("{} row{} reused", read - 1, read == 2 ? "" : "s");
    CHECK(lines[0] == reused + ", 1 added, in each layer.");
    const Size sentences = std::ssize(scene.step()->rows);
    CHECK((lines.size() == 2) == (sentences > 1));
    if (sentences > 1)
        CHECK(lines[1] == fmt::format("All {} sentences of this step together: {} rows reused, {} added.", sentences,
                                      sentences * (read - 1), sentences));
}

/// Checks the text about a step of the beam: at most so many sentences go on, and they are the best of those that do not end.
void check_method(const Generation& generation) {
    const std::string text = method_words(generation.options);
    CAPTURE(text);
    if (generation.options.strategy != Strategy::beam) return;
    const Size beams = generation.options.beams;
    CHECK(has(text, beams == 1 ? "the best continuation is kept" : fmt::format("the {} best continuations are kept", beams)));
    CHECK(has(text, "is finished, and the next best takes its place") == (beams > 1));
    const auto forced = generation.options.forced.size();
    for (std::size_t step = forced; step < generation.steps.size(); ++step) {
        double worst_kept = 0, best_left = -std::numeric_limits<double>::infinity();
        Size kept = 0, place = 0;
        for (const int number : generation.steps[step].considered) {
            const WordNode& node = generation.nodes[static_cast<std::size_t>(number)];
            ++place;
            if (node.fate == Fate::finished) CHECK(place <= beams);
            if (node.fate == Fate::kept || node.fate == Fate::cut_off)
                ++kept, worst_kept = std::min(worst_kept, node.log_probability);
            if (node.fate == Fate::pruned && !node.ends) best_left = std::max(best_left, node.log_probability);
        }
        CHECK(kept <= beams);
        CHECK(worst_kept >= best_left);
    }
}

}  // namespace

TEST_CASE("candidates, the line between them, results and rows of the cache follow from the logits and the record") {
    Random random(81);
    int decoded = 0, drawn = 0, forced = 0, beams = 0;
    for (int round = 0; round < 160; ++round) {
        auto any = any_decoding(random);
        if (!any) continue;
        State& state = *any;
        ++decoded, forced += !generation_of(state).options.forced.empty();
        check_results(state);
        check_method(generation_of(state));
        const auto nodes = static_cast<int>(generation_of(state).nodes.size());
        for (int node = 0; node < nodes; ++node) {
            state.of<GenerateView>().node = node;
            Commands commands;
            const GenerateScene scene = make_generate_scene(state, commands);
            check_rows(scene);
            const StepRow* row = row_after(scene.generation(), scene.asking);
            if (!row) continue;
            const SamplingOptions sampling = sampling_of(scene.generation().options);
            const PlainWords plain(*row, sampling);
            const NextWords words = next_words(scene);
            check_candidates(words, plain);
            check_rest(words, random);
            if (words.samples) ++drawn, check_sampling_cut(words, plain, sampling);
            const bool by_hand = scene.at(scene.asking).step < static_cast<int>(scene.generation().options.forced.size());
            CHECK((!words.samples && has(cut_words(words), "is chosen by hand")) == (!words.samples && by_hand));
            if (words.strategy() == Strategy::beam && !by_hand) ++beams, check_beam_cut(words);
        }
    }
    CHECK(decoded > 100);
    CHECK(drawn > 200);
    CHECK(forced > 20);
    CHECK(beams > 200);
}

TEST_CASE("while another strategy has no answer yet, the words are those of the last one") {
    const Counted checks(12);
    Random random(82);
    for (int round = 0; round < 20; ++round) {
        auto any = any_decoding(random);
        if (!any) continue;
        State& state = *any;
        const Strategy before = generation_of(state).options.strategy;
        for (const Strategy other : {Strategy::greedy, Strategy::sample, Strategy::beam}) {
            state.of<GenerateView>().options.strategy = other;  // it has no answer yet
            Commands commands;
            const GenerateScene scene = make_generate_scene(state, commands);
            const NextWords words = next_words(scene);
            CHECK(words.strategy() == before);
            CHECK(words.samples == (before == Strategy::sample));
        }
    }
}

}  // namespace vitrine::generate_words_test
