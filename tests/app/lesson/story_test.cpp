/// What the story of a sentence says of the open model, held against the tensors that the model has.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/state.h"
#include "app/run/run.h"
#include "app/shell/script/stage.h"
#include "tests/test_data.h"

namespace vitrine::story_test {

namespace {

std::string prose_of(Stage& stage, std::string_view title) {
    REQUIRE(story());
    Input input;
    for (std::size_t step = 0; step < story()->steps.size(); ++step) {
        if (story()->steps[step].title.text != title) continue;
        stage.application().command(BeginLesson{story(), static_cast<int>(step)});
        stage.settle(input);
        REQUIRE(stage.state().of<LessonState>().page);
        std::string text;
        for (const std::string& paragraph : stage.state().of<LessonState>().page->prose) text += paragraph + '\n';
        return text;
    }
    FAIL("the story has no such step");
    return {};
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the story names the norm after the last layer and the factor of the embeddings where the model has them") {
    int with_norm = 0, without_norm = 0;
    for (const char* name : {"prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        ModelRequest request;
        request.folder = test_data(std::string("goldens/") + name);
        Stage stage(request, {.width = 1600, .height = 1000});
        const Run& run = *stage.state().run;
        const bool norm = run.find("encoder.norm").present(), scaled = run.find("src.scaled").present();
        CHECK(norm == run.model->configuration.final_norm);
        const std::string layers = prose_of(stage, "Layer after layer"), position = prose_of(stage, "Its position is added");
        CAPTURE(layers);
        CHECK(has(layers, "A last norm is applied") == norm);
        CHECK(has(layers, "called the memory"));
        CHECK(has(position, fmt::format("multiplied by √{}.", run.model->configuration.d_model)) == scaled);
        ++(norm ? with_norm : without_norm);
    }
    CHECK(with_norm > 0);
    CHECK(without_norm > 0);
}

}  // namespace vitrine::story_test
