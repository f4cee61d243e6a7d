/// Draws the line above the map: the current place, the way to the current step, and the zoom.

#include <algorithm>

#include <fmt/format.h>

#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/parts.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

constexpr float crumb_gap = 22;

struct Crumb {
    std::string frame, label;
};

std::string label_of(const MapLayout& layout, const std::string& what) {
    if (what.empty()) return "Whole model";
    if (what == "encoder") return "Encoder";
    if (what == "decoder") return "Decoder";
    if (const MapLayer* layer = layout.find_layer(what)) return fmt::format("Layer {}", layer->number + 1);
    if (const MapBlock* block = layout.find_block(what)) return layout.outline_block(*block).title;
    const TensorInfo* info = layout.outline->find(what.substr(what.find('/') + 1));
    return info ? info->symbol : what;
}

std::vector<Crumb> crumbs_to(const MapLayout& layout, const std::string& what) {
    std::vector<Crumb> crumbs;
    for (const std::string& frame : path_to(layout, what)) crumbs.push_back({frame, label_of(layout, frame)});
    return crumbs;
}

/// "head 2 of 3", for an attention with several heads.
std::string head_words(const State& state, const std::string& place) {
    const bool tensor = place.starts_with("tensor/");
    const MapLayout::Placed placed = tensor ? state.of<MapView>().layout->find_tensor(place.substr(7)) : MapLayout::Placed{};
    const MapBlock* block = tensor ? placed.block : state.of<MapView>().layout->find_block(place);
    const std::string id = block ? state.of<MapView>().layout->outline_block(*block).id : "";
    const std::optional<AttentionPlace> attention = attention_at(id);
    const Size heads = attention ? head_count(*state.run, *attention) : 1;
    if (!block || state.of<MapView>().layout->outline_block(*block).role != Role::attention || heads < 2) return "";
    return fmt::format("head {} of {}", std::min(state.selection.head, heads - 1) + 1, heads);
}

/// The first crumb that is shown: leading ones are left out until the rest fits.
std::size_t first_shown(const Ui& ui, const std::vector<Crumb>& crumbs, float room) {
    std::size_t first = 0;
    const auto width = [&] {
        float sum = first > 0 ? ui.width_of(Font::body, "…") + crumb_gap : 0;
        for (std::size_t i = first; i < crumbs.size(); ++i) sum += ui.width_of(Font::body_strong, crumbs[i].label) + crumb_gap;
        return sum;
    };
    while (first + 1 < crumbs.size() && width() > room) ++first;
    return first;
}

void draw_separator(Ui& ui, float x, float middle) {
    ui.text({x - crumb_gap / 2, middle}, Font::body, ui.theme.faint, "›",
            {.align = Align::centre, .vertical = VerticalAlign::middle});
}

/// Draws the current place. Returns its right edge.
float draw_crumbs(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const std::string place = place_of(state.of<MapView>());
    const std::vector<Crumb> crumbs = crumbs_to(*state.of<MapView>().layout, place);
    const std::string head = head_words(state, place);
    const float head_width = head.empty() ? 0 : ui.width_of(Font::body_strong, head) + crumb_gap;
    const bool with_head = head_width > 0 && area.width() > head_width + 160;
    const std::size_t first = first_shown(ui, crumbs, area.width() - (with_head ? head_width : 0));
    const float middle = area.centre().y;
    float x = area.min.x;
    if (first > 0) x = ui.text({x, middle}, Font::body, ui.theme.faint, "…", {.vertical = VerticalAlign::middle}).max.x + crumb_gap;
    for (std::size_t i = first; i < crumbs.size(); ++i) {
        if (x > area.min.x) draw_separator(ui, x, middle);
        const bool last = i + 1 == crumbs.size();
        const Font font = last ? Font::body_strong : Font::body;
        const float width = std::min(ui.width_of(font, crumbs[i].label), std::max(20.0f, area.max.x - x));
        const Rect place_on_screen{{x - 4, middle - 12}, {x + width + 4, middle + 12}};
        const Interaction does = ui.control(fmt::format("map/crumb/{}", i), place_on_screen);
        if (does.clicked) commands.push_back(FrameMap{crumbs[i].frame});
        ui.text({x, middle}, font, last || does.hovered ? ui.theme.text : ui.theme.dim, crumbs[i].label,
                {.max_width = width + 0.5f, .vertical = VerticalAlign::middle});
        x += width + crumb_gap;
    }
    if (!with_head) return x - crumb_gap;
    draw_separator(ui, x, middle);
    return ui.text({x, middle}, Font::body_strong, ui.theme.attention, head, {.vertical = VerticalAlign::middle}).max.x;
}

