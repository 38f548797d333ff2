#include "themata/io/checksum.hpp"

#include <fmt/core.h>
#define XXH_STATIC_LINKING_ONLY  // for the size of a state
#include <xxhash.h>

#include <cassert>
#include <cstring>

#include "themata/io/npy.hpp"

namespace themata {

struct Checksum::State {
  XXH3_state_t* hash = XXH3_createState();
  State() { XXH3_64bits_reset(hash); }
  ~State() { XXH3_freeState(hash); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Checksum::Checksum() : state_(std::make_unique<State>()) {}

Checksum::~Checksum() = default;

void Checksum::add(const void* data, std::size_t bytes) {
  if (bytes > 0) XXH3_64bits_update(state_->hash, data, bytes);
}

std::uint64_t Checksum::value() const { return XXH3_64bits_digest(state_->hash); }

std::string Checksum::state() const {
  return {reinterpret_cast<const char*>(state_->hash), sizeof(XXH3_state_t)};
}

void Checksum::go_on_from(const std::string& state) {
  assert(state.size() == sizeof(XXH3_state_t));
  const unsigned char* const secret =
      state_->hash->extSecret;  // a constant of the library, where it lies here
  std::memcpy(state_->hash, state.data(), state.size());
  state_->hash->extSecret = secret;
}

std::string Checksum::text() const { return fmt::format("{:016x}", value()); }

std::string checksum_of_file(const Place& place) {
  const MappedFile file(place);
  Checksum sum;
  sum.add(file.data, file.size);
  return sum.text();
}

}  // namespace themata
