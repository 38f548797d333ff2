#include "themata/store/draw_file.hpp"

#include <fmt/core.h>

#include <optional>

#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"

namespace themata {

void write_draw(const Place& path, const Draw& draw) {
  NpzWriter npz;
  npz.add_scalar("chain", draw.chain);
  npz.add_scalar("sweep", draw.sweep);
  npz.refer_to("z", std::span<const std::uint16_t>(draw.z), draw.elsewhere.get());
  draw.model->save(npz);
  if (!draw.monitored.empty())
    npz.add("monitored", std::span<const std::uint16_t>(draw.monitored), {draw.monitored.size()});
  npz.add_scalar("seconds", draw.seconds);
  npz.write(path);
}

namespace {

Draw read_draw(const Place& path, const ModelPlugin& model, const std::optional<TokenRange>& tokens) {
  const NpzReader npz(path);
  Draw draw(model.read(npz, path.string()));
  if (!draw.model)
    throw InputError(path.string(), 0, fmt::format("is not a state of model {}", model.info().name));
  draw.chain = npz.read_scalar<std::uint32_t>("chain");
  draw.sweep = npz.read_scalar<std::uint64_t>("sweep");
  using Topics = LargeVector<std::uint16_t>;
  draw.z = tokens ? npz.read_part<std::uint16_t, Topics>("z", tokens->first, tokens->count)
                  : npz.read<std::uint16_t, Topics>("z");
  if (npz.has("monitored")) draw.monitored = npz.read<std::uint16_t>("monitored");
  draw.seconds = npz.read_scalar<double>("seconds");
  if (const auto fault = find_fault(draw)) throw InputError(path.string(), 0, "is damaged: " + *fault);
  return draw;
}

}  // namespace

Draw read_draw(const Place& path, const ModelPlugin& model) { return read_draw(path, model, std::nullopt); }

Draw read_draw(const Place& path, const ModelPlugin& model, TokenRange tokens) {
  return read_draw(path, model, std::optional(tokens));
}

}  // namespace themata
