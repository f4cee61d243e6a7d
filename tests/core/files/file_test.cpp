#include "core/files/file.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "core/tensor/memory.h"
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

TEST_CASE("a link that leads to no file yet stays, and the file is made where it leads") {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "below");
    fs::create_symlink("below/second", folder.path() / "first");
    fs::create_symlink(folder.path() / "below" / "file", folder.path() / "below" / "second");
    write_file_atomically(folder.path() / "first", "new");
    CHECK(fs::is_symlink(folder.path() / "first"));
    CHECK(fs::is_symlink(folder.path() / "below" / "second"));
    CHECK(read_file(folder.path() / "below" / "file") == "new");
    CHECK(entries(folder.path() / "below") == 2);

    fs::create_symlink("none/file", folder.path() / "lost");
    check_error([&] { write_file_atomically(folder.path() / "lost", "x"); }, "lost: cannot be written: there is no folder ",
                "none");
    CHECK(fs::is_symlink(folder.path() / "lost"));
    fs::create_symlink("circle", folder.path() / "circle");
    check_error([&] { write_file_atomically(folder.path() / "circle", "x"); }, "circle: cannot be written: ");
    CHECK(fs::is_symlink(folder.path() / "circle"));
    CHECK(entries(folder.path()) == 4);
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

TEST_CASE("a pipe is read to its end, however late its writer comes, and one that nobody writes to is refused") {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    const std::string content(200'000, 'x');  // more than a pipe holds
    const auto writes_late = [&](const std::string& text) {
        return std::thread([&, text] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            std::ofstream file(pipe);
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            file << text;
        });
    };
    std::thread writer = writes_late(content);
    CHECK(read_file(pipe) == content);
    writer.join();
    writer = writes_late(content);
    CHECK(map_file(pipe).bytes == content);
    writer.join();
    writer = writes_late("");
    CHECK(read_file(pipe).empty());
    writer.join();
    check_error([&] { read_file(pipe); }, "pipe: this is a pipe that nobody writes to");
    check_error([&] { map_file(pipe); }, "pipe: this is a pipe that nobody writes to");
}

TEST_CASE("a pipe that nobody reads is not written to, nor is a socket read") {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe", place = folder.path() / "socket";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    check_error([&] { write_file_atomically(pipe, "x"); }, "pipe: cannot be written: nobody reads this pipe");
    const Descriptor bound(socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    REQUIRE(place.string().size() < sizeof address.sun_path);
    place.string().copy(address.sun_path, sizeof address.sun_path);
    REQUIRE(bind(bound.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    check_error([&] { read_file(place); }, "socket: this is a socket or a device");
}

TEST_CASE("a file that is larger than the memory is refused before memory is taken") {
    const TemporaryFolder folder;
    const fs::path path = folder.file("sparse", "");
    fs::resize_file(path, std::uintmax_t{1} << 32);
    const MemoryLimit limit(Size{1} << 30);
    check_error([&] { read_file(path); }, "sparse: is too large for the memory: 4.3 GB more are needed");
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
