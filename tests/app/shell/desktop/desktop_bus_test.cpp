#include "app/shell/desktop/desktop_bus.h"

#include <functional>
#include <thread>
#include <utility>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include "app/views/masks/readings.h"
#include "tests/temporary_folder.h"

namespace vitrine::desktop_bus_test {

namespace {

constexpr std::chrono::milliseconds patience{2000};
constexpr const char* bus_id = "1234567890abcdef1234567890abcdef";

/// A socket in place of a bus. Every client is passed to `serve`, on a thread of its own.
class Place {
public:
    explicit Place(std::function<void(int peer)> serve) : serve_(std::move(serve)) {
        sockaddr_un place{};
        place.sun_family = AF_UNIX;
        path().copy(place.sun_path, sizeof place.sun_path - 1);
        listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
        REQUIRE(bind(listener_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0);
        REQUIRE(listen(listener_, 1) == 0);
        thread_ = std::thread([this] {
            const int peer = accept(listener_, nullptr, nullptr);
            if (peer >= 0) serve_(peer);
        });
    }
    ~Place() {
        shutdown(listener_, SHUT_RDWR);
        close(listener_);
        thread_.join();
    }

    std::string address() const { return "unix:path=" + path() + ",guid=" + bus_id; }

private:
    std::string path() const { return folder_.path() / "bus"; }

    const TemporaryFolder folder_;
    std::function<void(int)> serve_;
    int listener_ = -1;
    std::thread thread_;
};

/// A portal's answer to a question.
using Reply = std::function<int(sd_bus_message* question)>;

/// Answers a bus client's greeting, and leaves the question for the colour scheme to `reply`.
int answer(sd_bus_message* question, void* reply, sd_bus_error*) {
    if (sd_bus_message_is_method_call(question, "org.freedesktop.DBus", "Hello") > 0)
        return sd_bus_reply_method_return(question, "s", ":1.7");
    const char *group = nullptr, *key = nullptr;
    const bool asked = sd_bus_message_is_method_call(question, "org.freedesktop.portal.Settings", "Read") > 0 &&
                       sd_bus_message_read(question, "ss", &group, &key) > 0 &&
                       std::string(group) == "org.freedesktop.appearance" && std::string(key) == "color-scheme";
    if (!asked) return sd_bus_reply_method_errorf(question, "org.example.Unexpected", "another question is expected");
    return (*static_cast<Reply*>(reply))(question);
}

/// A bus with a portal, for one client, until it hangs up. Takes over the socket.
void serve_bus(int peer, Reply reply) {
    sd_bus* bus = nullptr;
    sd_bus_new(&bus);
    sd_bus_set_fd(bus, peer, peer);
    sd_id128_t id;
    sd_id128_from_string(bus_id, &id);
    sd_bus_set_server(bus, 1, id);
    sd_bus_add_filter(bus, nullptr, answer, &reply);
    int done = sd_bus_start(bus);
    while (done >= 0) {
        done = sd_bus_process(bus, nullptr);
        if (done == 0) done = sd_bus_wait(bus, UINT64_MAX);
    }
    sd_bus_close_unref(bus);
}

std::optional<std::uint32_t> scheme_at(const std::string& address, std::chrono::milliseconds time = patience) {
    return read_setting(address, {"org.freedesktop.appearance", "color-scheme"}, time);
}

std::optional<std::uint32_t> scheme_said(const Reply& reply, std::chrono::milliseconds time = patience) {
    const Place place([&](int peer) { serve_bus(peer, reply); });
    return scheme_at(place.address(), time);
}

}  // namespace

TEST_CASE("a setting is read from the desktop, in one variant or in two") {
    CHECK(scheme_said([](sd_bus_message* m) { return sd_bus_reply_method_return(m, "v", "v", "u", 1); }) == 1u);
    CHECK(scheme_said([](sd_bus_message* m) { return sd_bus_reply_method_return(m, "v", "u", 2); }) == 2u);
}

TEST_CASE("a truth value is read as a number") {
    CHECK(scheme_said([](sd_bus_message* m) { return sd_bus_reply_method_return(m, "v", "v", "b", 0); }) == 0u);
    CHECK(scheme_said([](sd_bus_message* m) { return sd_bus_reply_method_return(m, "v", "b", 1); }) == 1u);
}

TEST_CASE("what is no number, or an error, is no setting") {
    CHECK_FALSE(scheme_said([](sd_bus_message* m) { return sd_bus_reply_method_return(m, "v", "s", "x"); }));
    CHECK_FALSE(scheme_said([](sd_bus_message* m) { return sd_bus_reply_method_return(m, ""); }));
    CHECK_FALSE(scheme_said([](sd_bus_message* m) { return sd_bus_reply_method_errorf(m, "org.example.None", "no"); }));
}

TEST_CASE("from one who hangs up or speaks another language comes no setting") {
    for (const std::string answer : {"", "nonsense that is no greeting at all\r\n"}) {
        const Place place([&](int peer) {
            (void)!send(peer, answer.data(), answer.size(), MSG_NOSIGNAL);
            close(peer);
        });
        CHECK_FALSE(scheme_at(place.address()));
    }
}

TEST_CASE("one who says nothing is not waited for any longer than asked") {
    const auto listen_in_silence = [](int peer) {
        char heard[256];
        while (recv(peer, heard, sizeof heard, 0) > 0) {
        }
        close(peer);
    };
    const auto start = std::chrono::steady_clock::now();
    CHECK_FALSE(scheme_at(Place(listen_in_silence).address(), std::chrono::milliseconds(50)));
    CHECK_FALSE(scheme_said([](sd_bus_message*) { return 1; }, std::chrono::milliseconds(50)));
    CHECK(std::chrono::steady_clock::now() - start < patience);
}

TEST_CASE("where there is no bus there is no setting, and nobody waits") {
    CHECK_FALSE(scheme_at("unix:path=/no/such/socket"));
    CHECK_FALSE(scheme_at("no address"));
    CHECK_FALSE(scheme_at(""));
}

}  // namespace vitrine::desktop_bus_test
