#include "core/files/csv.h"

#include "core/files/number_text.h"

namespace vitrine {

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

void write_csv(const TensorView& tensor, const Sink& sink) {
    constexpr std::size_t enough = 1 << 16;
    const Layout& layout = tensor.layout;
    std::string text;
    for (int axis = 0; axis < layout.rank; ++axis) text += std::string(name(layout.axes[static_cast<std::size_t>(axis)])) + ',';
    text += "value\n";
    for (Size i = 0; i < layout.count(); ++i) {
        const Index cell = index_of(layout, i);
        for (int axis = 0; axis < layout.rank; ++axis) text += std::to_string(cell[static_cast<std::size_t>(axis)]) + ',';
        const double value = tensor.at(cell);
        if (tensor.type == ElementType::scalar) {
            append_number(static_cast<float>(value), text);
        } else {
            append_number(static_cast<std::int32_t>(value), text);
        }
        text += '\n';
        if (text.size() < enough) continue;
        sink(text);
        text.clear();
    }
    sink(text);
}

}  // namespace vitrine
