#pragma once
/// Error messages: one line, from the outside in, "config.json: 'd_model' is missing".

#include <string>

#include "core/tensor/error.h"

namespace vitrine {

/// An error's text as one line: line breaks and tabs become spaces, and other characters are changed as printable() does. A text
/// of more than 900 bytes loses its middle, since the file is named at its beginning and the problem at its end.
std::string one_line(std::string text);

/// Throws Error with "where: problem", as one_line().
[[noreturn]] void fail(const std::string& where, const std::string& problem);

/// Throws Error without a colon, for a problem of a field: "batch.json: 'src'", "is empty".
[[noreturn]] void fail_field(const std::string& field, const std::string& predicate);

/// Runs body; prefixes an Error that it throws with `where`.
template <class Body>
auto within(const std::string& where, Body&& body) {
    try {
        return body();
    } catch (const Error& error) {
        fail(where, error.what());
    }
}

}  // namespace vitrine
