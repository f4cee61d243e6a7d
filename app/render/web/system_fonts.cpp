/// In a browser, pages cannot read the system's fonts.

#include "app/render/system_fonts.h"

namespace vitrine {

std::vector<BorrowedFont> fonts_with(std::set<ImWchar>) { return {}; }

}  // namespace vitrine
