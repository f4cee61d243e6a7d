#include <nlohmann/json.hpp>

#include "app/views/glossary/links.h"
#include "app/views/glossary/state.h"
#include "app/views/glossary/view.h"

namespace vitrine {

void describe_glossary(const State& state, nlohmann::ordered_json& json) {
    using OrderedJson = nlohmann::ordered_json;
    const Term& term = shown_term(state);
    OrderedJson found = OrderedJson::array(), views = OrderedJson::array(), links = OrderedJson::array();
    for (const Term* one : found_terms(state.of<GlossaryView>().search.text)) found.push_back(one->name);
    for (const View view : views_about(term)) views.push_back(view.name);
    if (state.run) {
        for (const RunLink& link : links_into_run(*state.run, term)) links.push_back(link.path);
    }
    json["glossary"] = {{"term", term.name},
                        {"search", state.of<GlossaryView>().search.text},
                        {"found", std::move(found)},
                        {"views", std::move(views)},
                        {"links", std::move(links)}};
}

}  // namespace vitrine
