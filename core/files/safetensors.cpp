#include "core/files/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/files/program.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

constexpr std::size_t prefix_size = 8;
constexpr std::uint64_t longest_header = 100'000'000;  // the format's own limit

/// The text of the header, after checking its length.
std::string_view header_of(std::string_view content, const std::string& where) {
    if (content.size() < prefix_size)
        fail(where, "cut off: " + std::to_string(content.size()) + " bytes, the header's length takes 8");
    std::uint64_t length = 0;
    std::memcpy(&length, content.data(), prefix_size);
    const std::uint64_t rest = content.size() - prefix_size;
    if (length > longest_header)
        fail(where, "this is no safetensors file: by its first 8 bytes the header takes " + std::to_string(length) +
                        " bytes, more than the format allows");
    if (length > rest) {
        fail(where, "the header is cut off: it claims " + std::to_string(length) + " bytes, " + std::to_string(rest) + " follow");
    }
    return {content.data() + prefix_size, static_cast<std::size_t>(length)};
}

/// The numbers of a list such as "shape": integers from 0 to below 2⁴⁸.
std::vector<Size> sizes_of(const Json& entry, const char* field, const std::string& where) {
    const auto list = entry.find(field);
    const auto is_size = [](const Json& n) { return n.is_number_unsigned() && n.get<std::uint64_t>() < std::uint64_t{1} << 48; };
    if (list == entry.end()) fail(where, std::string("'") + field + "' is missing");
    if (!list->is_array() || !std::all_of(list->begin(), list->end(), is_size)) {
        fail(where, std::string("'") + field + "' is " + shown(*list) + ", it must be a list of sizes");
    }
    return list->get<std::vector<Size>>();
}

StoredType type_of(const Json& entry, const std::string& where) {
    const std::string dtype = text_or_empty(entry, "dtype", where);
    if (const auto type = stored_type(dtype)) return *type;
    fail(where, "'dtype' is " + shown(dtype) + ", it must be one of F64, F32, BF16, F16, I64, I32, I16, I8, U8, BOOL");
}

/// The number of bytes that type and shape need; −1 on overflow.
Size bytes_asked(StoredType type, const std::vector<Size>& shape) {
    Size count = bytes_of(type);
    for (const Size size : shape) {
        if (__builtin_mul_overflow(count, size, &count)) return -1;
    }
    return count;
}

StoredTensor tensor_of(const Json& entry, std::string_view data, const std::string& where) {
    require_keys(entry, {"dtype", "shape", "data_offsets"}, where);
    StoredTensor tensor{type_of(entry, where), sizes_of(entry, "shape", where), {}};
    const std::vector<Size> offsets = sizes_of(entry, "data_offsets", where);
    if (offsets.size() != 2 || offsets[0] > offsets[1]) {
        fail(where, "'data_offsets' is " + shown(entry["data_offsets"]) + ", it must be a begin and an end");
    }
    const Size begin = offsets[0], size = offsets[1] - begin;
    if (offsets[1] > static_cast<Size>(data.size())) {
        fail(where, "'data_offsets' end at byte " + std::to_string(offsets[1]) + ", the file has " + std::to_string(data.size()));
    }
    const Size asked = bytes_asked(tensor.type, tensor.shape);
    if (size != asked) {
        fail(where, "'data_offsets' span " + std::to_string(size) + " bytes, 'shape' " + shape_text(tensor.shape) + " of " +
                        std::string(name(tensor.type)) + " takes " +
                        (asked < 0 ? "more than any machine has" : std::to_string(asked)));
    }
    tensor.bytes = {data.data() + begin, static_cast<std::size_t>(size)};
    return tensor;
}

/// Throws Error where the tensors do not cover the data exactly once.
void check_coverage(const StoredTensors& stored, std::string_view data, const std::string& where) {
    struct Extent {
        const char *begin, *end;
        const std::string* name;
    };
    std::vector<Extent> extents;
    for (const auto& [name, tensor] : stored.tensors)
        extents.push_back({tensor.bytes.data(), tensor.bytes.data() + tensor.bytes.size(), &name});
    std::ranges::sort(extents, {}, [](const Extent& extent) { return std::pair(extent.begin, extent.end); });

    const char* expected = data.data();
    for (const auto& [begin, end, name] : extents) {
        const std::string offset = std::to_string(begin - data.data()), at = where + ": " + in_quotes(*name);
        if (begin < expected) fail(at, "'data_offsets' begin at byte " + offset + ", inside another tensor");
        if (begin > expected) fail(at, "'data_offsets' begin at byte " + offset + ", after a gap that belongs to no tensor");
        expected = end;
    }
    const auto rest = data.data() + data.size() - expected;
    if (rest != 0) fail(where, "the last " + std::to_string(rest) + " bytes belong to no tensor");
}

