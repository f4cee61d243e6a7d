#include "app/shell/page/trying.h"

#include <chrono>
#include <sstream>

#include "app/script/script.h"
#include "app/shell/page/page.h"
#include "app/shell/script/automation.h"
#include "core/export/trace_files.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"

namespace vitrine {

std::string play_visit(const nlohmann::json& visit) {
    StageOptions options{.width = visit.value("width", 1600),
                         .height = visit.value("height", 1000),
                         .appearance = visit.value("light", false) ? Appearance::light : Appearance::dark,
                         .scheduling = page_scheduling()};
    Stage stage({.sample = visit.at("sample").get<std::string>()}, options);
    std::ostringstream said;
    Visitor(stage, said).play(parse_script(visit.at("script").get<std::string>(), visit.at("name").get<std::string>()));
    return said.str();
}

void save_sample_trace(const std::string& sample, const std::string& path) {
    const Model model = open_model({.sample = sample});
    Activations activations;
    forward({model.configuration, model.parameters, model.batch}, activations);
    const auto outline = std::make_shared<const Outline>(make_outline(model.configuration, {}));
    save_trace(make_trace(outline, activations), TraceFormat::safetensors, path);
}

double time_trace(const std::string& sample, int repeats) {
    using Clock = std::chrono::steady_clock;
    const Model model = open_model({.sample = sample});
    Activations activations;
    forward({model.configuration, model.parameters, model.batch}, activations);  // a first pass allocates the memory
    const auto start = Clock::now();
    for (int i = 0; i < repeats; ++i) forward({model.configuration, model.parameters, model.batch}, activations);
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count() / repeats;
}

}  // namespace vitrine
