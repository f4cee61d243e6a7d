#pragma once
/// Links: what is on the screen as a text that opens the same screen elsewhere, as in
///
///     vitrine:sample=translation&view=attention&tensor=decoder.layers.0.cross_attn.weights&head=2
///
/// A link says what is not as opening its sample makes it. It is made of the fields of a session (app/session), so a field of a new
/// module is in it by itself. docs/LINKS.md lists the keys.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/data.h"

namespace vitrine {

/// What a link begins with where no other address has been given: see SetLinkBase.
inline constexpr const char* link_scheme = "vitrine:";

/// A longer link is neither made nor read, in bytes.
constexpr std::size_t longest_link = 65'536;

/// A link that has been read.
struct Link {
    SavedSession session{};              ///< its model is a sample; SavedSession::link says the place and the modules
    std::string lesson{};                ///< its name; empty: none
    int lesson_step = 0;                 ///< from 0
    bool lesson_on_own = false;          ///< on the sentences of the link rather than those of the lesson's sample
    nlohmann::ordered_json edits{};      ///< the keys of the edits that it names; see app/run/edits_json.h
    std::vector<std::string> unknown{};  ///< keys that this version does not know
};

/// Why what is on the screen cannot be put into a link, as part of a sentence; empty: it can, unless it is too long.
std::string link_refusal(const State& state);

/// The link to what is on the screen, with the address that SetLinkBase has given. Throws Error where link_refusal() says
/// something, and where it would be longer than longest_link. For the drawing thread; takes some milliseconds.
std::string link_of(const State& state);

/// Whether a text is meant to be a link: it begins with "vitrine:", "web+vitrine:" or "#sample=", or is an address with "#sample=".
bool is_meant_as_link(std::string_view text);

/// Reads a link: a text that begins with "vitrine:", "web+vitrine:" or "#", or a whole address with a "#". Throws Error, one line
/// that begins with "the link" and names the key, where it cannot be read. Whether the sample and the lesson exist, and whether
/// their tensors and steps do, is found when it is opened.
Link read_link(std::string_view text, Modules modules);

/// The session that opens a link. `before`: the session that was open, whose looks, habits and parked edits stay, and whose edits
/// are parked.
SavedSession opened_by(const Link& link, const SavedSession& before);

/// Every key that a link can have, in the order of writing, with what it says, in a few words; "attention.share" has no words.
struct LinkKey {
    std::string key, words = {};
};
std::vector<LinkKey> link_keys(Modules modules);

}  // namespace vitrine
