#pragma once
/// An OpenGL context, whoever has made it.

#include <functional>
#include <memory>

namespace vitrine {

/// Current on the thread that has made it, from its beginning to its end.
class GraphicsContext {
public:
    GraphicsContext() = default;
    virtual ~GraphicsContext() = default;
    GraphicsContext(const GraphicsContext&) = delete;
    GraphicsContext& operator=(const GraphicsContext&) = delete;
};

/// Called on the thread that is to have the context. Throws Error where there is none to be had.
using MakeContext = std::function<std::unique_ptr<GraphicsContext>()>;

}  // namespace vitrine
