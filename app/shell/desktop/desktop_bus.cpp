#include "app/shell/desktop/desktop_bus.h"

#include <cstddef>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace vitrine {

std::optional<std::string> socket_of(const std::string& address) {
    for (const auto& [kind, first] : {std::pair{std::string_view("unix:path="), std::string()},
                                      std::pair{std::string_view("unix:abstract="), std::string(1, '\0')}}) {
        const std::size_t at = address.find(kind);
        if (at == std::string::npos) continue;
        const std::size_t from = at + kind.size();
        return first + address.substr(from, address.find_first_of(",;", from) - from);
    }
    return std::nullopt;
}

namespace {

using Clock = std::chrono::steady_clock;

/// A connection that gives up at a moment.
class Connection {
public:
    Connection(const std::string& name, Clock::time_point deadline) : deadline_(deadline) {
        sockaddr_un place{};
        if (name.size() >= sizeof place.sun_path) return;
        place.sun_family = AF_UNIX;
        std::memcpy(place.sun_path, name.data(), name.size());
        const auto length =
            static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + (name.starts_with('\0') ? 0 : 1));
        socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        good_ = socket_ >= 0 && connect(socket_, reinterpret_cast<const sockaddr*>(&place), length) == 0;
    }
    ~Connection() {
        if (socket_ >= 0) close(socket_);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    bool send(std::string_view bytes) {
        while (good_ && !bytes.empty()) {
            const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            good_ = count > 0;
            if (good_) bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return good_;
    }

    /// Exactly so many bytes; fewer where they do not come in time.
    std::string receive(std::size_t count) {
        std::string bytes;
        while (bytes.size() < count && ready()) {
            char piece[512];
            const ssize_t got = recv(socket_, piece, std::min(sizeof piece, count - bytes.size()), 0);
            if (got <= 0) break;
            bytes.append(piece, static_cast<std::size_t>(got));
        }
        return bytes;
    }

    std::string line() {
        std::string text;
        while (!text.ends_with("\r\n") && text.size() < 1024) {
            const std::string next = receive(1);
            if (next.empty()) break;
            text += next;
        }
        return text;
    }

private:
    bool ready() const {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
        pollfd waited{socket_, POLLIN, 0};
        return good_ && left > 0 && poll(&waited, 1, static_cast<int>(left)) == 1;
    }

    Clock::time_point deadline_;
    int socket_ = -1;
    bool good_ = false;
};

// Messages, in little-endian: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages

void align(std::string& bytes, std::size_t to) { bytes.resize((bytes.size() + to - 1) / to * to, '\0'); }

void put(std::string& bytes, std::uint32_t number) {
    align(bytes, 4);
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift & 0xff);
}

void put(std::string& bytes, std::string_view text) {
    put(bytes, static_cast<std::uint32_t>(text.size()));
    bytes.append(text).push_back('\0');
}

/// One header field whose value is a text of a type: 'o' a path, 's' a name, 'g' a signature.
void put_field(std::string& fields, char code, char type, std::string_view value) {
    align(fields, 8);
    fields += {code, '\1', type, '\0'};
    if (type != 'g') return put(fields, value);
    fields += static_cast<char>(value.size());
    fields.append(value).push_back('\0');
}

struct Call {
    std::string_view destination, path, interface, member;
    std::string signature, body;
};

std::string message(const Call& call, std::uint32_t serial) {
    std::string fields;
    put_field(fields, 1, 'o', call.path);
    put_field(fields, 2, 's', call.interface);
    put_field(fields, 3, 's', call.member);
    put_field(fields, 6, 's', call.destination);
    if (!call.signature.empty()) put_field(fields, 8, 'g', call.signature);
    std::string bytes{'l', '\1', '\0', '\1'};
    put(bytes, static_cast<std::uint32_t>(call.body.size()));
    put(bytes, serial);
    put(bytes, static_cast<std::uint32_t>(fields.size()));
    bytes += fields;
    align(bytes, 8);
    return bytes + call.body;
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i)
        number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
    return number;
}

constexpr char method_return = 2, error = 3;

struct Message {
    char type = 0;
    std::string body;
};

/// The next message; of type 0 where none comes, or none that can be read.
Message next_message(Connection& connection) {
    constexpr std::size_t fixed = 16, most = 1 << 20;
    const std::string head = connection.receive(fixed);
    if (head.size() < fixed || head[0] != 'l') return {};
    const std::size_t body = number_at(head, 4), fields = (number_at(head, 12) + 7) / 8 * 8;
    if (body > most || fields > most) return {};
    if (connection.receive(fields).size() < fields) return {};
    Message found{head[1], connection.receive(body)};
    return found.body.size() == body ? found : Message{};
}

/// The answer to a call. What else the bus has to say comes in between.
Message answer(Connection& connection) {
    for (;;) {
        Message found = next_message(connection);
        if (found.type == 0 || found.type == method_return || found.type == error) return found;
    }
}

/// A variant in a variant in …, of which the innermost is a number or a truth value.
std::optional<std::uint32_t> number_in(std::string_view body) {
    for (std::size_t at = 0; at + 2 < body.size() && body[at] == 1;) {
        const char type = body[at + 1];
        at += 3;
        if (type == 'v') continue;
        if (type != 'u' && type != 'b' && type != 'i') return std::nullopt;
        at = (at + 3) / 4 * 4;
        return at + 4 <= body.size() ? std::optional(number_at(body, at)) : std::nullopt;
    }
    return std::nullopt;
}

bool greet(Connection& connection) {
    std::string name;
    for (const char digit : std::to_string(getuid())) name += fmt::format("{:02x}", static_cast<unsigned char>(digit));
    if (!connection.send(std::string(1, '\0') + "AUTH EXTERNAL " + name + "\r\n")) return false;
    if (!connection.line().starts_with("OK")) return false;
    const Call hello{.destination = "org.freedesktop.DBus",
                     .path = "/org/freedesktop/DBus",
                     .interface = "org.freedesktop.DBus",
                     .member = "Hello",
                     .signature = {},
                     .body = {}};
    return connection.send("BEGIN\r\n" + message(hello, 1)) && answer(connection).type == method_return;
}

}  // namespace

std::optional<std::uint32_t> read_setting(const std::string& address, const DesktopSetting& setting,
                                          std::chrono::milliseconds patience) {
    const auto name = socket_of(address);
    if (!name) return std::nullopt;
    Connection connection(*name, Clock::now() + patience);
    if (!greet(connection)) return std::nullopt;
    Call call{.destination = "org.freedesktop.portal.Desktop",
              .path = "/org/freedesktop/portal/desktop",
              .interface = "org.freedesktop.portal.Settings",
              .member = "Read",
              .signature = "ss",
              .body = {}};
    put(call.body, setting.group);
    put(call.body, setting.key);
    if (!connection.send(message(call, 2))) return std::nullopt;
    const Message found = answer(connection);
    return found.type == method_return ? number_in(found.body) : std::nullopt;
}

}  // namespace vitrine
