#pragma once

// Functions that several exports use.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/exports/exports.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/output_file.hpp"

namespace themata {

/// Writes one line per text into `path`, cleaned by one_line.
void write_lines(const std::vector<std::string>& texts, const Place& path);

void write_vocabulary_beside(const CorpusFolder& corpus, const Place& output);

/// One line "row column count" per cell, both from 1.
void print_cells(OutputFile& file, const SparseCounts& counts);

/// Writes " column:count" for every cell of a row. @param first  the number of the first column
void print_pairs(OutputFile& file, const SparseCounts& counts, std::size_t row, std::int32_t first);

/// A Matrix Market file of integer counts. @param comment  one line that describes rows and columns
void write_matrix_market(const SparseCounts& counts, std::string_view comment, const Place& output);

/// The documents' ids, a line each.
void write_ids(const CorpusFolder& corpus, const Place& path);
/// For a matrix without the documents' ids, writes them to OUTPUT.ids.txt.
void write_ids_beside(const ShownFit& shown, const Place& output);

/// A float32 .npy header; write its rows by write_row_f32 afterwards.
void write_npy_header_f32(OutputFile& file, const Shape& shape);
void write_row_f32(OutputFile& file, std::span<const double> row);
/// theta of every document, a row each.
void write_theta_rows(OutputFile& file, const DocumentProportions& proportions, std::size_t n_documents);

}  // namespace themata
