#pragma once
/// Links: what is on the screen as a text that opens the same screen elsewhere, as in
///
///     vitrine:sample=translation&view=attention&tensor=decoder.layers.0.cross_attn.weights&head=2
///
/// A link contains everything that differs from what opening its sample gives. It is made from the fields of a session
/// (app/session), so a new module's fields are included by themselves. docs/LINKS.md lists the keys.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/data.h"

namespace vitrine {

/// The beginning of a link if no other address has been set: see SetLinkBase.
inline constexpr const char* link_scheme = "vitrine:";

/// Longer links are neither made nor read, in bytes.
constexpr std::size_t longest_link = 65'536;

/// A link that has been read.
struct Link {
    SavedSession session{};              ///< its model is a sample; SavedSession::link has the place and the fields of the
                                         ///< modules
    std::string lesson{};                ///< its name; empty: none
    int lesson_step = 0;                 ///< from 0
    bool lesson_on_own = false;          ///< with the sentences of the link instead of those of the lesson's sample
    nlohmann::ordered_json edits{};      ///< the keys of the edits that it contains; see app/run/edits_json.h
    std::vector<std::string> unknown{};  ///< keys that this version does not know
};

/// Why there is no link to what is on the screen, as part of a sentence; empty: there is one, unless it is too long.
std::string link_refusal(const State& state);

/// The link to what is on the screen, with the address set by SetLinkBase. Throws Error if link_refusal() gives a reason, and if
/// the link would be longer than longest_link. For the drawing thread; takes some milliseconds.
std::string link_of(const State& state);

/// Whether a text is meant as a link: it begins with "vitrine:", "web+vitrine:" or "#sample=", or is an address with "#sample=".
bool is_meant_as_link(std::string_view text);

/// Reads a link: a text that begins with "vitrine:", "web+vitrine:" or "#", or a whole address with a "#". Throws Error, one line
/// that begins with "the link" and names the key, if it cannot be read. Whether its sample, lesson, tensors and steps exist is
/// only found when it is opened.
Link read_link(std::string_view text, Modules modules);

/// The session that opens a link. `before`: the session that was open. Its appearance, habits and parked edits stay, and its
/// edits are parked.
SavedSession opened_by(const Link& link, const SavedSession& before);

/// Every key that a link can have, in the order of writing, with its meaning in a few words; "attention.share" has no words.
struct LinkKey {
    std::string key, words = {};
};
std::vector<LinkKey> link_keys(Modules modules);

}  // namespace vitrine
