#include "core/selftest/self_test.h"

#include <exception>
#include <new>

#include "core/selftest/checks.h"

namespace vitrine {

const std::vector<SelfTestCheck>& self_test_checks() {
    static const std::vector<SelfTestCheck> checks{
        {"gradients", "the gradients of all parameters are those of finite differences", check_gradients},
        {"cells", "every number, derived again from those that it is explained by, is the recorded one", check_cells},
        {"gradient cells", "every gradient, derived again from those that it is explained by, is the recorded one",
         check_gradient_cells},
        {"rows", "every row of attention weights and of probabilities sums to 1", check_row_sums},
        {"masks", "no output changes with a token that the masks hide from it", check_leaks},
        {"single", "a sentence alone has the logits that it has in a padded batch", check_single_sentences},
        {"cache", "with cached keys and values the same words are written, with the same probabilities", check_cache},
        {"reruns", "after an edit, the parts that were computed again give what a whole run gives", check_reruns},
        {"files", "what is written to a file is what is read from it", check_files},
        {"reference", "the tensors of a run are those that PyTorch has computed", check_reference_tensors},
        {"reference gradients", "its gradients are those that PyTorch has computed", check_reference_gradients}};
    return checks;
}

SelfTestResult carry_out(const SelfTestCheck& check, const Computation& computation) {
    SelfTestResult result;
    try {
        result = check.run(computation);
    } catch (const std::bad_alloc&) {
        result.problem = "this needs more memory than there is";
    } catch (const std::exception& error) {
        result.problem = error.what();
    }
    result.name = check.name;
    result.claim = check.claim;
    return result;
}

}  // namespace vitrine
