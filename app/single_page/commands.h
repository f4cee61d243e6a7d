#pragma once
/// Commands for pages in a single file.

#include "app/base/command.h"
#include "app/single_page/single_page.h"

namespace vitrine {

/// Saves what is on the screen as a page, or says in a message why that is not possible.
struct SavePage {
    PageExtent extent = PageExtent::program;
};
void do_command(State& state, const SavePage& command);

/// The text of the page has been made.
struct TakePage {
    std::string text;
    std::string why = {};  ///< why there is none; empty: there is one
};
void do_command(State& state, const TakePage& command);

}  // namespace vitrine
