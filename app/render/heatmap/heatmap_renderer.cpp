#include "app/render/heatmap/heatmap_renderer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "app/render/framebuffer.h"
#include "app/render/gl.h"

namespace vitrine {

namespace {

constexpr int usual_width = 2048;
constexpr Size most_whole = Size{32} << 20;  ///< bytes; of larger tensors only the visible part is uploaded
constexpr std::uint64_t a_while = 120;       ///< frames
constexpr std::size_t most_textures = 4096;  ///< limited, since every step of a training makes new tensors

/// The number of elements from the first cell to the last, including both.
Size span_of(const Layout& layout) {
    Size last = 0;
    for (int axis = 0; axis < layout.rank; ++axis) last += (layout.shape[axis] - 1) * layout.strides[axis];
    return layout.count() > 0 ? last + 1 : 0;
}

const float* as_floats(const TensorView& tensor, std::vector<float>& converted, Size count) {
    if constexpr (std::is_same_v<Scalar, float>)
        if (tensor.type == ElementType::scalar) return static_cast<const float*>(tensor.data);
    converted.resize(static_cast<std::size_t>(count));
    for (Size i = 0; i < count; ++i) converted[static_cast<std::size_t>(i)] = static_cast<float>(tensor.at_offset(i));
    return converted.data();
}

}  // namespace

HeatmapRenderer::HeatmapRenderer(const HeatmapLimits& limits)
    : program_(build_program("heatmap", "heatmap_look.glsl")), look_(program_), tiles_(limits) {
    glGenVertexArrays(1, &vertex_array_);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_);
    const auto at = [this](const char* name) { return uniform(program_, name); };
    at_ = {at("u_area"), at("u_viewport"), at("u_cells"), at("u_mask"), at("u_cells_at"), at("u_mask_at"), at("u_count")};
}

HeatmapRenderer::~HeatmapRenderer() {
    for (const auto& [data, texture] : textures_) glDeleteTextures(1, &texture.name);
    glDeleteVertexArrays(1, &vertex_array_);
    glDeleteProgram(program_);
}

void HeatmapRenderer::begin_frame() {
    frame_ = ImGui::GetFrameCount();
    ++clock_;
    waiting_.clear();
    if (bytes_ + tiles_.bytes() > tiles_.limits().bytes || textures_.size() > most_textures) forget_unused();
    tiles_.set_elsewhere(bytes_);
    tiles_.begin_frame(clock_);
}

void HeatmapRenderer::forget_unused() {
    for (auto it = textures_.begin(); it != textures_.end();) {
        const ElementTexture& texture = it->second;
        if (texture.last_used + a_while > clock_) {
            ++it;
            continue;
        }
        const Size bytes = Size{4} * texture.width * texture.height;
        if (!texture.tensor.empty()) tiles_.note_dropped({texture.tensor, bytes});
        bytes_ -= bytes;
        glDeleteTextures(1, &texture.name);
        it = textures_.erase(it);
    }
}

void HeatmapRenderer::upload(ElementTexture& texture, const TensorView& tensor) {
    const Size most = Size{largest_} * largest_;
    const auto count = std::min(texture.count, most);
    const int width = count > Size{usual_width} * largest_ ? largest_ : usual_width;
    const auto full_rows = static_cast<int>(count / width), rest = static_cast<int>(count % width);
    const int height = full_rows + (rest > 0);
    std::vector<float> converted;
    const float* elements = as_floats(tensor, converted, count);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    const int used_width = full_rows == 0 ? rest : width;
    if (texture.width != used_width || texture.height != height) {
        bytes_ += Size{4} * used_width * height - Size{4} * texture.width * texture.height;
        texture.width = used_width;
        texture.height = height;
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, used_width, height, 0, GL_RED, GL_FLOAT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    if (full_rows > 0) glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, full_rows, GL_RED, GL_FLOAT, elements);
    if (rest > 0) glTexSubImage2D(GL_TEXTURE_2D, 0, 0, full_rows, rest, 1, GL_RED, GL_FLOAT, elements + Size{full_rows} * width);
    ++uploads_;
}

ElementTexture& HeatmapRenderer::texture_of(const TensorView& tensor, const HeatmapCells& cells) {
    ElementTexture& texture = textures_[tensor.data];
    const Size count = span_of(tensor.layout);
    const bool current =
        texture.name != 0 && texture.generation == cells.generation && texture.count >= count && texture.type == tensor.type;
    texture.last_used = clock_;
    if (current) return texture;
    if (texture.name == 0) glGenTextures(1, &texture.name);
    texture.generation = cells.generation;
    texture.tensor = cells.name;
    texture.type = tensor.type;
    texture.count = count;
    upload(texture, tensor);
    return texture;
}

bool HeatmapRenderer::in_tiles(const TensorView& tensor) const {
    const Size most = std::min({most_whole, tiles_.limits().bytes / 4, Size{4} * largest_ * largest_});
    return tensor.fetched || Size{4} * span_of(tensor.layout) > most;
}

