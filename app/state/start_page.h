#pragma once

#include <string_view>

namespace vitrine {

/// State::menu while the first page is open, and while its list of models is, which closes to the page.
inline constexpr const char *start_page = "page/start", *start_models = "start/models";

/// State::menu while the card of the model is open; closed, it leads back to the first page where it was opened there.
inline constexpr const char* card_page = "page/card";

inline bool shows_start_page(std::string_view menu) { return menu == start_page || menu == start_models; }

}  // namespace vitrine
