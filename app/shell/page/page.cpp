#include "app/shell/page/page.h"

#include <cstdlib>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include <emscripten/threading.h>

#include "app/export/exporting.h"
#include "app/export/transcript.h"
#include "app/link/commands.h"
#include "app/link/link.h"
#include "app/script/script.h"
#include "app/script/settings.h"
#include "app/session/describe.h"
#include "app/session/session.h"
#include "app/shell/keyboard/keyboard.h"
#include "app/shell/loop/dropped.h"
#include "app/shell/modules.h"
#include "app/start/state.h"
#include "app/state/late_files.h"
#include "app/state/window_commands.h"
#include "app/views/train/keeping.h"
#include "core/files/zip.h"
#include "core/tensor/error.h"
#include "core/tensor/memory.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// A change made in one frame becomes visible in the next, so the page rests only after two frames without change.
constexpr int calm_frames = 2;

/// The folder for saved files. The page takes them from there.
constexpr const char* saved_folder = "/saved";

ApplicationOptions application_options(const PageOptions& options) {
    ApplicationOptions wanted{.scheduling = page_scheduling()};
    if (options.extent == PageExtent::view) wanted.alone = Place::centre;
    if (options.extent == PageExtent::inspector) wanted.alone = Place::right;
    return wanted;
}

SavedSession first_session() {
    SavedSession session;
    session.looks.theme = ThemeChoice::system;
    session.model = ModelRequest{.sample = first_sample};
    return session;
}

}  // namespace

Scheduling page_scheduling() { return emscripten_has_threading_support() ? Scheduling::threads : Scheduling::slices; }

/// The session to begin with. `kept`: set if it was read from the kept files.
SavedSession Page::beginning(const PageOptions& options, bool& kept) {
    if (!options.session.empty()) return read_session(options.session, "the page", all_modules());
    SavedSession session = first_session();
    try {
        if (auto read = keeper_ ? keeper_->read(all_modules()) : std::nullopt; read && read->model) {
            kept = true;
            return *std::move(read);
        }
    } catch (const Error& error) {
        session.problem = error.what();
    }
    return session;
}

Page::Page(const PageOptions& options) : application_(application_options(options)), display_scale_(options.scale) {
    fs::create_directories(saved_folder);
    ::setenv("HOME", saved_folder, 1);
    fs::current_path(saved_folder);
    if (options.keeps) {
        fs::create_directories("/state");
        keeper_.emplace("/state/session.json", Scheduling::slices);
        recent_.emplace("/state/recent.json");
    }
    application_.command(AwaitFiles{options.late});
    bool kept = false;
    const SavedSession session = beginning(options, kept);
    application_.command(
        HearDesktop{{.appearance = options.dark ? Appearance::dark : Appearance::light, .reduced_motion = options.still}});
    application_.command(RestoreSession{session});
    application_.command(SetExportFolder{saved_folder});
    if (!options.base.empty()) application_.command(SetLinkBase{options.base});
    try {
        if (recent_) application_.command(ShowRecent{recent_->read()});
    } catch (const Error& error) {
        application_.command(ShowMessage{error.what()});
    }
    if (!options.link.empty()) {
        application_.command(OpenLink{options.link});
    } else if (!kept && options.session.empty()) {
        application_.command(Greet{});
    }
}

nlohmann::ordered_json Page::frame(double seconds, const nlohmann::json& events) {
    input_.next_frame();
    input_.time = seconds;
    Commands commands;
    follow_scale();
    for (const auto& event : events) hearing_.hear(event, input_, commands);
    for (const Command& command : commands) application_.command(command);
    hearing_.touches().fill(input_, application_.record());
    take_dropped(application_, input_);
    application_.frame(input_);
    Renderer::bind_window();
    application_.draw();
    follow_files();
    const bool at_rest = application_.settled() && !application_.expects_news() && events.empty() && !hearing_.touches().goes_on();
    calm_ = at_rest ? calm_ + 1 : 0;
    const bool waits = (keeper_ && keeper_->waits()) || !application_.state().notice.empty();
    nlohmann::ordered_json news = {
        {"rests", calm_ >= calm_frames}, {"waits", waits}, {"unsaved", has_unsaved_steps(application_.state())}};
    // Browsers open a file dialog only soon after a click.
    if (std::exchange(file_choices_, application_.state().file_choices) != application_.state().file_choices)
        news["chooses"] = true;
    add_fetches(news);
    if (calm_ >= calm_frames || application_.state().copies > 0) add_news(news);
    return news;
}

