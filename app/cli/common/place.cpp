#include "app/cli/common/place.h"

#include <fmt/format.h>

#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "core/listing/cell_text.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

Command go_to_step(const Run& run, int number) {
    const int count = run.last_step() + 1;
    if (number >= 1 && number <= count) return GoToStep{number - 1};
    throw Error(fmt::format("--step {}: this run has the steps 1 to {}", number, count));
}

Command go_to_film_step(const Run& run, int number) {
    const Film& film = film_of(run);
    if (number <= film.forward) return go_to_step(run, number);
    if (number <= film.places()) return MoveStep{number - 1};
    throw Error(film.has_update() ? fmt::format("--step {}: this run has the steps 1 to {}, backwards {} to {}, and the update, {}",
                                                number, film.forward, film.forward + 1, film.update(), film.places())
                                  : fmt::format("--step {}: this run has the steps 1 to {}", number, film.forward));
}

Command select_tensor(const Run& run, const std::string& argument) {
    const bool is_cell = argument.ends_with(']');
    const CellName cell = is_cell ? parse_cell(argument) : CellName{.path = argument};
    const TensorView tensor = run.find(cell.path);
    if (!tensor.present()) {
        throw Error(fmt::format("--select {}: there is no such tensor{}", in_quotes(cell.path),
                                did_you_mean_path(cell.path, paths_of(run))));
    }
    if (!is_cell) return SelectTensor{cell.path};
    if (cell.rank == tensor.layout.rank && tensor.layout.contains(cell.index)) return SelectCell{cell.path, cell.index};
    throw Error(fmt::format("--select {}: {} is {}", in_quotes(argument), cell.path, shape_text(tensor.layout)));
}

Command select_head(const Run& run, Size number) {
    if (number >= 1 && number <= head_count(run)) return SelectHead{number - 1};
    throw Error(fmt::format("--head {}: this model has the heads 1 to {}", number, head_count(run)));
}

Command select_sentence(const Run& run, Size number) {
    if (number >= 1 && number <= sentence_count(run)) return SelectSentence{number - 1};
    throw Error(fmt::format("--sentence {}: this batch has the sentences 1 to {}", number, sentence_count(run)));
}

}  // namespace vitrine
