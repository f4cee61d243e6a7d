#include "app/session/keeper.h"

#include <chrono>
#include <cstdlib>
#include <utility>

#include "app/session/session.h"
#include "app/state/window_commands.h"
#include "core/files/file.h"
#include "core/tensor/error.h"

namespace vitrine {

std::optional<std::filesystem::path> state_folder() {
    const auto from = [](const char* variable) -> std::optional<std::filesystem::path> {
        const char* value = std::getenv(variable);
        if (!value || !*value) return std::nullopt;
        return std::filesystem::path(value);
    };
    if (const auto own = from("XDG_STATE_HOME"); own && own->is_absolute()) return *own / "vitrine";
    if (const auto home = from("HOME")) return *home / ".local" / "state" / "vitrine";
    return std::nullopt;
}

namespace {

/// The file, after its folder has been made. That it cannot be made is heard when the file is written.
const std::filesystem::path& in_its_folder(const std::filesystem::path& file) {
    std::error_code unheard;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), unheard);
    return file;
}

}  // namespace

void save_session(const std::filesystem::path& file, const std::string& text) { write_file_atomically(in_its_folder(file), text); }

std::filesystem::path keep_aside(const std::filesystem::path& file) {
    std::filesystem::path aside = file;
    aside += ".kept";
    std::error_code unreadable;
    for (int i = 2; std::filesystem::exists(aside, unreadable); ++i) {
        aside = file;
        aside += ".kept-" + std::to_string(i);
    }
    write_file_atomically(aside, read_file(file));  // no move: until the new one is there, the old one has to be
    return aside;
}

SessionKeeper::SessionKeeper(std::filesystem::path file, Scheduling scheduling)
    : file_(std::move(file)), lock_(in_its_folder(file_)), scheduler_(make_scheduler(scheduling)) {
    if (!lock_.held()) problem_ = "another window keeps this session: what is done in this one is not saved";
}

SessionKeeper::~SessionKeeper() { wait(); }

std::optional<SavedSession> SessionKeeper::read(Modules modules) {
    std::error_code unreadable;
    if (!std::filesystem::exists(file_, unreadable) && !unreadable) return std::nullopt;
    broken_ = true;  // until the file below has been read
    const std::string text = read_file(file_);
    SavedSession session = read_session(text, file_.string(), modules);
    broken_ = false;
    saved_ = seen_ = text;
    return session;
}

void SessionKeeper::follow(const State& state, double now) {
    constexpr double often = 0.5, calm = 2, most = 10;  // seconds
    if (!lock_.held()) return;
    scheduler_->spend(std::chrono::duration<double>::zero());
    waits_ |= looked_ < 0 || now - looked_ < often;
    if (looked_ >= 0 && now - looked_ < often) return;
    looked_ = now;
    std::string text = session_text(session_of(state));
    if (text != seen_) {
        seen_ = std::move(text);
        since_ = now;
    }
    waits_ = seen_ != saved_;
    if (waits_ && !unsaved_since_) unsaved_since_ = now;
    if (waits_ && (now - since_ >= calm || now - *unsaved_since_ >= most)) save(seen_, state.of<PendingSession>().kept);
    if (!waits_) unsaved_since_.reset();
}

void SessionKeeper::finish(const State& state) {
    if (!lock_.held()) return;
    const std::string text = session_text(session_of(state));
    wait();
    if (text != saved_ || failed_) save(text, state.of<PendingSession>().kept);
    wait();
    if (const auto problem = take_problem()) throw Error(*problem);
}

void SessionKeeper::save(const std::string& text, bool kept) {
    wait();
    const bool aside = (broken_ || !kept) && !set_aside_;
    saved_ = text;
    waits_ = failed_ = false;
    const auto save = [this, text, aside](Work&) {
        write(text, aside);
        return Turn::finished;
    };
    const auto failed = [](const std::string& why) -> Command { return ShowMessage{"the session cannot be saved: " + why}; };
    scheduler_->ask("session", {.turn = save, .failed = failed});
}

void SessionKeeper::write(const std::string& text, bool aside) {
    std::error_code unreadable;
    if (aside && std::filesystem::exists(file_, unreadable)) keep_aside(file_);
    if (aside) set_aside_ = true;  // not before the file is set aside, so that its content is never lost
    save_session(file_, text);
}

/// Takes in the result of saving: only a failure is reported.
void SessionKeeper::hear() {
    for (const Command& news : scheduler_->take()) {
        failed_ = true;
        problem_ = news.as<ShowMessage>()->what;
    }
}

void SessionKeeper::wait() {
    scheduler_->wait();
    hear();
}

std::optional<std::string> SessionKeeper::take_problem() {
    hear();
    return std::exchange(problem_, std::nullopt);
}

RecentKeeper::RecentKeeper(std::filesystem::path file) : file_(std::move(file)) {}

std::vector<RecentModel> RecentKeeper::read() {
    std::error_code unreadable;
    if (!std::filesystem::exists(file_, unreadable)) return {};
    broken_ = true;
    const std::string text = read_file(file_);
    std::vector<RecentModel> recent = read_recent(text, file_.string());
    broken_ = false;
    saved_ = recent_text(recent);
    return recent;
}

void RecentKeeper::follow(const State& state) {
    std::string text = recent_text(state.recent);
    if (text == saved_ || (saved_.empty() && state.recent.empty())) return;
    saved_ = std::move(text);
    if (std::exchange(broken_, false)) keep_aside(file_);
    save_session(file_, saved_);
}

}  // namespace vitrine
