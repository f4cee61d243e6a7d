#include "app/shell/desktop/desktop_bus.h"

#include <filesystem>
#include <thread>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace vitrine::desktop_bus_test {

namespace {

constexpr std::chrono::milliseconds patience{2000};

/// A bus that says what it is told to say, whatever it is asked.
class Bus {
public:
    explicit Bus(std::string answer) : answer_(std::move(answer)) {
        sockaddr_un place{};
        place.sun_family = AF_UNIX;
        path().copy(place.sun_path, sizeof place.sun_path - 1);
        listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
        REQUIRE(bind(listener_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0);
        REQUIRE(listen(listener_, 1) == 0);
        thread_ = std::thread([this] { serve(); });
    }
    ~Bus() {
        shutdown(listener_, SHUT_RDWR);
        close(listener_);
        thread_.join();
    }

    std::string path() const { return folder_.path() / "bus"; }
    std::string asked;

private:
    void serve() {
        const int peer = accept(listener_, nullptr, nullptr);
        if (peer < 0) return;
        read_until(peer, "\r\n");
        say(peer, "OK 1234deadbeef\r\n");
        read_until(peer, "Hello");
        say(peer, reply("s", std::string("\4\0\0\0:1.7\0", 9)));
        read_until(peer, "color-scheme");
        say(peer, answer_);
        char rest[256];
        while (recv(peer, rest, sizeof rest, 0) > 0) {
        }
        close(peer);
    }

    void read_until(int peer, const std::string& text) {
        char next = 0;
        while (asked.find(text) == std::string::npos && recv(peer, &next, 1, 0) == 1) asked += next;
    }

    static void say(int peer, const std::string& bytes) { (void)!send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

public:
    /// A method return as the specification lays it out: fixed part, the fields reply serial and signature, the body.
    static std::string reply(const std::string& signature, const std::string& body) {
        std::string fields("\5\1u\0\1\0\0\0", 8);
        fields += std::string("\10\1g\0", 4) + static_cast<char>(signature.size()) + signature + '\0';
        std::string bytes("l\2\1\1", 4);
        bytes += static_cast<char>(body.size()) + std::string(3, '\0') + std::string("\11\0\0\0", 4);
        bytes += static_cast<char>(fields.size()) + std::string(3, '\0') + fields;
        bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
        return bytes + body;
    }

private:
    const TemporaryFolder folder_;
    std::string answer_;
    int listener_ = -1;
    std::thread thread_;
};

std::optional<std::uint32_t> scheme_said(const std::string& answer) {
    Bus bus(answer);
    return read_setting("unix:path=" + bus.path() + ",guid=1", {"org.freedesktop.appearance", "color-scheme"}, patience);
}

}  // namespace

TEST_CASE("the address of a bus names its socket") {
    CHECK(socket_of("unix:path=/run/user/1000/bus,guid=abc") == "/run/user/1000/bus");
    CHECK(socket_of("unix:path=/run/user/1000/bus") == "/run/user/1000/bus");
    CHECK(socket_of("unix:abstract=/tmp/dbus-x,guid=1") == std::string(1, '\0') + "/tmp/dbus-x");
    CHECK_FALSE(socket_of("tcp:host=localhost,port=1"));
}

TEST_CASE("a setting is read from the desktop, in one variant or in two") {
    const std::string in_two("\1v\0\1u\0\0\0\1\0\0\0", 12), in_one("\1u\0\0\2\0\0\0", 8);
    CHECK(scheme_said(Bus::reply("v", in_two)) == 1u);
    CHECK(scheme_said(Bus::reply("v", in_one)) == 2u);
}

TEST_CASE("what is no number, an error, or nonsense is no setting") {
    CHECK_FALSE(scheme_said(Bus::reply("v", std::string("\1s\0\0\1\0\0\0x\0", 10))));
    std::string error = Bus::reply("v", "");
    error[1] = 3;
    CHECK_FALSE(scheme_said(error));
    CHECK_FALSE(scheme_said("nonsense that is no message at all"));
    CHECK_FALSE(scheme_said(""));
}

TEST_CASE("where there is no bus there is no setting, and nobody waits") {
    CHECK_FALSE(read_setting("unix:path=/no/such/socket", {"a", "b"}, patience));
    CHECK_FALSE(read_setting("", {"a", "b"}, patience));
}

}  // namespace vitrine::desktop_bus_test