/// Draws "−  120 %  +". Returns its left edge.
float draw_zoom(Ui& ui, ImVec2 right_middle, const State& state, Commands& commands) {
    constexpr float width = 112, height = 28, end = 28;
    const Rect field = rect_at({right_middle.x - width, right_middle.y - height / 2}, width, height);
    ui.fill(field, ui.theme.raised, metrics::radius);
    ui.frame(field, ui.theme.line, metrics::radius);
    const auto zoom_by = [&](double factor) {
        MapCamera camera = resting_camera(state.of<MapView>());
        camera.zoom *= factor;
        commands.push_back(MoveMap{camera, Motion::eased});
    };
    const Rect less = rect_at(field.min, end, height), more = rect_at({field.max.x - end, field.min.y}, end, height);
    const auto button_at = [&](const char* name, const Rect& area, Icon icon, std::string_view tip) {
        return button(ui, name, area.inset(2), {.icon = icon, .look = ButtonLook::ghost, .tip = tip});
    };
    if (button_at("map/zoom-out", less, Icon::minus, "zoom out (−)")) zoom_by(1 / 1.25);
    if (button_at("map/zoom-in", more, Icon::plus, "zoom in (+)")) zoom_by(1.25);
    const Rect middle{{less.max.x, field.min.y}, {more.min.x, field.max.y}};
    const Interaction does = ui.control("map/zoom", middle);
    if (does.hovered) ui.note({"the whole model (0)"});
    if (does.clicked) commands.push_back(FrameMap{""});
    ui.text(middle.centre(), Font::mono, does.hovered ? ui.theme.text : ui.theme.dim,
            sees_everything(state.of<MapView>()) ? "fit" : fmt::format("{:.0f} %", 100 * camera_of(state.of<MapView>()).zoom),
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    return field.min.x;
}

/// Draws a button to the current step if that is not visible. Returns the left edge.
float draw_show_step(Ui& ui, ImVec2 right_middle, const State& state, Commands& commands) {
    const Block& block = state.run->outline().block_of(state.step);
    const MapBlock* placed = state.of<MapView>().layout->find_block(block.id);
    if (!placed) return right_middle.x;
    const CanvasPoint at = to_canvas(camera_of(state.of<MapView>()), state.of<MapView>().canvas, placed->area.centre());
    const bool seen = at.x > 0 && at.y > 0 && at.x < state.of<MapView>().canvas.width && at.y < state.of<MapView>().canvas.height;
    if (seen) return right_middle.x;
    constexpr float width = 88;
    const Rect area = rect_at({right_middle.x - width, right_middle.y - 14}, width, 28);
    const std::string tip = "the current step: " + block.section + ", " + block.title;
    if (button(ui, "map/show-step", area, {.label = "Show step", .look = ButtonLook::ghost, .tip = tip}))
        commands.push_back(FrameMap{block.id});
    return area.min.x;
}

/// Names the numbers that the map shows, unless they are values: "gradient of the loss". It has priority over the names of the
/// blocks. Returns its left edge.
float draw_numbers_shown(Ui& ui, const Rect& room, const State& state) {
    constexpr float for_crumbs = 150;
    for (const std::string& words : {title_of_numbers(*state.run, state.aspect), std::string("gradient")}) {
        const float width = ui.width_of(Font::title, words);
        if (state.aspect == Aspect::value || width > room.width() - for_crumbs) continue;
        const Rect written = ui.text({room.max.x, room.centre().y}, Font::title, backward_colour(ui.theme), words,
                                     {.align = Align::right, .vertical = VerticalAlign::middle});
        ui.place("map/numbers-shown", written);
        return written.min.x - crumb_gap;
    }
    return room.max.x;
}

/// Explains the mark on changed tensors and cards, while the run is altered.
void draw_altered(Ui& ui, const Rect& room, const State& state) {
    if (state.run->alterations.empty()) return;
    constexpr float mark = 18;
    const char* words = room.width() >= 160 ? "changed by your alterations" : "altered";
    const float width = mark + ui.width_of(Font::label, words);
    if (width > room.width()) return;
    const Rect area = rect_at({room.min.x, room.centre().y - 12}, width, 24);
    const ImVec2 centre{area.min.x + 6, area.centre().y};
    ui.list.AddCircleFilled(centre, 2.5f, ui.theme.dim, 12);
    ui.list.AddCircle(centre, 5.5f, ui.theme.dim, 20, 1.3f);
    ui.text({area.min.x + mark, centre.y}, Font::label, ui.theme.dim, words, {.vertical = VerticalAlign::middle});
    if (ui.place("map/altered", area).hovered) ui.note({"Altered", alterations_text(*state.run)});
}

}  // namespace

void draw_map_head(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const float middle = area.centre().y, width = area.width();
    float right = area.max.x - 12;
    if (width >= 260) right = draw_zoom(ui, {right, middle}, state, commands) - 8;
    if (width >= 420) right = draw_show_step(ui, {right, middle}, state, commands) - 8;
    right = draw_numbers_shown(ui, {{area.min.x + metrics::margin, area.min.y}, {right, area.max.y}}, state);
    const float end = draw_crumbs(ui, {{area.min.x + metrics::margin, area.min.y}, {right, area.max.y}}, state, commands);
    draw_altered(ui, {{end + crumb_gap, area.min.y}, {right, area.max.y}}, state);
}

}  // namespace vitrine
