#pragma once
/// Tries answers to open questions and compares the numbers with those of somebody else's run.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/import/trials.h"

namespace vitrine {

/// A number agrees with the reference if |a − b| ≤ tolerance · max(1, |b|), where b is the reference.
inline constexpr double verify_tolerance = 1e-4;

/// A question to which several answers come equally near.
struct UntoldQuestion {
    ImportQuestion question;
    std::vector<std::string> values;  ///< the nearest choice's answer first; "-1" stands for any id of padding that the batch does
                                      ///< not have
};

/// The choice of answers that comes nearest to a reference.
struct SearchResult {
    ImportAnswers answers;  ///< its answers, except to questions that stay open because nothing shows the answer
    ImportAnswers nearest;  ///< all answers that were tried, of the nearest choice
    Deviation deviation;
    std::int64_t tried = 0;              ///< the number of choices
    std::vector<UntoldQuestion> untold;  ///< only where it reproduces the reference

    /// Whether the search reproduced the reference. That says nothing about a model that is written later: see Verification.
    bool reproduced() const { return deviation.largest <= verify_tolerance; }
};

/// The result of comparing with a reference.
struct Verification {
    SearchResult search;
    std::optional<Deviation> written{};  ///< of the model folder after it was opened again; nothing: it has not been written

    bool reproduced() const { return written && written->largest <= verify_tolerance; }
};

/// Runs the model on the batch with every combination of answers to the open questions. If none reproduces the reference, tries
/// other answers than the guesses, one at a time. At the end it changes every answer of the nearest choice, including given ones,
/// one at a time: that shows what the reference cannot tell, and whether another answer comes nearer.
class Verifier {
public:
    /// Throws Error if there are too many choices. Requires: everything that the request refers to outlives this object.
    explicit Verifier(const VerifyRequest& request);
    ~Verifier();
    Verifier(const Verifier&) = delete;
    Verifier& operator=(const Verifier&) = delete;

    /// Tries one more choice. Returns false if none is left.
    bool try_next();

    /// The number of choices that have been tried, and how many more are planned so far.
    std::int64_t tried() const;
    std::int64_t left() const;

    /// The result of the choices that were tried.
    SearchResult result() const;

private:
    class Search;
    std::unique_ptr<Search> search_;
};

/// Ids that sentences may be padded with: those that some sentence ends with. "-1" stands for an id that does not occur.
std::vector<std::string> padding_candidates(const std::vector<const IndexTensor*>& sentences);

/// "verified: all 330 numbers agree, …", which is only said of a folder that was written and opened again; otherwise how far it
/// is off, or how far the nearest choice is.
std::string verdict_text(const Verification& verification);

/// The values of a question as texts: "1e-6", "none or any id that the batch does not have".
std::vector<std::string> value_texts(const UntoldQuestion& untold);

/// "what the reference could not tell: --eps (1e-6 as well as 1e-12)"; empty if there is nothing like that.
std::string untold_text(const std::vector<UntoldQuestion>& untold);

/// Asked if no choice reproduces a reference: the likeliest reason is that its numbers are from another run.
inline constexpr const char* question_of_numbers =
    "were its numbers taken after model.eval(), from this checkpoint and for this batch?";

}  // namespace vitrine
