/// The program's entry points in a browser: functions that the page calls, with JSON as text.

#include <exception>
#include <map>
#include <memory>
#include <string>

#include <emscripten.h>
#include <nlohmann/json.hpp>

#include "app/shell/page/page.h"
#include "app/shell/page/trying.h"
#include "core/tensor/memory.h"

namespace {

using namespace vitrine;
using nlohmann::json;
using nlohmann::ordered_json;

std::unique_ptr<Page> page;

/// The text of an answer, valid until the next one. After an exception, the answer has its message under "failed".
template <class Function>
const char* answer(Function function) {
    static std::string text;
    ordered_json said;
    try {
        said = function();
    } catch (const std::bad_alloc& problem) {
        said = {{"failed", shortage_text("memory ran out", problem)}};
    } catch (const std::exception& problem) {
        said = {{"failed", problem.what()}};
    }
    text = said.dump(-1, ' ', false, json::error_handler_t::replace);
    return text.c_str();
}

}  // namespace

extern "C" {

/// Begins the program. `options`: {"scale", "dark", "still", "keeps", "link", "base", "session", "only", "late"}, each optional:
/// see PageOptions.
EMSCRIPTEN_KEEPALIVE const char* vitrine_begin(const char* options) {
    return answer([&] {
        const json wanted = json::parse(options);
        page = std::make_unique<Page>(PageOptions{.scale = wanted.value("scale", 1.0),
                                                  .keeps = wanted.value("keeps", true),
                                                  .dark = wanted.value("dark", true),
                                                  .still = wanted.value("still", false),
                                                  .link = wanted.value("link", ""),
                                                  .base = wanted.value("base", ""),
                                                  .session = wanted.value("session", ""),
                                                  .extent = page_extent(wanted.value("only", "")).value_or(PageExtent::program),
                                                  .late = wanted.value("late", std::map<std::string, std::uint64_t>{})});
        return ordered_json::object();
    });
}

/// Requires, like all functions below, that vitrine_begin has succeeded. See Page::frame.
EMSCRIPTEN_KEEPALIVE const char* vitrine_frame(double seconds, const char* events) {
    return answer([&] { return page->frame(seconds, json::parse(events)); });
}

EMSCRIPTEN_KEEPALIVE void vitrine_set_scale(double scale) { page->set_scale(scale); }

EMSCRIPTEN_KEEPALIVE const char* vitrine_save() {
    return answer([&] {
        page->save();
        return ordered_json::object();
    });
}

/// See Page::places.
EMSCRIPTEN_KEEPALIVE const char* vitrine_places() {
    return answer([&] { return page->places(); });
}

/// See Page::description and Page::tell.
EMSCRIPTEN_KEEPALIVE const char* vitrine_state() {
    return answer([&] { return page->description(); });
}

EMSCRIPTEN_KEEPALIVE const char* vitrine_tell(const char* line) {
    return answer([&] {
        page->tell(line);
        return ordered_json::object();
    });
}

/// For tests: see app/shell/page/trying.h.
EMSCRIPTEN_KEEPALIVE const char* vitrine_play(const char* visit) {
    return answer([&] { return ordered_json{{"said", play_visit(json::parse(visit))}}; });
}

EMSCRIPTEN_KEEPALIVE const char* vitrine_save_trace(const char* sample, const char* path) {
    return answer([&] {
        save_sample_trace(sample, path);
        return ordered_json::object();
    });
}

EMSCRIPTEN_KEEPALIVE const char* vitrine_time_trace(const char* sample, int repeats) {
    return answer([&] { return ordered_json{{"milliseconds", time_trace(sample, repeats)}}; });
}

}  // extern "C"

/// Does nothing: the page begins the program once its files have been loaded.
int main() { return 0; }