void Page::add_fetches(nlohmann::ordered_json& news) {
    std::set<std::string> wanted;
    for (const auto& [name, file] : application_.state().of<LateFiles>().files) {
        if (!file.wanted) continue;
        wanted.insert(name);
        if (!fetched_.contains(name)) news["fetch"].push_back(name);
    }
    fetched_ = std::move(wanted);
}

void Page::add_news(nlohmann::ordered_json& news) {
    const State& state = application_.state();
    if (const auto text = application_.take_copied()) news["copied"] = *text;
    const std::string title = state.run ? state.run->model->name + " – Vitrine" : "Vitrine";
    if (std::exchange(title_, title) != title) news["title"] = title;
    const bool typing = takes_text(state);
    if (std::exchange(typing_, typing) != typing) news["typing"] = typing;
    if (calm_ >= calm_frames) {
        std::string said = transcript(state);
        if (said != said_) news["said"] = said;
        said_ = std::move(said);
        add_address(news);
    }
    const Exporting& exporting = state.of<Exporting>();
    if (!exporting.file && !exporting.walk) add_saved(news);
}

void Page::add_address(nlohmann::ordered_json& news) {
    std::string address;
    try {
        if (link_refusal(application_.state()).empty()) address = link_of(application_.state());
    } catch (const Error&) {
        // The screen needs a link that is too long, so it has no address.
    }
    if (std::exchange(address_, address) != address) news["address"] = address;
}

void Page::add_saved(nlohmann::ordered_json& news) {
    std::error_code none;
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(saved_folder, none)) {
        if (entry.is_directory(none)) folders.push_back(entry.path());
    }
    for (const fs::path& folder : folders) pack(folder);
    for (const auto& entry : fs::directory_iterator(saved_folder, none)) {
        if (entry.is_regular_file(none)) news["saved"].push_back(entry.path().string());
    }
}

/// A download is a single file, so a folder, such as a model or a walk's pictures, is packed into a .zip file.
void Page::pack(const fs::path& folder) {
    const std::string problem = "'" + folder.filename().string() + "' cannot be packed as one file";
    try {
        zip_folder(folder, folder.string() + ".zip");
    } catch (const std::bad_alloc& shortage) {
        application_.command(ShowMessage{shortage_text(problem, shortage)});
    } catch (const std::exception& error) {
        application_.command(ShowMessage{problem + ": " + error.what()});
    }
    std::error_code none;
    fs::remove_all(folder, none);
}

nlohmann::ordered_json Page::description() const { return to_json(application_.state()); }

void Page::tell(const std::string& line) {
    for (const ScriptLine& one : parse_script(line, "the line")) {
        if (!is_setting(one.action)) throw Error(in_quotes(line) + " needs a hand: only settings and actions can be told");
        for (const Command& command : commands_for(application_.state(), one.action)) application_.command(command);
    }
}

nlohmann::ordered_json Page::places() const {
    nlohmann::ordered_json places = nlohmann::ordered_json::array();
    for (const Anchor& anchor : application_.record().anchors) {
        const Rect& area = anchor.visible;
        places.push_back({{"name", anchor.name},
                          {"x", area.min.x * scale_ / display_scale_},
                          {"y", area.min.y * scale_ / display_scale_},
                          {"width", area.width() * scale_ / display_scale_},
                          {"height", area.height() * scale_ / display_scale_},
                          {"focusable", anchor.focusable},
                          {"floating", anchor.floating}});
    }
    return places;
}

void Page::set_scale(double scale) { display_scale_ = scale; }

void Page::save() {
    if (keeper_) keeper_->finish(application_.state());
}

/// As in a desktop window, the scale is the display's until the user chooses another.
void Page::follow_scale() {
    const double own = application_.state().scale;
    if (scale_ == 0 || own == scale_) application_.command(SetScale{display_scale_});
    scale_ = application_.state().scale;
    input_.scale = static_cast<float>(scale_);
    hearing_.set_page_pixel(static_cast<float>(display_scale_ / scale_), input_);
}

void Page::follow_files() {
    if (keeper_) keeper_->follow(application_.state(), input_.time);
    if (const auto problem = keeper_ ? keeper_->take_problem() : std::nullopt) application_.command(ShowMessage{*problem});
    try {
        if (recent_) recent_->follow(application_.state());
    } catch (const Error& error) {
        recent_.reset();
        application_.command(ShowMessage{error.what()});
    }
}

}  // namespace vitrine
