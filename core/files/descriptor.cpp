#include "core/files/descriptor.h"

#include <cerrno>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {

void Descriptor::replace(int number) {
    close();
    number_ = number;
}

bool Descriptor::close() {
    const int closing = std::exchange(number_, -1);
    return closing < 0 || ::close(closing) == 0;
}

Lock try_to_lock(const Descriptor& file) {
    if (flock(file.number(), LOCK_EX | LOCK_NB) == 0) return Lock::taken;
    return errno == EWOULDBLOCK ? Lock::held_by_another : Lock::impossible;
}

bool is_at(const Descriptor& file, const std::filesystem::path& path) {
    struct stat open {
    }, named{};
    return fstat(file.number(), &open) == 0 && stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
}

}  // namespace vitrine
