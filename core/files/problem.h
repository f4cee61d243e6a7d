#pragma once
/// How the files of this folder say what is wrong: one line, from the outside in, "config.json: 'd_model' is missing".

#include <string>

#include "core/tensor/error.h"

namespace vitrine {

/// Throws Error with "where: problem". Whatever was quoted from a file, the text stays one line: control characters become spaces.
[[noreturn]] void fail(const std::string& where, const std::string& problem);

/// The same without the colon, for a problem that is said of a field: "batch.json: 'src'", "is empty".
[[noreturn]] void fail_field(const std::string& field, const std::string& predicate);

/// Runs body and puts `where` in front of whatever Error comes out of it.
template <class Body>
auto within(const std::string& where, Body&& body) {
    try {
        return body();
    } catch (const Error& error) {
        fail(where, error.what());
    }
}

}  // namespace vitrine
