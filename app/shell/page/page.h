#pragma once
/// Runs the program in a browser's page. The page draws frames when it wants to, reports what has happened, and is told what to
/// do.

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "app/render/offscreen.h"
#include "app/session/keeper.h"
#include "app/shell/loop/application.h"
#include "app/shell/page/hearing.h"
#include "app/single_page/single_page.h"

namespace vitrine {

struct PageOptions {
    double scale = 1;          ///< pixels of the display per pixel of the page
    bool keeps = true;         ///< read the session, and save it in /state
    bool dark = true;          ///< the page asks for dark colours
    bool still = false;        ///< the page asks for no motion
    std::string link = {};     ///< a link to open; empty: none
    std::string base = {};     ///< the beginning of copied links, "https://host/#"; empty: "vitrine:"
    std::string session = {};  ///< a session as JSON to begin with instead of the kept one; empty: none
    PageExtent extent = PageExtent::program;
    std::map<std::string, std::uint64_t> late = {};  ///< bytes of the files that are fetched when they are needed, by name
};

/// Threads if the page was built with them, for which other sites must not have access to it; otherwise slices between frames.
Scheduling page_scheduling();

/// The constructor throws Error if the browser cannot draw.
class Page {
public:
    explicit Page(const PageOptions& options);

    /// Draws a frame. `events`: an array of what has happened since the last frame, for Hearing. Returns what the page should do:
    /// "rests" (no frame is needed before the next event), "unsaved" (steps of a training would be lost with the page), and, if
    /// there is news, "fetch" (names of late files to be fetched), "copied", "title", "saved" (paths of files), "said" (for screen
    /// readers), "address" (a link to the screen), "typing" (whether text is typed into a field), "chooses" (ask for files from the
    /// reader's device).
    nlohmann::ordered_json frame(double seconds, const nlohmann::json& events);

    /// The state in the form that `vitrine drive` writes.
    nlohmann::ordered_json description() const;

    /// Carries out a line of a drive script that is a setting or an action, such as "view attention" or "perform file/save-png".
    /// Throws Error for any other line.
    void tell(const std::string& line);

    /// The named places on the screen: their names, the visible part in pixels of the page, whether they take the focus, and
    /// whether they float above the panels.
    nlohmann::ordered_json places() const;

    /// Sets the pixels of the display per pixel of the page, which change when the page is magnified, for example.
    void set_scale(double scale);

    /// Saves the session now, for example because the page is left.
    void save();

private:
    void follow_scale();
    void follow_files();
    SavedSession beginning(const PageOptions& options, bool& kept);
    void add_fetches(nlohmann::ordered_json& news);
    void add_news(nlohmann::ordered_json& news);
    void add_address(nlohmann::ordered_json& news);
    void add_saved(nlohmann::ordered_json& news);
    void pack(const std::filesystem::path& folder);

    OffscreenContext context_;
    std::optional<SessionKeeper> keeper_;
    std::optional<RecentKeeper> recent_;
    Application application_;
    Hearing hearing_;
    Input input_;
    double display_scale_, scale_ = 0;
    int calm_ = 0;                   ///< frames in a row in which nothing has changed
    int file_choices_ = 0;           ///< State::file_choices at the last frame
    std::set<std::string> fetched_;  ///< the late files that were wanted at the last frame
    std::string title_, said_, address_;
    bool typing_ = false;
};

}  // namespace vitrine
