#include "tests/zip_writing.h"

#include <stdexcept>

#include <zip.h>

#include "core/files/zip_reading.h"

namespace vitrine {

void write_zip(const std::filesystem::path& path, const ZipEntries& entries, ZipPacking packing) {
    zip_t* zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    if (!zip) throw std::runtime_error("cannot write " + path.string());
    for (const auto& [name, content] : entries) {
        zip_source_t* source = zip_source_buffer(zip, content.data(), content.size(), 0);
        const zip_int64_t index = zip_file_add(zip, name.c_str(), source, ZIP_FL_OVERWRITE);
        if (index < 0) throw std::runtime_error("cannot add " + name);
        const auto method = packing == ZipPacking::stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE;
        zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), method, 0);
    }
    if (zip_close(zip) != 0) throw std::runtime_error("cannot write " + path.string());
}

ZipEntries read_zip(const std::filesystem::path& path) {
    ZipFile zip(path);
    ZipEntries entries;
    for (const std::string& name : zip.names()) entries.emplace_back(name, zip.read(name));
    return entries;
}

}  // namespace vitrine
