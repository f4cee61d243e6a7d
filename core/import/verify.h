#pragma once
/// Tries answers to open questions against the numbers of somebody else's run.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/import/trials.h"

namespace vitrine {

/// A reference agrees where |a − b| ≤ tolerance · max(1, |b|), b the reference.
inline constexpr double verify_tolerance = 1e-4;

struct Verification {
    ImportAnswers answers;               ///< those of the nearest choice that the reference tells
    ImportAnswers nearest;               ///< all that were tried, of the nearest choice
    Deviation deviation;                 ///< of the nearest choice
    std::int64_t tried = 0;              ///< how many choices
    std::vector<ImportQuestion> untold;  ///< questions of which several answers come equally near

    bool reproduced() const { return deviation.largest <= verify_tolerance; }
};

/// Runs the model on the batch with every combination of answers to the open questions, and then, if none reproduces the reference,
/// with other answers in the place of guesses, one at a time.
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
    Verification result() const;

private:
    class Search;
    std::unique_ptr<Search> search_;
};

/// "verified: all 330 numbers agree, …", or how far the nearest choice is off, and where.
std::string verdict_text(const Verification& verification);

/// Asked where no choice reproduces a reference: numbers of another run are the likeliest reason.
inline constexpr const char* question_of_numbers =
    "were its numbers taken after model.eval(), from this checkpoint and for this batch?";

/// Ids that a batch may be padded with: those that a sentence ends with. "-1" stands for one that the batch does not have.
std::vector<std::string> padding_candidates(const Batch& batch);

}  // namespace vitrine
