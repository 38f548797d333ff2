#include "themata/io/checksum.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <fstream>

#include "themata/io/error.hpp"
#include "themata/io/regular_file.hpp"

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

std::string Checksum::text() const { return fmt::format("{:016x}", value()); }

std::string checksum_of_file(const std::filesystem::path& path) {
  std::ifstream file = open_regular_file(path);
  Checksum sum;
  std::array<char, 1 << 16> buffer;
  while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0)
    sum.add(buffer.data(), static_cast<std::size_t>(file.gcount()));
  if (file.bad() || !file.eof()) throw InputError(path.string(), 0, "cannot be read to its end");
  return sum.text();
}

}  // namespace themata
