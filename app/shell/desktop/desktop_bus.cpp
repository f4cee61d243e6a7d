#include "app/shell/desktop/desktop_bus.h"

#include <memory>

#include <systemd/sd-bus.h>

namespace vitrine {

namespace {

using Clock = std::chrono::steady_clock;
using Bus = std::unique_ptr<sd_bus, decltype(&sd_bus_close_unref)>;  // closing does not wait for unsent messages

/// Opens a connection to the session bus; null if there is no bus.
Bus connect(const std::string& address) {
    sd_bus* made = nullptr;
    if (sd_bus_new(&made) < 0) return {nullptr, &sd_bus_close_unref};
    Bus bus(made, &sd_bus_close_unref);
    const bool good =
        sd_bus_set_address(made, address.c_str()) >= 0 && sd_bus_set_bus_client(made, 1) >= 0 && sd_bus_start(made) >= 0;
    if (!good) bus.reset();
    return bus;
}

struct Answer {
    bool came = false;
    std::optional<std::uint32_t> number;
};

/// Reads a number or truth value that is wrapped in one or more variants; nothing if the innermost value is something else.
std::optional<std::uint32_t> number_in(sd_bus_message* message) {
    char type = 0;
    const char* contents = nullptr;
    while (sd_bus_message_peek_type(message, &type, &contents) > 0 && type == SD_BUS_TYPE_VARIANT) {
        if (sd_bus_message_enter_container(message, type, contents) < 0) return std::nullopt;
    }
    if (type != SD_BUS_TYPE_UINT32 && type != SD_BUS_TYPE_INT32 && type != SD_BUS_TYPE_BOOLEAN) return std::nullopt;
    std::uint32_t number = 0;
    return sd_bus_message_read_basic(message, type, &number) > 0 ? std::optional(number) : std::nullopt;
}

int take_answer(sd_bus_message* message, void* answer, sd_bus_error*) {
    *static_cast<Answer*>(answer) = {true, sd_bus_message_is_method_error(message, nullptr) ? std::nullopt : number_in(message)};
    return 0;
}

}  // namespace

std::optional<std::uint32_t> read_setting(const std::string& address, const DesktopSetting& setting,
                                          std::chrono::milliseconds patience) {
    const Clock::time_point deadline = Clock::now() + patience;
    const Bus bus = connect(address);
    Answer answer;
    if (!bus || sd_bus_call_method_async(bus.get(), nullptr, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                                         "org.freedesktop.portal.Settings", "Read", take_answer, &answer, "ss",
                                         setting.group.c_str(), setting.key.c_str()) < 0)
        return std::nullopt;
    // sd_bus_call would be shorter, but it waits for the bus's greeting without a time limit.
    while (!answer.came) {
        const int done = sd_bus_process(bus.get(), nullptr);
        const auto left = std::chrono::duration_cast<std::chrono::microseconds>(deadline - Clock::now()).count();
        if (done < 0 || left <= 0) break;
        if (done == 0 && sd_bus_wait(bus.get(), static_cast<std::uint64_t>(left)) < 0) break;
    }
    return answer.number;
}

}  // namespace vitrine
