#pragma once
/// Commands of links.

#include <string>

#include "app/base/command.h"

namespace vitrine {

/// Copies the link to what is on the screen, or says why there is none.
struct CopyLink {};
void do_command(State& state, const CopyLink& command);

/// Opens what a link names, or says what is wrong with it, in one line; then everything stays open.
struct OpenLink {
    std::string text;
};
void do_command(State& state, const OpenLink& command);

/// What copied links begin with: "vitrine:" unless the program runs at an address, as "https://host/vitrine/#".
struct SetLinkBase {
    std::string base;
};
void do_command(State& state, const SetLinkBase& command);

}  // namespace vitrine
