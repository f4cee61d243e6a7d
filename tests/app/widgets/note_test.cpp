/// Where notes are placed: never on what is read next.

#include <doctest/doctest.h>

#include "app/widgets/tensor/tensor_view.h"
#include "tests/app/render/screen.h"

namespace vitrine::note_test {

namespace {

const ImVec2 window{900, 500};

/// The note's area while the pointer is in the middle of `pointed`, on a control of that area; `ask` makes the note.
template <class Ask>
Rect note_area(const Rect& pointed, const Ask& ask) {
    const auto screen = Screen::open();
    Rect area;
    screen->draw(static_cast<int>(window.x), static_cast<int>(window.y), [&](ImDrawList& list) {
        UiInput input;
        input.pointer.position = pointed.centre();
        Ui ui({list, screen->fonts(), theme(ThemeKind::light), screen->heatmaps()}, window, input);
        ui.control("row", pointed);
        ask(ui, pointed);
        const FrameRecord record = ui.finish();
        const Anchor* note = record.find("note");
        REQUIRE(note);
        area = note->area;
    });
    return area;
}

bool is_free(const Rect& note, const Rect& area) { return note.intersection(area).empty(); }

}  // namespace

TEST_CASE("a note on a row of a list covers neither the row nor the ones below it, wherever the list is") {
    for (const Rect& row :
         {rect_at({10, 60}, 200, 24), rect_at({680, 60}, 200, 24), rect_at({10, 460}, 200, 24), rect_at({100, 200}, 700, 30)}) {
        const Rect note = note_area(row, [](Ui& ui, const Rect&) {
            ui.note({"a title", "a line", "another line", "one more line"});
        });
        CAPTURE(row.min.x);
        CAPTURE(row.min.y);
        CHECK(is_free(note, row));
        CHECK(is_free(note, row.moved(0, row.height() + 1)));
        CHECK(Rect{{0, 0}, window}.contains(note));
    }
}

TEST_CASE("a note on a cell of a row of cells leaves the row below it free, however high the cells are") {
    for (const float cell : {14.0f, 40.0f, 90.0f}) {
        const Rect row = rect_at({120, 150}, 5 * cell, cell);
        const Rect note = note_area(row, [](Ui& ui, const Rect& of) { ui.note_in_row({"a number", "its place", "its path"}, of); });
        CAPTURE(cell);
        CHECK(is_free(note, row));
        CHECK(is_free(note, row.moved(0, row.height())));
    }
}

TEST_CASE("words at the ends of rows stand beside the cells, and nowhere without room for them") {
    for (const float width : {90.0f, 400.0f}) {
        const auto screen = Screen::open();
        Tensor tensor{Axis::query, Axis::key};
        tensor.resize({4, 4});
        tensor.fill(0.5f);
        TensorViewInput input;
        input.name = "tensor/x";
        input.cells = {view(tensor), 0, 1};
        input.style = value_style(theme(ThemeKind::light), 1);
        input.row_ends = {4, [](Size row) { return "end" + std::to_string(row); }};
        input.row_ends_title = "next ↓";
        screen->draw(500, 300, [&](ImDrawList& list) {
            Ui ui({list, screen->fonts(), theme(ThemeKind::light), screen->heatmaps()}, {500, 300}, {});
            const TensorViewOutput output = tensor_view(ui, rect_at({10, 10}, width, 250), input);
            const FrameRecord record = ui.finish();
            int ends = 0;
            for (const TextRecord& text : record.texts) {
                if (!text.text.starts_with("end")) continue;
                ++ends;
                CHECK(text.area.min.x > output.grid.max.x);
                CHECK(text.area.max.x <= 10 + width + 1);
            }
            CHECK(ends == (width > 200 ? 4 : 0));
        });
    }
}

}  // namespace vitrine::note_test
