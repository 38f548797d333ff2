#include "themata/evaluate/coherence.hpp"

#include <gtest/gtest.h>

#include "support/gensim.hpp"
#include "support/plain_windows.hpp"

// Planted bugs in the coherences, which the comparison with gensim must show. The texts are those in which no
// word is near itself, so that windows are not in question.
namespace themata::testing {
namespace {

/// The coherences from windows taken one by one, with room for mistakes.
struct CoherenceRecipe {
  std::size_t longer = 0;       ///< tokens by which windows are too long
  bool over_documents = false;  ///< whole documents in place of windows
  bool short_ones = true;       ///< documents shorter than a window, empty ones too, have a window
  double epsilon = 1e-12;
  double log_base = std::exp(1);
  bool by_the_better = true;    ///< UMass is given the better word of a pair
  bool normalized = true;       ///< NPMI, not PMI
  bool with_itself = true;      ///< C_V's vectors hold a word's NPMI with itself
  bool against_the_sum = true;  ///< C_V's vectors are compared with their sum, not pairwise
  double gamma = 1;             ///< C_V's power of NPMI

  double operator()(const GensimValue& of) const {
    const GensimText text = read_gensim_text(of.text);
    const Shares shares = count(text, of);
    if (of.measure == "cv") return cv(shares);
    double sum = 0;
    const std::size_t n = shares.size();
    for (std::size_t i = 1; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        sum += of.measure == "npmi" ? npmi(shares, i, j) : umass(shares, i, j);
    return sum / (static_cast<double>(n * (n - 1)) / 2);
  }

 private:
  /// P(i, j), with P(i) on the diagonal.
  using Shares = std::vector<std::vector<double>>;

  Shares count(const GensimText& text, const GensimValue& of) const {
    const auto& words = text.topics[of.topic];
    Shares shares(words.size(), std::vector<double>(words.size(), 0));
    double n = 0;
    const std::size_t size = over_documents || of.window == 0 ? 0 : of.window + longer;
    for (std::size_t d = 0; d < text.corpus.n_documents(); ++d) {
      if (!short_ones && text.corpus.length(d) < std::max<std::size_t>(1, size)) continue;
      for (const WindowWords& window : plain_windows(text.corpus.document(d), {size, WindowCounts::exact})) {
        ++n;
        for (std::size_t i = 0; i < words.size(); ++i)
          for (std::size_t j = 0; j < words.size(); ++j)
            shares[i][j] += window.contains(words[i]) && window.contains(words[j]) ? 1 : 0;
      }
    }
    for (auto& row : shares)
      for (double& share : row) share /= n;
    return shares;
  }

  double log(double x) const { return std::log(x) / std::log(log_base); }

  double umass(const Shares& p, std::size_t i, std::size_t j) const {
    return log((p[i][j] + epsilon) / (by_the_better ? p[j][j] : p[i][i]));
  }

  double npmi(const Shares& p, std::size_t i, std::size_t j) const {
    const double pmi = log((p[i][j] + epsilon) / (p[i][i] * p[j][j]));
    return normalized ? pmi / -log(p[i][j] + epsilon) : pmi;
  }

  double cv(const Shares& p) const {
    const std::size_t n = p.size();
    Shares vectors(n, std::vector<double>(n, 0));
    std::vector<double> total(n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j && !with_itself) continue;
        const double value = npmi(p, i, j);
        vectors[i][j] = value < 0 && gamma != 1 ? 0 : std::pow(value, gamma);
        total[j] += vectors[i][j];
      }
    double sum = 0;
    std::size_t terms = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        if (against_the_sum ? j > 0 : i == j) continue;
        sum += cosine(vectors[i], against_the_sum ? total : vectors[j]);
        ++terms;
      }
    return sum / static_cast<double>(terms);
  }

  static double cosine(const std::vector<double>& a, const std::vector<double>& b) {
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      ab += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return ab / std::sqrt(aa * bb);
  }
};

/// gensim's values of one measure over windows of 10 words (UMass: documents).
std::vector<GensimValue> values_of(const std::string& measure) {
  std::vector<GensimValue> values = read_gensim_values(gensim_folder() / "results.tsv");
  std::erase_if(values, [&](const GensimValue& one) {
    return one.text != "apart" || one.measure != measure || (one.window != 10 && measure != "umass");
  });
  return values;
}

double off(const std::string& measure, const CoherenceRecipe& recipe) {
  return distance_from_gensim(values_of(measure), recipe);
}

TEST(CoherenceMutants, PlainRecipePasses) {
  for (const char* measure : {"umass", "npmi", "cv"}) EXPECT_LT(off(measure, {}), gensim_limit) << measure;
}

TEST(CoherenceMutants, WrongWindowsFail) {
  for (const char* measure : {"npmi", "cv"}) {
    EXPECT_GT(off(measure, {.longer = 1}), gensim_limit) << measure << " in windows of one token more";
    EXPECT_GT(off(measure, {.over_documents = true}), gensim_limit) << measure << " over documents";
    EXPECT_GT(off(measure, {.short_ones = false}), gensim_limit) << measure << " without short documents";
  }
  EXPECT_GT(off("umass", {.short_ones = false}), gensim_limit) << "UMass without empty documents";
}

TEST(CoherenceMutants, WrongFormulasFail) {
  EXPECT_GT(off("umass", {.log_base = 2}), gensim_limit) << "UMass in bits";
  EXPECT_GT(off("umass", {.by_the_better = false}), gensim_limit) << "UMass given the worse word";
  EXPECT_GT(off("npmi", {.normalized = false}), gensim_limit) << "PMI";
  for (const char* measure : {"umass", "npmi", "cv"})
    EXPECT_GT(off(measure, {.epsilon = 1e-9}), gensim_limit) << measure << " with another epsilon";
  EXPECT_GT(off("cv", {.with_itself = false}), gensim_limit) << "C_V without the diagonal";
  EXPECT_GT(off("cv", {.against_the_sum = false}), gensim_limit) << "C_V from pairs of vectors";
  EXPECT_GT(off("cv", {.gamma = 2}), gensim_limit) << "C_V with squares";
}

}  // namespace
}  // namespace themata::testing
