#pragma once
/// A least number of checks, for a test whose checks all stand behind a condition or in a loop that may be empty: it would pass
/// without having checked anything. tests/levels asks for it there.

namespace vitrine::tests {

/// How many assertions this program has made so far, in whatever test.
long assertions_made();

/// At the end of its scope fails where fewer assertions than this were made in it.
class Counted {
public:
    explicit Counted(long least, const char* file = __builtin_FILE(), int line = __builtin_LINE())
        : least_(least), before_(assertions_made()), file_(file), line_(line) {}
    ~Counted();
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    long least_, before_;
    const char* file_;
    int line_;
};

}  // namespace vitrine::tests
