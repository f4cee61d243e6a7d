#pragma once
/// Tables of the words of the English-French grammar, with their irregular forms.

#include "core/tasks/grammar_words.h"

namespace vitrine::grammar {

struct NounRow {
    const char *english, *french;  // irregular plurals follow a slash
    Gender gender;
    unsigned kind;
};
constexpr NounRow noun_rows[] = {
    {"man/men", "homme", masculine, person},      {"woman/women", "femme", feminine, person},
    {"king", "roi", masculine, person},           {"queen", "reine", feminine, person},
    {"boy", "garçon", masculine, person},         {"girl", "fille", feminine, person},
    {"uncle", "oncle", masculine, person},        {"aunt", "tante", feminine, person},
    {"hero/heroes", "*héros", masculine, person}, {"actress", "actrice", feminine, person},
    {"cat", "chat", masculine, animal},           {"dog", "chien", masculine, animal},
    {"horse", "cheval", masculine, animal},       {"bird", "oiseau", masculine, animal},
    {"mouse/mice", "souris", feminine, animal},   {"donkey", "âne", masculine, animal},
    {"owl", "*hibou/*hiboux", masculine, animal}, {"bee", "abeille", feminine, animal},
    {"apple", "pomme", feminine, food},           {"egg", "œuf", masculine, food},
    {"cake", "gâteau", masculine, food},          {"pear", "poire", feminine, food},
    {"book", "livre", masculine, text},           {"letter", "lettre", feminine, text},
    {"story", "histoire", feminine, text},        {"newspaper", "journal", masculine, text},
    {"chair", "chaise", feminine, thing},         {"hat", "chapeau", masculine, thing},
    {"umbrella", "parapluie", masculine, thing},  {"knife/knives", "couteau", masculine, thing},
    {"flower", "fleur", feminine, thing},         {"tree", "arbre", masculine, thing},
    {"garden", "jardin", masculine, place},       {"house", "maison", feminine, place},
    {"school", "école", feminine, place},         {"hotel", "hôtel", masculine, place},
    {"castle", "château", masculine, place},      {"church", "église", feminine, place},
};

struct AdjectiveRow {
    const char *english, *french;  // irregular feminine forms, and masculine forms before a vowel, follow slashes
    bool precedes;
    unsigned kinds;
};
constexpr AdjectiveRow adjective_rows[] = {
    {"small", "petit", true, anything},
    {"big", "grand", true, anything},
    {"young", "jeune", true, living},
    {"old", "vieux/vieille/vieil", true, anything - food},
    {"new", "nouveau/nouvelle/nouvel", true, text + thing + place},
    {"beautiful", "beau/belle/bel", true, anything - food},
    {"good", "bon", true, person + food + text},
    {"black", "noir", false, animal + thing},
    {"white", "blanc/blanche", false, animal + thing + place},
    {"red", "rouge", false, food + thing},
    {"happy", "heureux", false, living},
    {"sad", "triste", false, person + animal + text},
    {"strange", "étrange", false, anything},
    {"Italian", "italien", false, anything - animal},
};

struct VerbRow {
    const char* english;  // the irregular other form follows a slash, a preposition follows a space
    const char* french;   // the infinitive; irregular verbs add the forms after je, il, nous and ils
    unsigned subjects, objects;
    bool is_feeling = false;
};
constexpr VerbRow verb_rows[] = {
    {"love", "aimer", living, anything, true},
    {"hate", "détester", living, anything, true},
    {"see", "voir vois voit voyons voient", living, anything},
    {"hear", "entendre entends entend entendons entendent", living, living},
    {"watch", "regarder", living, living},
    {"look for", "chercher", living, anything},
    {"find", "trouver", living, anything},
    {"wait for", "attendre attends attend attendons attendent", living, living},
    {"eat", "manger", living, food},
    {"read", "lire lis lit lisons lisent", person, text},
    {"write", "écrire écris écrit écrivons écrivent", person, text},
    {"buy", "acheter achète achète achetons achètent", person, anything - person},
    {"have/has", "avoir ai a avons ont", living, anything - person - place},
    {"sleep", "dormir dors dort dormons dorment", living, 0},
    {"sing", "chanter", living, 0},
    {"arrive", "arriver", living, 0},
    {"laugh", "rire ris rit rions rient", person, 0},
};
constexpr VerbRow can_row{"can/can", "- peux peut pouvons peuvent", living, 0};  // no construction uses their infinitive
constexpr VerbRow want_row{"want", "- veux veut voulons veulent", living, 0};

struct DeterminerRow {
    const char* english;  // singular/plural; a hyphen if there is none
    const char* french;   // masculine/feminine/plural; likewise
    unsigned roles;
    std::uint64_t weight;
};
constexpr DeterminerRow determiner_rows[] = {
    {"the/the", "le/la/les", any_role, 6},
    {"a/-", "un/une/-", any_role - object_of_feeling, 4},
    {"-/some", "-/-/des", any_subject + object, 3},
    {"-/any", "-/-/de", negated_object, 6},
    {"this/these", "ce/cette/ces", any_role, 2},
    {"my/my", "mon/ma/mes", any_role, 2},
    {"his/his", "son/sa/ses", any_role, 1},
    {"her/her", "son/sa/ses", any_role, 1},
    {"our/our", "notre/notre/nos", any_role, 1},
    {"every/-", "chaque/chaque/-", subject + object + object_of_feeling + location, 1},
    {"-/two", "-/-/deux", any_subject + object + negated_object, 1},
    {"-/many", "-/-/beaucoup de", any_subject + object + negated_object, 1},
};

}  // namespace vitrine::grammar
