#include "app/render/png.h"

#include <stb_image_write.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

void append(void* bytes, void* data, int size) {
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

std::string png(const Image& image) {
    std::string bytes;
    const bool empty = image.width < 1 || image.height < 1;
    if (empty || !stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(), 4 * image.width))
        throw Error("the picture is empty");
    return bytes;
}

}  // namespace vitrine
