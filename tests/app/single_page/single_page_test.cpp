#include "app/single_page/single_page.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/link/link.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "core/files/file.h"
#include "core/tensor/error.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::single_page_test {
using namespace vitrine::tests;

namespace {

/// Gives the folder the parts of a page, each of a few letters.
void put_small_parts(const TemporaryFolder& folder) {
    folder.file("single.html", "<p>{{program}}<p>{{files}}<p>{{samples}}<script>{{start}}</script>");
    folder.file("program.pack", "abc");
    folder.file("files.pack", "de");
    std::filesystem::create_directory(folder.path() / "samples");
    folder.file("samples/small.safetensors.pack", "fg");
}

/// The part of the page between two marks.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
    const std::size_t from = text.find(before) + before.size();
    return text.substr(from, text.find(after, from) - from);
}

}  // namespace

TEST_CASE("a page of a sample begins with the link to what is on the screen") {
    const State state = opened("translation");
    const PageStart start = page_start(state, PageExtent::view);
    CHECK(start.link == link_of(state));
    CHECK(start.files.empty());
    const TemporaryFolder parts;
    put_small_parts(parts);
    const std::string page = single_page(start, parts.path());
    CHECK(page.starts_with("<p>YWJj<p>ZGU=<p>{\"samples/small.safetensors\":\"Zmc=\"}<script>"));  // RFC 4648 of "abc" …
    const auto json = nlohmann::json::parse(between(page, "<script>", "</script>"));
    CHECK(json["link"] == start.link);
    CHECK(json["only"] == "view");
}

TEST_CASE("a page brings every small sample, and a large one if it shows it") {
    const TemporaryFolder parts;
    put_small_parts(parts);
    parts.file("samples/large.safetensors.pack", std::string(most_sample_bytes + 1, 'x'));
    parts.file("samples/lacked.safetensors.pack", "");  // as a page of one file has it that did not bring it
    const auto samples = [&](const PageStart& start) {
        return nlohmann::json::parse(between(single_page(start, parts.path()), "<p>ZGU=<p>", "<script>"));
    };
    const auto without = samples({.samples = {"small"}}), with = samples({.samples = {"large"}});
    CHECK(without["samples/small.safetensors"] == "Zmc=");
    CHECK(without["samples/large.safetensors"].is_null());
    CHECK(without["samples/lacked.safetensors"].is_null());
    CHECK(with["samples/large.safetensors"].is_string());
    CHECK(page_start(opened("translation")).samples == std::vector<std::string>{"translation"});
}

TEST_CASE("a page of a model in a folder brings its files, and a session that opens them") {
    const std::filesystem::path folder = test_data("goldens/translation");
    const ModelRequest request{.folder = folder, .batch = folder / "batch.json"};
    State state = new_state();
    vitrine::apply(state, ShowRun{make_run(request)});
    const PageStart start = page_start(state);
    CHECK(start.link.empty());
    const auto brought = [&](const std::string& path) -> std::string {
        for (const BroughtFile& file : start.files) {
            if (file.path == path) return file.contents;
        }
        return "not brought";
    };
    CHECK(brought("/brought/translation/config.json") == read_file(folder / "config.json"));
    CHECK(brought("/brought/translation/model.safetensors") == read_file(folder / "model.safetensors"));
    CHECK(brought("/brought/batch/batch.json") == read_file(folder / "batch.json"));
    CHECK(brought("/brought/translation/trace.safetensors") == "not brought");  // is no part of a model
    const SavedSession session = read_session(start.session, "the page", all_modules());
    REQUIRE(session.model);
    CHECK(session.model->folder == "/brought/translation");
    CHECK(session.model->batch == "/brought/batch/batch.json");
    CHECK(start.session.find(folder.string()) == std::string::npos);  // the file does not say where the folder was
}

TEST_CASE("no text of a page ends its script") {
    const TemporaryFolder parts;
    put_small_parts(parts);
    for (const std::string text : {"x</script>", "x<!-- <script>", "</SCRIPT", "<!--"}) {
        CAPTURE(text);
        const std::string link = "vitrine:sample=" + text;
        const std::string page = single_page({.link = link, .session = text, .files = {{text, text}}}, parts.path());
        const std::string start = between(page, "<script>", "</script>");
        CHECK(start.find('<') == std::string::npos);
        const auto json = nlohmann::json::parse(start);
        CHECK(json["link"] == link);
        CHECK(json["session"] == text);
        CHECK(json["files"][0][0] == text);
    }
}

TEST_CASE("parts that are not there, or are of another version, are named") {
    const TemporaryFolder empty;
    CHECK_THROWS_WITH_AS(single_page({}, empty.path()), doctest::Contains("single.html"), Error);
    empty.file("single.html", "<p>");
    CHECK_THROWS_AS(single_page({}, empty.path()), Error);
}

TEST_CASE("every extent has a name by which it is found") {
    for (const PageExtent extent : {PageExtent::program, PageExtent::view, PageExtent::inspector})
        CHECK(page_extent(name(extent)) == extent);
    CHECK_FALSE(page_extent("nothing"));
}

}  // namespace vitrine::single_page_test
