#include "core/files/file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/descriptor.h"
#include "core/files/leftovers.h"
#include "core/files/problem.h"
#include "core/tensor/memory.h"

namespace vitrine {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_to_read(const std::filesystem::path& path, int error) {
    if (error == ENOENT) fail(path.string(), "there is no such file");
    if (error == EISDIR) fail(path.string(), "this is a folder, a file is needed");
    if (error == ENXIO) fail(path.string(), "this is a socket or a device, a file is needed");
    fail(path.string(), "cannot be read: " + reason(error));
}

/// Whether reading may never end, as with /dev/zero. A terminal ends, and so does a pipe.
bool is_endless(const Descriptor& file, const struct stat& status) {
    return S_ISBLK(status.st_mode) || (S_ISCHR(status.st_mode) && isatty(file.number()) == 0);
}

/// Flushes the folder. Ignores file systems that do not support this.
void sync_folder(const std::filesystem::path& folder) {
    const Descriptor opened(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.open()) fsync(opened.number());
}

void take_room(std::string& content, std::size_t size, const std::filesystem::path& path) {
    try {
        require_memory(static_cast<Size>(size));
        content.resize(size);
    } catch (const std::bad_alloc& problem) {
        fail(path.string(), shortage_text("is too large for the memory", problem));
    }
}

/// Everything that an open file holds.
std::string read_all(const Descriptor& file, const std::filesystem::path& path) {
    struct stat status {};
    if (!file.open() || fstat(file.number(), &status) != 0) fail_to_read(path, errno);
    if (is_endless(file, status)) fail(path.string(), "this is a device, a file is needed");

    std::string content;
    constexpr std::size_t least = 1 << 16;  // the size of a pipe is unknown
    take_room(content, std::max(least, static_cast<std::size_t>(status.st_size) + 1), path);
    for (std::size_t filled = 0;;) {
        if (filled == content.size()) take_room(content, 2 * content.size(), path);
        const BytesRead piece = read_piece(file, content.data() + filled, content.size() - filled, filled == 0);
        if (piece.kind == ReadOutcome::failed) fail_to_read(path, errno);
        if (piece.kind == ReadOutcome::nobody_writes) fail(path.string(), "this is a pipe that nobody writes to");
        filled += piece.size;
        if (piece.kind == ReadOutcome::end) {
            content.resize(filled);
            return content;
        }
    }
}

/// The path that symbolic links lead to, even if there is no file yet.
std::filesystem::path end_of_links(std::filesystem::path path) {
    constexpr int most = 40;  // the limit of the system
    std::error_code none;
    for (int followed = 0; std::filesystem::is_symlink(path, none); ++followed) {
        if (followed == most) fail(path.string(), "cannot be written: " + reason(ELOOP));
        path = path.parent_path() / std::filesystem::read_symlink(path, none);
    }
    return path;
}

/// All files of a set stay open until all are written, but some systems allow only a few hundred at first.
void allow_many_open_files() {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == files.rlim_max) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace

const std::string& read_standard_input() {
    static const std::string content = read_all(Descriptor(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)), standard_input);
    return content;
}

std::string read_file(const std::filesystem::path& path) {
    return path == standard_input ? read_standard_input() : read_all(Descriptor(open_to_read(path)), path);
}

#if !defined(__EMSCRIPTEN__)  // there a mapping is a copy
namespace {

/// A regular file in memory; null if it cannot be mapped. Lets the system read ahead.
std::shared_ptr<const void> mapped(const Descriptor& file, std::size_t size) {
    void* start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (start == MAP_FAILED) return nullptr;
    madvise(start, size, MADV_WILLNEED);
    return {start, [size](const void* memory) { munmap(const_cast<void*>(memory), size); }};
}

}  // namespace
#endif

FileBytes map_file(const std::filesystem::path& path) {
    const Descriptor file(path == standard_input ? -1 : open_to_read(path));
#if !defined(__EMSCRIPTEN__)
    struct stat status {};
    if (file.open() && fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        const auto size = static_cast<std::size_t>(status.st_size);
        if (auto memory = mapped(file, size)) {
            const auto* bytes = static_cast<const char*>(memory.get());
            return {std::move(memory), {bytes, size}};
        }
    }
#endif
    // A pipe can be opened only once: when its reader closes it, its writer leaves.
    const auto content = std::make_shared<const std::string>(file.open() ? read_all(file, path) : read_file(path));
    return {content, *content};
}

