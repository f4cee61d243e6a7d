#pragma once
/// Error messages: one line, from the outside in, "config.json: 'd_model' is missing".

#include <string>

#include "core/tensor/error.h"

namespace vitrine {

/// Throws Error with "where: problem". Control characters in the text become spaces, so it is one line, and bytes that are not
/// UTF-8 their digits, "<C3>". The middle of a text of more than 900 bytes is left out.
[[noreturn]] void fail(const std::string& where, const std::string& problem);

/// Throws Error without the colon, for a problem of a field: "batch.json: 'src'", "is empty".
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
