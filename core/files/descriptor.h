#pragma once
/// File descriptors, and locks on what they are open for.

#include <filesystem>

namespace vitrine {

/// A file descriptor that is closed at the end of its scope; −1: none.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    bool open() const { return number_ >= 0; }

    /// Closes this and takes another one.
    void replace(int number);

    /// False where the system reports that something was not written; errno says what.
    bool close();

private:
    int number_;
};

/// A lock for one holder alone. It ends when the descriptor is closed, also where the process is killed.
enum class Lock { taken, held_by_another, impossible };
Lock try_to_lock(const Descriptor& file);

/// Whether an open file still is the one of that name, rather than removed or replaced.
bool is_at(const Descriptor& file, const std::filesystem::path& path);

}  // namespace vitrine
