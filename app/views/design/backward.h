#pragma once
/// What the gradient says about a design choice: a number of the backward pass, with the choice on and off.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/base/job.h"
#include "app/views/design/measuring.h"
#include "app/views/design/places.h"

namespace vitrine {

struct Run;
struct State;

struct BackwardClaim {
    std::string_view choice;         ///< of design_choices()
    DesignTensor shown;              ///< the tensor whose gradient shows it
    std::string_view tensor;         ///< that gradient in words, for text_for
    std::string_view name;           ///< of the number
    std::string_view definition;     ///< a sentence, for text_for
    std::string_view falls, rises;   ///< what it means that the number is smaller, or larger, with the choice switched off
    Measured (*of)(const Run& run);  ///< of a run with gradients
};

/// The claim of a choice; null: it is not about gradients, or the model does not have it to switch off.
const BackwardClaim* backward_claim(const Run& run, std::string_view choice);

/// A claim, and the generations of the runs it is about.
struct BackwardQuestion {
    std::string choice;
    std::uint64_t first = 0, second = 0;

    auto operator<=>(const BackwardQuestion&) const = default;
};

struct BackwardNumbers {
    std::optional<double> first, second;
    std::string why_none;  ///< one line; empty: both runs have a number
};

/// The numbers of the explained choice in the two runs of run_pair(); null: they are not known yet, or there is no claim.
const BackwardNumbers* backward_numbers(const State& state);

/// What the numbers with the choice on, and off, say of it, as far as the screen tells them apart; nothing where one of them is
/// missing or NaN.
std::string_view backward_outcome(const BackwardClaim& claim, const BackwardNumbers& numbers);

struct ShowBackwardNumbers {
    BackwardQuestion question;
    std::shared_ptr<const Run> second;  ///< of the question; keeps the numbers
    BackwardNumbers numbers;
};
void do_command(State& state, const ShowBackwardNumbers& command);

/// Computes the gradients of both runs and measures them.
std::optional<MissingResult> missing_backward_numbers(const State& state);

}  // namespace vitrine
