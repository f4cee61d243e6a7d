#pragma once

namespace vitrine {

/// State::menu while the first page is open.
inline constexpr const char* start_page = "page/start";

}  // namespace vitrine
