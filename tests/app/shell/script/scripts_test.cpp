/// All scripts of visits together reach every entry of the menus.

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "app/actions/actions.h"
#include "app/shell/modules.h"
#include "core/files/file.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::scripts_test {

TEST_CASE("every entry of the menus is clicked or chosen by some script") {
    const tests::Counted checks(40);
    std::string all;
    for (const auto& file : std::filesystem::recursive_directory_iterator(test_data("app")))
        if (file.path().extension() == ".drive") all += read_file(file.path());
    for (const Action& action : actions(new_state())) {
        if (action.listing == Listing::palette_only) continue;
        CAPTURE(action.id);
        CHECK(all.find("click menu/" + action.id + '\n') != std::string::npos);
    }
}

}  // namespace vitrine::scripts_test
