#include "core/files/file.h"

#include <iterator>

#include <sys/stat.h>

#include "tests/core/io/helpers.h"

namespace vitrine::file_test {
using namespace vitrine::test;

namespace {

std::ptrdiff_t entries(const fs::path& folder) { return std::distance(fs::directory_iterator(folder), {}); }

}  // namespace

TEST_CASE("a file gives back what was written to it") {
    const TemporaryFolder folder;
    const std::string content("a\0b\nc", 5);
    write_file_atomically(folder.path() / "x", content);
    CHECK(read_file(folder.path() / "x") == content);
    write_file_atomically(folder.path() / "x", "");
    CHECK(read_file(folder.path() / "x").empty());
}

TEST_CASE("a mapped file has the bytes that reading it gives, also after its name has gone") {
    const TemporaryFolder folder;
    std::string content(100'003, '\0');
    for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * i % 251);
    const fs::path path = folder.file("x", content);
    const FileBytes mapped = map_file(path);
    fs::remove(path);
    CHECK(mapped.bytes == content);
    CHECK(map_file(folder.file("empty", "")).bytes.empty());
}

TEST_CASE("what cannot be read cannot be mapped, and says why") {
    const TemporaryFolder folder;
    check_error([&] { map_file(folder.path() / "none"); }, "none", "there is no such file");
    check_error([&] { map_file(folder.path()); }, "this is a folder");
}

TEST_CASE("a file that is not committed leaves the old one and nothing else") {
    const TemporaryFolder folder;
    const fs::path path = folder.file("x", "old");
    {
        OutputFile file(path);
        file.write("new");
        CHECK(entries(folder.path()) == 2);
    }
    CHECK(read_file(path) == "old");
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("replacing a file keeps its permissions and follows a link to it") {
    const TemporaryFolder folder;
    const fs::path path = folder.file("x", "old");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("x", folder.path() / "link");
    write_file_atomically(folder.path() / "link", "new");
    CHECK(read_file(path) == "new");
    CHECK(fs::is_symlink(folder.path() / "link"));
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("files that belong together take their places together, or none does") {
    const TemporaryFolder folder;
    const fs::path a = folder.file("a", "old"), b = folder.path() / "b", c = folder.file("c", "old");
    {
        OutputFiles files;
        files.add(a).write("new");
        files.add(b).write("new");
        files.remove(c);
    }
    CHECK(read_file(a) == "old");
    CHECK(entries(folder.path()) == 2);
    check_error(
        [&] {
            OutputFiles files;
            files.add(a).write("new");
            files.add(folder.path() / "no/b").write("new");
            files.commit();
        },
        "no/b: ");
    CHECK(read_file(a) == "old");
    CHECK(entries(folder.path()) == 2);

    OutputFiles files;
    files.add(a).write("new");
    files.add(b).write("new");
    files.remove(c);
    files.remove(folder.path() / "d");
    files.commit();
    CHECK(read_file(a) == "new");
    CHECK(read_file(b) == "new");
    CHECK(entries(folder.path()) == 2);
}

TEST_CASE("what cannot be read is named") {
    const TemporaryFolder folder;
    check_error([&] { read_file(folder.path() / "missing.json"); }, "missing.json: ", "there is no such file");
    check_error([&] { read_file(folder.path()); }, folder.path().string(), "is a folder");
    const fs::path secret = folder.file("secret", "x");
    fs::permissions(secret, fs::perms::none);
    check_error([] { read_file("/dev/zero"); }, "/dev/zero: this is a device");
    if (geteuid() != 0) check_error([&] { read_file(secret); }, "secret: cannot be read: ");
}

TEST_CASE("what cannot be written is named") {
    const TemporaryFolder folder;
    check_error([&] { write_file_atomically(folder.path(), "x"); }, folder.path().string(), "is a folder");
    check_error([&] { write_file_atomically(folder.path() / "no/x.npz", "x"); }, "no/x.npz: ", "there is no folder");
    check_error([] { write_file_atomically("/dev/full", "x"); }, "/dev/full: cannot be written: ");
}

TEST_CASE("whether a file can be written is known before, and asking leaves nothing, nor does it open a pipe") {
    const TemporaryFolder folder;
    check_error([&] { require_writable(folder.path()); }, folder.path().string(), "is a folder");
    check_error([&] { require_writable(folder.path() / "no/x.npz"); }, "no/x.npz: ", "there is no folder");
    const fs::path old = folder.file("old", "kept"), pipe = folder.path() / "pipe";
    require_writable(old);
    require_writable(folder.path() / "new");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    require_writable(pipe);  // opened, it would wait for a reader
    CHECK(read_file(old) == "kept");
    CHECK(entries(folder.path()) == 2);
}

}  // namespace vitrine::file_test
