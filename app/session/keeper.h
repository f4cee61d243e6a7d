#pragma once
/// Keeps the session and the recent models in files. Reads them at the start, and saves them shortly after changes and at the
/// end, without holding up the drawing thread.

#include <memory>

#include "app/base/scheduler.h"
#include "app/session/data.h"
#include "core/files/file_lock.h"

namespace vitrine {

/// Where the session and the recent models are kept: $XDG_STATE_HOME/vitrine, by default ~/.local/state/vitrine. Throws Error if
/// there is no home folder, or if XDG_STATE_HOME is in a folder that does not exist, since that is hardly meant to be created.
std::filesystem::path state_folder();

/// The same folder, after creating it. Throws Error.
std::filesystem::path made_state_folder();

/// Saves a session; the file always contains either the old one or the new one. Throws Error.
void save_session(const std::filesystem::path& file, const std::string& text);

/// Copies a file that could not be read to FILE.kept or FILE.kept-2, …, so that nothing in it is lost. Returns the new name.
std::filesystem::path keep_aside(const std::filesystem::path& file);

class SessionKeeper {
public:
    /// If another window holds the file's lock, this keeper only reads: it saves nothing, and take_problem() says so.
    explicit SessionKeeper(std::filesystem::path file, Scheduling scheduling = Scheduling::threads);
    ~SessionKeeper();  ///< waits until the file is saved
    SessionKeeper(const SessionKeeper&) = delete;
    SessionKeeper& operator=(const SessionKeeper&) = delete;

    /// The session in the file; nothing if there is no file. Throws Error if the file is invalid; then it is copied by
    /// keep_aside() before it is replaced.
    std::optional<SavedSession> read(Modules modules);

    /// Called with every frame: saves the state once it has not changed for a moment, and every ten seconds while it keeps
    /// changing.
    void follow(const State& state, double now);

    /// Saves unsaved changes and waits until that is done. Throws Error.
    void finish(const State& state);

    const std::filesystem::path& file() const { return file_; }

    /// Whether this keeper saves, because no other window holds the lock.
    bool saves() const { return lock_.held(); }

    /// Whether changes are waiting to be saved or are being saved: follow() has to be called again soon, even without input.
    bool waits() const { return waits_ || scheduler_->busy(); }

    /// The last error in saving; the next call returns nothing.
    std::optional<std::string> take_problem();

private:
    void save(const std::string& text, bool kept);
    void write(const std::string& text, bool aside);
    void hear();
    void wait();

    std::filesystem::path file_;
    FileLock lock_;
    bool broken_ = false;                  // the file could not be read,
    bool set_aside_ = false;               // but was copied by keep_aside()
    bool failed_ = false;                  // the last save failed
    std::string saved_, seen_;             // the session's text as it was saved last, and as it was seen last
    double looked_ = -1, since_ = 0;       // when the state was last looked at, and since when it has been as seen
    std::optional<double> unsaved_since_;  // since when it has differed from the saved text
    bool waits_ = false;
    std::optional<std::string> problem_;
    std::unique_ptr<Scheduler> scheduler_;  // last, so that its jobs end before the members they use
};

/// Keeps the list of recent models in its file.
class RecentKeeper {
public:
    explicit RecentKeeper(std::filesystem::path file);

    /// The list; empty if there is no file. Throws Error if the file is invalid.
    std::vector<RecentModel> read();

    /// Saves the list if it has changed. Throws Error.
    void follow(const State& state);

private:
    std::filesystem::path file_;
    std::string saved_;
    bool broken_ = false;
};

}  // namespace vitrine
