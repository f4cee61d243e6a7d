#include "app/render/texture.h"

#include <epoxy/gl.h>

#include "app/render/imgui_version.h"

namespace vitrine {

Texture::Texture(const Image& image) : width_(image.width), height_(image.height) {
    glGenTextures(1, &name_);
    glBindTexture(GL_TEXTURE_2D, name_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_, height_, 0, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
}

Texture::~Texture() { glDeleteTextures(1, &name_); }

ImTextureID Texture::id() const { return imgui::texture_id(name_); }

}  // namespace vitrine
