#include "app/actions/module.h"

#include <nlohmann/json.hpp>

#include "app/actions/palette.h"
#include "app/actions/palette_commands.h"
#include "app/actions/palette_state.h"
#include "app/state/state.h"

namespace vitrine {

const Module palette_module{
    .name = "palette",
    .describe =
        [](const State& state, nlohmann::ordered_json& json) {
            const PaletteView& palette = state.of<PaletteView>();
            json["palette"] = {{"text", palette.text.text}, {"chosen", palette.chosen}};
            if (state.menu != palette_menu) return;
            const std::vector<PaletteEntry> entries = palette_finds(state).entries;
            json["palette"]["found"] = entries.size();
            json["palette"]["first"] = entries.empty() ? "" : entries.front().title;
        },
};

}  // namespace vitrine
