#include "app/session/keeper.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "app/session/session.h"
#include "app/state/window_commands.h"
#include "core/files/file.h"
#include "core/files/problem.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

fs::path from_environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value ? value : "";
}

bool is_within(const fs::path& path, const fs::path& folder) {
    return !folder.empty() && std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// The home folder, which has to exist already. Empty: there is none.
fs::path home_of(const fs::path& own) {
    const fs::path home = from_environment("HOME");
    return own.empty() || is_within(own, home) ? home : own.parent_path();
}

}  // namespace

fs::path state_folder() {
    const fs::path given = from_environment("XDG_STATE_HOME"), own = given.is_absolute() ? given : "", home = home_of(own);
    if (home.empty()) throw Error("neither XDG_STATE_HOME nor HOME is set");
    std::error_code unreadable;
    if (!fs::is_directory(home, unreadable)) throw Error("there is no home folder " + home.string());
    return (own.empty() ? home / ".local" / "state" : own) / "vitrine";
}

fs::path made_state_folder() {
    const fs::path folder = state_folder();
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem) fail(folder.string(), "the folder cannot be made: " + problem.message());
    return folder;
}

void save_session(const std::filesystem::path& file, const std::string& text) { write_file_atomically(file, text); }

std::filesystem::path keep_aside(const std::filesystem::path& file) {
    std::filesystem::path aside = file;
    aside += ".kept";
    std::error_code unreadable;
    for (int i = 2; std::filesystem::exists(aside, unreadable); ++i) {
        aside = file;
        aside += ".kept-" + std::to_string(i);
    }
    write_file_atomically(aside, read_file(file));  // a copy: the old file has to stay until the new one is there
    return aside;
}

SessionKeeper::SessionKeeper(std::filesystem::path file, Scheduling scheduling)
    : file_(std::move(file)), lock_(file_), scheduler_(make_scheduler(scheduling)) {
    if (!lock_.held()) problem_ = "another window is using this session: nothing done in this window is saved";
}

SessionKeeper::~SessionKeeper() { wait(); }

std::optional<SavedSession> SessionKeeper::read(Modules modules) {
    std::error_code unreadable;
    if (!std::filesystem::exists(file_, unreadable) && !unreadable) return std::nullopt;
    broken_ = true;  // until the following file has been read
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
    if (aside) set_aside_ = true;  // only after the file has been set aside, so that its content is never lost
    save_session(file_, text);
}

/// Receives the result of saving: only failures are reported.
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
