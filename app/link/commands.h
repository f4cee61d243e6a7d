#pragma once
/// Commands of links.

#include <string>

#include "app/base/command.h"

namespace vitrine {

/// Copies the link to what is on the screen, or says why there is none.
struct CopyLink {};
void do_command(State& state, const CopyLink& command);

/// Opens what a link describes, or says in one line what is wrong with it; then everything stays open.
struct OpenLink {
    std::string text;
};
void do_command(State& state, const OpenLink& command);

/// The beginning of copied links: "vitrine:", unless the program runs at an address, as in "https://host/vitrine/#".
struct SetLinkBase {
    std::string base;
};
void do_command(State& state, const SetLinkBase& command);

}  // namespace vitrine
