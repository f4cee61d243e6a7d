#include "app/widgets/text.h"

#include <optional>

#include <doctest/doctest.h>

#include "app/render/imgui_version.h"

namespace vitrine::text_test {

namespace {

/// A frame of 400 × 300 logical pixels that is never shown.
class Page {
public:
    Page() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        imgui::configure(io);
        io.DisplaySize = {400, 300};
        io.DeltaTime = 0.01f;
        fonts.build(*io.Fonts, 1);
        ImGui::NewFrame();
        list_.emplace(*ImGui::GetBackgroundDrawList());
    }
    ~Page() {
        ImGui::EndFrame();
        ImGui::DestroyContext();
    }
    DrawList& list() { return *list_; }
    Rect draw(ImVec2 position, std::string_view text, const TextOptions& options = {}) {
        return draw_text({list(), fonts, records}, position, Font::body, IM_COL32_WHITE, text, options);
    }
    float width(std::string_view text) const { return text_width(fonts, Font::body, text); }

    Fonts fonts;
    std::vector<TextRecord> records;

private:
    std::optional<DrawList> list_;
};

}  // namespace

TEST_CASE("text takes up what text_width says, from where its alignment puts it") {
    Page page;
    const float width = page.width("étudiant 中 \xC3");
    for (const Align align : {Align::left, Align::centre, Align::right}) {
        const Rect area = page.draw({200, 100}, "étudiant 中 \xC3", {.align = align});
        CHECK(area.width() == doctest::Approx(width));
        const float place = align == Align::left ? area.min.x : align == Align::centre ? area.centre().x : area.max.x;
        CHECK(place == doctest::Approx(200));
    }
    CHECK(page.draw({200, 100}, "x", {.vertical = VerticalAlign::middle}).centre().y == doctest::Approx(100));
    CHECK(page.draw({200, 100}, "x", {.vertical = VerticalAlign::baseline}).min.y < 100);
}

TEST_CASE("a number is never shortened to another one, nor a word to what could be any") {
    Page page;
    const float ellipsis = page.width("…");
    for (const char* number : {"60120", "-0.3333", "1.300e-6", "−12"})
        for (float room = ellipsis; room < page.width(number) - 0.5f; room += 3)
            CHECK(page.draw({0, 100}, number, {.max_width = room}).width() == doctest::Approx(ellipsis));
    CHECK(page.draw({0, 100}, "60120", {.max_width = 200}).width() == doctest::Approx(page.width("60120")));
    CHECK(page.draw({0, 100}, "<bos>", {.max_width = page.width("<…s>") - 1}).width() == doctest::Approx(ellipsis));
    CHECK(page.draw({0, 100}, "<bos>", {.max_width = page.width("<b…>") + 1}).width() > ellipsis);
}

TEST_CASE("all text is recorded whole, with what it takes up and what could be seen") {
    Page page;
    page.list().PushClipRect({10, 10}, {50, 50}, false);
    const Rect area = page.draw({20, 20}, "je");
    page.draw({40, 20}, "étudiant");
    page.draw({100, 20}, "far away");
    page.list().PopClipRect();
    REQUIRE(page.records.size() == 3);
    CHECK(page.records[0].text == "je");
    CHECK(page.records[0].area.min.x == area.min.x);
    CHECK(page.records[0].clip.max.x == 50);
    CHECK_FALSE(page.records[0].cut());
    CHECK(page.records[1].cut());
    CHECK_FALSE(page.records[2].cut());
}

TEST_CASE("text that does not fit is shortened, its record is whole and says so") {
    Page page;
    for (const Shorten where : {Shorten::middle, Shorten::end}) {
        page.records.clear();
        const Rect area = page.draw({0, 0}, "encoder.layers.0.self_attn.scores", {.max_width = 90, .shorten = where});
        CHECK(area.width() <= 90);
        CHECK(area.width() > 60);
        CHECK(page.records[0].text == "encoder.layers.0.self_attn.scores");
        CHECK(page.records[0].shortened);
    }
    CHECK(page.draw({0, 0}, "scores", {.max_width = 90}).width() == doctest::Approx(page.width("scores")));
    CHECK_FALSE(page.records.back().shortened);
    CHECK(page.draw({0, 0}, "scores", {.max_width = 10, .shorten = Shorten::none}).width() ==
          doctest::Approx(page.width("scores")));
    CHECK(page.draw({0, 0}, "scores", {.max_width = 1}).width() == doctest::Approx(page.width("…")));
}

