"""Document collections."""

from __future__ import annotations

import html
import json
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import scipy.sparse

from . import _core, _values
from ._errors import InputError, UsageError, python_names
from ._table import Table
from ._values import Path

if TYPE_CHECKING:
    from ._fit import Fit

_KEEP_BY = {"frequency": _core.KeepBy.frequency, "tfidf": _core.KeepBy.tfidf}
_REPEATS = {"all": _core.Repeats.all, "log": _core.Repeats.log, "once": _core.Repeats.once}


def _names(n: int, ids: Any, labels: Any, metadata: Any) -> _core.DocumentNames:
    names = _core.DocumentNames()
    names.ids = _values.ids_of(ids, n)
    names.labels = _values.labels_of(labels, n)
    names.metadata = _values.metadata_of(metadata, n)
    return names


def _give_rules(options: Any, rules: Mapping[str, Any], function: str) -> None:
    """Sets the rules that all imports have in common: what words are kept, and what labels mean."""
    prune, structure = _core.PruneOptions(), _core.LabelStructure()
    for name, value in rules.items():
        if value is None:
            continue
        if name in ("min_count", "min_documents", "keep_types"):
            setattr(prune, name, _values.whole(name, value, most=2**64 - 1))
        elif name == "max_document_share":
            prune.max_document_share = _values.proportion(name, value)
        elif name == "keep_types_by":
            prune.keep_by = _values.choice(name, value, _KEEP_BY)
        elif name == "repeats":
            prune.repeats = _values.choice(name, value, _REPEATS)
        elif name == "label_paths":
            structure.paths = _values.text(name, value)
        elif name == "label_tree":
            structure.tree = _edges(value)
        elif name == "drop_ancestors":
            structure.drop_ancestors = bool(value)
        elif name == "language" and isinstance(options, _core.TextOptions):
            options.language = _values.text(name, value)
        elif name in _TEXT_SWITCHES and isinstance(options, _core.TextOptions):
            setattr(options, name, bool(value))
        elif name in _PHRASES and isinstance(options, _core.TextOptions):
            _give_phrases(options, name, value)
        elif name == "date_formats":
            if not isinstance(value, Mapping):
                raise UsageError("`date_formats` is not a mapping; expected the format of each field, by field", "date_formats")
            options.date_formats = {str(field): _values.text(name, form) for field, form in value.items()}
        else:
            known = [*_RULES, "language", *_TEXT_SWITCHES, *_PHRASES] if isinstance(options, _core.TextOptions) else _RULES
            raise _values.unknown_option(name, known, function)
    given = [name for name in _PHRASES[2:] if rules.get(name) is not None]
    if given and not options.phrases.find:
        raise UsageError(f"`{given[0]}` needs `phrases`, which finds them", given[0])
    options.prune, options.labels = prune, structure


_RULES = ["min_count", "min_documents", "max_document_share", "keep_types", "keep_types_by", "repeats", "label_paths",
          "label_tree", "drop_ancestors", "date_formats"]


_TEXT_SWITCHES = ["join_hyphenated", "remove_markup", "remove_addresses"]
_PHRASES = ["phrases", "phrase_list", "phrase_words", "phrase_min_count", "phrase_min_score"]


def _give_phrases(options: _core.TextOptions, name: str, value: Any) -> None:
    phrases = options.phrases
    if name == "phrases":
        phrases.find = bool(value)
        if not value:  # also those of `like`
            phrases.list = []
    elif name == "phrase_list":
        if isinstance(value, (str, os.PathLike)):
            phrases.file = os.fspath(value)
        else:
            phrases.list = [_values.text(name, phrase) for phrase in _values.listed(value, name)]
    elif name == "phrase_words":
        phrases.words = _values.whole(name, value, least=2, most=8)
    elif name == "phrase_min_count":
        phrases.min_count = _values.whole(name, value, least=2, most=2**64 - 1)
    else:
        phrases.min_score = _values.proportion(name, value)
    options.phrases = phrases


def _edges(tree: Mapping[str, str]) -> list[_core.TreeEdge]:
    if not isinstance(tree, Mapping):
        raise UsageError("`label_tree` is not a mapping; expected the parent of each label, by label", "label_tree")
    edges = []
    for label, parent in tree.items():
        edge = _core.TreeEdge()
        edge.label, edge.parent = str(label), str(parent)
        edges.append(edge)
    return edges


