#pragma once
/// Lets a signal end the program without leaving anything unfinished in its folders. After a signal that cannot be handled, such
/// as SIGKILL, core/files/leftovers.h removes what is left later.

#include <csignal>
#include <filesystem>

namespace vitrine {

/// From now on SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE remove what is unfinished before they end the program. Signals that
/// the caller has set to be ignored stay ignored, except SIGPIPE.
void end_tidily_by_signals();

/// The same for one signal, even if it was set to be ignored. Async-signal-safe.
void end_tidily_by(int signal);

/// While this object lives, no signal of end_tidily_by() ends the program: the signal waits in this thread, and a handler in
/// another thread waits until this object is gone. Meant for short moments, such as the renaming of files that belong together.
/// May be nested.
class Undisturbed {
public:
    Undisturbed();
    ~Undisturbed();
    Undisturbed(const Undisturbed&) = delete;
    Undisturbed& operator=(const Undisturbed&) = delete;

private:
    sigset_t blocked_before_{};
};

/// A file, or an empty folder, that is removed if a signal ends the program while this object lives. Nothing else removes it. The
/// file and its Unfinished are made within one Undisturbed, so that no signal comes in between.
class Unfinished {
public:
    explicit Unfinished(std::filesystem::path path);
    ~Unfinished();
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

    const std::filesystem::path& path() const { return path_; }
    const Unfinished* older() const { return older_; }

private:
    const std::filesystem::path path_;
    Unfinished *older_ = nullptr, *newer_ = nullptr;  // a list, the newest first: files before their folder
};

}  // namespace vitrine
