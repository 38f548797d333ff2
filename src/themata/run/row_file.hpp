#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "themata/io/place.hpp"

namespace themata {

/// A CSV in CmdStan's layout ('#' comments, a header, rows) that a chain writes a row at a time, each
/// flushed: what a killed run leaves is readable, and a resumed one goes on with it.
class RowFile {
 public:
  /// How the rows that are there may be recognized.
  struct Layout {
    std::string comments;          ///< lines from '#'
    std::size_t sweep_column = 0;  ///< from 0
  };
  /// Opens the file of a chain that has done `sweeps_done` sweeps: header and rows of an earlier run up to
  /// there are kept, later rows and a torn last line dropped, and the comments are those of this run. @throws
  /// ResourceError
  RowFile(const Place& path, const Layout& layout, std::uint64_t sweeps_done);

  bool has_header() const { return !header_.empty(); }
  const std::string& header() const {
    return header_;
  }                                             ///< the names between commas; "" where there are none yet
  void write_header(const std::string& names);  ///< where there is none yet. @throws ResourceError
  void write_row(const std::string& values);    ///< @throws ResourceError
  /// Puts what was written on the disk, so that no state saved later is ahead of its rows. @throws
  /// ResourceError
  void sync();

 private:
  void print(const std::string& text);
  [[noreturn]] void refuse() const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Place path_;
  std::unique_ptr<std::FILE, Close> file_;  ///< none in memory
  std::string header_;
};

}  // namespace themata