def _column(frame: Any, name: str) -> list[Any]:
    columns = _columns(frame)
    if name not in columns:
        raise UsageError(f"the frame has no column {name!r}; it has {', '.join(map(repr, columns))}", name)
    return _values.listed(frame[name], str(name))


def _columns(frame: Any) -> list[Any]:
    """The names of a frame's columns, of any library; pyarrow's `columns` are the arrays themselves."""
    if isinstance(frame, Mapping):
        return list(frame)
    if hasattr(type(frame), "column_names"):  # of Hugging Face, and of Arrow; a frame of pandas has its columns as attributes
        return list(frame.column_names)
    if not hasattr(frame, "columns"):
        raise TypeError(f"`frame` is a {type(frame).__name__}; expected a frame of pandas, polars or Arrow, a dataset of Hugging Face, "
                        "or a dict of lists")
    names: Any = frame.schema.names if hasattr(frame, "schema") and hasattr(frame.schema, "names") else frame.columns
    listed: Any = names() if callable(names) else names
    return list(listed)


def _names_of_columns(matrix: Any) -> list[str] | None:
    """Of a frame whose columns have different texts as names."""
    if not hasattr(matrix, "columns") or callable(matrix.columns):
        return None
    names = list(matrix.columns)
    return names if all(isinstance(name, str) for name in names) and len(set(names)) == len(names) else None


def _dense(matrix: Any) -> npt.NDArray[Any]:
    made = np.asarray(matrix)
    if made.dtype.kind not in "iufb" or made.ndim != 2:
        raise UsageError(f"`matrix` is of type {made.dtype} and shape {made.shape}; expected counts, documents x words", "matrix")
    return made