TEST_CASE("a character no font has is as wide as its code in a frame") {
    Page page;
    const auto code_width = [&](std::string_view code) { return text_width(page.fonts, Font::mono_tiny, code) + 6; };
    CHECK(page.width("\uE000") == doctest::Approx(code_width("E000")));
    CHECK(page.width("\U000F1234") == doctest::Approx(code_width("F1234")));
    CHECK(page.width("\n") == doctest::Approx(code_width("000A")));
    const int before = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
    page.draw({10, 10}, "\uE000");
    CHECK(ImGui::GetBackgroundDrawList()->VtxBuffer.Size > before + 4 * 4);
    CHECK(page.records.back().text == "\uE000");
}

TEST_CASE("bytes that are no UTF-8 are shown one by one") {
    Page page;
    const auto code_width = [&](std::string_view code) { return text_width(page.fonts, Font::mono_tiny, code) + 6; };
    CHECK(page.width("\xC3") == doctest::Approx(code_width("<C3>")));
    CHECK(page.width("\xC3z") == doctest::Approx(code_width("<C3>") + page.width("z")));
    CHECK(page.width("\xC0\x80") == doctest::Approx(code_width("<C0>") + code_width("<80>")));
    CHECK(page.width("\xED\xA0\x80") == doctest::Approx(code_width("<ED>") + code_width("<A0>") + code_width("<80>")));
    CHECK(page.width("\xF5") == doctest::Approx(code_width("<F5>")));
    CHECK(page.width("\xE4\xB8") == doctest::Approx(code_width("<E4>") + code_width("<B8>")));
}

TEST_CASE("paragraphs break at spaces, and inside words only where there is none") {
    Page page;
    const std::string_view text = "how well what suis is looking for matches what je offers\nnew line";
    const auto lines = wrapped(page.fonts, Font::body, text, 120);
    REQUIRE(lines.size() > 2);
    std::string joined;
    for (const auto line : lines) {
        CHECK(page.width(line) <= 120);
        joined += std::string(line) + ' ';
    }
    CHECK(lines.back() == "new line");
    CHECK(joined == "how well what suis is looking for matches what je offers new line ");
    for (const auto line : wrapped(page.fonts, Font::body, "encoder.layers.0.self_attn", 60)) CHECK(page.width(line) <= 60);
    for (float width = 30; width < 300; width += 10) {
        for (const auto line : wrapped(page.fonts, Font::body, "scores = Σ Q / √d / Σ K", width)) {
            CHECK(!line.ends_with("Σ"));
            CHECK(!line.ends_with("/"));
        }
    }
    CHECK(wrapped(page.fonts, Font::body, "", 100).size() == 1);
    CHECK(wrapped_formula(page.fonts, Font::body, "", 100).size() == 1);
    CHECK(wrapped(page.fonts, Font::body, "wide", 0.5f).size() == 4);
}

TEST_CASE("a formula breaks before its equals sign and its sums, and in brackets or products only where nothing else is left") {
    Page page;
    const auto lines = [&](std::string_view text, std::string_view fits) {
        std::vector<std::string> all;
        for (const auto line : wrapped_formula(page.fonts, Font::mono, text, text_width(page.fonts, Font::mono, fits)))
            all.emplace_back(line);
        return all;
    };
    using Lines = std::vector<std::string>;
    CHECK(lines("scores[q,k] = Σ Q[q,i] · K[k,i] / √d", "scores[q,k] = Σ Q[q,i] · K[k,i]") ==
          Lines{"scores[q,k]", "= Σ Q[q,i] · K[k,i] / √d"});
    CHECK(lines("positions[l,j] = sin or cos(l / 10000^(2i/D)), i = ⌊j/2⌋", "positions[l,j] = sin or cos(l / 100") ==
          Lines{"positions[l,j]", "= sin or cos(l / 10000^(2i/D)),", "i = ⌊j/2⌋"});
    CHECK(lines("Q = x · W_Qᵀ + b_Q   K = x · W_Kᵀ + b_K", "Q = x · W_Qᵀ + b_Q   K = x ·") ==
          Lines{"Q = x · W_Qᵀ + b_Q", "K = x · W_Kᵀ + b_K"});
    CHECK(lines("norm[l,j] = gain[j] · (x[l,j] − mean[l]) / deviation[l] + bias[j]",
                "= gain[j] · (x[l,j] − mean[l]) / deviation[l]") ==
          Lines{"norm[l,j]", "= gain[j] · (x[l,j] − mean[l]) / deviation[l]", "+ bias[j]"});
}

}  // namespace vitrine::text_test
