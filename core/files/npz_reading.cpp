#include "core/files/npz_reading.h"

#include <cstring>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/npz.h"
#include "core/files/problem.h"
#include "core/files/zip_reading.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::string_view npy_magic{"\x93NUMPY", 6};
constexpr std::string_view npy_ending = ".npy";

/// What the header of an array says.
struct NpyHeader {
    StoredType type = StoredType::f32;
    bool fortran_order = false;
    std::vector<Size> shape;
    std::size_t data = 0;  ///< where the numbers begin
};

/// The text after "'key':" in the header's dictionary.
std::string_view value_of(std::string_view dictionary, std::string_view key, const std::string& where) {
    const auto at = dictionary.find("'" + std::string(key) + "'");
    const auto colon = at == std::string_view::npos ? at : dictionary.find(':', at);
    if (colon == std::string_view::npos) fail(where, "the header has no " + in_quotes(key));
    const auto begin = dictionary.find_first_not_of(' ', colon + 1);
    return begin == std::string_view::npos ? std::string_view{} : dictionary.substr(begin);
}

StoredType numpy_type_of(std::string_view text, const std::string& where) {
    constexpr std::pair<std::string_view, StoredType> types[] = {
        {"<f8", StoredType::f64}, {"<f4", StoredType::f32}, {"<f2", StoredType::f16},
        {"<i8", StoredType::i64}, {"<i4", StoredType::i32}, {"<i2", StoredType::i16},
        {"|i1", StoredType::i8},  {"|u1", StoredType::u8},  {"|b1", StoredType::boolean}};
    const std::string_view quoted = text.substr(0, text.find_first_of(",}"));
    for (const auto& [name, type] : types) {
        if (quoted.size() >= 5 && quoted.substr(1, 3) == name) return type;
    }
    fail(where, "its type is " + std::string(quoted.substr(0, 20)) + "; float16, float32, float64, integers and booleans are read");
}

/// "(2, 3, 5)", "(2,)" or "()".
std::vector<Size> shape_in(std::string_view text, const std::string& where) {
    std::vector<Size> shape;
    const auto end = text.find(')');
    if (!text.starts_with('(') || end == std::string_view::npos) fail(where, "the header's 'shape' is no tuple");
    Size number = 0;
    bool in_number = false;
    for (const char c : text.substr(1, end)) {
        if (c >= '0' && c <= '9') {
            number = number * 10 + (c - '0');
            in_number = true;
            if (number >= Size{1} << 48) fail(where, "the header's 'shape' is too large");
        } else if (c == ',' || c == ')') {
            if (in_number) shape.push_back(std::exchange(number, 0));
            in_number = false;
        } else if (c != ' ') {
            fail(where, "the header's 'shape' is no tuple of sizes");
        }
    }
    return shape;
}

/// The dictionary in the header of an array, and where the numbers begin.
std::pair<std::string_view, std::size_t> dictionary_in(std::string_view content, const std::string& where) {
    if (!content.starts_with(npy_magic) || content.size() < 12) fail(where, "is no .npy array");
    const bool wide = content[6] != 1;  // from version 2.0 on, the length takes 4 bytes
    const std::size_t begin = wide ? 12 : 10;
    std::uint32_t length = 0;
    std::memcpy(&length, content.data() + 8, wide ? 4 : 2);
    if (length > content.size() - begin) fail(where, "its header is cut off");
    return {content.substr(begin, length), begin + length};
}

NpyHeader header_in(std::string_view content, const std::string& where) {
    const auto [dictionary, data] = dictionary_in(content, where);
    NpyHeader header;
    header.type = numpy_type_of(value_of(dictionary, "descr", where), where);
    header.fortran_order = value_of(dictionary, "fortran_order", where).starts_with("True");
    header.shape = shape_in(value_of(dictionary, "shape", where), where);
    header.data = data;
    return header;
}

/// The texts in the array that write_npz() adds; nothing if an array of that name comes from elsewhere.
std::optional<Metadata> metadata_in(std::string_view content, const std::string& where) {
    const auto [dictionary, data] = dictionary_in(content, where);
    if (!value_of(dictionary, "descr", where).starts_with("'|S")) return std::nullopt;
    const nlohmann::json json = parse_json(content.substr(data), where);
    Metadata metadata;
    if (!json.is_object()) fail(where, "holds " + shown(json) + ", it must be an object { … }");
    for (const auto& item : json.items())
        if (item.value().is_string()) metadata.emplace(item.key(), item.value().get<std::string>());
    return metadata;
}

/// Throws Error if there are not as many numbers as the shape says.
void check_size(const NpyHeader& header, std::size_t size, const std::string& where) {
    Size asked = bytes_of(header.type);
    for (const Size n : header.shape) {
        if (__builtin_mul_overflow(asked, n, &asked)) asked = -1;
        if (asked < 0) break;
    }
    if (asked == static_cast<Size>(size - header.data)) return;
    fail(where, "has " + std::to_string(size - header.data) + " bytes of numbers, which is not what its shape " +
                    shape_text(header.shape) + " takes");
}

/// The numbers of an array in Fortran order, row by row.
std::string in_rows(std::string_view columns, const NpyHeader& header) {
    const auto size = static_cast<std::size_t>(bytes_of(header.type));
    std::string rows(columns.size(), '\0');
    std::vector<Size> index(header.shape.size(), 0);
    for (std::size_t cell = 0; cell * size < columns.size(); ++cell) {
        std::size_t place = 0, stride = 1;
        for (std::size_t axis = 0; axis < index.size(); ++axis) {
            place += static_cast<std::size_t>(index[axis]) * stride;
            stride *= static_cast<std::size_t>(header.shape[axis]);
        }
        std::memcpy(rows.data() + cell * size, columns.data() + place * size, size);
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < header.shape[axis]) break;
            index[axis] = 0;
        }
    }
    return rows;
}

}  // namespace

StoredTensors read_npz(const std::filesystem::path& path) {
    ZipFile zip(path);
    std::string numbers;
    std::vector<std::pair<std::string, StoredTensor>> arrays;
    std::vector<std::size_t> begins;
    Metadata metadata;
    for (const std::string& entry : zip.names()) {
        if (!std::string_view(entry).ends_with(npy_ending)) continue;
        const std::string where = path.string() + ": " + in_quotes(entry), content = zip.read(entry);
        if (entry == std::string(npz_metadata) + ".npy") {
            if (auto found = metadata_in(content, where)) {
                metadata = *std::move(found);
                continue;
            }
        }
        const NpyHeader header = header_in(content, where);
        check_size(header, content.size(), where);
        begins.push_back(numbers.size());
        const std::string_view cells = std::string_view(content).substr(header.data);
        numbers += header.fortran_order ? in_rows(cells, header) : std::string(cells);
        arrays.push_back({entry.substr(0, entry.size() - npy_ending.size()), {header.type, header.shape, {}}});
    }
    if (arrays.empty()) fail(path.string(), "holds no array; an .npz has a file ending in .npy for each");
    const auto content = std::make_shared<const std::string>(std::move(numbers));
    StoredTensors stored{content, {}, std::move(metadata)};
    begins.push_back(content->size());
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        arrays[i].second.bytes = {content->data() + begins[i], begins[i + 1] - begins[i]};
        stored.tensors.emplace(std::move(arrays[i]));
    }
    return stored;
}

}  // namespace vitrine
