#pragma once
/// The state of the first page: how much of the answer to the text in its field has been shown.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/state/start_page.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct StartPage {
    bool greets = false;                  ///< the page opens as soon as there is a run to show
    bool open = false;                    ///< the page was open after the last command
    double grown = 0;                     ///< how many of the predicted words have been shown so far
    bool paused = false;                  ///< no further word appears by itself
    std::optional<std::size_t> chosen{};  ///< the predicted word whose candidates are shown; nothing: the newest
    std::uint64_t generation = 0;         ///< of the run whose words `said` holds
    std::vector<std::int32_t> said = {};  ///< the predicted words
};

/// The anchor of the field.
inline constexpr const char* start_field = "start/field";

/// Opens the first page as soon as there is a run to show.
struct Greet {};
void do_command(State& state, const Greet& command);

/// Shows the candidates for a predicted word.
struct ChooseSaid {
    std::optional<std::size_t> word;
};
void do_command(State& state, const ChooseSaid& command);

/// Lets the words appear one by one, from the first one if all have appeared, or stops that.
struct PlayStart {
    bool playing;
};
void do_command(State& state, const PlayStart& command);

/// The number of predicted words on the screen, at most `all`.
std::size_t words_grown(const StartPage& page, std::size_t all);

/// The predicted word whose candidates are shown, out of so many on the screen. Requires: there is one.
std::size_t shown_word(const StartPage& page, std::size_t grown);

extern const Module start_module;

}  // namespace vitrine
