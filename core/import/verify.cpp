#include "core/import/verify.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/files/problem.h"
#include "core/import/proposal.h"

namespace vitrine {

namespace {

constexpr std::size_t most_choices = 100'000;

/// Choices in the order of how near they come; rows of padding decide among those that agree elsewhere.
bool is_nearer(const Trial& a, const Trial& b) { return a.deviation.largest < b.deviation.largest; }

}  // namespace

/// Makes the trials, round by round, and judges them.
class Verifier::Search {
public:
    explicit Search(const VerifyRequest& request) : request_(request), runner_(request_), mapping_(request.propose(request.known)) {
        base_ = request.known;
        // What shapes a mapping and is not given, the mapping takes for granted by itself, each matrix by what stands beside it.
        for (const auto& [question, answer] : mapping_.answers) {
            if (!shapes_mapping(question)) base_.emplace(question, answer);
        }
        find_open();
        rounds_.emplace_back(base_, open_);
    }

    bool try_next() {
        for (;;) {
            while (!rounds_.empty()) {
                if (const auto answers = rounds_.front().next()) {
                    ++tried_;
                    if (auto trial = runner_.run(*answers)) trials_.push_back(std::move(*trial));
                    return true;
                }
                rounds_.pop_front();
                keep_nearest();
            }
            if (round_ == Round::last) return false;
            begin_next_round();
        }
    }

    std::int64_t tried() const { return tried_; }

    std::int64_t left() const {
        std::int64_t left = 0;
        for (const Choices& choices : rounds_) left += choices.left();
        return left;
    }

    Verification judged() const {
        Verification result;
        result.tried = runner_.count();
        if (trials_.empty()) {
            result.deviation.largest = std::numeric_limits<double>::infinity();
            return result;
        }
        std::vector<Trial> sorted = trials_;
        std::stable_sort(sorted.begin(), sorted.end(), is_nearer);
        const std::vector<Trial> equal = ties(sorted);
        result.deviation = equal.front().deviation;
        for (const auto& [question, answer] : equal.front().answers) {
            std::set<std::string> values;
            for (const Trial& trial : equal) values.insert(value_of(trial.answers, question));
            const bool tried = answer.source == AnswerSource::verified;
            if (tried) result.nearest[question] = answer;
            const bool any_will_do = question == ImportQuestion::eps || question == ImportQuestion::layer_norm;
            if (values.size() > 1 && !any_will_do) {
                result.untold.push_back(question);
            } else if (tried || (question == ImportQuestion::eps && (values.size() == 1 || eps_is_open_))) {
                result.answers[question] = {answer.value, AnswerSource::verified, ""};
            }
        }
        return result;
    }

private:
    std::vector<std::string> values_of(ImportQuestion question) const {
        if (question == ImportQuestion::pad_src || question == ImportQuestion::pad_tgt) return padding_candidates(request_.batch);
        const Size width = mapping_width();
        return candidates(question, width);
    }

    Size mapping_width() const {
        for (const MappingEntry& entry : mapping_.entries) {
            if (entry.parameter != "transformer.encoder.layers.0.norm1.weight" || entry.pieces.empty()) continue;
            const ForeignTensor* gain = request_.weights.find(entry.pieces[0].tensor);
            if (gain) return gain->count();
        }
        return 1;
    }

    /// What changes parameters comes first, since its values then change least often.
    void find_open() {
        for (const bool shapes : {true, false}) {
            for (const ImportQuestion question : mapping_.asked) {
                if (shapes_mapping(question) != shapes || mapping_.answers.count(question) > 0 || !changes_numbers(question))
                    continue;
                if (question == ImportQuestion::eps) {
                    eps_is_open_ = true;
                    base_[question] = {"1e-5", AnswerSource::guessed};
                } else {
                    open_.push_back({question, values_of(question)});
                }
            }
        }
        std::size_t choices = 1;
        for (const Tried& tried : open_)
            choices = std::min(choices * std::max<std::size_t>(tried.values.size(), 1), most_choices + 1);
        if (choices > most_choices)
            fail(request_.where, "too many choices are open to try all of them: answer some, --heads above all");
    }

    void keep_nearest() {
        std::stable_sort(trials_.begin(), trials_.end(), is_nearer);
        constexpr std::size_t kept = 256;
        if (trials_.size() > kept) trials_.resize(kept);
    }

    /// Other ε of the nearest choices; then, where nothing reproduces the reference, other answers to guesses, and their ε.
    void begin_next_round() {
        round_ = static_cast<Round>(static_cast<int>(round_) + 1);
        if (round_ == Round::eps) plan_other_eps();
        if (round_ == Round::guesses && !reproduced()) plan_other_guesses();
        if (round_ == Round::eps_of_guesses && !reproduced()) plan_other_eps();
    }

    bool reproduced() const { return !trials_.empty() && trials_.front().deviation.largest <= verify_tolerance; }

    bool is_guess(ImportQuestion question) const {
        const auto found = base_.find(question);
        return found != base_.end() && found->second.source == AnswerSource::guessed;
    }

