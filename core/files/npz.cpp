#include "core/files/npz.h"

#include <cstdint>
#include <deque>

#include <nlohmann/json.hpp>

#include "core/files/zip.h"

namespace vitrine {

namespace {

/// "(2, 3, 5)"; with one axis "(2,)".
std::string tuple_text(const Layout& layout) {
    std::string text;
    for (int axis = 0; axis < layout.rank; ++axis) text += (axis ? ", " : "") + std::to_string(layout.shape[axis]);
    return "(" + text + (layout.rank == 1 ? ",)" : ")");
}

std::string_view numpy_type(ElementType type) {
    if (type == ElementType::index) return "<i4";
    return type == ElementType::mask ? "|u1" : "<f4";
}

/// The header of a .npy file of version 1.0: magic, version, length, and a Python dictionary, padded to a multiple of 64 bytes.
std::string npy_header(const std::string& type, const std::string& shape) {
    std::string dictionary = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    constexpr std::size_t magic_size = 10, border = 64;
    const std::size_t total = (magic_size + dictionary.size() + 1 + border - 1) / border * border;
    dictionary.resize(total - magic_size - 1, ' ');
    dictionary += '\n';
    const auto length = static_cast<std::uint16_t>(dictionary.size());
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(length & 0xff);
    header += static_cast<char>(length >> 8);
    return header + dictionary;
}

/// A .npy file in two pieces, header and cells, so that the cells need not be copied.
struct NpyFile {
    explicit NpyFile(const TensorView& tensor)
        : header(npy_header(std::string(numpy_type(tensor.type)), tuple_text(tensor.layout))), cells(tensor) {}

    std::string header;
    TensorBytes cells;
};

}  // namespace

void write_npz(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const Metadata& metadata,
               const GoesOn& goes_on) {
    ask_to_go_on(goes_on, 0);
    std::deque<NpyFile> files;
    std::vector<ZipEntry> entries;
    for (const NamedTensor& named : tensors) {
        const NpyFile& file = files.emplace_back(named.tensor);
        entries.push_back({named.name + ".npy", {file.header, file.cells.bytes()}});
    }
    const std::string text = nlohmann::json(metadata).dump(), header = npy_header("|S" + std::to_string(text.size()), "()");
    if (!metadata.empty()) entries.push_back({std::string(npz_metadata) + ".npy", {header, text}});
    write_zip(path, entries, goes_on);
}

}  // namespace vitrine