def _whole_counts(values: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
    if values.size and (values.min() < 0 or values.max() > np.iinfo(np.uint32).max):
        raise UsageError(f"`matrix` has {values.min()} to {values.max()}; expected counts from 0 to {np.iinfo(np.uint32).max}", "matrix")
    if values.dtype.kind == "f" and not np.array_equal(values, np.rint(values)):
        raise UsageError("`matrix` has fractions; expected whole counts (topics cannot be fitted to TF-IDF weights)", "matrix")
    return values.astype(np.uint32, copy=False)


def _whole_numbers(values: npt.ArrayLike, name: str, dtype: type[Any]) -> npt.NDArray[Any]:
    """A vector of whole numbers as the engine takes it, not copied where it is of this type."""
    made = np.asarray(values)
    if made.ndim != 1 or (made.size and made.dtype.kind not in "iu"):
        raise UsageError(f"`{name}` is of type {made.dtype} and shape {made.shape}; expected a vector of whole numbers", name)
    if made.size and (int(made.min()) < 0 or int(made.max()) > np.iinfo(dtype).max):
        raise UsageError(f"`{name}` has {made.min()} to {made.max()}; expected numbers from 0 to {np.iinfo(dtype).max}", name)
    return np.ascontiguousarray(made, dtype=dtype)


def _words(vocabulary: Any) -> list[str]:
    """The words of a vocabulary. @raises UsageError naming one that is there twice, or is no text"""
    listed = [str(word) for word in _values.listed(vocabulary, "vocabulary")]
    words = _values.encodable_words(listed, "`vocabulary`", "vocabulary")
    if len(set(words)) != len(words):
        seen: set[str] = set()
        twice = next(word for word in words if word in seen or seen.add(word))  # type: ignore[func-returns-value]
        raise UsageError(f"`vocabulary` has {twice!r} twice; expected different words", "vocabulary", twice)
    return words


def _word_rules(
    stop_words: Path | Iterable[str] | None,
    extra_stop_words: Iterable[str] | None,
    stem: str | None,
    token_regex: str | None,
    pretokenized: bool | None,
    preserve_case: bool | None,
    min_length: int | None,
    like: Corpus | Fit | None,
) -> _core.TextOptions:
    """What a word is, as from_texts() takes it."""
    options = _core.TextOptions()
    if like is not None:
        _take_rules(options, like if isinstance(like, Corpus) else like.corpus)
    if isinstance(stop_words, str) and not os.path.exists(stop_words) and not set(stop_words) & set("./\\"):
        options.stop_words = stop_words
    elif isinstance(stop_words, (str, os.PathLike)):  # its words are kept, for new documents: the file may change
        options.stop_words, options.extra_stop_words = "none", _core.read_words(os.fspath(stop_words))
    elif stop_words is not None:
        options.stop_words = "none"
        options.extra_stop_words = [_values.text("stop_words", word) for word in _values.listed(stop_words, "stop_words")]
    if extra_stop_words is not None:
        added = [str(word) for word in _values.listed(extra_stop_words, "extra_stop_words")]
        options.extra_stop_words = [*options.extra_stop_words, *added]
    if stem is not None:
        options.stem = _values.text("stem", stem)
    if token_regex is not None:
        options.token_regex = _values.text("token_regex", token_regex)
    if pretokenized is not None:
        options.pretokenized = bool(pretokenized)
    if preserve_case is not None:
        options.preserve_case = bool(preserve_case)
    if min_length is not None:
        options.min_length = _values.whole("min_length", min_length)
    return options


def _give_documents(options: _core.TextOptions, split_words: int | None, keep_text: bool) -> None:
    """Sets how texts become documents."""
    options.split_words = _values.whole_or_none("split_words", split_words)
    options.keep_text = bool(keep_text)


class Corpus:
    """An immutable collection of documents as bags of words.

    A row in is a row out: a document without words keeps its place, and :meth:`documents` says why it is empty. Made by
    :meth:`from_texts`, :meth:`from_tokens`, :meth:`from_frame`, :meth:`from_matrix`, :meth:`from_arrays`, :meth:`from_files` or :meth:`open`.
    """

    def __init__(self, core: _core.Collection) -> None:
        self._core = core
        self._vocabulary: list[str] | None = None
        self._folder: str | None = None

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str | None],
        *,
        ids: Iterable[Any] | None = None,
        labels: Iterable[Any] | None = None,
        metadata: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        stop_words: Path | Iterable[str] | None = None,
        extra_stop_words: Iterable[str] | None = None,
        stem: str | None = None,
        token_regex: str | None = None,
        pretokenized: bool | None = None,
        preserve_case: bool | None = None,
        min_length: int | None = None,
        like: Corpus | Fit | None = None,
        split_words: int | None = None,
        keep_text: bool = False,
        **rules: Any,
    ) -> Corpus:
        """Texts, cut into words by the rules of ``themata import``.

        Parameters
        ----------
        texts
            D texts: a list, a column of a frame, an Arrow array. A missing text (None, NaN) is an empty document.
        ids
            D names; default: the numbers from 1.
        labels
            D lists of labels (or one label each), for models that use labels.
        metadata
            Columns by name, each of D values, or one mapping for each document. Kept with the documents.
        stop_words
            ``"english"`` (the default), another language (``"german"``, ``"fr"``), ``"none"``, the path of a file, or a list of
            words. A pattern such as ``"school*"`` is of all words that match.
        extra_stop_words
            Words that are left out besides these.
        stem
            A language of Snowball, such as ``"english"``; default: whole words.
        token_regex
            What a word is, in ICU's syntax; default: words by Unicode's rules, also of Chinese, Japanese and Thai.
        pretokenized
            Words are separated by white space and taken as they are; no stop words by default.
        preserve_case
            "The" and "the" are two words.
        min_length
            Drop shorter words; default: 2 characters, of Chinese, Japanese and Korean 1.
        like
            A corpus, or a fit of one, that was made of texts: its rules for words are taken, but for those that are given here.
            For new documents.
        split_words
            Documents become parts of so many words, stop words included, with ids such as "emma#2"; what would be less than half
            a part at the end is added to the last part.
        keep_text
            Keep the texts with the corpus: :attr:`texts`.
        **rules
            ``min_count`` (drop word types of fewer tokens), ``min_documents`` (of fewer documents),
            ``max_document_share`` (of a larger proportion of the documents), ``keep_types`` (keep so many, the best by
            ``keep_types_by``: "frequency" or "tfidf"), ``repeats`` ("all", "log" or "once": how many tokens of a word
            that a document repeats are kept), ``label_paths`` (the separator of labels that are paths in a tree),
            ``label_tree`` (label to parent), ``drop_ancestors``, ``date_formats`` (of fields of the metadata whose dates do
            not tell by themselves: ``{"created": "dd/mm/yyyy"}``; also "mm/dd/yyyy", "yyyymm", "epoch", "epoch-ms", ...),
            ``language`` (of the texts, by its English name or code: its letters, elision and stop words), ``join_hyphenated``
            (words that are hyphenated at the ends of lines are one word), ``remove_markup`` and ``remove_addresses`` (tags and
            entities of HTML, addresses of the web and of mail; default: if most texts have them), ``phrases`` (find
            sequences of words that become one word each, such as "new york": :meth:`phrases`; of at most ``phrase_words``
            words, 3, that occur ``phrase_min_count`` times, 10, with a score of ``phrase_min_score``, 0.5) and
            ``phrase_list`` (a list of such phrases, or a file).

        Raises
        ------
        UsageError
            Naming an argument that cannot be used, or lists of different lengths.
        InputError
            If there are no documents.
        """
        listed = [_values.text_of(each, "texts", number) for number, each in enumerate(_values.listed(texts, "texts"))]
        options = _word_rules(stop_words, extra_stop_words, stem, token_regex, pretokenized, preserve_case, min_length, like)
        _give_documents(options, split_words, keep_text)
        _give_rules(options, rules, "from_texts")
        made = cls(_core.Collection.from_texts(listed, _names(len(listed), ids, labels, metadata), options))
        return made._warned() if like is None else made  # new documents may well lack the words of a fit

    @classmethod
    def from_tokens(
        cls,
        documents: Iterable[Iterable[str]],
        *,
        ids: Iterable[Any] | None = None,
        labels: Iterable[Any] | None = None,
        metadata: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        **rules: Any,
    ) -> Corpus:
        """Documents as lists of words, which are taken as they are. Other arguments as in :meth:`from_texts`."""
        listed = [_words_of(each, number) for number, each in enumerate(_values.listed(documents, "documents"))]
        options = _core.BagOptions()
        _give_rules(options, rules, "from_tokens")
        return cls(_core.Collection.from_tokens(listed, _names(len(listed), ids, labels, metadata), options))

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        text: str | Sequence[str] = "text",
        *,
        id: str | None = None,
        labels: str | None = None,
        metadata: Sequence[str] | None = None,
        **options: Any,
    ) -> Corpus:
        """The rows of a frame: of pandas, polars or Arrow, a dataset of Hugging Face, or a dict of lists.

        Parameters
        ----------
        frame
            One row for each document.
        text
            The column with the texts, or several, which are joined.
        id, labels
            Columns.
        metadata
            Columns that are kept with the documents; default: all others.
        **options
            As for :meth:`from_texts`.

        Raises
        ------
        UsageError
            Naming a column that the frame lacks.
        """
        if hasattr(frame, "collect") and hasattr(frame, "collect_schema") and not hasattr(frame, "to_pandas"):
            frame = frame.collect()  # of polars, lazy
        columns: list[Any] = list(text) if isinstance(text, (list, tuple)) else [text]
        if not columns:
            raise UsageError("`text` is an empty list; expected a column, or several", "text")
        parts = [_column(frame, name) for name in columns]
        texts = parts[0]
        if len(parts) > 1:
            texts = ["\n".join(_values.text_of(each, str(name), number) for name, each in zip(columns, row) if not _values.is_missing(each))
                     for number, row in enumerate(zip(*parts))]
        if metadata is None:
            metadata = [name for name in _columns(frame) if name not in (*columns, id, labels)]
        elif isinstance(metadata, str):
            metadata = [metadata]
        return cls.from_texts(
            texts,
            ids=None if id is None else _column(frame, id),
            labels=None if labels is None else _column(frame, labels),
            metadata={name: _column(frame, name) for name in metadata} or None,
            **options,
        )

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        vocabulary: Iterable[Any] | None = None,
        *,
        ids: Iterable[Any] | None = None,
        labels: Iterable[Any] | None = None,
        metadata: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        **rules: Any,
    ) -> Corpus:
        """Counts, documents x words, as CountVectorizer and AnnData have them.

        Parameters
        ----------
        matrix
            D x V counts: a sparse matrix or array of scipy, or anything that NumPy takes. A matrix in CSR form is read
            where it is.
        vocabulary
            V different words; default: the names of a frame's columns where these are different texts, else "word_0" and so on.
        ids, labels, metadata, **rules
            As in :meth:`from_texts`.

        Raises
        ------
        UsageError
            If there are fractions (TF-IDF weights) or negative numbers, or the vocabulary has another size.
        """
        counts: Any = matrix if scipy.sparse.issparse(matrix) else _dense(matrix)
        if counts.dtype.kind not in "iufb":
            raise UsageError(f"`matrix` has elements of type {counts.dtype}; expected counts", "matrix")
        if counts.ndim != 2:
            raise UsageError(f"`matrix` has the shape {counts.shape}; expected counts, documents x words", "matrix")
        csr = scipy.sparse.csr_array(counts)
        n, n_types = csr.shape
        if vocabulary is None:
            vocabulary = _names_of_columns(matrix)
        words = [f"word_{v}" for v in range(n_types)] if vocabulary is None else _words(vocabulary)
        if len(words) != n_types:
            raise UsageError(f"`vocabulary` has {len(words)} words; expected {n_types}, the columns", "vocabulary")
        options = _core.BagOptions()
        _give_rules(options, rules, "from_matrix")
        return cls(
            _core.Collection.from_counts(
                csr.indptr.astype(np.uint64), csr.indices.astype(np.uint32, copy=False), _whole_counts(csr.data), words,
                _names(n, ids, labels, metadata), options
            )
        )

    @classmethod
    def from_arrays(
        cls,
        tokens: npt.ArrayLike,
        offsets: npt.ArrayLike,
        vocabulary: Iterable[Any],
        *,
        ids: Iterable[Any] | None = None,
        labels: Iterable[Any] | None = None,
        metadata: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        **rules: Any,
    ) -> Corpus:
        """Tokens that are numbered already, in the order of the text: the form of :attr:`tokens` and :attr:`offsets`.

        Parameters
        ----------
        tokens
            The word type of every token, whole numbers [N], document after document. An array of uint32 is read where it is.
        offsets
            Where each document begins in ``tokens``, whole numbers [D + 1] that ascend from 0 to N.
        vocabulary
            V different words.
        ids, labels, metadata, **rules
            As in :meth:`from_texts`.

        Raises
        ------
        UsageError
            If the arrays do not fit together.
        """
        types, begins = _whole_numbers(tokens, "tokens", np.uint32), _whole_numbers(offsets, "offsets", np.uint64)
        options = _core.BagOptions()
        _give_rules(options, rules, "from_arrays")
        words = _words(vocabulary)
        if not begins.size or begins[0] != 0 or begins[-1] != types.size or (begins[1:] < begins[:-1]).any():
            raise UsageError(f"`offsets` does not fit {types.size} tokens; expected numbers that ascend from 0 to {types.size}", "offsets")
        if types.size and types.max() >= len(words):
            raise UsageError(f"`tokens` has {types.max()}; expected numbers below {len(words)}, the size of the vocabulary", "tokens")
        return cls(_core.Collection.from_arrays(begins, types, words, _names(max(0, len(begins) - 1), ids, labels, metadata), options))

    @classmethod
    def from_files(
        cls,
        files: Path | Iterable[Path],
        format: str | None = None,
        *,
        encoding: str = "utf-8",
        id: str | None = None,
        text: str | Sequence[str] | None = None,
        labels: str | None = None,
        label_separator: str | None = None,
        metadata: Sequence[str] = (),
        counts: str | None = None,
        columns: Sequence[str] | None = None,
        separator: str | None = None,
        metadata_file: Path | None = None,
        key: str | None = None,
        metadata_missing: str = "error",
        labels_from_folders: bool = False,
        all_files: bool = False,
        metadata_from_names: str | None = None,
        vocabulary: Path | None = None,
        vocabulary_column: int | None = None,
        document_ids: Path | None = None,
        transpose: bool = False,
        index_base: int | None = None,
        stop_words: Path | Iterable[str] | None = None,
        extra_stop_words: Iterable[str] | None = None,
        stem: str | None = None,
        token_regex: str | None = None,
        pretokenized: bool | None = None,
        preserve_case: bool | None = None,
        min_length: int | None = None,
        fold_case: bool = False,
        like: Corpus | Fit | None = None,
        split_words: int | None = None,
        keep_text: bool = False,
        **rules: Any,
    ) -> Corpus:
        """Files, read as ``themata import`` reads them: nothing of them is in Python's memory.

        Parameters
        ----------
        files
            A file, several, or a folder or a zip archive with .txt files. What is compressed by gzip, bzip2, xz or zstd is
            decompressed, and a zip archive of one file is that file.
        format
            "jsonl", "csv", "tsv", "lines", "mallet", "folder" (each file is a document), or counts: "ldac", "uci", "svmlight",
            "matrix-market"; of words that are named: "document-term" (a table with a column for each word), "tidy" (a row for
            each word of a document). "corpus": corpus folders, which are joined. Default: by the name of the first file;
            several .txt files: "folder".
        encoding
            Of texts: "utf-8", "latin1", ...
        id, text, labels, metadata
            Fields of jsonl, csv, tsv and tables of counts. Default of ``text``: "text"; several are joined.
        counts
            Of jsonl, a field with counts by word, such as ``{"ship": 3}``, instead of a text.
        columns
            Of "tidy", the columns of documents, words and counts; default: by their usual names. Without a count, each row is
            one token.
        label_separator
            What separates several labels in one field.
        separator
            What separates fields of tables: a character, or "tab"; default: found from the header line.
        metadata_file
            A table (csv, tsv, jsonl) with metadata of the documents: ``metadata`` (default: all), ``labels`` and, for formats
            without fields, ``id`` name its columns.
        key
            Its column with the documents' ids or, of files, their paths; default: "id".
        metadata_missing
            "error", or "keep" documents that have no row in it.
        all_files
            Of folders, files of any name are documents, not only .txt; hidden ones are not.
        metadata_from_names
            Metadata that the names of files say: "{party}_{year}" finds both in CONS_1992.txt.
        labels_from_folders
            The label of a file is the name of the folder that holds it.
        vocabulary
            A file with the words of counts, one per line.
        vocabulary_column
            The column of words in it, from 1; default: the only one that is no number.
        document_ids
            A file with the ids of the documents of counts, one per line; default: their numbers.
        transpose
            The rows of a Matrix Market file are words.
        index_base
            The number of the first word of an SVMlight file, 0 or 1; default: found from the file.
        fold_case
            Of counts: "The" and "the" are one word. Default: two.
        stop_words, extra_stop_words, stem, token_regex, pretokenized, preserve_case, min_length, like, split_words, keep_text, **rules
            As in :meth:`from_texts`. Words of counts are taken as they are; of these, ``stop_words``, ``extra_stop_words``,
            ``stem`` and ``min_length`` apply to them where they are given.

        Raises
        ------
        InputError
            Naming file and line.
        UsageError
            Naming an argument that the format has no use for.
        """
        asked = _core.FileOptions()
        listed = [files] if isinstance(files, (str, os.PathLike)) else list(files)
        asked.files, asked.format, asked.encoding = [os.fspath(file) for file in listed], format or "", encoding
        asked.id, asked.labels, asked.label_separator = id or "", labels or "", label_separator or ""
        asked.text = [text] if isinstance(text, str) else list(text or [])
        asked.metadata = [metadata] if isinstance(metadata, str) else list(metadata)
        asked.counts, asked.fold_case = counts or "", bool(fold_case)
        asked.columns = [columns] if isinstance(columns, str) else list(columns or [])
        asked.separator, asked.key = separator or "", key or ""
        asked.metadata_file = "" if metadata_file is None else os.fspath(metadata_file)
        asked.keep_documents_without_row = _values.choice("metadata_missing", metadata_missing, {"error": False, "keep": True})
        asked.labels_from_folders = bool(labels_from_folders)
        asked.all_files = bool(all_files)
        asked.metadata_from_names = "" if metadata_from_names is None else _values.text("metadata_from_names", metadata_from_names)
        asked.vocabulary = "" if vocabulary is None else os.fspath(vocabulary)
        asked.vocabulary_column = _values.whole_or_none("vocabulary_column", vocabulary_column)
        asked.ids = "" if document_ids is None else os.fspath(document_ids)
        asked.rows = _core.MatrixRows.words if transpose else _core.MatrixRows.documents
        asked.index_base = _values.whole_or_none("index_base", index_base)
        options = _word_rules(stop_words, extra_stop_words, stem, token_regex, pretokenized, preserve_case, min_length, like)
        _give_documents(options, split_words, keep_text)
        _give_rules(options, rules, "from_files")
        return cls(_core.Collection.from_files(asked, options))._warned()

    @classmethod
    def from_anndata(cls, adata: Any, layer: str | None = None, *, metadata: Sequence[str] | None = None, **rules: Any) -> Corpus:
        """Cells as documents, genes (or peaks) as words: the counts of an AnnData.

        Parameters
        ----------
        adata
            An ``anndata.AnnData`` whose ``X``, or a layer, has raw counts.
        layer
            The layer with the counts; default: ``X``.
        metadata
            Columns of ``obs`` that are kept with the cells; default: none.
        **rules
            As in :meth:`from_texts`.
        """
        columns = {name: _column(adata.obs, name) for name in metadata or []}
        return cls.from_matrix(adata.X if layer is None else adata.layers[layer], list(adata.var_names), ids=list(adata.obs_names),
                               metadata=columns or None, **rules)

    @classmethod
    def open(cls, folder: Path) -> Corpus:
        """A folder that ``themata import`` or :meth:`save` wrote. Raises InputError where it is none, or damaged."""
        path = _values.folder_path("folder", folder)
        opened = cls(_core.Collection.open(path))
        opened._folder = path
        return opened

    @property
    def folder(self) -> str | None:
        """Where it is on the disk, if :meth:`open` opened it; None in memory."""
        return self._folder

    def save(self, folder: Path) -> None:
        """Writes a folder that every ``themata`` command reads. Raises UsageError where it is in use."""
        self._core.save(os.fspath(folder))

    @property
    def n_documents(self) -> int:
        """D, those without words included."""
        return self._core.n_documents

    @property
    def n_types(self) -> int:
        """V, the number of word types."""
        return self._core.n_types

    @property
    def n_tokens(self) -> int:
        """N, the number of tokens."""
        return self._core.n_tokens

    def __len__(self) -> int:
        return self.n_documents

    @property
    def vocabulary(self) -> list[str]:
        """V words."""
        if self._vocabulary is None:
            self._vocabulary = self._core.vocabulary()
        return self._vocabulary

    @property
    def tokens(self) -> npt.NDArray[np.uint32]:
        """The word type of every token, uint32[N], document after document. Read-only, not a copy."""
        return self._core.tokens()

    @property
    def offsets(self) -> npt.NDArray[np.uint64]:
        """Where each document begins in :attr:`tokens`, uint64[D + 1]. Read-only, not a copy."""
        return self._core.offsets()

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Tokens of each document, int64[D]."""
        offsets = self.offsets.astype(np.int64)
        lengths: npt.NDArray[np.int64] = offsets[1:] - offsets[:-1]
        return lengths

    @property
    def ids(self) -> list[str]:
        """D names."""
        return self._core.ids()

    @property
    def labels(self) -> list[list[str]]:
        """The labels of each document, D lists."""
        return self._core.labels()

    @property
    def texts(self) -> list[str] | None:
        """D texts as they were read; None if they were not kept (``keep_text``)."""
        kept = "texts.jsonl" in json.loads(self._core.manifest())["checksums"]
        return self._core.texts() if kept else None

    def phrases(self) -> Table:
        """Sequences of words that became one word each, the most frequent first: phrase, count, documents, score (between 0 and
        1; NaN of those that were given)."""
        joined = self._core.phrases()
        return Table({
            "phrase": [phrase.text for phrase in joined],
            "count": np.array([phrase.count for phrase in joined], dtype=np.int64),
            "documents": np.array([phrase.documents for phrase in joined], dtype=np.int64),
            "score": np.array([phrase.score or np.nan for phrase in joined], dtype=np.float64),
        })

    def documents(self) -> Table:
        """A row for each document: id, row (from 1), tokens, why it is empty, its part (from 1; 0: it is whole) if any is split, its
        labels if any has some, metadata."""
        entries = self._core.documents()
        columns: dict[str, Any] = {
            "id": [entry.id for entry in entries],
            "row": np.array([entry.row for entry in entries], dtype=np.int64),
            "tokens": self.lengths,
            "empty": [entry.empty for entry in entries],
        }
        if any(entry.part for entry in entries):
            columns["part"] = np.array([entry.part for entry in entries], dtype=np.int64)
        if any(entry.labels for entry in entries):
            columns["labels"] = [entry.labels for entry in entries]
        metadata = [json.loads(entry.metadata) if entry.metadata else {} for entry in entries]
        names = dict.fromkeys(name for each in metadata for name in each)
        found = _values.beside({name: [each.get(name) for each in metadata] for name in names}, columns)
        return Table(columns | found)

    def matrix(self) -> scipy.sparse.csr_array:
        """Counts, int32[D, V]."""
        ones = np.ones(self.n_tokens, dtype=np.int32)
        index = np.int32 if max(self.n_tokens, self.n_types) < 2**31 else np.int64
        shape = (self.n_documents, self.n_types)
        counts = scipy.sparse.csr_array((ones, self.tokens.astype(index), self.offsets.astype(index)), shape=shape)
        counts.sum_duplicates()
        return counts

    def subset(self, documents: Iterable[int] | npt.NDArray[Any]) -> Corpus:
        """Some of the documents, in the given order, with the same vocabulary.

        Parameters
        ----------
        documents
            Numbers from 0, or a mask of D booleans.
        """
        chosen = np.asarray(documents if isinstance(documents, np.ndarray) else list(documents))
        if chosen.dtype == bool:
            _values.check_length("documents", chosen, self.n_documents)
            chosen = np.flatnonzero(chosen)
        if chosen.size and chosen.dtype.kind not in "iu":
            raise UsageError(f"`documents` has elements of type {chosen.dtype}; expected whole numbers or booleans", "documents")
        if chosen.size and chosen.min() < 0:
            raise UsageError(f"`documents` has {chosen.min()}; expected numbers from 0", "documents", str(chosen.min()))
        return Corpus(self._core.subset(chosen.astype(np.int64).tolist()))

    def export(self, format: str, file: Path) -> None:
        """Writes the format of another tool (:func:`corpus_formats`), with its vocabulary beside it."""
        self._core.export_to(format, os.fspath(file))

    def _warned(self) -> Corpus:
        """Itself, after the warnings of its import, which the command line prints."""
        for text in self.manifest["import"]["result"]["warnings"]:
            warnings.warn(python_names(text), UserWarning, stacklevel=3)
        return self

    @property
    def manifest(self) -> dict[str, Any]:
        """What the import did: its options, what each rule dropped, notes and warnings."""
        made: dict[str, Any] = json.loads(self._core.manifest())
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _corpus_of_files, (self._core.files(),)

    def __repr__(self) -> str:
        return f"<Corpus: {self.n_documents:,} documents, {self.n_types:,} words, {self.n_tokens:,} tokens>"

    def _repr_html_(self) -> str:
        table = self.documents()
        first = Table({name: column[:5] for name, column in table.items()})
        return f"<p>{html.escape(repr(self)[1:-1])}</p>{first._repr_html_()}"


def _corpus_of_files(files: dict[str, bytes]) -> Corpus:
    return Corpus(_core.Collection.of_files(files))


def _words_of(document: Any, number: int) -> list[str]:
    if isinstance(document, str):
        raise TypeError(f"`documents` has a text at {number}; expected a list of words (from_texts takes texts)")
    words = [] if _values.is_missing(document) else list(document)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"`documents` has a {type(word).__name__} among the words at {number}; expected texts")
    return _values.encodable_words(words, f"`documents` at {number}", "documents")


def _take_rules(options: _core.TextOptions, corpus: Corpus) -> None:
    """The rules for words of a corpus that was made of texts."""
    made_by = corpus.manifest.get("import", {}).get("options", {})
    if "words" not in made_by:  # those of counts were not cut from texts, though stop words may be left out
        raise UsageError("the corpus was not made of texts, so it has no rules for words; pass a Corpus, or leave out `like`", "like")
    options.stop_words = made_by["stop-words"]
    extra = made_by.get("extra-stop-words", [])
    if isinstance(extra, str):  # a file, given to the command line
        extra = _core.read_words(extra)
    options.extra_stop_words = extra
    options.language = made_by.get("language", "")
    phrases = options.phrases
    phrases.list = [phrase.text for phrase in corpus._core.phrases()]
    options.phrases = phrases
    options.join_hyphenated = made_by.get("join-hyphenated", False)
    options.remove_markup = made_by.get("markup") == "remove"
    options.remove_addresses = made_by.get("addresses") == "remove"
    options.stem = made_by.get("stem", "")
    options.token_regex = made_by.get("token-regex", "")
    options.pretokenized = made_by["words"] == "white space"
    options.preserve_case = made_by["preserve-case"] and not options.pretokenized
    options.min_length = made_by.get("min-length")