std::map<std::string, std::string> texts_in(const Json& metadata) {
    std::map<std::string, std::string> texts;
    if (!metadata.is_object()) return texts;
    for (const auto& item : metadata.items()) {
        if (item.value().is_string()) texts.emplace(item.key(), item.value().get<std::string>());
    }
    return texts;
}

StoredType type_of(const NamedTensor& tensor) {
    const ElementType type = tensor.tensor.type;
    if (type != ElementType::scalar) return type == ElementType::index ? StoredType::i32 : StoredType::u8;
    return tensor.as_bfloat16 ? StoredType::bf16 : StoredType::f32;
}

Size alignment(const NamedTensor& tensor) { return bytes_of(type_of(tensor)); }

Size bytes_in_file(const NamedTensor& tensor) { return tensor.tensor.layout.count() * bytes_of(type_of(tensor)); }

/// Length and header, padded with spaces so that the data starts at a multiple of 8. The header is written tensor by tensor,
/// since an ordered_json compares each key that is added with all its other keys.
std::string header_text(const std::vector<NamedTensor>& tensors, const Metadata& metadata) {
    std::string text;
    const auto add = [&text](const std::string& name, const nlohmann::ordered_json& value) {
        const auto dumped = [](const auto& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
        text += (text.empty() ? "{" : ",") + dumped(Json(name)) + ":" + dumped(value);
    };
    if (!metadata.empty()) add("__metadata__", metadata);
    Size offset = 0;
    for (const NamedTensor& tensor : tensors) {
        const Layout& layout = tensor.tensor.layout;
        const auto* shape = layout.shape.data();
        const Size end = offset + bytes_in_file(tensor);
        add(tensor.name, {{"dtype", name(type_of(tensor))},
                          {"shape", std::vector<Size>(shape, shape + layout.rank)},
                          {"data_offsets", {offset, end}}});
        offset = end;
    }
    text += text.empty() ? "{}" : "}";
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = text.size();
    return std::string(reinterpret_cast<const char*>(&length), prefix_size) + text;
}

}  // namespace

namespace {

StoredTensors tensors_in(const FileBytes& content, const std::string& where) {
    StoredTensors stored{content.keeper, {}};
    const std::string_view header = header_of(content.bytes, where);
    const std::string_view data = content.bytes.substr(prefix_size + header.size());
    const Json entries = parse_json(header, where + ": header");
    if (!entries.is_object()) fail(where, "the header is " + shown(entries) + ", it must be an object { … }");
    for (const auto& item : entries.items()) {
        if (item.key() == "__metadata__") {
            stored.metadata = texts_in(item.value());
            continue;
        }
        stored.tensors.emplace(item.key(), tensor_of(item.value(), data, where + ": " + in_quotes(item.key())));
    }
    check_coverage(stored, data, where);
    return stored;
}

}  // namespace

StoredTensors read_safetensors(const std::filesystem::path& path) {
    const auto content = std::make_shared<const std::string>(read_file(path));
    return tensors_in({content, *content}, path.string());
}

StoredTensors map_safetensors(const std::filesystem::path& path) { return tensors_in(map_file(path), path.string()); }

void write_safetensors(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const Metadata& metadata,
                       const GoesOn& goes_on) {
    OutputFile file(path);
    write_safetensors(file, tensors, metadata, goes_on);
    file.commit();
}

void write_safetensors(OutputFile& file, const std::vector<NamedTensor>& tensors, const Metadata& metadata, const GoesOn& goes_on) {
    std::vector<NamedTensor> ordered = tensors;
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return alignment(a) > alignment(b); });
    Metadata texts = metadata;
    texts.emplace("program", std::string("vitrine ") + program_version());
    file.write(header_text(ordered, texts));
    double written = 0, all = 0;
    for (const NamedTensor& tensor : ordered) all += static_cast<double>(bytes_in_file(tensor));
    for (const NamedTensor& tensor : ordered) {
        ask_to_go_on(goes_on, written / all);
        if (type_of(tensor) == StoredType::bf16) {
            file.write(bfloat16_bytes(tensor.tensor));
        } else {
            file.write(TensorBytes(tensor.tensor).bytes());
        }
        written += static_cast<double>(bytes_in_file(tensor));
    }
    ask_to_go_on(goes_on, 1);
}

}  // namespace vitrine
