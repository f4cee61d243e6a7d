#include "app/lesson/answers.h"

#include <nlohmann/json.hpp>

namespace vitrine {

std::string answers_json(const std::vector<GivenAnswer>& given) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const GivenAnswer& answer : given) {
        all.push_back({{"lesson", answer.lesson},
                       {"step", answer.step},
                       {"question", answer.question},
                       {"answer", answer.answer},
                       {"right", answer.right},
                       {"tries", answer.tries},
                       {"shown", answer.shown}});
    }
    return nlohmann::ordered_json{{"answers", all}}.dump(2) + '\n';
}

}  // namespace vitrine
