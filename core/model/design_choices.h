#pragma once
/// The departures from the paper's design: their names, equations and effects, and which models cannot make them.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/model/configuration.h"
#include "core/model/design.h"

namespace vitrine {

enum class DesignGroup : std::uint8_t { attention, masks, embedding, layers };

/// One departure and its description.
struct DesignChoice {
    std::string_view name;              ///< in files: "unscaled_scores"
    std::string_view label;             ///< on screen, by what the paper does: "Divide scores by √d"
    std::string_view departure_phrase;  ///< the departure as a part of a sentence: "no division by √d"
    DesignGroup group;
    /// The equation that the choice is about, as a model of this configuration computes it with this design.
    std::string (*equation)(const Configuration&, const Design&);
    std::string_view effect;  ///< what the departure does, in one sentence
    std::string_view look;    ///< where that shows, in one sentence
    bool Design::*member;
    bool departure;  ///< the member's value in the departure

    bool is_made(const Design& design) const { return design.*member == departure; }
    void make(Design& design, bool made) const { design.*member = made ? departure : !departure; }
};

/// All departures, group by group.
std::span<const DesignChoice> design_choices();

/// The departure with this name; null if there is none.
const DesignChoice* find_design_choice(std::string_view name);

/// The departures of both.
Design both(const Design& first, const Design& second);

/// The reason why a model of this configuration cannot run with this design, one line that names the choice; empty if it can.
std::string refusal(const Design& design, const Configuration& configuration);

/// Throws Error with the text of refusal(), where that is not empty.
void check(const Design& design, const Configuration& configuration);

}  // namespace vitrine
