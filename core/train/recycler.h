#pragma once
/// Memory that is handed out to readers and used again once the last of them has let go.

#include <memory>
#include <mutex>
#include <utility>

namespace vitrine {

template <class T>
class Recycler {
public:
    /// One that nobody else holds; what is in it is left over from an earlier use. It may outlive the recycler.
    std::shared_ptr<T> take() {
        std::unique_ptr<T> item = store_->take();
        if (!item) item = std::make_unique<T>();
        return {item.release(), [store = store_](T* returned) { store->put(std::unique_ptr<T>(returned)); }};
    }

private:
    static constexpr std::size_t most_kept = 2;

    /// Readers let go on threads of their own; the mutex also makes their last look come before the next use.
    struct Store {
        std::unique_ptr<T> take() {
            const std::scoped_lock lock(mutex);
            for (auto& item : kept) {
                if (item) return std::move(item);
            }
            return nullptr;
        }
        void put(std::unique_ptr<T> item) {
            const std::scoped_lock lock(mutex);
            for (auto& place : kept) {
                if (!place) return place.swap(item);
            }
        }

        std::mutex mutex;
        std::unique_ptr<T> kept[most_kept];
    };

    std::shared_ptr<Store> store_ = std::make_shared<Store>();
};

}  // namespace vitrine