void* HeatmapRenderer::add(const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style, const Rect& seen) {
    if (frame_ != ImGui::GetFrameCount()) begin_frame();
    Waiting& heatmap = waiting_.emplace_back(Waiting{this, layout, style, {}, {}, {}});
    const bool masks = cells.mask && cells.mask->present();
    if (in_tiles(cells.tensor) || (masks && in_tiles(*cells.mask))) {
        const bool largest_number = style.scale != HeatmapStyle::Scale::diverging;
        heatmap.tiles = tiled(layout, planes_of(cells), largest_number, seen, tiles_);
    } else {
        add_planes(heatmap, cells);
    }
    return &heatmap;
}

void HeatmapRenderer::add_planes(Waiting& heatmap, const HeatmapCells& cells) {
    const Layout& tensor = cells.tensor.layout;
    const ElementTexture& elements = texture_of(cells.tensor, cells);
    const auto stride = [&](int axis) { return axis < 0 ? 0 : static_cast<int>(tensor.strides[axis]); };
    heatmap.cells = {elements.name, elements.width, static_cast<int>(tensor.offset(cells.index(0, 0))), stride(cells.row_axis),
                     stride(cells.column_axis)};
    if (!cells.mask || !cells.mask->present()) return;
    const Layout& mask = cells.mask->layout;
    const ElementTexture& allowed = texture_of(*cells.mask, cells);
    Size base = 0;
    const Index first = cells.index(0, 0);
    for (int axis = 0; axis < tensor.rank; ++axis) base += first[axis] * mask_stride(mask, tensor, axis);
    heatmap.mask = {allowed.name, allowed.width, static_cast<int>(base),
                    static_cast<int>(mask_stride(mask, tensor, cells.row_axis)),
                    static_cast<int>(mask_stride(mask, tensor, cells.column_axis))};
}

std::string memory_words(const HeatmapMemory& memory) {
    const auto megabytes = [](Size bytes) { return fmt::format("{:.0f}", static_cast<double>(bytes) / (1 << 20)); };
    std::string words = "graphics memory: " + megabytes(memory.bytes) + " of " + megabytes(memory.limit) + " MB";
    if (memory.short_of_memory) words += ", too little for all that is in sight";
    constexpr std::size_t most_named = 3;
    const std::size_t count = memory.dropped.size(), named = std::min(count, most_named);
    for (std::size_t i = 0; i < named; ++i) {
        const DroppedTensor& dropped = memory.dropped[count - 1 - i];
        words += fmt::format("{}{} ({} MB)", i == 0 ? "; dropped: " : ", ", dropped.name, megabytes(dropped.bytes));
    }
    if (count > named) words += fmt::format(" and before them {} more", count - named);
    if (!memory.failure.empty()) words += "; " + memory.failure;
    return words;
}

bool HeatmapRenderer::more_to_come() const { return frame_ == ImGui::GetFrameCount() && tiles_.more_to_come(); }

HeatmapMemory HeatmapRenderer::memory() const {
    return {.bytes = bytes_ + tiles_.bytes(),
            .limit = tiles_.limits().bytes,
            .dropped = tiles_.dropped(),
            .short_of_memory = tiles_.short_of_memory(),
            .failure = tiles_.failure()};
}

void HeatmapRenderer::begin(ImVec2 origin, int width, int height) { target_ = {origin, width, height}; }

Image HeatmapRenderer::pixels(const void* waiting, const Rect& area) {
    const auto& heatmap = *static_cast<const Waiting*>(waiting);
    const auto pixels_of = [&](float length) { return static_cast<int>(std::lround(length * heatmap.layout.scale)); };
    Framebuffer target(pixels_of(area.width()), pixels_of(area.height()));
    begin(area.min, target.width(), target.height());
    glViewport(0, 0, target.width(), target.height());
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    draw(heatmap);
    return target.read();
}

void HeatmapRenderer::draw_heatmap(const ImDrawList*, const ImDrawCmd* command) {
    const auto& heatmap = *static_cast<const Waiting*>(command->UserCallbackData);
    heatmap.renderer->draw(heatmap);
}

void HeatmapRenderer::set_planes(const Waiting& heatmap) const {
    const CellPlane &cells = heatmap.cells, &mask = heatmap.mask;
    glUniform1i(at_.cells, 0);
    glUniform1i(at_.mask, 1);
    glUniform4i(at_.cells_at, cells.base, cells.row_stride, cells.column_stride, cells.width);
    glUniform4i(at_.mask_at, mask.base, mask.row_stride, mask.column_stride, mask.width);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, mask.width > 0 ? mask.texture : cells.texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, cells.texture);
}

void HeatmapRenderer::draw(const Waiting& heatmap) const {
    const HeatmapLayout& layout = heatmap.layout;
    if (heatmap.tiles) return tile_program_.draw(layout, heatmap.style, *heatmap.tiles, target_);
    const float scale = layout.scale;
    const ImVec2 origin = target_.origin;
    glUseProgram(program_);
    glBindVertexArray(vertex_array_);
    set_planes(heatmap);
    look_.set(layout, heatmap.style);
    glUniform4f(at_.area, std::round((layout.area.min.x - origin.x) * scale), std::round((layout.area.min.y - origin.y) * scale),
                std::round(layout.area.width() * scale), std::round(layout.area.height() * scale));
    glUniform2f(at_.viewport, static_cast<float>(target_.width), static_cast<float>(target_.height));
    glUniform2i(at_.count, layout.columns, layout.rows);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace vitrine
