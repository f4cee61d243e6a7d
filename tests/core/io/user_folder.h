#pragma once
/// A user's data folder, with samples.

#include <cstdlib>
#include <optional>
#include <string>

#include "tests/core/io/helpers.h"

namespace vitrine::test {

/// A data folder of the user, for as long as this lives.
class UserFolder {
public:
    UserFolder() {
        if (const char* before = std::getenv("XDG_DATA_HOME")) before_ = before;
        setenv("XDG_DATA_HOME", folder_.path().c_str(), 1);
        fs::create_directories(samples());
    }
    ~UserFolder() {
        if (before_) {
            setenv("XDG_DATA_HOME", before_->c_str(), 1);
        } else {
            unsetenv("XDG_DATA_HOME");
        }
    }
    UserFolder(const UserFolder&) = delete;
    UserFolder& operator=(const UserFolder&) = delete;

    fs::path samples() const { return folder_.path() / "vitrine/samples"; }
    fs::path add(const std::string& name, const std::string& content) const {
        return folder_.file("vitrine/samples/" + name, content);
    }

private:
    TemporaryFolder folder_;
    std::optional<std::string> before_;
};

}  // namespace vitrine::test
