#pragma once
/// Which test cases could pass without having checked anything: all of their checks stand behind a condition, or in a loop that may
/// be empty. Sources are read roughly, as text; what calls a function that checks counts as a check.

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::levels {

/// A text of C++ as long as before, with blanks in place of comments and of what stands in quotes.
std::string without_quotes(std::string_view text);

/// The functions and named lambdas of a text, which has gone through without_quotes(), that check something themselves or call one
/// of these. With those that are known already.
std::set<std::string> checking_functions(const std::string& text, std::set<std::string> known);

/// "FILE:LINE: TITLE" for each test case of a file that may check nothing, and has no tests::Counted. `known`: functions of its
/// headers that check.
std::vector<std::string> tests_that_may_check_nothing(const std::string& file, const std::string& text,
                                                      const std::set<std::string>& known);

/// How many test cases a text has.
int test_count(const std::string& text);

}  // namespace vitrine::levels