    /// Another ε moves the numbers a little only, so the nearest choices are those that are right otherwise.
    void plan_other_eps() {
        if (!eps_is_open_ && !is_guess(ImportQuestion::eps)) return;
        constexpr std::size_t promising = 8;
        for (std::size_t i = 0; i < std::min(promising, trials_.size()); ++i) {
            std::vector<std::string> values = candidates(ImportQuestion::eps, 1);
            const auto own = std::remove(values.begin(), values.end(), value_of(trials_[i].answers, ImportQuestion::eps));
            values.erase(own, values.end());
            rounds_.emplace_back(trials_[i].answers, std::vector<Tried>{{ImportQuestion::eps, values}});
        }
    }

    /// The other answers to what is a guess, one at a time, each with all choices of what is open.
    void plan_other_guesses() {
        std::vector<Tried> guesses;
        for (const auto& [question, answer] : mapping_.answers) {
            if (answer.source == AnswerSource::guessed && question != ImportQuestion::eps)
                guesses.push_back({question, values_of(question)});
        }
        if (base_.count(ImportQuestion::pad_tgt) == 0 && base_.count(ImportQuestion::pad_src) == 0)
            guesses.push_back({ImportQuestion::pad_tgt, values_of(ImportQuestion::pad_tgt)});
        for (Tried& guess : guesses) {
            const auto same = std::remove(guess.values.begin(), guess.values.end(), value_of(mapping_.answers, guess.question));
            guess.values.erase(same, guess.values.end());
            std::vector<Tried> tried = open_;
            tried.insert(tried.begin(), guess);
            rounds_.emplace_back(base_, tried);
        }
    }

    /// Choices that come as near as the nearest one.
    std::vector<Trial> ties(const std::vector<Trial>& sorted) const {
        const double nearest = sorted.front().deviation.largest;
        std::vector<Trial> equal;
        for (const Trial& trial : sorted) {
            if (trial.deviation.largest <= 1.5 * nearest + 1e-7) equal.push_back(trial);
        }
        const auto of_padding_too = [](const Trial& trial) { return trial.deviation.of_padding <= verify_tolerance; };
        if (std::any_of(equal.begin(), equal.end(), of_padding_too)) {
            equal.erase(std::remove_if(equal.begin(), equal.end(), std::not_fn(of_padding_too)), equal.end());
        }
        // Where several ε do, the usual one is taken rather than what rounding favours.
        std::stable_partition(equal.begin(), equal.end(), [&](const Trial& trial) {
            return value_of(trial.answers, ImportQuestion::eps) == value_of(base_, ImportQuestion::eps);
        });
        return equal;
    }

    enum class Round : std::uint8_t { open, eps, guesses, eps_of_guesses, last };

    VerifyRequest request_;
    TrialRunner runner_;
    Mapping mapping_;
    ImportAnswers base_;  // what is known and what is guessed
    std::vector<Tried> open_;
    bool eps_is_open_ = false;
    Round round_ = Round::open;
    std::deque<Choices> rounds_;  // the choices of this round that are left
    std::vector<Trial> trials_;   // those of earlier rounds sorted, the nearest first
    std::int64_t tried_ = 0;
};

Verifier::Verifier(const VerifyRequest& request) : search_(std::make_unique<Search>(request)) {}
Verifier::~Verifier() = default;
bool Verifier::try_next() { return search_->try_next(); }
std::int64_t Verifier::tried() const { return search_->tried(); }
std::int64_t Verifier::left() const { return search_->left(); }
Verification Verifier::result() const { return search_->judged(); }

std::string verdict_text(const Verification& verification) {
    const Deviation& d = verification.deviation;
    const std::string nearest = fmt::format("{:.2g} · max(1, |b|)", d.largest);
    if (verification.reproduced()) {
        return fmt::format("verified: all {} numbers agree, the largest deviation is {} ({} {} tried)", d.compared, nearest,
                           verification.tried, verification.tried == 1 ? "choice" : "choices");
    }
    return fmt::format(
        "not verified: none of {} {} reproduces the reference; the nearest is off by {}, at sentence {}, place {}, word {}",
        verification.tried, verification.tried == 1 ? "choice" : "choices", nearest, d.sentence, d.place, d.word);
}

std::vector<std::string> padding_candidates(const Batch& batch) {
    std::set<std::int32_t> last;
    for (const IndexTensor* tokens : {&batch.src, &batch.tgt, &batch.labels}) {
        if (tokens->empty()) continue;
        for (Size row = 0; row < tokens->size(0); ++row) last.insert(tokens->data()[(row + 1) * tokens->size(1) - 1]);
    }
    std::vector<std::string> ids;
    for (const std::int32_t id : last) ids.push_back(std::to_string(id));
    constexpr std::size_t most = 12;
    if (ids.size() > most) ids.resize(most);
    ids.emplace_back("-1");
    return ids;
}

}  // namespace vitrine
