#include "core/import/verify.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include "core/files/problem.h"
#include "core/import/proposal.h"

namespace vitrine {

namespace {

constexpr std::size_t most_choices = 100'000;

bool is_nearer(const Trial& a, const Trial& b) { return a.deviation.largest < b.deviation.largest; }

/// Whether two answers to a question are the same, such as 1e-5 and 0.00001, or none and an id that the batch does not have.
bool is_same_answer(ImportQuestion question, const std::string& a, const std::string& b) {
    if (a == b || shapes_mapping(question)) return a == b;
    Configuration of_a, of_b;
    apply({{question, {a}}}, of_a);
    apply({{question, {b}}}, of_b);
    return of_a == of_b;
}

}  // namespace

/// Plans the trials, round by round, and judges them.
class Verifier::Search {
public:
    explicit Search(const VerifyRequest& request) : request_(request), runner_(request_), mapping_(request.propose(request.known)) {
        base_ = request.known;
        // Answers that shape the mapping are not taken over unless they were given: the mapping finds them anew, each matrix by
        // its neighbours.
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
                    if (!seen_.insert(key_of(*answers)).second) continue;
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

    SearchResult judged() const {
        SearchResult result;
        result.tried = runner_.count();
        const Trial* best = nearest();
        if (!best) {
            result.deviation.largest = std::numeric_limits<double>::infinity();
            return result;
        }
        result.deviation = best->deviation;
        for (const auto& [question, answer] : best->answers) {
            if (answer.source == AnswerSource::reference) result.nearest[question] = answer;
        }
        if (!result.reproduced()) return result;
        result.untold = untold_beside(*best);
        for (const auto& [question, answer] : best->answers) take_answer(question, *best, result);
        return result;
    }

private:
    std::vector<std::string> values_of(ImportQuestion question) const {
        const Batch& batch = request_.batch;
        // An id that is only known for the sources counts for both sides.
        if (question == ImportQuestion::pad_src) return padding_candidates({&batch.src, &batch.tgt, &batch.labels});
        if (question == ImportQuestion::pad_tgt) return padding_candidates({&batch.tgt});
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

    /// Questions that change the parameters come first, so that their values change least often.
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

    /// The rounds: other ε for the nearest choices; then, if nothing reproduces the reference, other answers to guesses, and
    /// other ε for them; at the end the neighbours of the nearest choice, again and again until none of them is nearer.
    void begin_next_round() {
        if (round_ != Round::around_nearest) round_ = static_cast<Round>(static_cast<int>(round_) + 1);
        if (round_ == Round::eps) plan_other_eps();
        if (round_ == Round::guesses && !reproduced()) plan_other_guesses();
        if (round_ == Round::eps_of_guesses && !reproduced()) plan_other_eps();
        if (round_ != Round::around_nearest) return;
        const std::string around = reproduced() ? key_of(nearest()->answers) : "";
        if (around == around_) {
            round_ = Round::last;
        } else {
            plan_around(*nearest());
        }
        around_ = around;
    }

    bool reproduced() const {
        const Trial* best = nearest();
        return best && best->deviation.largest <= verify_tolerance;
    }

    /// The answer to a question in a choice, which may be a guess of the mapping; empty: there is none.
    std::string answer_in(const ImportAnswers& answers, ImportQuestion question) const {
        const std::string value = value_of(answers, question);
        if (!value.empty()) return value;
        return question == ImportQuestion::pad_tgt ? value_of(answers, ImportQuestion::pad_src)
                                                   : value_of(mapping_.answers, question);
    }

    /// A text that identifies a choice.
    std::string key_of(const ImportAnswers& answers) const {
        std::string key;
        for (const QuestionText& text : all_questions()) key += answer_in(answers, text.question) + ' ';
        return key;
    }

    /// Whether a choice agrees with all known answers. If only one id of padding is known, both sides must have it.
    bool may_be_taken(const Trial& trial) const {
        const auto keeps = [&](const auto& known) {
            return is_same_answer(known.first, answer_in(trial.answers, known.first), known.second.value);
        };
        const bool one_padding =
            request_.known.count(ImportQuestion::pad_src) > 0 && request_.known.count(ImportQuestion::pad_tgt) == 0;
        return std::all_of(request_.known.begin(), request_.known.end(), keeps) && (!one_padding || pads_alike(trial.answers));
    }

    /// Whether both sides have the same padding.
    bool pads_alike(const ImportAnswers& answers) const {
        return answer_in(answers, ImportQuestion::pad_src) == answer_in(answers, ImportQuestion::pad_tgt);
    }

    /// Plans all other answers to every question that the file does not answer, one question at a time.
    void plan_around(const Trial& trial) {
        ImportAnswers base = trial.answers;
        if (pads_alike(base)) {
            base.erase(ImportQuestion::pad_tgt);
            plan_others(ImportQuestion::pad_src, answer_in(base, ImportQuestion::pad_src), base, {});
        }
        base.emplace(ImportQuestion::pad_tgt, ImportAnswer{answer_in(base, ImportQuestion::pad_tgt), AnswerSource::guessed});
        for (const QuestionText& text : all_questions()) {
            const ImportQuestion question = text.question;
            const std::string own = answer_in(base, question);
            const auto of_mapping = mapping_.answers.find(question);
            const bool sure = of_mapping != mapping_.answers.end() && of_mapping->second.source == AnswerSource::file;
            if (own.empty() || sure || !changes_numbers(question)) continue;
            if (shapes_mapping(question) && !makes_another(question, base)) continue;
            plan_others(question, own, base, {});
        }
    }

    /// Whether some answer to a question makes the model from other tensors. With a given mapping, none does.
    bool makes_another(ImportQuestion question, ImportAnswers answers) const {
        const auto pieces_with = [&] {
            std::vector<std::vector<Piece>> pieces;
            try {
                for (const MappingEntry& entry : request_.propose(answers).entries) pieces.push_back(entry.pieces);
            } catch (const Error&) {  // no mapping is possible with this answer
            }
            return pieces;
        };
        const auto own = pieces_with();
        for (const std::string& value : values_of(question)) {
            answers[question] = {value};
            if (pieces_with() != own) return true;
        }
        return false;
    }

    /// Plans the other answers to a question, in all combinations with `more`.
    void plan_others(ImportQuestion question, const std::string& own, const ImportAnswers& base, const std::vector<Tried>& more) {
        Tried others{question, values_of(question)};
        const auto is_own = [&](const std::string& value) { return !own.empty() && is_same_answer(question, value, own); };
        std::erase_if(others.values, is_own);
        std::vector<Tried> tried{others};
        tried.insert(tried.end(), more.begin(), more.end());
        rounds_.emplace_back(base, tried);
    }

    bool is_guess(ImportQuestion question) const {
        const auto found = base_.find(question);
        return found != base_.end() && found->second.source == AnswerSource::guessed;
    }

    /// Another ε changes the numbers only a little, so it is tried for the choices that are nearest so far.
    void plan_other_eps() {
        if (!eps_is_open_ && !is_guess(ImportQuestion::eps)) return;
        constexpr std::size_t promising = 8;
        for (std::size_t i = 0; i < std::min(promising, trials_.size()); ++i)
            plan_others(ImportQuestion::eps, value_of(trials_[i].answers, ImportQuestion::eps), trials_[i].answers, {});
    }

    /// Plans the other answers to guesses, one at a time, each with all answers to the open questions.
    void plan_other_guesses() {
        for (const auto& [question, answer] : mapping_.answers) {
            if (answer.source == AnswerSource::guessed && question != ImportQuestion::eps)
                plan_others(question, answer.value, base_, open_);
        }
        if (base_.count(ImportQuestion::pad_tgt) == 0 && base_.count(ImportQuestion::pad_src) == 0)
            plan_others(ImportQuestion::pad_tgt, "", base_, open_);
    }

    /// Whether a choice's numbers are as near to the reference as the nearest choice's, up to rounding.
    static bool is_as_near(const Trial& trial, double nearest) { return trial.deviation.largest <= 1.5 * nearest + 1e-7; }

    /// Whether rows of padding agree, too. They do not count, but decide between choices that agree everywhere else.
    static bool agrees_in_padding(const Trial& trial) { return trial.deviation.of_padding <= verify_tolerance; }

    /// The nearest choice that may be taken. Of several with the same numbers, it is the choice that was tried first, since its
    /// answers are more usual. Null: there is none.
    const Trial* nearest() const {
        std::vector<const Trial*> all;
        for (const Trial& trial : trials_) {
            if (may_be_taken(trial)) all.push_back(&trial);
        }
        if (all.empty()) return nullptr;
        const auto nearer = [](const Trial* a, const Trial* b) { return is_nearer(*a, *b); };
        const double least = (*std::min_element(all.begin(), all.end(), nearer))->deviation.largest;
        std::erase_if(all, [&](const Trial* trial) { return trial->deviation.largest > least; });
        return *std::min_element(all.begin(), all.end(), [](const Trial* a, const Trial* b) {
            return std::pair(!agrees_in_padding(*a), a->number) < std::pair(!agrees_in_padding(*b), b->number);
        });
    }

    /// Whether the reference cannot tell a choice from the nearest one.
    static bool is_tied(const Trial& trial, const Trial& best) {
        return is_as_near(trial, best.deviation.largest) && agrees_in_padding(trial) == agrees_in_padding(best);
    }

    /// The questions to which equally near choices have different answers.
    std::vector<UntoldQuestion> untold_beside(const Trial& best) const {
        std::vector<UntoldQuestion> untold;
        for (const QuestionText& text : all_questions()) {
            if (!changes_numbers(text.question)) continue;
            std::vector<std::string> values{answer_in(best.answers, text.question)};
            for (const Trial& trial : trials_) {
                if (!is_tied(trial, best)) continue;
                const std::string value = answer_in(trial.answers, text.question);
                const auto same = [&](const std::string& other) { return is_same_answer(text.question, other, value); };
                if (std::none_of(values.begin(), values.end(), same)) values.push_back(value);
            }
            if (values.size() > 1 || values[0] == "-1") untold.push_back({text.question, values});
        }
        return untold;
    }

    /// Whether nothing shows which id is padding: it does not occur in the batch, or another id for both sides comes equally
    /// near.
    bool is_padding_open(const Trial& best) const {
        const std::string own = answer_in(best.answers, ImportQuestion::pad_src);
        return own == "-1" || std::any_of(trials_.begin(), trials_.end(), [&](const Trial& trial) {
                   return is_tied(trial, best) && pads_alike(trial.answers) &&
                          answer_in(trial.answers, ImportQuestion::pad_src) != own;
               });
    }

    /// Takes an answer of the nearest choice. If nothing shows the answer, the question stays open, except that any ε and any
    /// LayerNorm will do.
    void take_answer(ImportQuestion question, const Trial& best, SearchResult& result) const {
        const ImportAnswer& answer = best.answers.at(question);
        if (request_.known.count(question) > 0 || answer.source == AnswerSource::file) return;
        const auto is_it = [&](const UntoldQuestion& untold) { return untold.question == question; };
        const bool untold = std::any_of(result.untold.begin(), result.untold.end(), is_it);
        const bool open = std::any_of(open_.begin(), open_.end(), [&](const Tried& tried) { return tried.question == question; });
        const bool padding = question == ImportQuestion::pad_src;
        if (open && question != ImportQuestion::layer_norm && (padding ? is_padding_open(best) : untold)) return;
        const bool guess = untold && answer.value == value_of(mapping_.answers, question);
        if (guess) return;
        const bool tells = !untold || answer.source == AnswerSource::reference;
        result.answers[question] = {answer.value == "-1" ? "none" : answer.value,
                                    tells ? AnswerSource::reference : AnswerSource::guessed,
                                    tells ? "" : "the reference does not tell it"};
    }

    enum class Round : std::uint8_t { open, eps, guesses, eps_of_guesses, around_nearest, last };

    VerifyRequest request_;
    TrialRunner runner_;
    Mapping mapping_;
    ImportAnswers base_;  // answers that are known or guessed
    std::vector<Tried> open_;
    bool eps_is_open_ = false;
    Round round_ = Round::open;
    std::deque<Choices> rounds_;  // the choices of this round that are still to be tried
    std::vector<Trial> trials_;   // those of earlier rounds are sorted, the nearest first
    std::set<std::string> seen_;  // the choices that have been tried
    std::string around_;          // the choice whose neighbours have been tried; empty: none
    std::int64_t tried_ = 0;
};

Verifier::Verifier(const VerifyRequest& request) : search_(std::make_unique<Search>(request)) {}
Verifier::~Verifier() = default;
bool Verifier::try_next() { return search_->try_next(); }
std::int64_t Verifier::tried() const { return search_->tried(); }
std::int64_t Verifier::left() const { return search_->left(); }
SearchResult Verifier::result() const { return search_->judged(); }

std::vector<std::string> padding_candidates(const std::vector<const IndexTensor*>& sentences) {
    std::set<std::int32_t> last;
    for (const IndexTensor* tokens : sentences) {
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
