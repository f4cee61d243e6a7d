#include "app/actions/list_typing.h"

#include <algorithm>

#include "app/state/state.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view title, std::string_view typed) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return title.size() >= typed.size() && std::equal(typed.begin(), typed.end(), title.begin(), same);
}

/// The first character, if the whole text repeats it; else empty.
std::string_view repeated_character(std::string_view typed) {
    const std::vector<std::size_t> starts = character_starts(typed);
    const std::size_t length = starts.size() > 1 ? starts[1] : typed.size();
    const auto is_first = [&](std::size_t start) { return typed.substr(start, length) == typed.substr(0, length); };
    return std::ranges::all_of(starts, is_first) ? typed.substr(0, length) : std::string_view{};
}

/// The first title that fits, starting at an index and continuing at the beginning of the list.
std::optional<std::size_t> first_from(std::span<const std::string> titles, std::string_view typed, std::size_t from) {
    for (std::size_t i = 0; i < titles.size(); ++i) {
        const std::size_t place = (from + i) % titles.size();
        if (begins_with(titles[place], typed)) return place;
    }
    return std::nullopt;
}

}  // namespace

void do_command(State& state, const NoteListTyping& command) { state.of<ListTyping>() = command.typing; }

std::string typed_in_list(const ListTyping& earlier, std::string_view character, const std::string& ringed, double time) {
    constexpr double longest_pause = 1;
    const bool goes_on = !ringed.empty() && earlier.anchor == ringed && time - earlier.time <= longest_pause;
    return (goes_on ? earlier.text : "") + std::string(character);
}

std::optional<std::size_t> title_beginning_with(std::span<const std::string> titles, std::string_view typed,
                                                std::optional<std::size_t> from) {
    if (titles.empty() || typed.empty()) return std::nullopt;
    const std::string_view character = repeated_character(typed);
    const std::size_t here = from.value_or(0), next = from ? *from + 1 : 0;
    if (character.size() != typed.size()) {
        const auto found = first_from(titles, typed, here);
        if (found || character.empty()) return found;
    }
    return first_from(titles, character, next);
}

}  // namespace vitrine
