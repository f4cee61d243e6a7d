#include "core/files/leftovers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <random>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

#include "core/files/descriptor.h"

namespace vitrine {

namespace {

constexpr std::string_view prefix = ".vitrine-";

/// Whether everyone who can reach the file sees the same locks. On a network that is not certain: NFS mounted with `nolock` and
/// sshfs keep locks within each machine.
#if defined(__linux__)
bool locks_are_seen_by_all(const Descriptor& file) {
    constexpr long zfs = 0x2fc12fc1, xfs = 0x58465342;
    constexpr std::array local{long{EXT4_SUPER_MAGIC}, xfs, long{BTRFS_SUPER_MAGIC},    long{F2FS_SUPER_MAGIC},
                               long{TMPFS_MAGIC},      zfs, long{OVERLAYFS_SUPER_MAGIC}};
    struct statfs system {};
    return fstatfs(file.number(), &system) == 0 && std::ranges::find(local, static_cast<long>(system.f_type)) != local.end();
}
#else
bool locks_are_seen_by_all(const Descriptor&) { return false; }  // nothing is known of the file system
#endif

bool is_unchanged_for_a_day(const struct stat& status) {
    constexpr std::time_t day = 24 * 60 * 60;
    return status.st_mtime < std::time(nullptr) - day;
}

/// The writer of a temporary file holds its lock, and the lock ends with the process. So a file whose lock is free was left
/// behind. The process number in its name would not tell: such numbers are reused, and in a shared folder they may be those of
/// another machine.
void remove_if_left(const std::filesystem::path& path) {
    const Descriptor file(open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (!file.open() || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (!locks_are_seen_by_all(file) && !is_unchanged_for_a_day(status)) return;
    // If the writer has finished meanwhile, it has renamed the file, and nothing has this name any more.
    if (try_to_lock(file) == Lock::taken) unlink(path.c_str());
}

}  // namespace

std::string temporary_name() {
    std::random_device device;
    const std::uint64_t number = std::uint64_t{device()} << 32 | device();
    return std::string(prefix) + std::to_string(getpid()) + "-" + std::to_string(number);
}

bool is_temporary_name(std::string_view name) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    const auto skip_digits = [&name] {
        const std::size_t count = std::min(name.find_first_not_of("0123456789"), name.size());
        name.remove_prefix(count);
        return count > 0;
    };
    if (!skip_digits() || !name.starts_with('-')) return false;
    name.remove_prefix(1);
    return skip_digits() && name.empty();
}

bool is_there(const std::filesystem::path& path) { return access(path.c_str(), F_OK) == 0 || errno != ENOENT; }

void remove_leftovers(const std::filesystem::path& folder) {
    std::error_code problem;
    std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, problem);
    for (; !problem && entry != std::filesystem::directory_iterator(); entry.increment(problem)) {
        if (is_temporary_name(entry->path().filename().native())) remove_if_left(entry->path());
    }
}

}  // namespace vitrine
