#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

/// Source and target as text, words split at spaces.
struct Lines {
    const char *source, *target;
};

void add_examples(Task& task, std::initializer_list<Lines> pairs) {
    for (const Lines& pair : pairs) {
        task.examples.push_back({ids_of(task.source_vocabulary, pair.source), ids_of(task.target_vocabulary, pair.target), {}});
    }
    measure_lists(task);
}

}  // namespace

Task navigation_task() {
    Task task;
    task.source_vocabulary = Vocabulary({"etudiant", "je", "quel", "suis", "mois", "<blank>"});
    task.target_vocabulary = Vocabulary({"a", "am", "month", "i", "student", "what", "<blank>", "<s>", "</s>"});
    task.tokens = {.pad_source = 5, .pad_target = 6, .bos = 7, .eos = 8};
    add_examples(task, {{"je suis etudiant", "i am a student"}, {"quel mois", "what month"}});
    return task;
}

Task translation_task() {
    Task task;
    task.source_vocabulary = Vocabulary({"<unk>", "<pad>", "<bos>", "<eos>", "I", "am", "a", "student", "He", "is", "teacher",
                                         "She", "nurse", "love", "you", "How", "are", "you?"});
    task.target_vocabulary = Vocabulary({"<unk>", "<pad>", "<bos>", "<eos>", "Je", "suis", "un", "étudiant", "Il", "est",
                                         "enseignant", "Elle", "une", "infirmière", "t'aime", "Comment", "ça", "va?"});
    task.tokens = {.pad_source = 1, .pad_target = 1, .bos = 2, .eos = 3};
    add_examples(task, {{"<bos> I am a student <eos>", "Je suis un étudiant"},
                        {"<bos> He is a teacher <eos>", "Il est un enseignant"},
                        {"<bos> She is a nurse <eos>", "Elle est une infirmière"},
                        {"<bos> I love you <eos>", "Je t'aime"},
                        {"<bos> How are you? <eos>", "Comment ça va?"}});
    return task;
}

}  // namespace vitrine
