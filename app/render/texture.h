#pragma once
/// A picture as a texture, for Dear ImGui's AddImage.

#include <imgui.h>

#include "app/render/image.h"

namespace vitrine {

/// Requires: a current OpenGL context as long as the object lives.
class Texture {
public:
    explicit Texture(const Image& image);
    ~Texture();
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    ImTextureID id() const;
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned name_ = 0;
    int width_, height_;
};

}  // namespace vitrine
