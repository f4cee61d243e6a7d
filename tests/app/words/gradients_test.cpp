#include "app/words/gradients.h"

#include <limits>

#include <doctest/doctest.h>

#include "app/run/make_run.h"

namespace vitrine::gradient_words_test {

TEST_CASE("a gradient in words says in which direction the loss goes, and how fast") {
    CHECK(gradient_words(0.0123) == "If this number is raised by a small h, the loss rises by about 0.0123 · h.");
    CHECK(gradient_words(-2).find("falls by about 2 · h") != std::string::npos);
    CHECK(slope_words(Aspect::gradient, 0.0123) == gradient_words(0.0123));
    CHECK(slope_words(Aspect::product, 0.0123) ==
          "Estimate: setting this number to 0 would lower the loss by 0.0123, if the gradient stayed the same on the way.");
    CHECK(slope_words(Aspect::product, -2).find("would raise the loss by 2,") != std::string::npos);
    CHECK(slope_words(Aspect::product, 0).find("would leave the loss as it is,") != std::string::npos);
    CHECK(slope_words(Aspect::product, std::numeric_limits<double>::infinity()).find("not a finite number") != std::string::npos);
    CHECK(gradient_words(0).find("hardly changes the loss") != std::string::npos);
    CHECK(gradient_words(std::numeric_limits<double>::quiet_NaN()).find("not a finite number") != std::string::npos);
    CHECK(gradient_text(0.00051349) == "+0.000513");
    CHECK(gradient_text(-0.0) == "0");
    CHECK(gradient_text(-1.2e-7) == "-1.2e-07");
}

TEST_CASE("every tensor without a gradient says why in a sentence of its own kind") {
    ModelRequest request;
    request.sample = "navigation";
    const auto run = with_gradients(*make_run(request));
    const auto why = [&](const char* path) { return why_no_gradient(*run, *run->outline().find(path)); };
    CHECK(why("src.tokens").find("Ids") != std::string::npos);
    CHECK(why("encoder.layers.0.self_attn.mask").find("mask") != std::string::npos);
    CHECK(why("probabilities").find("logits") != std::string::npos);
    CHECK(why("src.positions").find("formula") != std::string::npos);
    CHECK(why("loss").find("All gradients are those of the loss") != std::string::npos);
    for (const char* path : {"src.tokens", "probabilities", "src.positions", "loss"}) {
        CHECK_FALSE(find_gradient(*run, path).present());
    }
}

TEST_CASE("the title of gradients says of what they are, and that of values nothing") {
    ModelRequest request;
    request.sample = "navigation";
    const auto run = make_run(request);
    CHECK(title_of_numbers(*run, Aspect::value).empty());
    CHECK(title_of_numbers(*run, Aspect::gradient) == "gradient of the loss");
    CHECK(title_of_numbers(*run, Aspect::product) == "value × gradient of the loss");
    CHECK(title_of_numbers(*run, Aspect::both) == "values, and the gradient of the loss");
}

}  // namespace vitrine::gradient_words_test
