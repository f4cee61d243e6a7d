#pragma once
/// Ends the program by a signal, and leaves nothing unfinished in its folders. A signal that nobody can handle, such as SIGKILL,
/// leaves what core/files/leftovers.h removes later.

#include <csignal>
#include <filesystem>

namespace vitrine {

/// From now on SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE remove what is unfinished before they end the program. Those that the
/// caller has set to be ignored stay so, except for SIGPIPE.
void end_tidily_by_signals();

/// The same for one signal, whatever was set for it before. Async-signal-safe.
void end_tidily_by(int signal);

/// While it lives, no signal of end_tidily_by() ends the program: the signal waits in this thread, and a handler that runs in
/// another thread waits for the end of this. Meant for moments, such as the renaming of files that belong together. May be nested.
class Undisturbed {
public:
    Undisturbed();
    ~Undisturbed();
    Undisturbed(const Undisturbed&) = delete;
    Undisturbed& operator=(const Undisturbed&) = delete;

private:
    sigset_t blocked_before_{};
};

/// A file, or an empty folder, that is removed where a signal ends the program while this lives. Nothing else removes it.
/// The file and its Unfinished are made within one Undisturbed, so that no signal comes in between.
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
    Unfinished *older_ = nullptr, *newer_ = nullptr;  // a list, the newest first: a folder comes after the files in it
};

}  // namespace vitrine
