#pragma once
/// Tries answers to open questions against the numbers of somebody else's run.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/import/trials.h"

namespace vitrine {

/// A reference agrees where |a − b| ≤ tolerance · max(1, |b|), b the reference.
inline constexpr double verify_tolerance = 1e-4;

/// A question of which several answers come equally near.
struct UntoldQuestion {
    ImportQuestion question;
    std::vector<std::string> values;  ///< the nearest choice's first; "-1" is any id of padding that the batch does not have
};

/// The choice of answers that comes nearest to a reference.
struct SearchResult {
    ImportAnswers answers;  ///< its answers, without those to questions that stay open, as nothing tells them
    ImportAnswers nearest;  ///< those of them that were tried
    Deviation deviation;
    std::int64_t tried = 0;              ///< how many choices
    std::vector<UntoldQuestion> untold;  ///< only where it reproduces the reference

    /// Whether it came out in the search. Of a model that is written later this says nothing: see Verification.
    bool reproduced() const { return deviation.largest <= verify_tolerance; }
};

/// What came of a reference.
struct Verification {
    SearchResult search;
    std::optional<Deviation> written{};  ///< of the model folder, which was opened again; nothing: none has been written

    bool reproduced() const { return written && written->largest <= verify_tolerance; }
};

/// Runs the model on the batch with every combination of answers to the open questions, and then, if none reproduces the reference,
/// with other answers in the place of guesses, one at a time. In the end every answer of the nearest choice is changed alone, those
/// that were given, too: that shows what the reference cannot tell, and whether another answer to a guess comes nearer.
class Verifier {
public:
    /// Throws Error where there are too many choices. Requires: what the request refers to outlives this object.
    explicit Verifier(const VerifyRequest& request);
    ~Verifier();
    Verifier(const Verifier&) = delete;
    Verifier& operator=(const Verifier&) = delete;

    /// Tries one more choice. Returns false where none is left.
    bool try_next();

    /// How many choices have been tried, and how many more are planned so far.
    std::int64_t tried() const;
    std::int64_t left() const;

    /// What came of those that were tried.
    SearchResult result() const;

private:
    class Search;
    std::unique_ptr<Search> search_;
};

/// Ids that sentences may be padded with: those that one of them ends with. "-1" stands for one that they do not have.
std::vector<std::string> padding_candidates(const std::vector<const IndexTensor*>& sentences);

/// "verified: all 330 numbers agree, …", which is said of a folder that was written and opened again alone; or how far it is off,
/// or how far the nearest choice is.
std::string verdict_text(const Verification& verification);

/// The values of a question as texts: "1e-6", "none or any id that the batch does not have".
std::vector<std::string> value_texts(const UntoldQuestion& untold);

/// "what the reference could not tell: --eps (1e-6 as well as 1e-12)"; empty: there is nothing of that kind.
std::string untold_text(const std::vector<UntoldQuestion>& untold);

/// Asked where no choice reproduces a reference: numbers of another run are the likeliest reason.
inline constexpr const char* question_of_numbers =
    "were its numbers taken after model.eval(), from this checkpoint and for this batch?";

}  // namespace vitrine
