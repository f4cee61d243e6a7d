/// The story of a sentence: what it says is held against the tensors of the open model, and what it draws against what it points
/// at.

#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/edit/commands.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/panel/parts.h"
#include "app/lesson/state.h"
#include "app/run/attention_readings.h"
#include "app/run/run.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/start_page.h"
#include "app/state/window_commands.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::story_test {

namespace {

/// A window in which steps of the story are shown.
struct Told {
    Stage stage;
    Input input{};

    explicit Told(const ModelRequest& request, int width = 1280, int height = 800)
        : stage(request, {.width = width, .height = height}) {
        REQUIRE(story());
    }

    const LessonState& lesson() const { return stage.state().of<LessonState>(); }

    void give(const Command& command) {
        stage.application().command(command);
        stage.settle(input);
    }
    void begin(std::size_t step) {
        give(BeginLesson{.lesson = story(), .step = static_cast<int>(step), .on_own = true});
        CHECK(lesson().problem == "");
        REQUIRE(lesson().page);
    }
    std::string prose() const {
        std::string text;
        for (const std::string& paragraph : lesson().page->prose) text += paragraph + '\n';
        return text;
    }
    Rect area(const std::string& anchor) const {
        const Anchor* found = stage.record().find(anchor);
        return found ? found->visible : Rect{};
    }
};

ModelRequest english_french() {
    ModelRequest request;
    request.sample = "english-french";
    return request;
}

std::size_t step_called(std::string_view title) {
    for (std::size_t step = 0; step < story()->steps.size(); ++step) {
        if (story()->steps[step].title.text == title) return step;
    }
    FAIL("the story has no such step");
    return 0;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The largest number of a row of weights, and its column.
std::pair<double, Size> largest(const TensorView& tensor, const PointedPlace& row) {
    Index index{};
    for (std::size_t axis = 0; axis < row.index.size(); ++axis) index[axis] = row.index[axis].value_or(0);
    const std::size_t last = row.index.size() - 1;
    std::pair<double, Size> found{-1, 0};
    for (index[last] = 0; index[last] < tensor.layout.shape[last]; ++index[last]) {
        if (tensor.at(index) > found.first) found = {tensor.at(index), index[last]};
    }
    return found;
}

}  // namespace

TEST_CASE("the story names the norm after the last layer and the factor of the embeddings where the model has them") {
    int with_norm = 0, without_norm = 0;
    for (const char* name : {"prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        ModelRequest request;
        request.folder = test_data(std::string("goldens/") + name);
        Told told(request);
        const Run& run = *told.stage.state().run;
        const bool norm = run.find("encoder.norm").present(), scaled = run.find("src.scaled").present();
        CHECK(norm == run.model->configuration.final_norm);
        told.begin(step_called("Layer after layer"));
        const std::string layers = told.prose();
        told.begin(step_called("Its position is added"));
        CAPTURE(layers);
        CHECK(has(layers, "A last norm is applied") == norm);
        CHECK(has(layers, "called the memory"));
        CHECK(has(told.prose(), fmt::format("multiplied by √{}.", run.model->configuration.d_model)) == scaled);
        ++(norm ? with_norm : without_norm);
    }
    CHECK(with_norm > 0);
    CHECK(without_norm > 0);
}

TEST_CASE("every number that the story says or shows is one of the run") {
    Told told(english_french());
    const Run& run = *told.stage.state().run;
    const Labels source = axis_labels(run, *run.info("src.tokens"), 1, 0);

    told.begin(step_called("It begins with tokens"));
    const auto id = static_cast<Size>(run.find("src.tokens").at({0, 2}));
    CHECK(has(told.prose(), fmt::format("“{}” is ", source[2])));
    std::string shown;
    for (const TextRecord& text : told.stage.record().texts) {
        if (told.area("lesson/shown").contains(text.area)) shown += text.text + ' ';
    }
    CHECK(has(shown, source[2] + ' '));
    CHECK(has(shown, written(number(static_cast<double>(id)))));
    CHECK_FALSE(has(shown, "<pad>"));

    told.begin(step_called("The tokens attend to each other"));
    const PointedPlace weights = *told.lesson().page->shown;
    const auto [most, key] = largest(run.find(weights.anchor), weights);
    CHECK(has(told.prose(), fmt::format("{:.0f}", 100 * most)));
    CHECK(has(told.prose(), "“" + source[key] + "”"));

    told.begin(step_called("The decoder writes"));
    const PointedPlace asked = *told.lesson().page->shown;
    Index cell{};
    for (std::size_t axis = 0; axis < asked.index.size(); ++axis) cell[axis] = asked.index[axis].value_or(2);
    CHECK(has(told.prose(), fmt::format("{:.0f}", 100 * run.find(asked.anchor).at(cell))));
    const auto head = alignment_head(run, 0);
    REQUIRE(head);
    CHECK(asked.index[1] == head->head);

    told.begin(step_called("What comes out"));
    const PointedPlace row = *told.lesson().page->shown;
    const Labels target = axis_labels(run, *run.info("probabilities"), 2, 0);
    CHECK(has(told.prose(), "“" + target[largest(run.find("probabilities"), row).second] + "”"));
}

TEST_CASE("what the story says stands beside what it points at, in a window of any size") {
    const tests::Counted checks(4 * 8);
    for (const std::pair<int, int>& size :
         {std::pair{1100, 700}, std::pair{1280, 800}, std::pair{1366, 768}, std::pair{1600, 1000}}) {
        const int width = size.first;
        Told told(english_french(), width, size.second);
        for (std::size_t step = 0; step < story()->steps.size(); ++step) {
            CAPTURE(width);
            CAPTURE(step);
            told.begin(step);
            const Rect caption = told.area("lesson/caption"), said = told.area("lesson/said");
            REQUIRE_FALSE(caption.empty());
            CHECK(Rect{{0, 48}, told.area("lesson").max}.contains(caption));
            CHECK(caption.max.y <= told.area("lesson").min.y);
            CHECK(caption.contains(said));
            for (const PointedPlace& ring : told.lesson().page->rings) {
                const Rect pointed = pointed_area(told.stage.record(), ring);
                REQUIRE_FALSE(pointed.empty());
                CHECK(pointed.intersection(caption).empty());
            }
        }
    }
}

TEST_CASE("the row of the word is on its way for less than a second, unless motion is off; at rest both look the same") {
    static_assert(row_seconds < 1);
    Told eased(english_french()), still(english_french());
    still.give(SetMotion{Motion::at_once});
    for (Told* told : {&eased, &still}) told->begin(step_called("A token becomes a vector"));
    for (Told* told : {&eased, &still}) told->stage.application().command(MoveLesson{1});
    constexpr int frames = 12;
    for (int i = 0; i < frames; ++i) {
        for (Told* told : {&eased, &still}) told->stage.frame(told->input);
    }
    CHECK(eased.lesson().row_move);
    CHECK(eased.area("lesson/caption").empty());
    CHECK_FALSE(still.lesson().row_move);
    for (Told* told : {&eased, &still}) told->stage.settle(told->input);
    CHECK_FALSE(eased.lesson().row_move);
    const Image moved = eased.stage.picture(), unmoved = still.stage.picture();
    int different = 0;
    for (int y = 120; y < 700; ++y) {  // the head of the map says whether motion is on
        for (int x = 0; x < moved.width; ++x) different += moved.pixel(x, y) != unmoved.pixel(x, y);
    }
    CHECK(different == 0);
}

TEST_CASE("what the story does not point at is dimmed by no more than half") {
    Told told(english_french());
    told.begin(step_called("Layer after layer"));
    const Image dimmed = told.stage.picture();
    told.give(LightLesson{false});
    const Image plain = told.stage.picture();
    const auto ground = plain.pixel(1, 60);
    int checked = 0, too_dim = 0;
    for (int y = 0; y < 48; ++y) {
        for (int x = 0; x < plain.width; ++x) {
            const int bright = std::abs(plain.pixel(x, y)[0] - ground[0]), left = std::abs(dimmed.pixel(x, y)[0] - ground[0]);
            if (bright < 40) continue;
            ++checked;
            too_dim += 2 * left + 4 < bright;
        }
    }
    CHECK(checked > 100);
    CHECK(too_dim == 0);
    CHECK_FALSE(told.area("lesson/return").empty());
}

TEST_CASE("after the story the program is as it was, and the field of the first page has the keyboard") {
    Told told(english_french());
    told.give(SelectSentence{1});
    told.give(SelectCell{"encoder.layers.0.self_attn.weights", {1, 2, 1, 3}});
    told.give(SetView{View{"attention"}});
    const Selection before = told.stage.state().selection;
    const auto batch = told.stage.state().run->batch;
    const std::size_t history = told.stage.state().history.done().size();
    told.give(BeginLesson{.lesson = story(), .step = 0, .on_own = true, .plays = true});
    for (std::size_t step = 0; step < story()->steps.size(); ++step) {
        CHECK(told.lesson().step == step);
        CHECK(told.stage.state().history.done().size() == history);
        told.give(MoveLesson{1});
    }
    const State& state = told.stage.state();
    CHECK_FALSE(told.lesson().lesson);
    CHECK(state.view.name == "attention");
    CHECK(state.selection.tensor == before.tensor);
    CHECK(state.selection.cell == before.cell);
    CHECK(state.selection.sentence == before.sentence);
    CHECK(state.selection.head == before.head);
    CHECK(state.run->batch == batch);
    CHECK(state.history.done().size() == history);
    CHECK(state.menu == start_page);
    CHECK(state.focus == "start/field");
}

}  // namespace vitrine::story_test
