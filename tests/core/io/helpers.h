#pragma once
/// Helpers for tests of files: a temporary folder, and an Error's text.

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <unistd.h>

#include "core/tensor/error.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::test {

namespace fs = std::filesystem;

inline fs::path golden(const std::string& path) { return test_data("goldens") / path; }

/// The text of the Error that body throws; "" if it throws none.
template <class Body>
std::string error_of(Body&& body) {
    try {
        body();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// body throws an Error of one line that contains all these parts.
template <class Body, class... Parts>
void check_error(Body&& body, const Parts&... parts) {
    const std::string message = error_of(body);
    CAPTURE(message);
    CHECK(!message.empty());
    CHECK(!contains(message, "\n"));
    const std::string_view expected[] = {parts...};
    for (const std::string_view part : expected) {
        CAPTURE(std::string(part));
        CHECK(contains(message, part));
    }
}

}  // namespace vitrine::test
