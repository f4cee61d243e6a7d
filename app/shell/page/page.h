#pragma once
/// The program in a page of a browser. The page draws frames when it wants to, tells what has happened, and hears what it is to do.

#include <filesystem>
#include <optional>
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
    bool keeps = true;         ///< the session is read, and saved in /state
    bool dark = true;          ///< the page wishes
    bool still = false;        ///< the page wishes that nothing moves
    std::string link = {};     ///< to open; empty: none
    std::string base = {};     ///< of copied links: "https://host/#"; empty: "vitrine:"
    std::string session = {};  ///< to begin with instead of the kept one, as JSON; empty: none
    PageExtent extent = PageExtent::program;
};

/// Threads where the page was built for them, which needs a page that other sites cannot reach into; else slices between frames.
Scheduling page_scheduling();

/// Throws Error where the browser cannot draw.
class Page {
public:
    explicit Page(const PageOptions& options);

    /// Draws a frame. `events`: an array of what has happened since the last one, for Hearing. Returns what the page is to do:
    /// "rests" (no frame is needed before the next event), "unsaved" (steps of a training are lost with the page), and where there
    /// is news "copied", "title", "saved" (paths of files), "said" (for screen readers), "address" (a link to the screen), "typing"
    /// (whether text is typed into a field), "chooses" (files of the reader's device are asked for).
    nlohmann::ordered_json frame(double seconds, const nlohmann::json& events);

    /// The state as `vitrine drive` writes it.
    nlohmann::ordered_json description() const;

    /// Carries out a line of a drive script that is a setting or an action, as "view attention" or "perform file/save-png". Throws
    /// Error where it is none.
    void tell(const std::string& line);

    /// The named places on the screen: their names, the visible part in pixels of the page, whether they take the focus, and
    /// whether they float above the panels.
    nlohmann::ordered_json places() const;

    /// The display has other pixels now, as when the page is magnified.
    void set_scale(double scale);

    /// The session is saved now, as when the page is left.
    void save();

private:
    void follow_scale();
    void follow_files();
    SavedSession beginning(const PageOptions& options, bool& kept);
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
    int calm_ = 0;          ///< frames in which nothing has changed
    int file_choices_ = 0;  ///< State::file_choices at the last frame
    std::string title_, said_, address_;
    bool typing_ = false;
};

}  // namespace vitrine
