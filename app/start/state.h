#pragma once
/// The state of the first page: how much of the answer to the text in its field has been shown.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/state/start_page.h"
#include "core/io/model.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct StartPage {
    bool greets = false;                  ///< the page opens as soon as there is a run to show
    bool open = false;                    ///< the page was open after the last command
    bool reads_card = false;              ///< the model's card was opened from the page, which comes back when that is closed
    double grown = 0;                     ///< how many of the predicted words have been shown so far
    bool paused = false;                  ///< no further word appears by itself
    std::optional<std::size_t> chosen{};  ///< the predicted word whose candidates are shown; nothing: the newest
    std::uint64_t generation = 0;         ///< of the run whose words `said` holds
    std::vector<std::int32_t> said = {};  ///< the predicted words
    std::optional<std::size_t> read{};  ///< of a long sentence, the words around this one are shown; nothing: those around the one
                                        ///< that the chosen predicted word attends to most
    std::shared_ptr<const Model> model{};                     ///< whose sentence is in the field
    std::vector<std::pair<Size, std::int32_t>> covered = {};  ///< the tokens that were hidden by a click, by position
    bool covers = false;                                      ///< the next run is that with another of these
    bool clicked = false;                                     ///< the field has been clicked since the page opened
    double temperature = 1;                                   ///< divides the logits of the candidates
};

/// The anchor of the field.
inline constexpr const char* start_field = "start/field";

/// Opens the first page as soon as there is a run to show.
struct Greet {};
void do_command(State& state, const Greet& command);

/// Notes that the field was clicked: a first click leaves the sentence selected that the page opened with, so that typing replaces
/// it.
struct ClickField {};
void do_command(State& state, const ClickField& command);

/// Shows the candidates for a predicted word.
struct ChooseSaid {
    std::optional<std::size_t> word;
};
void do_command(State& state, const ChooseSaid& command);

/// Shows the words of a long sentence around one of them.
struct ShowRead {
    std::size_t word;
};
void do_command(State& state, const ShowRead& command);

/// The places of the slider for the temperature of the candidates: 0.1 to 2.
inline constexpr const char* temperature_slider = "start/temperature-slider";
inline constexpr int temperature_places = 39;
double temperature_at(int place);
int place_of_temperature(double temperature);

/// Divides the logits of the candidates by the temperature at a place of the slider, or at the nearest that there is.
struct SetTemperature {
    int place;
};
void do_command(State& state, const SetTemperature& command);

/// Hides the token at this position of the sentence from an encoder alone or, where it is hidden and known, uncovers it.
struct HideWord {
    static constexpr CommandTraits traits{.edits_run = true};
    Size position;
};
void do_command(State& state, const HideWord& command);

/// The token that is hidden at this position of the sentence, if it is known: it was hidden by a click, or is a label.
std::optional<std::int32_t> covered_token(const State& state, Size position);

/// Whether the shown run answers the text in the field, if there is one. Otherwise it is empty, has an unknown word, or cannot be
/// read. Requires: a run is shown.
bool answers_field(const State& state);

/// Texts to try: the sentences that the model was opened with, and then the examples on its card; a few, none of them long.
/// Requires: a run is shown.
std::vector<std::string> example_texts(const State& state);

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
