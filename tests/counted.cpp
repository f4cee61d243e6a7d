#include "tests/counted.h"

#include <atomic>
#include <exception>

#include <doctest/doctest.h>

namespace vitrine::tests {

namespace {

std::atomic<long> made{0};

/// Hears of every assertion; doctest's own numbers are not to be had before a test has ended.
struct AssertionCounter : doctest::IReporter {
    explicit AssertionCounter(const doctest::ContextOptions&) {}
    void log_assert(const doctest::AssertData&) override { made.fetch_add(1, std::memory_order_relaxed); }
    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats&) override {}
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("assertion-counter", 1, AssertionCounter);

}  // namespace

long assertions_made() { return made.load(std::memory_order_relaxed); }

Counted::~Counted() {
    if (std::uncaught_exceptions() > 0) return;  // the test has failed already
    const long count = assertions_made() - before_;
    if (count >= least_) return;
    ADD_FAIL_CHECK_AT(file_, line_, "only " << count << " checks were made where there should be " << least_);
}

}  // namespace vitrine::tests
