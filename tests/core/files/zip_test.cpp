#include "core/files/zip.h"

#include <fstream>

#include <doctest/doctest.h>
#include <zip.h>

#include "core/files/file.h"
#include "core/tensor/error.h"
#include "tests/temporary_folder.h"

namespace vitrine::zip_test {
namespace fs = std::filesystem;

namespace {

/// The entries of an archive as libzip reads them, in their order: "NAME: CONTENT".
std::vector<std::string> unpacked(const fs::path& path) {
    int problem = 0;
    zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, &problem);
    REQUIRE(archive);
    std::vector<std::string> files;
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
        zip_file_t* file = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
        std::string content(100, '\0');
        content.resize(static_cast<std::size_t>(zip_fread(file, content.data(), content.size())));
        zip_fclose(file);
        files.push_back(std::string(zip_get_name(archive, static_cast<zip_uint64_t>(i), 0)) + ": " + content);
    }
    zip_discard(archive);
    return files;
}

}  // namespace

TEST_CASE("a zip file holds its entries, the two pieces of one after another, and equal entries give identical files") {
    const TemporaryFolder folder;
    write_zip(folder.path() / "a.zip", {{"ß.txt", {"first ", "second"}}, {"empty", {}}});
    CHECK(unpacked(folder.path() / "a.zip") == std::vector<std::string>{"ß.txt: first second", "empty: "});
    write_zip(folder.path() / "b.zip", {{"ß.txt", {"first ", "second"}}, {"empty", {}}});
    CHECK(read_file(folder.path() / "a.zip") == read_file(folder.path() / "b.zip"));
}

TEST_CASE("a folder as a zip file has its files by their names, those of folders in it, too") {
    const TemporaryFolder folder;
    const fs::path walk = folder.path() / "walk";
    fs::create_directories(walk / "more");
    std::ofstream(walk / "step-002.png") << "two";
    std::ofstream(walk / "step-001.png") << "one";
    std::ofstream(walk / "more/step-003.png") << "three";
    zip_folder(walk, folder.path() / "walk.zip");
    CHECK(unpacked(folder.path() / "walk.zip") ==
          std::vector<std::string>{"walk/more/step-003.png: three", "walk/step-001.png: one", "walk/step-002.png: two"});
}

TEST_CASE("a zip file that cannot be written leaves nothing") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(write_zip(folder.path() / "none/a.zip", {{"a", {"b"}}}), Error);
    CHECK_THROWS(zip_folder(folder.path() / "missing", folder.path() / "a.zip"));
    CHECK(!fs::exists(folder.path() / "a.zip"));
}

}  // namespace vitrine::zip_test