OutputFile::OutputFile(const std::filesystem::path& path) : path_(path), target_(path) {
    if (path == standard_output) {
        file_.replace(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
        return;
    }
    std::error_code ignored;
    const bool there = std::filesystem::exists(path, ignored);
    if (std::filesystem::is_symlink(path, ignored))
        target_ = there ? std::filesystem::canonical(path, ignored) : end_of_links(path);
    if (target_.empty()) target_ = path;
    if (std::filesystem::is_directory(target_, ignored)) fail(path_.string(), "this is a folder, a file is needed");
    const bool device = std::filesystem::exists(target_, ignored) && !std::filesystem::is_regular_file(target_, ignored);
    device ? open_target() : open_temporary();
}

OutputFile::~OutputFile() {
    if (!unfinished_) return;
    const Undisturbed undisturbed;
    unlink(temporary_.c_str());
    unfinished_.reset();
}

void OutputFile::open_target() {
    file_.replace(open_to_write(target_, 0));
    if (!file_.open() && errno == ENXIO) fail(path_.string(), "cannot be written: nobody reads this pipe or socket");
    if (!file_.open()) fail_to_write(errno);
}

void OutputFile::open_temporary() {
    struct stat before {};
    const bool replaces = stat(target_.c_str(), &before) == 0;
    if (replaces && access(target_.c_str(), W_OK) != 0) fail_to_write(errno);
    if (replaces) permissions_ = before.st_mode & 07777;
    remove_leftovers(target_.parent_path());
    while (!make_temporary()) {
    }
}

/// False if another process took the file for a leftover, between opening and locking it.
bool OutputFile::make_temporary() {
    const Undisturbed undisturbed;
    temporary_ = target_.parent_path() / temporary_name();
    file_.replace(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file_.open()) fail_to_write(errno);
    unfinished_.emplace(temporary_);
    return try_to_lock(file_) != Lock::held_by_another && is_there(temporary_);
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

void OutputFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file_.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to_write(errno);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

void OutputFile::write_at(std::uint64_t place, std::string_view bytes) {
    if (temporary_.empty()) {
        const auto from = static_cast<std::size_t>(place);
        held_.resize(std::max(held_.size(), from + bytes.size()));
        std::ranges::copy(bytes, held_.begin() + static_cast<std::ptrdiff_t>(from));
        return;
    }
    while (!bytes.empty()) {
        const ssize_t count = pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(place));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to_write(errno);
        bytes.remove_prefix(static_cast<std::size_t>(count));
        place += static_cast<std::uint64_t>(count);
    }
}

void OutputFile::commit() {
    sync();
    take_place();
    finish();
}

void OutputFile::write_held() {
    write(held_);
    held_.clear();
}

void OutputFile::sync() {
    if (temporary_.empty()) return write_held();
    if (fsync(file_.number()) != 0) fail_to_write(errno);
    if (permissions_) (void)!fchmod(file_.number(), *permissions_);
}

void OutputFile::take_place() {
    if (!temporary_.empty()) {
        const Undisturbed undisturbed;
        if (rename(temporary_.c_str(), target_.c_str()) != 0) fail_to_write(errno);
        unfinished_.reset();
    }
    if (!file_.close()) fail_to_write(errno);
}

void OutputFile::finish() {
    if (!temporary_.empty()) sync_folder(target_.parent_path());
}

OutputFile& OutputFiles::add(const std::filesystem::path& path) {
    allow_many_open_files();
    return *files_.emplace_back(std::make_unique<OutputFile>(path));
}

void OutputFiles::remove(const std::filesystem::path& path) { removed_.push_back(path); }

void OutputFiles::commit() {
    for (const auto& file : files_) file->sync();
    {
        const Undisturbed undisturbed;
        for (const auto& file : files_) file->take_place();
        std::error_code stays;  // ignored: such a file could not have been replaced either
        for (const auto& path : removed_) std::filesystem::remove(path, stays);
    }
    for (const auto& file : files_) file->finish();
}

void require_writable(const std::filesystem::path& path) {
    std::error_code none;
    const auto there = std::filesystem::status(path, none);
    const bool special = path == standard_output || (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there));
    if (!special || std::filesystem::is_directory(there)) const OutputFile tried(path);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view content) {
    OutputFile file(path);
    file.write(content);
    file.commit();
}

}  // namespace vitrine
