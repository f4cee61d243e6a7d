#include "app/single_page/single_page.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/compare/state.h"
#include "app/link/link.h"
#include "app/run/edited.h"
#include "app/session/session.h"
#include "app/state/late_files.h"
#include "core/files/file.h"
#include "core/files/program.h"
#include "core/io/model_folder.h"
#include "core/tensor/error.h"
#include "core/text/base64.h"
#include "core/text/markup.h"

namespace vitrine {

namespace fs = std::filesystem;

namespace {

constexpr std::array extents{std::pair{PageExtent::program, "program"}, std::pair{PageExtent::view, "view"},
                             std::pair{PageExtent::inspector, "inspector"}};

/// Where the files of a model are in a page.
const fs::path brought_folder = "/brought";

std::string contents_of(const fs::path& path, std::uintmax_t& bytes) {
    std::error_code unreadable;
    bytes += fs::file_size(path, unreadable);
    if (bytes > most_brought_bytes)
        throw Error(fmt::format("a page brings along {} MB of files at most, and with {} this model has more",
                                most_brought_bytes >> 20, path.filename().string()));
    return read_file(path);
}

/// The request for the same model, but with files that the page contains.
ModelRequest brought(ModelRequest request, std::vector<BroughtFile>& files) {
    std::uintmax_t bytes = 0;
    const auto bring = [&](const fs::path& from, const fs::path& to) {
        files.push_back({to.string(), contents_of(from, bytes)});
        return to;
    };
    if (request.folder) {
        const fs::path to = brought_folder / (request.folder->has_filename() ? request.folder->filename()
                                                                             : request.folder->parent_path().filename());
        // Other files in the folder are private, and not put into the page.
        std::error_code unreadable;
        for (const char* file : model_folder::all) {
            if (fs::is_regular_file(*request.folder / file, unreadable)) bring(*request.folder / file, to / file);
        }
        request.folder = to;
    }
    if (request.configuration) request.configuration = bring(*request.configuration, brought_folder / "config.json");
    if (request.batch) request.batch = bring(*request.batch, brought_folder / "batch" / request.batch->filename());
    return request;
}

/// The start as a JSON object that a script element can contain.
std::string start_text(const PageStart& start) {
    nlohmann::ordered_json json = {{"only", start.extent == PageExtent::program ? "" : name(start.extent)}};
    if (!start.link.empty()) json["link"] = start.link;
    if (!start.session.empty()) json["session"] = start.session;
    for (const BroughtFile& file : start.files) json["files"].push_back({file.path, base64_of(file.contents)});
    return json_in_script(json.dump(-1, ' ', true));
}

void fill(std::string& page, std::string_view mark, std::string_view with) {
    const std::size_t at = page.find(mark);
    if (at == std::string::npos) throw Error(fmt::format("single.html: there is no {} in it", mark));
    page.replace(at, mark.size(), with);
}

/// The samples of what is on the screen.
std::vector<std::string> samples_on(const State& state) {
    std::vector<std::string> samples;
    const std::shared_ptr<const Run>& pinned = state.of<ComparisonView>().pinned;
    for (const auto& run : {opened(state.run), pinned ? opened(pinned) : nullptr}) {
        if (run && run->request.sample) samples.push_back(*run->request.sample);
    }
    return samples;
}

/// Whether the page brings this file of a sample, packed and of this size: "english-spanish.tokenizer.json.pack".
bool brings(const PageStart& start, std::string_view file, std::uintmax_t bytes) {
    const auto has_it = [&](const std::string& sample) { return file.starts_with(sample + "."); };
    return bytes <= most_sample_bytes || std::ranges::any_of(start.samples, has_it);
}

/// The files of samples as a JSON object: by the name of each what is packed, in base64; null: the page does not bring it. An
/// empty part is of a page that does not have it either.
std::string samples_text(const PageStart& start, const fs::path& folder) {
    nlohmann::json json = nlohmann::json::object();
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none)) {
        const fs::path& file = entry.path();
        const std::uintmax_t bytes = entry.file_size();
        nlohmann::json& brought = json["samples/" + file.stem().string()];
        if (bytes > 0 && brings(start, file.filename().string(), bytes)) brought = base64_of(read_file(file));
    }
    for (const std::string& file : start.left_out) json["samples/" + file] = nullptr;
    return json_in_script(json.dump(-1, ' ', true));
}

}  // namespace

namespace {

const std::string parts_of_page = "web/", samples_of_page = "web/samples/";

/// Whether a file that is late goes into the page.
bool is_part(const PageStart& start, const std::string& name, const LateFile& file) {
    if (!name.starts_with(parts_of_page)) return false;
    return !name.starts_with(samples_of_page) || brings(start, std::string_view(name).substr(samples_of_page.size()), file.size);
}

/// The files of samples that are late and do not go into the page, by their names without what says that they are packed.
std::vector<std::string> left_out(const State& state, const PageStart& start) {
    std::vector<std::string> files;
    for (const auto& [name, file] : state.of<LateFiles>().files) {
        if (name.starts_with(samples_of_page) && !is_part(start, name, file))
            files.push_back(fs::path(name).filename().stem().string());
    }
    return files;
}

}  // namespace

std::vector<std::string> late_parts(const State& state, const PageStart& start) {
    std::vector<std::string> late;
    for (const auto& [name, file] : state.of<LateFiles>().files) {
        if (is_part(start, name, file)) late.push_back(name);
    }
    return late;
}

fs::path page_parts() {
    const auto places = data_folders("web", "build/web");
    std::error_code none;
    const auto place = std::ranges::find_if(places, [&](const fs::path& at) { return fs::exists(at / "single.html", none); });
    if (place == places.end())
        throw Error("a page needs the program for browsers, which is not here: scripts/web.sh builds it from the source tree");
    return *place;
}

const char* name(PageExtent extent) { return extents[static_cast<std::size_t>(extent)].second; }

std::optional<PageExtent> page_extent(std::string_view name) {
    const auto found = std::ranges::find(extents, name, [](const auto& pair) { return std::string_view(pair.second); });
    return found == extents.end() ? std::nullopt : std::optional(found->first);
}

std::string page_refusal(const State& state) {
    if (!state.run) return "no model is open";
    if (link_refusal(state).empty()) return "";
    const ModelRequest& request = opened(state.run)->request;
    const bool is_in_files = request.sample || request.folder || request.configuration;
    return is_in_files ? "" : "this model is not in a file: save it first";
}

PageStart page_start(const State& state, PageExtent extent) {
    if (const std::string refusal = page_refusal(state); !refusal.empty()) throw Error("no page: " + refusal);
    PageStart start{.samples = samples_on(state), .extent = extent};
    start.left_out = left_out(state, start);
    if (link_refusal(state).empty()) {
        start.link = link_of(state);
        return start;
    }
    SavedSession session = session_of(state);
    session.model = brought(*session.model, start.files);
    session.parked.clear();  // those of other models, which the page does not contain
    session.comparison.reset();
    start.session = session_text(session);
    return start;
}

std::string single_page(const PageStart& start, const fs::path& parts) {
    std::string page = read_file(parts / "single.html");
    // In the order of the page, the last one first, so that long texts are moved only once.
    fill(page, "{{start}}", start_text(start));
    fill(page, "{{samples}}", samples_text(start, parts / "samples"));
    fill(page, "{{files}}", base64_of(read_file(parts / "files.pack")));
    fill(page, "{{program}}", base64_of(read_file(parts / "program.pack")));
    return page;
}

}  // namespace vitrine
