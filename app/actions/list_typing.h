#pragma once
/// Typing in an open list or menu: the focus ring goes to an entry whose title begins with the typed text.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/base/command.h"

namespace vitrine {

/// What has been typed in the open list.
struct ListTyping {
    std::string text;
    std::string anchor;  ///< the anchor of the entry that it led to: if another one has the ring, typing starts again
    double time = 0;     ///< of the last character, in seconds
};

struct NoteListTyping {
    ListTyping typing;
};
void do_command(State& state, const NoteListTyping& command);

/// The text with a character added that was typed at this time. It is just the character if the earlier text was typed more than
/// a second ago, or if it led to another entry than the one that has the ring.
std::string typed_in_list(const ListTyping& earlier, std::string_view character, const std::string& ringed, double time);

/// The index of the title that a typed text leads to, ignoring the case of ASCII letters; empty if no title begins with it. The
/// search starts at the title `from`, or at the first, and continues at the beginning of the list. A single character leads to
/// the next title after `from`, and so does a repeated one, unless a title begins with it as often.
std::optional<std::size_t> title_beginning_with(std::span<const std::string> titles, std::string_view typed,
                                                std::optional<std::size_t> from);

}  // namespace vitrine
