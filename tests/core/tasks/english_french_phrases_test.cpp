#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/language/language_file.h"
#include "core/language/translations.h"
#include "core/text/split.h"
#include "tests/test_data.h"

namespace vitrine::english_french_phrases_test {

namespace {

const std::vector<std::pair<std::string, std::string>> phrases{
    {"the black cat is sleeping", "le chat noir dort"},
    {"my sister did not buy the new car", "ma sœur n' a pas acheté la nouvelle voiture"},
    {"the dog is in the garden", "le chien est dans le jardin"},
    {"a small white house", "une petite maison blanche"},
    {"an old friend", "un vieil ami"},
    {"my old friend", "mon vieil ami"},
    {"this man is tall", "cet homme est grand"},
    {"these apples are red", "ces pommes sont rouges"},
    {"near a museum", "près d' un musée"},
    {"next to an old church", "à côté d' une vieille église"},
    {"a beautiful bird", "un bel oiseau"},
    {"a new hotel", "un nouvel hôtel"},
    {"the old woman is happy", "la vieille femme est heureuse"},
    {"my friend is from London", "mon ami est de Londres"},
    {"her daughters are beautiful", "ses filles sont belles"},
    {"the white doors", "les portes blanches"},
    {"I have a red car", "j' ai une voiture rouge"},
    {"he has two brothers", "il a deux frères"},
    {"she does not have a dog", "elle n' a pas de chien"},
    {"we have no money", "nous n' avons pas d' argent"},
    {"I do not have any money", "je n' ai pas d' argent"},
    {"do you have any bread ?", "est-ce que tu as du pain ?"},
    {"she wants some water", "elle veut de l' eau"},
    {"I drink coffee in the morning", "je bois du café le matin"},
    {"he eats apples", "il mange des pommes"},
    {"I like apples", "j' aime les pommes"},
    {"I do not like coffee", "je n' aime pas le café"},
    {"children like chocolate", "les enfants aiment le chocolat"},
    {"she likes music very much", "elle aime beaucoup la musique"},
    {"he loves her", "il l' aime"},
    {"I love you", "je t' aime"},
    {"I love chocolate", "j' adore le chocolat"},
    {"I see him", "je le vois"},
    {"do you know them ?", "est-ce que tu les connais ?"},
    {"he is looking for me", "il me cherche"},
    {"she has not seen us", "elle ne nous a pas vus"},
    {"I saw her yesterday", "je l' ai vue hier"},
    {"we do not see them", "nous ne les voyons pas"},
    {"he gave me a book", "il m' a donné un livre"},
    {"my mother gives the book to my brother", "ma mère donne le livre à mon frère"},
    {"I am talking to her", "je lui parle"},
    {"she talked to the doctor", "elle a parlé au médecin"},
    {"they are listening to the radio", "ils écoutent la radio"},
    {"he never drinks wine", "il ne boit jamais de vin"},
    {"I do not live here any more", "je n' habite plus ici"},
    {"I do not see anything", "je ne vois rien"},
    {"she often works at home", "elle travaille souvent à la maison"},
    {"we always go to the beach in summer", "nous allons toujours à la plage en été"},
    {"he sometimes plays tennis", "il joue parfois au tennis"},
    {"I play the piano", "je joue du piano"},
    {"she is never late", "elle n' est jamais en retard"},
    {"my father is a doctor", "mon père est médecin"},
    {"she is a teacher", "elle est professeure"},
    {"we are students", "nous sommes étudiants"},
    {"he is my brother", "c' est mon frère"},
    {"she is Paul's sister", "c' est la sœur de Paul"},
    {"it is a big house", "c' est une grande maison"},
    {"it is not easy", "ce n' est pas facile"},
    {"it is very difficult", "c' est très difficile"},
    {"this is my book", "c' est mon livre"},
    {"these are my children", "ce sont mes enfants"},
    {"my brother's car is blue", "la voiture de mon frère est bleue"},
    {"Marie's house is near the station", "la maison de Marie est près de la gare"},
    {"the teacher's dog", "le chien du professeur"},
    {"I went to the cinema yesterday", "je suis allé au cinéma hier"},
    {"she went to school", "elle est allée à l' école"},
    {"they came to Paris last week", "ils sont venus à Paris la semaine dernière"},
    {"my mother has left", "ma mère est partie"},
    {"Emma and Sophie went out", "Emma et Sophie sont sorties"},
    {"we arrived at the airport", "nous sommes arrivés à l' aéroport"},
    {"he did not come home", "il n' est pas rentré"},
    {"she got up at seven o'clock", "elle s' est levée à sept heures"},
    {"I get up at six o'clock", "je me lève à six heures"},
    {"we do not go to bed at night", "nous ne nous couchons pas la nuit"},
    {"do you wake up at eight o'clock ?", "est-ce que tu te réveilles à huit heures ?"},
    {"I will buy a bike tomorrow", "je vais acheter un vélo demain"},
    {"we are going to visit the museum", "nous allons visiter le musée"},
    {"it is going to rain tomorrow", "il va pleuvoir demain"},
    {"he will not come", "il ne va pas venir"},
    {"she will be happy", "elle va être heureuse"},
    {"I can swim", "je peux nager"},
    {"I can not find my keys", "je ne peux pas trouver mes clés"},
    {"can you help us ?", "est-ce que tu peux nous aider ?"},
    {"you must wait here", "tu dois attendre ici"},
    {"I have to go to the doctor", "je dois aller chez le médecin"},
    {"I want to eat an apple", "je veux manger une pomme"},
    {"they want to see him", "ils veulent le voir"},
    {"she does not want to sleep", "elle ne veut pas dormir"},
    {"I like to read in bed", "j' aime lire au lit"},
    {"he tried to open the window", "il a essayé d' ouvrir la fenêtre"},
    {"I forgot to close the door", "j' ai oublié de fermer la porte"},
    {"I would like a coffee please", "je voudrais un café s' il te plaît"},
    {"I would like to visit Rome", "je voudrais visiter Rome"},
    {"we would like to eat", "nous voudrions manger"},
    {"where is the station ?", "où est la gare ?"},
    {"where are my shoes ?", "où sont mes chaussures ?"},
    {"where are you ?", "où es-tu ?"},
    {"where do you live ?", "où est-ce que tu habites ?"},
    {"where is Paul going ?", "où est-ce que Paul va ?"},
    {"when does the train leave ?", "quand est-ce que le train part ?"},
    {"why are you sad ?", "pourquoi est-ce que tu es triste ?"},
    {"why is she crying ?", "pourquoi est-ce qu' elle pleure ?"},
    {"what do you want ?", "qu' est-ce que tu veux ?"},
    {"what did he say ?", "qu' est-ce qu' il a dit ?"},
    {"what are they doing ?", "qu' est-ce qu' ils font ?"},
    {"what do you want to eat ?", "qu' est-ce que tu veux manger ?"},
    {"what can I buy ?", "qu' est-ce que je peux acheter ?"},
    {"who is sleeping ?", "qui dort ?"},
    {"who do you see ?", "qui est-ce que tu vois ?"},
    {"who is your teacher ?", "qui est ton professeur ?"},
    {"how old is your brother ?", "quel âge a ton frère ?"},
    {"how is your mother ?", "comment va ta mère ?"},
    {"how much does the book cost ?", "combien coûte le livre ?"},
    {"how many cats do you have ?", "combien de chats est-ce que tu as ?"},
    {"which film do you want to watch ?", "quel film est-ce que tu veux regarder ?"},
    {"which dress does she like ?", "quelle robe est-ce qu' elle aime ?"},
    {"which book do you prefer ?", "quel livre est-ce que tu préfères ?"},
    {"what colour is your car ?", "de quelle couleur est ta voiture ?"},
    {"are you tired ?", "est-ce que tu es fatigué ?"},
    {"is the shop open ?", "est-ce que le magasin est ouvert ?"},
    {"did you eat my cake ?", "est-ce que tu as mangé mon gâteau ?"},
    {"have you seen the film ?", "est-ce que tu as vu le film ?"},
    {"does she speak French ?", "est-ce qu' elle parle français ?"},
    {"is there a bank near here ?", "est-ce qu' il y a une banque près d' ici ?"},
    {"there is a cat on the table", "il y a un chat sur la table"},
    {"there are many people in the street", "il y a beaucoup de gens dans la rue"},
    {"there is not any milk", "il n' y a pas de lait"},
    {"open the window", "ouvre la fenêtre"},
    {"close the door please", "ferme la porte s' il te plaît"},
    {"do not drink this water", "ne bois pas cette eau"},
    {"let us go to the park", "allons au parc"},
    {"give me the salt please", "donne-moi le sel s' il te plaît"},
    {"eat your soup", "mange ta soupe"},
    {"the man who is sleeping is my uncle", "l' homme qui dort est mon oncle"},
    {"the man who lives here", "l' homme qui habite ici"},
    {"the apple that I ate", "la pomme que j' ai mangée"},
    {"the woman that we saw yesterday is English", "la femme que nous avons vue hier est anglaise"},
    {"the book that she is reading", "le livre qu' elle lit"},
    {"the cat that sleeps on the chair", "le chat qui dort sur la chaise"},
    {"I am tired because I work a lot", "je suis fatigué parce que je travaille beaucoup"},
    {"if it is cold I will stay at home", "s' il fait froid je vais rester à la maison"},
    {"I am happy when it is hot", "je suis heureux quand il fait chaud"},
    {"he is rich but he is sad", "il est riche mais il est triste"},
    {"he eats and she drinks", "il mange et elle boit"},
    {"I think that he is right", "je pense qu' il a raison"},
    {"I know she is at school", "je sais qu' elle est à l' école"},
    {"I am hungry", "j' ai faim"},
    {"are you thirsty ?", "est-ce que tu as soif ?"},
    {"she is very cold", "elle a très froid"},
    {"we are not afraid", "nous n' avons pas peur"},
    {"I am ten years old", "j' ai dix ans"},
    {"my daughter is four years old", "ma fille a quatre ans"},
    {"I have a headache", "j' ai mal à la tête"},
    {"my feet hurt", "j' ai mal aux pieds"},
    {"it is raining", "il pleut"},
    {"it was cold yesterday", "il faisait froid hier"},
    {"it is three o'clock", "il est trois heures"},
    {"it is half past two", "il est deux heures et demie"},
    {"today is Monday", "aujourd'hui c' est lundi"},
    {"my name is Paul", "je m' appelle Paul"},
    {"what is your name ?", "comment t' appelles-tu ?"},
    {"how are you ?", "comment vas-tu ?"},
    {"thank you very much", "merci beaucoup"},
    {"see you tomorrow", "à demain"},
    {"I do not know", "je ne sais pas"},
    {"I was tired", "j' étais fatigué"},
    {"she was hungry", "elle avait faim"},
    {"we had a big garden", "nous avions un grand jardin"},
    {"he wanted to play football", "il voulait jouer au football"},
    {"my brother is taller than me", "mon frère est plus grand que moi"},
    {"this hotel is more expensive than my house", "cet hôtel est plus cher que ma maison"},
    {"the train is faster than the bus", "le train est plus rapide que le bus"},
    {"he is as tall as my father", "il est aussi grand que mon père"},
    {"my flat is smaller than your house", "mon appartement est plus petit que ta maison"},
    {"I live in France with my family", "j' habite en France avec ma famille"},
    {"she lives in Canada", "elle habite au Canada"},
    {"they are going to Spain next week", "ils vont en Espagne la semaine prochaine"},
    {"he comes from Germany", "il vient d' Allemagne"},
    {"the mice are under the bed", "les souris sont sous le lit"},
    {"the keys are in my bag", "les clés sont dans mon sac"},
    {"we are in front of the church", "nous sommes devant l' église"},
    {"he is with his friends", "il est avec ses amis"},
    {"this is for you", "c' est pour toi"},
    {"the pens and the books", "les stylos et les livres"},
    {"I need help", "j' ai besoin d' aide"},
    {"I need a doctor", "j' ai besoin d' un médecin"},
    {"he is thinking about her", "il pense à elle"},
    {"all the children are here", "tous les enfants sont ici"},
    {"everybody is happy", "tout le monde est heureux"},
    {"every child has a book", "chaque enfant a un livre"},
    {"twenty-one days", "vingt et un jours"},
    {"twenty-one apples", "vingt et une pommes"},
    {"eighty eggs", "quatre-vingts œufs"},
    {"some old books", "de vieux livres"},
    {"some green apples", "des pommes vertes"},
    {"too much salt", "trop de sel"},
    {"she cooked some meat", "elle a préparé de la viande"},
    {"I bought bread and cheese", "j' ai acheté du pain et du fromage"},
    {"their house is not as big as the castle", "leur maison n' est pas aussi grande que le château"},
    {"the birds are singing in the trees", "les oiseaux chantent dans les arbres"},
    {"the sun is shining", "le soleil brille"},
    {"I'm learning French", "j' apprends le français"},
    {"he's my husband", "c' est mon mari"},
    {"we can't come tomorrow", "nous ne pouvons pas venir demain"},
    {"she doesn't eat meat", "elle ne mange pas de viande"},
    {"it's too expensive", "c' est trop cher"},
    {"I'd like some tea please", "je voudrais du thé s' il te plaît"},
    {"the important question", "la question importante"},
    {"his new shoes are expensive", "ses nouvelles chaussures sont chères"},
    {"this old tree is beautiful", "ce vieil arbre est beau"},
    {"the girls are intelligent", "les filles sont intelligentes"},
    {"my grandmother is sick", "ma grand-mère est malade"},
    {"our neighbours have a big dog", "nos voisins ont un grand chien"},
    {"we have already eaten", "nous avons déjà mangé"},
    {"he has never seen the sea", "il n' a jamais vu la mer"},
    {"I have lost my passport", "j' ai perdu mon passeport"},
    {"they have not found the answer", "ils n' ont pas trouvé la réponse"},
    {"it is a good idea", "c' est une bonne idée"},
    {"what time is it ?", "quelle heure est-il ?"},
    {"is it far ?", "est-ce que c' est loin ?"},
    {"when is she coming ?", "quand est-ce qu' elle vient ?"},
    {"how do you go to school ?", "comment est-ce que tu vas à l' école ?"},
    {"how do I get to the station ?", "comment aller à la gare ?"},
    {"can I have the bill please ?", "est-ce que je peux avoir l' addition s' il te plaît ?"},
    {"where can I buy a ticket ?", "où est-ce que je peux acheter un billet ?"},
    {"she has blue eyes", "elle a les yeux bleus"},
    {"her name is Emma", "elle s' appelle Emma"},
    {"the cat drinks its milk", "le chat boit son lait"},
    {"the cat drinks milk", "le chat boit du lait"},
    {"everybody likes the summer", "tout le monde aime l' été"},
    {"a lot of people", "beaucoup de gens"},
    {"I don't have time", "je n' ai pas de temps"},
    {"he plays football with his friends", "il joue au football avec ses amis"},
    {"come with me", "viens avec moi"},
    {"it is not raining", "il ne pleut pas"},
    {"there was a bird in the tree", "il y avait un oiseau dans l' arbre"},
    {"are there any eggs ?", "est-ce qu' il y a des œufs ?"},
    {"they're waiting for the bus", "ils attendent le bus"},
    {"wait for me", "attends-moi"},
    {"the window was open", "la fenêtre était ouverte"},
    {"the shops are closed on Sunday", "les magasins sont fermés dimanche"},
    {"I was at home yesterday evening", "j' étais à la maison hier soir"},
    {"will you come tomorrow ?", "est-ce que tu vas venir demain ?"},
    {"we will eat at noon", "nous allons manger à midi"},
    {"the children will be tired", "les enfants vont être fatigués"},
    {"do you like my dress ?", "est-ce que tu aimes ma robe ?"},
    {"who ate my sandwich ?", "qui a mangé mon sandwich ?"},
    {"who is that woman ?", "qui est cette femme ?"},
    {"he is wearing a black hat", "il porte un chapeau noir"},
    {"look at this picture", "regarde cette image"},
    {"listen to your mother", "écoute ta mère"},
    {"do not open the door", "n' ouvre pas la porte"},
    {"I am going to school", "je vais à l' école"},
    {"he goes to work", "il va au travail"},
    {"we walk in the forest", "nous marchons dans la forêt"},
    {"I understand your question", "je comprends ta question"},
    {"I do not understand this word", "je ne comprends pas ce mot"},
    {"my parents live in a small village", "mes parents habitent dans un petit village"},
    {"Paul and Marie are happy", "Paul et Marie sont heureux"},
    {"Paul's mother is kind", "la mère de Paul est gentille"},
    {"the teacher explained the lesson", "le professeur a expliqué la leçon"},
    {"she sent me an email", "elle m' a envoyé un e-mail"},
    {"thirty-five euros", "trente-cinq euros"},
    {"the hotel costs eighty euros", "l' hôtel coûte quatre-vingts euros"},
    {"on Monday", "lundi"},
};

/// Sentences that are none, or whose French would need more than the grammar has.
const std::vector<std::string> not_english{
    "the cats sleeps",
    "I eats",
    "she have a dog",
    "a apples",
    "many bread",
    "he can swims",
    "does she speaks ?",
    "they is happy",
    "the big",
    "in under the table",
    "two cat",
    "I am eat",
    "book the",
    "do you ?",
    "a milk sees the cat",
    "the book reads the child",
};

class Translator {
public:
    /// The translations of a text, a space between words; none if a word of it is unknown.
    std::set<std::string> translations(const std::string& text) const {
        std::vector<language::Word> words;
        for (const std::string_view word : split_at_spaces(text)) {
            const auto found = language_.spellings[language::source].ids.find(std::string(word));
            if (found == language_.spellings[language::source].ids.end()) return {};
            words.push_back(found->second);
        }
        std::set<std::string> texts;
        for (const auto& sentence : language::translations(language_, words)) texts.insert(text_of(sentence));
        return texts;
    }

private:
    std::string text_of(const std::vector<language::Word>& sentence) const {
        std::string text;
        for (const language::Word word : sentence)
            text += (text.empty() ? "" : " ") + language_.spellings[language::target].words[static_cast<std::size_t>(word)];
        return text;
    }

    const language::Language language_ = language::read_language(test_data("../assets/languages/english-french.txt"));
};

}  // namespace

TEST_CASE("the French is what a French speaker would write, and there is one of each sentence") {
    const Translator translator;
    for (const auto& phrase : phrases) {
        const std::string &english = phrase.first, &french = phrase.second;
        CAPTURE(english);
        CHECK(translator.translations(english) == std::set{french});
    }
}

TEST_CASE("sentences that nobody says are not part of the language") {
    const Translator translator;
    for (const std::string& text : not_english) {
        CAPTURE(text);
        CHECK(translator.translations(text).empty());
    }
}

}  // namespace vitrine::english_french_phrases_test
