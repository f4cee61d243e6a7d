#include "app/render/png.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <stb_image_write.h>
#include <unistd.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

void append(void* file, void* data, int size) {
    std::fwrite(data, 1, static_cast<std::size_t>(size), static_cast<std::FILE*>(file));
}

/// False, with errno set, where not every byte arrived.
bool write_file(const std::string& path, const Image& image) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), std::fclose);
    if (!file) return false;
    const bool encoded =
        stbi_write_png_to_func(append, file.get(), image.width, image.height, 4, image.rgba.data(), 4 * image.width);
    return encoded && std::fflush(file.get()) == 0 && !std::ferror(file.get());
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image) {
    std::error_code failed;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), failed);
    const std::string own = path.string() + "." + std::to_string(getpid()) + ".part";
    errno = 0;
    if (!write_file(own, image)) {
        const std::string reason = errno ? std::strerror(errno) : "the picture is empty";
        std::remove(own.c_str());
        throw Error(path.string() + ": cannot be written: " + reason);
    }
    std::filesystem::rename(own, path, failed);
    if (failed) {
        std::remove(own.c_str());
        throw Error(path.string() + ": cannot be written: " + failed.message());
    }
}

}  // namespace vitrine
