#include "common.hpp"

namespace themata::python {

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Array<T>& array) {
  return {array.data(), array.shape(0)};
}

/// The text of a str where Python keeps it, as UTF-8; valid while the str lives.
std::string_view text_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

/// What names documents, in lists of which each is empty or has one entry for each document.
DocumentView named(const DocumentNames& names, std::size_t d) {
  DocumentView view;
  if (!names.ids.empty()) view.id = names.ids[d];
  if (!names.labels.empty()) view.labels = names.labels[d];
  if (!names.metadata.empty()) view.metadata = names.metadata[d];
  return view;
}

Collection from_texts(const nb::typed<nb::list, nb::str>& texts, const DocumentNames& names,
                      const TextOptions& options) {
  std::vector<std::string_view> views;
  views.reserve(texts.size());
  for (const nb::handle text : texts) views.push_back(text_of(text));
  return unlocked([&] {
    return Collection::from_texts(
        views.size(),
        [&](std::size_t d) {
          DocumentView view = named(names, d);
          view.text = views[d];
          return view;
        },
        options);
  });
}

/// The words of a document are looked up while Python's lock is held: they are objects of Python.
Collection from_tokens(const nb::typed<nb::list, nb::any>& documents, const DocumentNames& names,
                       const BagOptions& options) {
  require_own_process();
  std::vector<std::string_view> words;
  return Collection::from_tokens(
      documents.size(),
      [&](std::size_t d) {
        words.clear();
        for (const nb::handle word : documents[d]) words.push_back(text_of(word));
        DocumentView view = named(names, d);
        view.words = words;
        return view;
      },
      options);
}

Collection from_counts(const Array<std::uint64_t>& row_begins, const Array<std::uint32_t>& word_types,
                       const Array<std::uint32_t>& counts, const std::vector<std::string>& vocabulary,
                       const DocumentNames& names, const BagOptions& options) {
  const CountMatrix matrix{span_of(row_begins), span_of(word_types), span_of(counts)};
  return unlocked([&] { return Collection::from_counts(matrix, vocabulary, names, options); });
}

Collection from_arrays(const Array<std::uint64_t>& offsets, const Array<std::uint32_t>& tokens,
                       const std::vector<std::string>& vocabulary, const DocumentNames& names,
                       const BagOptions& options) {
  const auto begins = span_of(offsets);
  const auto types = span_of(tokens);
  return unlocked([&] { return Collection::from_arrays(begins, types, vocabulary, names, options); });
}

}  // namespace

