#pragma once
/// Measures what the gradient says about a design choice: a number of the backward pass, with the choice as in the paper and
/// taken back.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/base/job.h"
#include "core/trace/trace.h"

namespace vitrine {

struct Run;
struct State;

struct WayBackClaim {
    std::string_view choice;                      ///< of design_choices()
    const char* path;                             ///< the tensor whose gradient shows it, in the paper's model
    std::string_view tensor;                      ///< the gradient in words
    std::string_view name;                        ///< the number's name
    std::string_view definition;                  ///< a sentence
    std::optional<double> (*of)(const Run& run);  ///< for a run with gradients
};

/// The claim about a choice; null: it is not about gradients, or the model cannot take it back.
const WayBackClaim* way_back_claim(const Run& run, std::string_view choice);

/// A claim, and the generations of the runs it is about.
struct WayBackQuestion {
    std::string choice;
    std::uint64_t before = 0, now = 0;

    auto operator<=>(const WayBackQuestion&) const = default;
};

struct WayBackNumbers {
    std::optional<double> before, now;
    std::string why_none;  ///< one line; empty: both runs have a number
};

/// The numbers for the explained choice in the design bench's two runs; null: they are not known yet, or there is no claim.
const WayBackNumbers* way_back_numbers(const State& state);

struct ShowWayBack {
    WayBackQuestion question;
    std::shared_ptr<const Run> now;  ///< the later run of the question, which keeps the numbers
    WayBackNumbers numbers;
};
void do_command(State& state, const ShowWayBack& command);

/// Computes the gradients of both runs and measures them.
std::optional<MissingResult> missing_way_back(const State& state);

}  // namespace vitrine
