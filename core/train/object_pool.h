#pragma once
/// A pool of objects: an object is reused when its last reader has released it.

#include <memory>
#include <mutex>
#include <utility>

namespace vitrine {

template <class T>
class ObjectPool {
public:
    /// An object that nobody else holds, with the contents of its last use. It may outlive the pool.
    std::shared_ptr<T> take() {
        std::unique_ptr<T> item = store_->take();
        if (!item) item = std::make_unique<T>();
        return {item.release(), [store = store_](T* returned) { store->put(std::unique_ptr<T>(returned)); }};
    }

private:
    static constexpr std::size_t most_kept = 2;

    /// Readers release objects on their own threads. The mutex also orders their last read before the next use.
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