void bind_collection(nb::module_& module) {
  nb::class_<TreeEdge>(module, "TreeEdge")
      .def(nb::init<>())
      .def_rw("label", &TreeEdge::label)
      .def_rw("parent", &TreeEdge::parent);
  nb::class_<LabelStructure>(module, "LabelStructure")
      .def(nb::init<>())
      .def_rw("paths", &LabelStructure::paths)
      .def_rw("tree", &LabelStructure::tree)
      .def_rw("drop_ancestors", &LabelStructure::drop_ancestors);
  nb::class_<PruneOptions>(module, "PruneOptions")
      .def(nb::init<>())
      .def_rw("min_count", &PruneOptions::min_count)
      .def_rw("min_documents", &PruneOptions::min_documents)
      .def_rw("max_document_share", &PruneOptions::max_document_share)
      .def_rw("keep_types", &PruneOptions::keep_types)
      .def_rw("keep_by", &PruneOptions::keep_by)
      .def_rw("repeats", &PruneOptions::repeats);
  nb::enum_<KeepBy>(module, "KeepBy").value("frequency", KeepBy::frequency).value("tfidf", KeepBy::tfidf);
  nb::enum_<Repeats>(module, "Repeats")
      .value("all", Repeats::all)
      .value("log", Repeats::log)
      .value("once", Repeats::once);
  nb::class_<PhraseOptions>(module, "PhraseOptions")
      .def(nb::init<>())
      .def_rw("find", &PhraseOptions::find)
      .def_rw("words", &PhraseOptions::words)
      .def_rw("min_count", &PhraseOptions::min_count)
      .def_rw("min_score", &PhraseOptions::min_score)
      .def_rw("file", &PhraseOptions::file)
      .def_rw("list", &PhraseOptions::list);
  nb::class_<Phrase>(module, "Phrase")
      .def_ro("text", &Phrase::text)
      .def_ro("count", &Phrase::count)
      .def_ro("documents", &Phrase::documents)
      .def_ro("score", &Phrase::score);
  nb::class_<TextOptions>(module, "TextOptions")
      .def(nb::init<>())
      .def_rw("stop_words", &TextOptions::stop_words)
      .def_rw("extra_stop_words", &TextOptions::extra_stop_words)
      .def_rw("stem", &TextOptions::stem)
      .def_rw("token_regex", &TextOptions::token_regex)
      .def_rw("pretokenized", &TextOptions::pretokenized)
      .def_rw("preserve_case", &TextOptions::preserve_case)
      .def_rw("language", &TextOptions::language)
      .def_rw("join_hyphenated", &TextOptions::join_hyphenated)
      .def_rw("remove_markup", &TextOptions::remove_markup)
      .def_rw("remove_addresses", &TextOptions::remove_addresses)
      .def_rw("min_length", &TextOptions::min_length)
      .def_rw("phrases", &TextOptions::phrases)
      .def_rw("prune", &TextOptions::prune)
      .def_rw("labels", &TextOptions::labels)
      .def_rw("split_words", &TextOptions::split_words)
      .def_rw("keep_text", &TextOptions::keep_text)
      .def_rw("date_formats", &TextOptions::date_formats);
  nb::enum_<MatrixRows>(module, "MatrixRows")
      .value("documents", MatrixRows::documents)
      .value("words", MatrixRows::words);
  nb::class_<FileOptions>(module, "FileOptions")
      .def(nb::init<>())
      .def_rw("files", &FileOptions::files)
      .def_rw("format", &FileOptions::format)
      .def_rw("encoding", &FileOptions::encoding)
      .def_rw("id", &FileOptions::id)
      .def_rw("text", &FileOptions::text)
      .def_rw("counts", &FileOptions::counts)
      .def_rw("columns", &FileOptions::columns)
      .def_rw("fold_case", &FileOptions::fold_case)
      .def_rw("labels", &FileOptions::labels)
      .def_rw("label_separator", &FileOptions::label_separator)
      .def_rw("metadata", &FileOptions::metadata)
      .def_rw("separator", &FileOptions::separator)
      .def_rw("metadata_file", &FileOptions::metadata_file)
      .def_rw("key", &FileOptions::key)
      .def_rw("keep_documents_without_row", &FileOptions::keep_documents_without_row)
      .def_rw("labels_from_folders", &FileOptions::labels_from_folders)
      .def_rw("all_files", &FileOptions::all_files)
      .def_rw("metadata_from_names", &FileOptions::metadata_from_names)
      .def_rw("vocabulary", &FileOptions::vocabulary)
      .def_rw("vocabulary_column", &FileOptions::vocabulary_column)
      .def_rw("ids", &FileOptions::ids)
      .def_rw("rows", &FileOptions::rows)
      .def_rw("index_base", &FileOptions::index_base);
  nb::class_<BagOptions>(module, "BagOptions")
      .def(nb::init<>())
      .def_rw("prune", &BagOptions::prune)
      .def_rw("labels", &BagOptions::labels)
      .def_rw("date_formats", &BagOptions::date_formats);
  nb::class_<DocumentNames>(module, "DocumentNames")
      .def(nb::init<>())
      .def_rw("ids", &DocumentNames::ids)
      .def_rw("labels", &DocumentNames::labels)
      .def_rw("metadata", &DocumentNames::metadata);
  nb::class_<DocumentEntry>(module, "DocumentEntry")
      .def_ro("id", &DocumentEntry::id)
      .def_ro("row", &DocumentEntry::row)
      .def_ro("part", &DocumentEntry::part)
      .def_ro("labels", &DocumentEntry::labels)
      .def_ro("metadata", &DocumentEntry::metadata)
      .def_ro("empty", &DocumentEntry::empty);
  nb::class_<Collection>(module, "Collection")
      .def_static("from_texts", &from_texts)
      .def_static("from_tokens", &from_tokens)
      .def_static("from_counts", &from_counts)
      .def_static("from_arrays", &from_arrays)
      .def_static("from_files",
                  [](const FileOptions& files, const TextOptions& options) {
                    return unlocked([&] { return Collection::from_files(files, options); });
                  })
      .def_static(
          "open",
          [](const std::string& folder) { return unlocked([&] { return Collection::open(folder); }); })
      .def("save",
           [](const Collection& of, const std::string& folder) { unlocked([&] { of.save(folder); }); })
      .def("subset",
           [](const Collection& of, const std::vector<std::size_t>& documents) {
             return unlocked([&] { return of.subset(documents); });
           })
      .def_prop_ro("n_documents", &Collection::n_documents)
      .def_prop_ro("n_types", &Collection::n_types)
      .def_prop_ro("n_tokens", &Collection::n_tokens)
      .def("vocabulary", &Collection::vocabulary)
      .def("tokens", [](const Collection& of) { return view_of(of.tokens(), of); })
      .def("offsets", [](const Collection& of) { return view_of(of.offsets(), of); })
      .def("documents", &Collection::documents)
      .def("phrases", &Collection::phrases)
      .def("texts", [](const Collection& of) { return unlocked([&] { return of.texts(); }); })
      .def("ids", &Collection::ids)
      .def("labels", &Collection::labels)
      .def("manifest", &Collection::manifest)
      .def("files", [](const Collection& of) { return files_for_python(files_of(of)); })
      .def("export_to",
           [](const Collection& of, const std::string& format, const std::string& file) {
             unlocked([&] { export_collection(of, format, file); });
           })
      .def_static("of_files", [](const std::map<std::string, nb::bytes>& files) {
        return collection_of(files_for_library(files));
      });
  module.def("corpus_formats", &corpus_formats);
  module.def("stop_word_languages", &stop_word_languages);
  module.def("read_words", &read_words);
}

}  // namespace themata::python
