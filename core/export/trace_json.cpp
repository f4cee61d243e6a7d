#include "core/export/trace_json.h"

#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

#include "core/files/number_text.h"

namespace vitrine {

namespace {

/// JSON has no NaN and no ∞; they become strings.
void append(float number, std::string& text) {
    const char* quote = std::isfinite(number) ? "" : "\"";
    text += quote;
    append_number(number, text);
    text += quote;
}

template <std::integral T>
void append(T number, std::string& text) {
    append_number(std::int32_t{number}, text);
}

/// Writes all numbers of a tensor in chunks of text.
template <class T>
void write_values(std::string_view bytes, const Sink& sink) {
    constexpr std::size_t enough = 1 << 16;
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T)) {
        T value;
        std::memcpy(&value, bytes.data() + i, sizeof(T));
        if (i > 0) text += ", ";
        append(value, text);
        if (text.size() > enough) {
            sink(text);
            text.clear();
        }
    }
    sink(text);
}

void write_tensor(const NamedTensor& named, const Sink& sink) {
    const Layout& layout = named.tensor.layout;
    std::string shape, axes;
    for (int axis = 0; axis < layout.rank; ++axis) {
        shape += (axis ? ", " : "") + std::to_string(layout.shape[axis]);
        axes += (axis ? ", \"" : "\"") + std::string(name(layout.axes[axis])) + "\"";
    }
    sink(nlohmann::json(named.name).dump() + ": {\"type\": \"" + std::string(file_type_name(named.tensor.type)) +
         "\", \"shape\": [" + shape + "], \"axes\": [" + axes + "], \"values\": [");
    const TensorBytes cells(named.tensor);
    if (named.tensor.type == ElementType::scalar) write_values<float>(cells.bytes(), sink);
    if (named.tensor.type == ElementType::index) write_values<std::int32_t>(cells.bytes(), sink);
    if (named.tensor.type == ElementType::mask) write_values<std::uint8_t>(cells.bytes(), sink);
    sink("]}");
}

}  // namespace

void write_trace_json(const std::vector<NamedTensor>& tensors, const Sink& sink) {
    sink("{\"tensors\": {");
    const char* separator = "\n";
    for (const NamedTensor& tensor : tensors) {
        sink(separator);
        write_tensor(tensor, sink);
        separator = ",\n";
    }
    sink("\n}}\n");
}

}  // namespace vitrine
