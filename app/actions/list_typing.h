#pragma once
/// Typing in an open list or menu: the focus ring goes to an entry whose title begins with the typed text.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/base/command.h"

namespace vitrine {

/// What was typed into the open list.
struct ListTyping {
    std::string text;
    std::string anchor;  ///< of the entry it led to: once another one has the ring, typing begins anew
    double time = 0;     ///< of the last character, in seconds
};

struct NoteListTyping {
    ListTyping typing;
};
void do_command(State& state, const NoteListTyping& command);

/// The text with a character typed at this time added; only the character, if the earlier text was typed more than a second ago or
/// led to another entry than the one that has the ring.
std::string typed_in_list(const ListTyping& earlier, std::string_view character, const std::string& ringed, double time);

/// The place of the title that a typed text leads to, whatever the case of ASCII letters; empty if no title begins with it. The
/// search goes round from the title at `from`, or from the first; a single character, also a repeated one that begins no title as
/// often, leads to the next title behind `from`.
std::optional<std::size_t> title_beginning_with(std::span<const std::string> titles, std::string_view typed,
                                                std::optional<std::size_t> from);

}  // namespace vitrine
