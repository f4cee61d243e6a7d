#include "core/files/zip_reading.h"

#include <fstream>
#include <system_error>

#include <zip.h>

#include "core/files/file.h"
#include "core/files/problem.h"
#include "core/tensor/memory.h"
#include "core/text/plain_text.h"

namespace vitrine {

struct ZipFile::Archive {
    zip_t* zip = nullptr;

    Archive() = default;
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive() {
        if (zip) zip_discard(zip);
    }
};

namespace {

constexpr Size packed_at_most = 8, always_allowed = Size{16} << 20;

/// An entry that is open for reading.
struct OpenEntry {
    zip_file_t* file;

    explicit OpenEntry(zip_file_t* opened) : file(opened) {}
    OpenEntry(const OpenEntry&) = delete;
    OpenEntry& operator=(const OpenEntry&) = delete;
    ~OpenEntry() {
        if (file) zip_fclose(file);
    }
};

/// What libzip says of an error of zip_open.
std::string reason_of(int code) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    return reason;
}

/// Null if it cannot be opened; then `code` says why. Requires: the content outlives the archive.
zip_t* open_in_memory(const std::string& content, int& code) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(content.data(), content.size(), 0, &error);
    zip_t* archive = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
    if (!archive && source) zip_source_free(source);
    code = zip_error_code_zip(&error);
    zip_error_fini(&error);
    return archive;
}

}  // namespace

bool is_zip(const std::filesystem::path& path) {
    constexpr std::string_view magic("PK\3\4", 4);
    if (path == standard_input) return read_standard_input().starts_with(magic);
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return false;
    std::ifstream file(path, std::ios::binary);
    char beginning[4] = {};
    file.read(beginning, sizeof beginning);
    return file.gcount() == 4 && std::string_view(beginning, 4) == magic;
}

ZipFile::ZipFile(const std::filesystem::path& path) : where_(path.string()), archive_(std::make_unique<Archive>()) {
    int code = 0;
    const bool is_stream = path == standard_input;
    archive_->zip = is_stream ? open_in_memory(read_standard_input(), code) : zip_open(where_.c_str(), ZIP_RDONLY, &code);
    if (!archive_->zip) fail(where_, "is no sound zip file: " + reason_of(code));
    std::error_code unknown;
    const auto size = is_stream ? read_standard_input().size() : std::filesystem::file_size(path, unknown);
    room_ = packed_at_most * static_cast<Size>(size) + always_allowed;
    const zip_int64_t count = zip_get_num_entries(archive_->zip, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const char* name = zip_get_name(archive_->zip, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
        names_.emplace_back(name ? name : "");
        places_.emplace(names_.back(), static_cast<std::uint64_t>(i));
    }
}

ZipFile::~ZipFile() = default;

void ZipFile::require_room(Size bytes, const std::string& name) {
    if (bytes > room_) {
        fail(where_,
             in_quotes(name) + " unpacks to " + std::to_string(bytes) + " bytes, far more than a file of this size can hold");
    }
    room_ -= bytes;
    require_memory(bytes);
}

std::string ZipFile::read(const std::string& name) {
    const auto found = places_.find(name);
    if (found == places_.end()) fail(where_, "has no " + in_quotes(name));
    const zip_uint64_t index = found->second;
    zip_stat_t facts;
    zip_stat_init(&facts);
    if (zip_stat_index(archive_->zip, index, 0, &facts) != 0 || !(facts.valid & ZIP_STAT_SIZE)) {
        fail(where_, in_quotes(name) + " cannot be read: " + zip_strerror(archive_->zip));
    }
    if (facts.size > zip_uint64_t{1} << 48) fail(where_, in_quotes(name) + " claims " + std::to_string(facts.size) + " bytes");
    require_room(static_cast<Size>(facts.size), name);
    const OpenEntry entry(zip_fopen_index(archive_->zip, index, 0));
    if (!entry.file) fail(where_, in_quotes(name) + " cannot be read: " + zip_strerror(archive_->zip));
    std::string content(static_cast<std::size_t>(facts.size), '\0');
    std::size_t at = 0;
    zip_int64_t got = 1;
    while (at < content.size() && got > 0) {
        got = zip_fread(entry.file, content.data() + at, content.size() - at);
        if (got > 0) at += static_cast<std::size_t>(got);
    }
    char beyond = 0;  // reading the end makes libzip compare the checksum
    if (got >= 0) got = at < content.size() ? -1 : zip_fread(entry.file, &beyond, 1);
    if (got < 0 && at < content.size()) fail(where_, in_quotes(name) + " is damaged: it is cut off");
    if (got < 0) fail(where_, in_quotes(name) + " is damaged: " + zip_file_strerror(entry.file));
    if (got > 0) fail(where_, in_quotes(name) + " is damaged: it is longer than it claims");
    return content;
}

}  // namespace vitrine
