// Formulas, metadata as numbers, the regression and its columns. How they work on a fit is in tests/cli.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "themata/effects/design.hpp"
#include "themata/effects/periods.hpp"
#include "themata/effects/regression.hpp"
#include "themata/io/error.hpp"

namespace themata {
namespace {

using json = decltype(DocumentRow::metadata);

std::vector<DocumentRow> rows_of(const std::vector<json>& metadata) {
  std::vector<DocumentRow> rows;
  for (std::size_t d = 0; d < metadata.size(); ++d) {
    DocumentRow row;
    row.id = "doc" + std::to_string(d);
    row.row = d + 1;
    row.metadata = metadata[d];
    rows.push_back(std::move(row));
  }
  return rows;
}

Design design_of(const std::string& formula, const std::vector<DocumentRow>& rows,
                 const ReferenceLevels& references = {}) {
  return Design(parse_formula(formula), rows, std::vector<bool>(rows.size(), true), references);
}

std::string refused(const std::string& formula) {
  try {
    parse_formula(formula);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Formula, TermsAreThoseOfR) {
  const Formula formula = parse_formula("~ s(year, 3) + party*`home state` + party:year + 1 + party");
  ASSERT_EQ(formula.terms.size(), 5U);
  EXPECT_EQ(formula.terms[0], (FormulaTerm{{"year", FormulaPart::Form::spline, 3}}));
  EXPECT_EQ(formula.terms[1], (FormulaTerm{{"party"}}));
  EXPECT_EQ(formula.terms[2], (FormulaTerm{{"home state"}}));
  EXPECT_EQ(formula.terms[3], (FormulaTerm{{"party"}, {"home state"}}));
  EXPECT_EQ(formula.terms[4], (FormulaTerm{{"party"}, {"year"}}));
  EXPECT_EQ(formula.variables(), (std::vector<std::string>{"year", "party", "home state"}));
  EXPECT_TRUE(parse_formula("~1").terms.empty());
}

TEST(Formula, SaysWhereItIsWrong) {
  EXPECT_EQ(refused("year"),
            "`formula` year has 'year' at character 1; expected `~` first: topics are chosen with `topics`, "
            "not in the formula");
  EXPECT_NE(refused("~ year +").find("ends too early"), std::string::npos);
  EXPECT_NE(refused("~ year party").find("has 'party' at character 8"), std::string::npos);
  EXPECT_NE(refused("~ log(year)").find("has log(); expected s(NAME) or factor(NAME)"), std::string::npos);
  EXPECT_NE(refused("~ s(year, 0)").find("from 1 to 30"), std::string::npos);
  EXPECT_NE(refused("~ s(year").find("expected `)`"), std::string::npos);
  EXPECT_NE(refused("~ `year").find("between backquotes"), std::string::npos);
}

TEST(Formula, OfTooManyTermsIsRefusedBeforeTheyAreMade) {
  std::string formula = "~ a";
  for (int i = 0; i < 40; ++i) formula += "*a" + std::to_string(i);
  EXPECT_NE(refused(formula).find("expected at most 1000 terms, or fewer `*`"), std::string::npos);
  EXPECT_EQ(parse_formula("~ a*b*c*d*e*f*g*h").terms.size(), 255U);
}

TEST(Covariates, AreNumbersDatesOrLevels) {
  const auto rows =
      rows_of({json{{"n", "3"}, {"when", "1999-07-02"}, {"who", "b"}, {"flag", true}},
               json{{"n", 4.5}, {"when", "2000-12-31T10:00"}, {"who", "a"}, {"flag", false}},
               json{{"n", " 10 "}, {"when", "2001-01"}, {"who", ""}, {"flag", nullptr}}, json()});
  const Covariate n = read_covariate(rows, "n");
  EXPECT_EQ(n.kind, CovariateKind::number);
  EXPECT_EQ(n.numbers[1], 4.5);
  EXPECT_EQ(n.numbers[2], 10);
  EXPECT_TRUE(n.missing[3]);
  const Covariate when = read_covariate(rows, "when");
  EXPECT_EQ(when.kind, CovariateKind::date);
  EXPECT_DOUBLE_EQ(when.numbers[0], 1999 + 182.0 / 365);
  EXPECT_DOUBLE_EQ(when.numbers[1], 2000 + 365.0 / 366);
  EXPECT_DOUBLE_EQ(when.numbers[2], 2001);
  const Covariate who = read_covariate(rows, "who");
  EXPECT_EQ(who.levels, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(who.value(0), 1);
  EXPECT_TRUE(who.missing[2]);
  EXPECT_EQ(read_covariate(rows, "flag").levels, (std::vector<std::string>{"false", "true"}));
}

TEST(Covariates, SayWhichFieldsThereAre) {
  const auto rows = rows_of({json{{"year", 1}, {"list", json::array({1})}}});
  EXPECT_THROW(
      {
        try {
          read_covariate(rows, "party");
        } catch (const UsageError& error) {
          EXPECT_STREQ(error.what(), "no document has the metadata field party; expected one of list, year");
          throw;
        }
      },
      UsageError);
  EXPECT_THROW(read_covariate(rows, "list"), UsageError);
}

TEST(Design, HasTheColumnsOfTreatmentCoding) {
  const auto rows =
      rows_of({json{{"x", 1}, {"g", "a"}}, json{{"x", 2}, {"g", "b"}}, json{{"x", 4}, {"g", "c"}}});
  const Design design = design_of("~ x*g", rows, {{"g", "b"}});
  EXPECT_EQ(design.names(), (std::vector<std::string>{"constant", "x", "g=a", "g=c", "x:g=a", "x:g=c"}));
  const Eigen::MatrixXd matrix = design.matrix();
  EXPECT_EQ(matrix.row(2), (Eigen::RowVectorXd(6) << 1, 4, 0, 1, 0, 4).finished());
  EXPECT_EQ(matrix.row(1), (Eigen::RowVectorXd(6) << 1, 2, 0, 0, 0, 0).finished());
  // All with g = a: the other variable as it is.
  EXPECT_TRUE(
      design.mean_row(1, 0).isApprox((Eigen::VectorXd(6) << 1, 7.0 / 3, 1, 0, 7.0 / 3, 0).finished()));
}

TEST(Design, RefusesWhatHasNoEffect) {
  const auto rows =
      rows_of({json{{"x", 1}, {"g", "a"}}, json{{"x", 2}, {"g", "a"}}, json{{"x", 2}, {"g", "a"}}});
  EXPECT_THROW(design_of("~ g", rows), UsageError);
  EXPECT_THROW(design_of("~ s(g)", rows), UsageError);
  EXPECT_THROW(design_of("~ s(x, 2)", rows), UsageError);
  EXPECT_THROW(design_of("~ x", rows, {{"y", "a"}}), UsageError);
  EXPECT_THROW(design_of("~ factor(x)", rows, {{"x", "3"}}), UsageError);
  EXPECT_EQ(design_of("~ factor(x)", rows).names(), (std::vector<std::string>{"constant", "x=2"}));
}

/// Least squares of one response.
Eigen::VectorXd fitted_values(const Eigen::MatrixXd& x, const std::vector<double>& y) {
  const Regression regression(x, std::vector<std::string>(static_cast<std::size_t>(x.cols()), "c"));
  const Eigen::Map<const Eigen::VectorXd> response(y.data(), static_cast<Eigen::Index>(y.size()));
  ResponseSums sums(static_cast<std::size_t>(x.cols()), 1);
  sums.cross = x.transpose() * response;
  sums.squares[0] = response.squaredNorm();
  return x * regression.fit(sums).coefficients;
}

TEST(Splines, AreThoseOfR) {
  // R 4.2: y <- c(1,3,2,4,4,6,1,2,0,1); fitted(lm(y ~ splines::ns(x, 4))), and with 3
  const std::vector<double> x{1, 2, 2, 3, 5, 8, 13, 14, 20, 21}, y{1, 3, 2, 4, 4, 6, 1, 2, 0, 1};
  std::vector<json> metadata;
  for (const double value : x) metadata.push_back({{"x", value}});
  const std::map<std::string, std::vector<double>> known{
      {"~ s(x)",
       {1.2843160988, 2.3743382976, 2.3743382976, 3.4067749192, 5.0249904130, 5.3370886981, 1.8518113073,
        1.2397821022, 0.4919093114, 0.6146505547}},
      {"~ s(x, 3)",
       {0.9456582971, 2.4623473267, 2.4623473267, 3.7537061083, 5.1366602440, 4.8431799366, 1.8950142877,
        1.4447073794, 0.5299566597, 0.5264224339}}};
  for (const auto& [formula, expected] : known) {
    const Eigen::VectorXd found = fitted_values(design_of(formula, rows_of(metadata)).matrix(), y);
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[static_cast<Eigen::Index>(i)], expected[i], 1e-8) << formula << " " << i;
  }
}

TEST(Regression, DrawsHaveThePosteriorsMoments) {
  // Under the prior 1 / sigma^2 the coefficients are Student t with n - p degrees of freedom around least
  // squares.
  const std::vector<double> x{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, y{1, 2, 2, 3, 5, 4, 6, 7, 7, 9, 8, 9};
  Eigen::MatrixXd columns(12, 2);
  for (Eigen::Index i = 0; i < 12; ++i) columns.row(i) << 1, 1000 + x[static_cast<std::size_t>(i)];
  const Regression regression(columns, {"constant", "x"});
  const Eigen::Map<const Eigen::VectorXd> response(y.data(), 12);
  ResponseSums sums(2, 1);
  sums.cross = columns.transpose() * response;
  sums.squares[0] = response.squaredNorm();
  const auto fitted = regression.fit(sums);
  const double mean_x = 5.5, spread = 143;  // sum of squares around the mean
  double slope = 0, residual = 0;
  for (std::size_t i = 0; i < 12; ++i) slope += (x[i] - mean_x) * y[i] / spread;
  const double mean_y = response.mean();
  for (std::size_t i = 0; i < 12; ++i) residual += std::pow(y[i] - mean_y - slope * (x[i] - mean_x), 2);
  EXPECT_NEAR(fitted.coefficients(1, 0), slope, 1e-9);
  EXPECT_NEAR(fitted.residual[0], residual, 1e-6);
  Stream stream(chain_key(1, 1), Purpose::effect, 1, 1);
  constexpr int draws = 40000;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double drawn = regression.draw(fitted, 0, stream)[1] - slope;
    sum += drawn;
    squares += drawn * drawn;
  }
  const double variance = residual / 10 / spread * 10 / 8;  // of t with 10 degrees of freedom
  EXPECT_NEAR(sum / draws, 0, 5 * std::sqrt(variance / draws));
  // Five standard errors: the kurtosis of this t is 4.
  EXPECT_NEAR(squares / draws, variance, 5 * variance * std::sqrt(3.0 / draws));
}

TEST(Regression, NamesColumnsThatFollowFromOthers) {
  Eigen::MatrixXd columns(4, 3);
  columns << 1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0;
  try {
    const Regression regression(columns, {"constant", "a", "b"});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("cannot be told apart"), std::string::npos);
  }
  EXPECT_THROW(Regression(columns.topRows(2), {"constant", "a", "b"}), UsageError);
}

TEST(Covariates, AreWrittenWithTheDigitsThatTheyNeed) {
  const Covariate numbers{.name = "x"};
  EXPECT_EQ(text_of(numbers, 0.1 + 0.2), "0.3");
  EXPECT_EQ(text_of(numbers, 1.23e-8), "1.23e-08");
  EXPECT_EQ(text_of(numbers, 1234.5678901), "1234.56789");
  EXPECT_EQ(text_of(numbers, 1700000000000000256.0), "1700000000000000256");
  EXPECT_EQ(text_of(numbers, 0), "0");
}

TEST(Covariates, OfAFactorAreTheTextsThemselves) {
  const auto rows = rows_of({{{"zip", "02134"}, {"year", 2001}},
                             {{"zip", "2134"}, {"year", 1999}},
                             {{"zip", "10001"}, {"year", 2001}},
                             {{"zip", "010001"}, {"year", 1999}}});
  using Levels = std::vector<std::string>;
  EXPECT_EQ(read_factor(rows, "zip").levels, (Levels{"02134", "2134", "010001", "10001"}));
  EXPECT_EQ(read_factor(rows, "zip").places, (std::vector<std::uint32_t>{0, 1, 3, 2}));
  EXPECT_EQ(read_factor(rows, "year").kind, CovariateKind::number);
  EXPECT_EQ(read_covariate(rows, "zip").kind, CovariateKind::number);
  EXPECT_EQ(design_of("~ factor(zip)", rows).names(),
            (Levels{"constant", "zip=2134", "zip=010001", "zip=10001"}));
}

std::vector<std::string> names_of(const std::vector<json>& values, const std::string& period) {
  std::vector<json> metadata;
  for (const json& value : values) metadata.push_back({{"x", value}});
  const auto rows = rows_of(metadata);
  return make_periods(read_covariate(rows, "x"), std::vector<bool>(rows.size(), true), period).names;
}

TEST(Periods, AreThoseThatAreAskedFor) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_of({"2001-02-03", "1999-12-31", "1999-01-01"}, "year"), (Names{"1999", "2001"}));
  EXPECT_EQ(names_of({"2001-02-03", "1999-12-31"}, "decade"), (Names{"1990s", "2000s"}));
  EXPECT_EQ(names_of({"2001-02-03", "2001-04-01"}, "quarter"), (Names{"2001-Q1", "2001-Q2"}));
  EXPECT_EQ(names_of({"2001-02-03", "2001-12-01"}, ""), (Names{"2001-02", "2001-12"}));
  EXPECT_EQ(names_of({"1990-02-03", "2001-12-01"}, ""), (Names{"1990", "2001"}));
  EXPECT_EQ(names_of({2001, 1999, 2001}, ""), (Names{"1999", "2001"}));
  EXPECT_EQ(names_of({2001, 1999, 1985}, "10"), (Names{"1980 to 1989", "1990 to 1999", "2000 to 2009"}));
  EXPECT_EQ(names_of({2001, 1999}, "1"), (Names{"1999", "2001"}));
  EXPECT_EQ(names_of({1985, 1990.5}, "5"), (Names{"1985 to 1990", "1990 to 1995"}));
  EXPECT_EQ(names_of({"D", "R"}, ""), (Names{"D", "R"}));
  EXPECT_EQ(names_of({0.5, 20.5}, ""), (Names{"0.5 to 1.5", "19.5 to 20.5"}));
  EXPECT_EQ(names_of({0.1, 0.2, 0.3, 0.7}, "0.1"),
            (Names{"0.1 to 0.2", "0.2 to 0.3", "0.3 to 0.4", "0.7 to 0.8"}));
  EXPECT_EQ(names_of({-0.3, 0.0}, "0.1"), (Names{"-0.3 to -0.2", "0 to 0.1"}));
  EXPECT_EQ(names_of({0.0, 2e-8, 1e-7}, "1e-8"), (Names{"0 to 1e-08", "2e-08 to 3e-08", "1e-07 to 1.1e-07"}));
  EXPECT_THROW(names_of({"D", "R"}, "year"), UsageError);
  EXPECT_THROW(names_of({1, 2}, "year"), UsageError);
  EXPECT_THROW(names_of({1, 2}, "-1"), UsageError);
  EXPECT_THROW(names_of({"1999-01-01"}, "week"), UsageError);
  EXPECT_THROW(names_of({1, 1e9}, "1"), UsageError);
}

TEST(Periods, OfManyWholeNumbersHaveRoundEnds) {
  std::vector<json> years;
  for (int year = 1703; year < 1800; ++year) years.emplace_back(year);
  const auto names = names_of(years, "");
  EXPECT_EQ(names.size(), 20U);
  EXPECT_EQ(names.front(), "1700 to 1704");
  EXPECT_EQ(names.back(), "1795 to 1799");
  years.emplace_back(12);
  EXPECT_EQ(names_of(years, "").back(), "1700 to 1799");
}

}  // namespace
}  // namespace themata
