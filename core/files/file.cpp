#include "core/files/file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/problem.h"

namespace vitrine {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

/// A file descriptor that is closed at the end of its scope.
struct Descriptor {
    explicit Descriptor(int n) : number(n) {}
    ~Descriptor() {
        if (number >= 0) close(number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number;
};

[[noreturn]] void fail_to_read(const std::filesystem::path& path, int error) {
    if (error == ENOENT) fail(path.string(), "there is no such file");
    if (error == EISDIR) fail(path.string(), "this is a folder, a file is needed");
    fail(path.string(), "cannot be read: " + reason(error));
}

/// Flushes the folder, so that the rename survives a power cut. Ignores file systems that do not support this.
void sync_folder(const std::filesystem::path& folder) {
    const Descriptor opened(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.number >= 0) fsync(opened.number);
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (file.number < 0 || fstat(file.number, &status) != 0) fail_to_read(path, errno);

    std::string content;
    constexpr std::size_t least = 1 << 16;  // the size of a pipe is unknown
    content.resize(std::max(least, static_cast<std::size_t>(status.st_size) + 1));
    for (std::size_t filled = 0;;) {
        if (filled == content.size()) content.resize(2 * content.size());
        const ssize_t count = read(file.number, content.data() + filled, content.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to_read(path, errno);
        filled += static_cast<std::size_t>(count);
        if (count == 0) {
            content.resize(filled);
            return content;
        }
    }
}

OutputFile::OutputFile(const std::filesystem::path& path) : path_(path), target_(path) {
    std::error_code ignored;
    if (std::filesystem::is_symlink(path, ignored)) target_ = std::filesystem::weakly_canonical(path, ignored);
    if (target_.empty()) target_ = path;
    if (std::filesystem::is_directory(target_, ignored)) fail(path_.string(), "this is a folder, a file is needed");
    const bool device = std::filesystem::exists(target_, ignored) && !std::filesystem::is_regular_file(target_, ignored);
    device ? open_target() : open_temporary();
}

OutputFile::~OutputFile() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::open_target() {
    descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail_to_write(errno);
}

void OutputFile::open_temporary() {
    struct stat before {};
    const bool replaces = stat(target_.c_str(), &before) == 0;
    if (replaces && access(target_.c_str(), W_OK) != 0) fail_to_write(errno);

    static std::atomic<unsigned> serial{0};
    do {
        temporary_ = target_.parent_path() / (".vitrine-" + std::to_string(getpid()) + "-" + std::to_string(serial++));
        descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) fail_to_write(errno);
    if (replaces) permissions_ = before.st_mode & 07777;
}

void OutputFile::fail_to_write(int error) const {
    const std::filesystem::path folder = target_.parent_path();
    std::error_code ignored;
    if (error == ENOENT && !folder.empty()) {
        const bool missing = !std::filesystem::exists(folder, ignored);
        fail(path_.string(),
             std::string("cannot be written: ") + (missing ? "there is no folder " : "no file can be made in ") + folder.string());
    }
    fail(path_.string(), "cannot be written: " + reason(error));
}

const std::filesystem::path& OutputFile::temporary() const {
    if (temporary_.empty()) fail(path_.string(), "not a regular file, which this format needs");
    return temporary_;
}

void OutputFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to_write(errno);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

void OutputFile::commit() {
    sync();
    take_place();
}

void OutputFile::sync() {
    if (temporary_.empty()) return;
    // A library may have replaced the temporary file, so it is reopened.
    const Descriptor written(open(temporary_.c_str(), O_RDONLY | O_CLOEXEC));
    if (written.number < 0 || fsync(written.number) != 0) fail_to_write(errno);
    if (permissions_) (void)!fchmod(written.number, *permissions_);
}

void OutputFile::take_place() {
    if (!temporary_.empty()) {
        if (rename(temporary_.c_str(), target_.c_str()) != 0) fail_to_write(errno);
        sync_folder(target_.parent_path());
    }
    const int closed = close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail_to_write(errno);
}

OutputFile& OutputFiles::add(const std::filesystem::path& path) { return *files_.emplace_back(std::make_unique<OutputFile>(path)); }

void OutputFiles::remove(const std::filesystem::path& path) { removed_.push_back(path); }

void OutputFiles::commit() {
    for (const auto& file : files_) file->sync();
    for (const auto& file : files_) file->take_place();
    std::error_code stays;  // ignored: such a file could not have been replaced either
    for (const auto& path : removed_) std::filesystem::remove(path, stays);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view content) {
    OutputFile file(path);
    file.write(content);
    file.commit();
}

}  // namespace vitrine
