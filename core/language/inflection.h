#pragma once
/// Makes all forms of a word from the one in the dictionary.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine::language {

/// A table with a row for each regular ending ("-y -ies") and for each irregular word ("child children"). Of the endings that fit
/// the longest counts.
class Inflection {
public:
    enum class Inflected { first_word, last_word };

    explicit Inflection(Inflected place) : place_(place) {}

    /// A column of forms. A row that has no cell for it has this column's form and the suffix instead; `like` names a column
    /// before it, or is the number of its own.
    struct Column {
        std::string name, conditions;  ///< "number=plural,gender=f": when it is used; "" in the first one
        std::size_t like;
        std::string suffix;
    };

    /// Throws Error if a name is there twice.
    void add_column(Column column);
    /// Throws Error if the row has too few cells, or too many.
    void add_row(const std::vector<std::string>& cells);

    const std::vector<Column>& columns() const { return columns_; }

    /// The forms of a word, or of several with spaces between, in the order of the columns. Throws Error if no row fits.
    std::vector<std::string> forms(const std::string& words) const;

private:
    std::vector<std::string> forms_of_word(const std::string& word) const;

    Inflected place_;
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace vitrine::language
