/// Other people's Transformers (tests/implementations): each is imported, run, and compared with what its author recorded.

#include "tests/implementations.h"

#include <doctest/doctest.h>

#include "core/cause/search.h"
#include "core/cause/sentence.h"
#include "tests/core/against/reference_run.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// "KIND at WHERE", line by line.
std::string causes_in(const FoundCauses& found) {
    std::string text;
    for (const Cause& cause : found.causes) text += std::string(name(cause.mistake.kind)) + " at " + cause.mistake.where + "\n";
    return text;
}

std::string causes_in(const Json& facts) {
    std::string text;
    for (const Json& cause : facts["causes"])
        text += cause["kind"].get<std::string>() + " at " + cause["where"].get<std::string>() + "\n";
    return text;
}

}  // namespace

TEST_CASE("right implementations agree, and of the others the first difference and all causes are named") {
    int differ = 0;
    for (const fs::path& folder : test::implementations()) {
        CAPTURE(folder.filename().string());
        test::Implementation one = test::read_implementation(folder);
        const Json& facts = one.facts;
        const test::ReferenceRun run(one.model.configuration, std::move(one.model.parameters), std::move(one.batch));
        OurRun ours = run.ours();
        ours.origins = &one.origins;
        const MatchedTrace matched = match_trace(read_recorded_trace(one.trace), ours);
        CHECK(matched.pairs.size() > 10);
        const auto first = first_beyond(matched, ours, usual_tolerance);
        const FoundCauses found = find_causes(matched, ours, usual_tolerance);
        CHECK((first ? matched.pairs[*first].path : "") ==
              (facts["first_beyond"].is_null() ? "" : facts["first_beyond"].get<std::string>()));
        CHECK(causes_in(found) == causes_in(facts));
        CHECK(found.unexplained.has_value() == (first.has_value() && facts["cause"].is_null()));
        differ += first.has_value();

        if (!found.causes.empty()) CHECK(cause_sentence(found.causes[0], ours).starts_with(found.causes[0].mistake.where + ": "));
    }
    CHECK(differ == 12);
}

}  // namespace vitrine
