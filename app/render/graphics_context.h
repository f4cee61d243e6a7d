#pragma once
/// An OpenGL context of any origin.

#include <functional>
#include <memory>

namespace vitrine {

/// A context that is current on the thread that made it, as long as the object lives.
class GraphicsContext {
public:
    GraphicsContext() = default;
    virtual ~GraphicsContext() = default;
    GraphicsContext(const GraphicsContext&) = delete;
    GraphicsContext& operator=(const GraphicsContext&) = delete;
};

/// Makes a context. Called on the thread that uses it. Throws Error if no context is available.
using MakeContext = std::function<std::unique_ptr<GraphicsContext>()>;

}  // namespace vitrine
