#pragma once
/// Keeps the session and the recent models in files: reads them at the start, saves them a little after they have changed and at
/// the end, away from the drawing thread.

#include <memory>

#include "app/base/scheduler.h"
#include "app/session/data.h"
#include "app/session/file_lock.h"

namespace vitrine {

/// $XDG_STATE_HOME/vitrine, by default ~/.local/state/vitrine; nothing where there is no home.
std::optional<std::filesystem::path> state_folder();

/// Saves a session so that the file holds the old one or the new one, whatever happens meanwhile; makes its folder where it is
/// missing. Throws Error.
void save_session(const std::filesystem::path& file, const std::string& text);

/// Copies a file that could not be read to FILE.kept or FILE.kept-2, …, so that nothing in it is lost. Returns that name.
std::filesystem::path keep_aside(const std::filesystem::path& file);

class SessionKeeper {
public:
    /// Where another window keeps this file already, it is left to that: it is read, but nothing is saved, and take_problem() says
    /// so.
    explicit SessionKeeper(std::filesystem::path file, Scheduling scheduling = Scheduling::threads);
    ~SessionKeeper();  ///< when what is being saved is there
    SessionKeeper(const SessionKeeper&) = delete;
    SessionKeeper& operator=(const SessionKeeper&) = delete;

    /// What is in the file; nothing where there is none. Throws Error where it cannot be understood: the file is then kept aside
    /// before another takes its place.
    std::optional<SavedSession> read(Modules modules);

    /// Called with every frame: saves what has not changed any further for a moment, and what goes on changing every ten seconds.
    void follow(const State& state, double now);

    /// Saves what is left to save, and waits for it. Throws Error.
    void finish(const State& state);

    /// Whether something waits to be saved: whoever sleeps until something happens is to wake up soon.
    bool waits() const { return waits_; }

    /// What went wrong with saving, once.
    std::optional<std::string> take_problem();

private:
    void save(const std::string& text, bool kept);
    void write(const std::string& text, bool aside);
    void hear();
    void wait();

    std::filesystem::path file_;
    FileLock lock_;
    bool broken_ = false;                  // what is in the file could not be read
    bool set_aside_ = false;               // and has been kept aside
    bool failed_ = false;                  // what was to be saved last has not been
    std::string saved_, seen_;             // as it was saved, and as it was seen last
    double looked_ = -1, since_ = 0;       // when it was looked at last, and since when it is as it was seen
    std::optional<double> unsaved_since_;  // since when it is no longer as it was saved
    bool waits_ = false;
    std::optional<std::string> problem_;
    std::unique_ptr<Scheduler> scheduler_;  // last, so that what it does ends before what that uses
};

/// The same for the models that were opened from files.
class RecentKeeper {
public:
    explicit RecentKeeper(std::filesystem::path file);

    /// Empty where there is no file. Throws Error where it cannot be understood.
    std::vector<RecentModel> read();

    /// Saves them where they have changed. Throws Error.
    void follow(const State& state);

private:
    std::filesystem::path file_;
    std::string saved_;
    bool broken_ = false;
};

}  // namespace vitrine
