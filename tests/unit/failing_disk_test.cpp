#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "support.hpp"
#include "support/small_fit.hpp"
#include "themata/fit/fit.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/place.hpp"
#include "themata/run/lock.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/store/manifest.hpp"

// A disk that fails must not be read as one on which there is nothing. A link to itself fails for root too.
namespace themata::testing {
namespace {

namespace fs = std::filesystem;

class AFailingDisk : public ::testing::Test {
 protected:
  /// Replaces a file or folder by a link that cannot be followed.
  static void spoil(const fs::path& path) {
    fs::remove_all(path);
    fs::create_symlink(path.filename(), path);
  }
  FitOptions write_corpus() const {
    write_problem(random_problem(20, 20, 1), folder_ / "corpus");
    FitOptions options = small_options("lda");
    options.sweeps = 4;
    options.burn_in = 2;
    options.thin = options.keep = 1;
    return options;
  }

  test::TemporaryFolder folder_;
};

constexpr const char* reason = ": cannot be read: Too many levels of symbolic links";

TEST_F(AFailingDisk, IsNotOneWithoutTheFile) {
  const Place file(folder_ / "file"), other(folder_ / "other");
  spoil(file.path());
  EXPECT_EQ(test::message_of<InputError>([&] { exists(file); }), file.string() + reason);
  EXPECT_EQ(test::message_of<InputError>([&] { files_in(file); }), file.string() + reason);
  EXPECT_FALSE(exists(other));
  EXPECT_TRUE(files_in(other).empty());
}

TEST_F(AFailingDisk, LeavesNoUnfinishedFileWhereItFailsAtTheEnd) {
  AtomicFile file(folder_ / "file");
  const int number = test::descriptor_of(file.partial());
  ASSERT_GE(number, 0);
  ::close(number);
  EXPECT_EQ(test::message_of<ResourceError>([&] { file.commit(); }),
            (folder_ / "file").string() + ": cannot write: Bad file descriptor");
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(AFailingDisk, IsSaidOfAManifest) {
  fs::create_directory(folder_ / "fit");
  spoil(folder_ / "fit" / "manifest.json");
  EXPECT_EQ(test::message_of<InputError>([&] { read_manifest(folder_ / "fit"); }),
            (folder_ / "fit" / "manifest.json").string() + reason);
}

TEST_F(AFailingDisk, DoesNotMakeAFitOneWithoutDraws) {
  const FitOptions options = write_corpus();
  start_fit(folder_ / "corpus", options, folder_ / "fit", {});
  ResumeChanges more;
  more.sweeps = 8;
  spoil(folder_ / "fit" / "draws");
  EXPECT_EQ(test::message_of<InputError>([&] { resume_fit(folder_ / "fit", more, {}); }),
            (folder_ / "fit" / "draws").string() + reason);
}

TEST_F(AFailingDisk, IsNamedWhereUnfinishedFilesAreLookedFor) {
  const std::string folder = (folder_ / "none").string();
  const std::string said = test::message_of<ResourceError>([&] { remove_partial_files(folder); });
  EXPECT_TRUE(said.starts_with(folder + ": cannot remove unfinished files: ")) << said;
}

TEST_F(AFailingDisk, OrTooLittleMemoryIsSaidWithTheReason) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer itself needs more memory than the test leaves";
#endif
  test::write_bytes(folder_ / "file", "text");
  fs::resize_file(folder_ / "file", std::uintmax_t{1} << 32);  // takes no room on the disk
  rlimit before{}, little{};
  getrlimit(RLIMIT_AS, &before);
  little = before;
  little.rlim_cur = std::uint64_t{1} << 31;
  setrlimit(RLIMIT_AS, &little);
  void* whole =
      ::mmap(nullptr, std::size_t{1} << 32, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (whole != MAP_FAILED) {
    ::munmap(whole, std::size_t{1} << 32);
    setrlimit(RLIMIT_AS, &before);
    GTEST_SKIP() << "a limit of memory has no effect here (qemu-user)";
  }
  const std::string said = test::message_of<ResourceError>([&] { const MappedFile file(folder_ / "file"); });
  setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(said, (folder_ / "file").string() + ": cannot be mapped into memory: Cannot allocate memory");
}

/// What another process has done to a fit is seen by one that has waited for its lock.
TEST_F(AFailingDisk, TwoThatResumeDoNotBothDoTheWork) {
  FitOptions options = write_corpus();
  FitWatch watch;
  watch.should_stop = [] { return true; };
  start_fit(folder_ / "corpus", options, folder_ / "fit", watch);
  fs::copy(folder_ / "fit", folder_ / "finished", fs::copy_options::recursive);
  resume_fit(folder_ / "finished", {}, {});

  std::optional<FolderLock> lock(folder_ / "fit");
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
    fs::copy(folder_ / "finished", folder_ / "fit",
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    lock.reset();
  });
  const std::string said = test::message_of<UsageError>([&] { resume_fit(folder_ / "fit", {}, {}); });
  other.join();
  EXPECT_NE(said.find("is complete"), std::string::npos) << said;
}

}  // namespace
}  // namespace themata::testing
