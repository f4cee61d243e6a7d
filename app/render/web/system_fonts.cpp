/// For browsers, where pages cannot read the system's fonts.

#include "app/render/system_fonts.h"

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::vector<BorrowedFont> fonts_with(std::set<ImWchar>) { return {}; }

FamilyFiles family_files(const std::string& family) {
    throw Error("font " + in_quotes(family) + ": in a browser only the program's own fonts are available");
}

std::vector<std::string> families_there(const std::vector<std::string>&) { return {}; }

}  // namespace vitrine
