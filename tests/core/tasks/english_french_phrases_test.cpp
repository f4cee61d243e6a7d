#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/tasks/task_examples.h"

namespace vitrine::english_french_phrases_test {
using namespace vitrine::test;

TEST_CASE("the French is what a French speaker would write") {
    const std::map<std::string, std::string> expected{
        {"the black cat", "le chat noir"},
        {"the white mice", "les souris blanches"},
        {"the small dogs", "les petits chiens"},
        {"the heroes", "les héros"},
        {"the horses", "les chevaux"},
        {"old uncle", "vieil oncle"},
        {"beautiful bird", "bel oiseau"},
        {"new hotel", "nouvel hôtel"},
        {"old queens", "vieilles reines"},
        {"this uncle", "cet oncle"},
        {"this owl", "ce hibou"},
        {"my aunt", "ma tante"},
        {"my actress", "mon actrice"},
        {"her old actress", "sa vieille actrice"},
        {"some birds", "des oiseaux"},
        {"some beautiful birds", "de beaux oiseaux"},
        {"some happy men", "des hommes heureux"},
        {"many women", "beaucoup de femmes"},
        {"many uncles", "beaucoup d' oncles"},
        {"near the garden", "près du jardin"},
        {"near the gardens", "près des jardins"},
        {"near the house", "près de la maison"},
        {"near a church", "près d' une église"},
        {"in front of the hotel", "devant l' hôtel"},
        {"the king 's dog", "le chien du roi"},
        {"a king 's cats", "les chats d' un roi"},
        {"I am strange", "je suis étrange"},
        {"she is happy", "elle est heureuse"},
        {"he is too old", "il est trop vieux"},
        {"we do not sleep", "nous ne dormons pas"},
        {"I never arrive", "je n' arrive jamais"},
        {"any cats", "de chats"},
        {"he loves her </s>", "il l' aime"},
        {"looks for them", "les cherche"},
        {"to wait for us", "nous attendre"},
        {"can not see him", "ne peut pas le voir"},
        {"who never sleep", "qui ne dorment jamais"},
    };
    std::set<std::string> met;
    const Task task = make_task("english-french");
    for_draws(task, 100'000, [&](const Example& example) {
        const std::string english = text_of(example.source, task.source_vocabulary) + " ";
        std::string french;
        for (const auto& [from, to] : expected) {
            if (english.find(" " + from + " ") == std::string::npos) continue;
            if (french.empty()) french = " " + text_of(example.target, task.target_vocabulary) + " ";
            const bool found = french.find(" " + to + " ") != std::string::npos;
            if (!found) FAIL_CHECK(english, "|", french);
            met.insert(from);
        }
    });
    for (const auto& pair : expected) {
        CAPTURE(pair.first);
        CHECK(met.contains(pair.first));
    }
}

}  // namespace vitrine::english_french_phrases_test
