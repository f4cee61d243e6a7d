#include "core/language/inflection.h"

#include <algorithm>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine::language {

namespace {

/// How many letters of the word a row's first cell has; 0 for "-", which fits every word, and −1 if it does not fit.
int length_of_fit(const std::string& cell, const std::string& word) {
    if (!cell.starts_with('-')) return cell == word ? static_cast<int>(word.size()) + 1 : -1;
    return word.ends_with(cell.substr(1)) ? static_cast<int>(cell.size()) - 1 : -1;
}

}  // namespace

void Inflection::add_column(Column column) {
    if (std::ranges::find(columns_, column.name, &Column::name) != columns_.end())
        throw Error("the column " + in_quotes(column.name) + " is there twice");
    columns_.push_back(std::move(column));
}

void Inflection::add_row(const std::vector<std::string>& cells) {
    if (cells.size() > columns_.size()) throw Error("the row has more cells than there are columns");
    for (std::size_t i = cells.size(); i < columns_.size(); ++i) {
        if (columns_[i].like == i) throw Error("the row has no cell for the column " + in_quotes(columns_[i].name));
    }
    rows_.push_back(cells);
}

std::vector<std::string> Inflection::forms_of_word(const std::string& word) const {
    int longest = -1;
    const std::vector<std::string>* best = nullptr;
    for (const auto& row : rows_) {
        if (const int fit = length_of_fit(row.front(), word); fit > longest) longest = fit, best = &row;
    }
    if (!best) throw Error("no row of its table fits " + in_quotes(word));
    const bool is_ending = best->front().starts_with('-');
    const std::string stem = is_ending ? word.substr(0, word.size() - static_cast<std::size_t>(longest)) : "";
    std::vector<std::string> forms;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (i >= best->size()) {
            forms.push_back(forms[columns_[i].like] + columns_[i].suffix);
        } else {
            const std::string& cell = (*best)[i];
            forms.push_back(cell.starts_with('-') ? stem + cell.substr(1) : cell);
        }
    }
    return forms;
}

std::vector<std::string> Inflection::forms(const std::string& words) const {
    const std::size_t space = place_ == Inflected::first_word ? words.find(' ') : words.rfind(' ');
    const bool is_one = space == std::string::npos, is_first = place_ == Inflected::first_word;
    const std::string before = is_one || is_first ? "" : words.substr(0, space + 1);
    const std::string after = is_one || !is_first ? "" : words.substr(space);
    const std::size_t first = before.size();
    std::string word = words.substr(first, words.size() - first - after.size());
    const std::string mark = word.starts_with('*') ? "*" : "";  // belongs to all forms
    std::vector<std::string> forms = forms_of_word(word.substr(mark.size()));
    for (std::string& form : forms) form = before + mark + form + after;
    return forms;
}

}  // namespace vitrine::language
