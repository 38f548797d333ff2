"""`import` of compressed files and of zip archives, as one file and as folders, and of those that are damaged or hostile."""
import bz2
import gzip
import io
import json
import lzma
import os
import resource
import shutil
import stat
import struct
import tarfile
import zipfile
import zlib

import pytest

ROWS = b"id,text\na,ship storm\nb,rose soil\n"
TEXTS = {"sea/1.txt": "ship storm\n", "sea/old/2.txt": "mast rope\n", "land/3.TXT": "rose soil\n", "land/notes.md": "not a text\n",
         "land/.hidden.txt": "hidden\n", ".git/a.txt": "hidden\n", "land/4.txt.gz": gzip.compress(b"seed hedge\n"),
         "land/Äpfel 5.txt.xz": lzma.compress(b"apples\n")}


def named(value):
    """What a test is called: not by bytes, some of which have the time in them."""
    return "bytes" if isinstance(value, bytes) else None


def rows(folder):
    return [json.loads(line) for line in (folder / "documents.jsonl").read_text().splitlines()]


def imported(themata, tmp_path, *words, output="corpus"):
    done = themata("import", *words, "--output", output)
    assert done.returncode == 0, done.stderr
    return rows(tmp_path / output)


def refused(themata, tmp_path, message, *words, code=3, **options):
    done = themata("import", *words, "--output", "corpus", **options)
    assert done.returncode == code and message in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) <= 3 and not (tmp_path / "corpus").exists()


def pack(path, files, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


BIG = b"".join(b"%d,ship storm %d\n" % (i, i * 7919) for i in range(20000))


@pytest.mark.parametrize("packed, n", [
    (bz2.compress(ROWS), 2),
    (bz2.compress(ROWS, 1), 2),
    (bz2.compress(ROWS[:20]) + bz2.compress(ROWS[20:]), 2),
    (bz2.compress(b"") + bz2.compress(ROWS) + bz2.compress(b""), 2),
    (bz2.compress(b"id,text\n" + BIG, 1), 20000),
    (lzma.compress(ROWS), 2),
    (lzma.compress(ROWS, check=lzma.CHECK_CRC32), 2),
    (lzma.compress(ROWS, check=lzma.CHECK_SHA256, preset=9), 2),
    (lzma.compress(ROWS[:20]) + b"\0" * 8 + lzma.compress(ROWS[20:]) + b"\0" * 4, 2),
    (lzma.compress(ROWS[:9]) + lzma.compress(b"") + lzma.compress(ROWS[9:]), 2),
    (lzma.compress(b"id,text\n" + BIG), 20000),
], ids=named)
@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.bz2", "rows.CSV.XZ"])
def test_bzip2_and_xz_are_known_by_their_first_bytes(themata, tmp_path, name, packed, n):
    (tmp_path / name).write_bytes(packed)
    documents = imported(themata, tmp_path, name)
    assert len(documents) == n and documents[0]["id"] in ("a", "0")


@pytest.mark.parametrize("name, content", [
    ("a.txt", b"BZhang and ship\nrose\n"), ("a.txt", b"BZh9 ship\nrose\n"), ("a.txt", b"BZh\nrose\n"), ("a.txt", b"PK ship\nrose\n"),
    ("a.txt", b"7zXZ ship\nrose\n"),
], ids=named)
def test_texts_that_begin_almost_so_are_texts(themata, tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    assert len(imported(themata, tmp_path, name)) == 2


def cut(packed, kept):
    return packed[:kept] if kept > 0 else packed[:len(packed) + kept]


def spoiled(packed, at, by=0x55):
    return packed[:at] + bytes([packed[at] ^ by]) + packed[at + 1:]


BZ, XZ = bz2.compress(BIG), lzma.compress(BIG)


@pytest.mark.parametrize("packed, message", [
    *((cut(BZ, kept), "the bzip2 data is truncated; expected more bytes") for kept in (5, 9, 20, len(BZ) // 2, -1)),
    *((cut(XZ, kept), "the xz data is truncated; expected more bytes") for kept in (7, 12, 40, len(XZ) // 2, -1)),
    (BZ + BZ[:6], "the bzip2 data is truncated"),
    (XZ + XZ[:6], "the xz data is truncated"),
    (spoiled(BZ, len(BZ) // 2), "the bzip2 data is damaged (a checksum or a code is wrong)"),
    (spoiled(BZ, 12), "the bzip2 data is damaged"),
    (spoiled(BZ, len(BZ) - 3), "the bzip2 data is damaged"),
    (spoiled(XZ, len(XZ) // 2), "the xz data is damaged (a checksum or a code is wrong)"),
    (spoiled(XZ, 8), "the xz data is damaged"),
    (spoiled(XZ, len(XZ) - 10), "the xz data is damaged"),
    (BZ + b"rest of it", "the bzip2 data is followed by bytes that are not bzip2 data"),
    (XZ + b"rest of the file", "the xz data is damaged"),
    (XZ + b"\0" * 3, "the xz data is damaged"),  # padding is of four bytes
], ids=named)
def test_cut_and_damaged_streams(themata, tmp_path, packed, message):
    (tmp_path / "a.txt").write_bytes(packed)
    refused(themata, tmp_path, "a.txt: " + message, "a.txt")


def test_xz_that_needs_much_memory(themata, tmp_path):
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 20}]
    packed = bytearray(lzma.compress(b"ship\n", filters=filters))
    # The header of the block: its size, flags, the filter, the size of its properties, the dictionary; then its CRC.
    assert packed[12:16] == b"\x02\x00\x21\x01"
    packed[16] = 39  # 3 GiB
    packed[20:24] = struct.pack("<I", zlib.crc32(packed[12:20]))
    (tmp_path / "a.txt").write_bytes(packed)
    refused(themata, tmp_path, "a.txt: the xz data needs 3072 MB of memory to decompress it; expected at most 512 MB: unxz unpacks it", "a.txt")


@pytest.mark.parametrize("packed, warns", [(lzma.compress(ROWS, check=lzma.CHECK_NONE), True), (lzma.compress(ROWS), False), (bz2.compress(ROWS), False)], ids=named)
def test_a_checksum_that_is_not_there(themata, tmp_path, packed, warns):
    (tmp_path / "a.csv").write_bytes(packed)
    done = themata("import", "a.csv", "--output", "corpus")
    assert done.returncode == 0 and ("1 file is compressed without a checksum" in done.stderr) == warns, done.stderr


@pytest.mark.parametrize("packed, message", [
    (gzip.compress(gzip.compress(ROWS)), "is compressed twice or damaged"),
    (bz2.compress(lzma.compress(ROWS)), "is compressed twice or damaged"),
    (lzma.compress(bz2.compress(ROWS)), "is compressed twice or damaged"),
], ids=named)
def test_compressed_twice(themata, tmp_path, packed, message):
    (tmp_path / "a.csv").write_bytes(packed)
    refused(themata, tmp_path, message, "a.csv")


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_tar_is_named(themata, tmp_path, mode):
    with tarfile.open(tmp_path / "a.txt", mode, format=tarfile.GNU_FORMAT) as archive:
        member = tarfile.TarInfo("b.txt")
        member.size = 5
        archive.addfile(member, io.BytesIO(b"ship\n"))
    refused(themata, tmp_path, "a.txt:1: is a tar archive; expected the files in it: tar xf unpacks them", "a.txt")


@pytest.mark.parametrize("name, member, words", [
    ("rows.csv.zip", "rows.csv", []),
    ("rows.zip", "rows.csv", []),
    ("ROWS.ZIP", "deep/folder/Rows.CSV", []),
    ("rows.csv.zip", "export", []),
    ("rows.csv", "other.txt", []),
    ("rows.zip", "rows.csv.gz", []),
    ("rows.zip", "rows.csv.xz", []),
    ("rows", "rows", ["--format", "csv"]),
])
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_an_archive_of_one_file_is_that_file(themata, tmp_path, name, member, words, method):
    content = gzip.compress(ROWS) if member.endswith(".gz") else lzma.compress(ROWS) if member.endswith(".xz") else ROWS
    clutter = {"deep/": "", "__MACOSX/._rows.csv": b"\0", ".DS_Store": b"\0", "deep/Thumbs.db": b"\0", ".hidden": b"\0"}
    pack(tmp_path / name, {member: content, **clutter}, method)
    assert [row["id"] for row in imported(themata, tmp_path, name, *words)] == ["a", "b"]


def test_archives_of_lists_and_tables(themata, tmp_path):
    (tmp_path / "rows.csv").write_bytes(ROWS)
    pack(tmp_path / "table.zip", {"table.csv": "key,year\na,1999\nb,2000\n"})
    pack(tmp_path / "stop.zip", {"stop.txt": "storm\nsoil\n"})
    documents = imported(themata, tmp_path, "rows.csv", "--metadata-file", "table.zip", "--key", "key", "--stop-words", "stop.zip")
    assert [row["metadata"]["year"] for row in documents] == ["1999", "2000"]
    assert (tmp_path / "corpus/vocabulary.txt").read_text().split() == ["rose", "ship"]
    pack(tmp_path / "words.zip", {"words.txt": "ship\nrose\n"})
    (tmp_path / "a.ldac").write_text("2 0:1 1:2\n1 1:3\n")
    imported(themata, tmp_path, "a.ldac", "--vocabulary", "words.zip", output="counts")
    pack(tmp_path / "several.zip", {"a.csv": "key\n", "b.csv": "key\n"})
    for option in ("--metadata-file", "--stop-words", "--extra-stop-words", "--tree"):
        more = ["--labels", "id"] if option == "--tree" else []
        done = themata("import", "rows.csv", option, "several.zip", *more, "--output", "other")
        assert done.returncode == 3 and "several.zip: is a zip archive of 2 files: a.csv, b.csv; expected one file" in done.stderr, done.stderr


@pytest.mark.parametrize("files, message", [
    ({f"{n}.csv": ROWS for n in range(5)}, "is a zip archive of 5 files: 0.csv, 1.csv, 2.csv, ...; expected one file: unzip unpacks them"),
    ({"a.csv": ROWS, "b.csv": ROWS}, "is a zip archive of 2 files: a.csv, b.csv; expected one file: unzip unpacks them"),
    ({}, "is a zip archive without a file"),
    ({"__MACOSX/._a.csv": b"\0", ".DS_Store": b"\0"}, "is a zip archive without a file"),
    ({"a/": "", "b/c/": ""}, "is a zip archive without a file"),
])
def test_an_archive_of_several_files_is_not_one(themata, tmp_path, files, message):
    pack(tmp_path / "a.zip", files)
    refused(themata, tmp_path, "a.zip: " + message, "a.zip", "--format", "csv")


@pytest.mark.parametrize("options", [
    [], ["--labels-from-folders"], ["--metadata-from-names", "{place}/{name}"], ["--all-files"], ["--all-files", "--labels-from-folders", "--keep-text"],
    ["--metadata-file", "table.csv", "--key", "file", "--metadata-missing", "keep"], ["--format", "folder"],
])
@pytest.mark.parametrize("beside", [[], ["more"], ["more/x.txt"], ["more", "other.zip"]])
def test_an_archive_is_the_folder_that_it_unpacks_to(themata, tmp_path, options, beside):
    (tmp_path / "unpacked/more").mkdir(parents=True)
    (tmp_path / "unpacked/more/x.txt").write_text("sail deck\n")
    pack(tmp_path / "unpacked/other.zip", {"y.txt": "tide", "z.txt": "voyage"})
    shutil.copytree(tmp_path / "unpacked", tmp_path / "packed")
    pack(tmp_path / "packed/news.zip", TEXTS)
    with zipfile.ZipFile(tmp_path / "packed/news.zip") as archive:
        archive.extractall(tmp_path / "unpacked/news")
    (tmp_path / "table.csv").write_text("file,year\nsea/1.txt,1999\nland/4,2000\n5.txt.xz,1\n")
    packed = imported(themata, tmp_path, *(f"packed/{name}" for name in ("news.zip", *beside)), *options, output="one")
    unpacked = imported(themata, tmp_path, *(f"unpacked/{name}" for name in ("news", *beside)), *options, output="two")
    assert packed == unpacked
    for name in ("tokens.npy", "vocabulary.txt"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    notes = [json.loads((tmp_path / name / "manifest.json").read_text())["import"]["result"].get("notes", []) for name in ("one", "two")]
    assert notes[0] == notes[1]
    if not options and not beside:
        assert [row["id"] for row in packed] == ["land/3.TXT", "land/4.txt.gz", "land/Äpfel 5.txt.xz", "sea/1.txt", "sea/old/2.txt"]


def test_folders_read_all_compressions(themata, tmp_path):
    (tmp_path / "in").mkdir()
    for name, packed in {"a.txt": b"ship", "b.TXT.GZ": gzip.compress(b"storm"), "c.txt.bz2": bz2.compress(b"rose"), "d.txt.xz": lzma.compress(b"soil")}.items():
        (tmp_path / "in" / name).write_bytes(packed)
    (tmp_path / "table.csv").write_text("id,n\na,1\nb.TXT,2\nc,3\nd.txt,4\n")
    documents = imported(themata, tmp_path, "in", "--metadata-file", "table.csv", "--metadata", "n")
    assert [(row["id"], row["metadata"]["n"]) for row in documents] == [("a.txt", "1"), ("b.TXT.GZ", "2"), ("c.txt.bz2", "3"), ("d.txt.xz", "4")]


def test_a_folder_archive_says_what_is_done(themata, tmp_path):
    pack(tmp_path / "news.zip", {"a.txt": "ship", "b.txt": "rose", "c.md": "x", "__MACOSX/._a.txt": b"\0"})
    done = themata("import", "news.zip", "--output", "corpus")
    assert "--format folder is chosen, as the archive has several files: each text in it is a document" in done.stderr
    assert "1 file is not read, for only .txt, .txt.gz, .txt.bz2, .txt.xz and .txt.zst are, if not hidden: c.md" in done.stderr
    pack(tmp_path / "tables.zip", {"a.csv": ROWS, "b.csv": ROWS})
    done = themata("import", "tables.zip", "--output", "other")
    assert done.returncode == 3 and "a.csv is another file: unzip unpacks it, and --all-files reads files of any name" in done.stderr
    pack(tmp_path / "one.zip", {"deep/one.md": "ship"})
    assert [row["id"] for row in imported(themata, tmp_path, "one.zip", "--format", "folder", output="one")] == ["deep/one.md"]


def test_a_bad_text_of_an_archive_is_named(themata, tmp_path):
    pack(tmp_path / "news.zip", {"a.txt": "ship", "b/c.txt": b"caf\xe9"})
    refused(themata, tmp_path, "news.zip/b/c.txt: byte 3 of the text, 0xE9, is not UTF-8", "news.zip")
    assert len(imported(themata, tmp_path, "news.zip", "--encoding", "latin1")) == 2


def test_names_in_other_letters(themata, tmp_path):
    """Names are UTF-8 where the archive says so or they are, else of DOS; old Windows separates folders with a backslash."""
    pack(tmp_path / "a.zip", {"Köln.txt": "ship", "東京.txt": "rose"})
    assert [row["id"] for row in imported(themata, tmp_path, "a.zip", output="1")] == ["Köln.txt", "東京.txt"]
    packed = bytearray((tmp_path / "a.zip").read_bytes())
    dos = packed.replace("Köln".encode(), b"K\x94xln").replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x08", b"PK\x01\x02\x14\x00\x14\x00\x00\x00")
    dos = dos.replace(b"PK\x03\x04\x14\x00\x00\x08", b"PK\x03\x04\x14\x00\x00\x00")
    (tmp_path / "b.zip").write_bytes(dos)
    assert "Köxln.txt" in [row["id"] for row in imported(themata, tmp_path, "b.zip", output="2")]
    pack(tmp_path / "c.zip", {"sea\\1.txt": "ship", "land\\2.txt": "rose"})
    documents = imported(themata, tmp_path, "c.zip", "--labels-from-folders", output="3")
    assert [(row["id"], row["labels"]) for row in documents] == [("land/2.txt", ["land"]), ("sea/1.txt", ["sea"])]


OFFICE = "is a spreadsheet or another document of Office; expected text, or a table saved as CSV"


@pytest.mark.parametrize("files, message", [
    ({"[Content_Types].xml": "<x/>", "_rels/.rels": "<x/>", "word/document.xml": "<x/>"}, OFFICE),
    ({"xl/workbook.xml": "<x/>", "[Content_Types].xml": "<x/>"}, OFFICE),
    ({"mimetype": "application/vnd.oasis.opendocument.text", "META-INF/manifest.xml": "<x/>", "content.xml": "<x/>"}, OFFICE),
    ({"mimetype": "application/epub+zip", "META-INF/container.xml": "<x/>", "a.txt": "ship"}, "is an e-book (EPUB)"),
    ({"META-INF/MANIFEST.MF": "x", "A.class": b"\0", "readme.txt": "ship"}, "is a Java archive"),
    ({"Index/Document.iwa": b"\0", "preview.jpg": b"\0"}, "is a document of iWork"),
    ({"a.npy": b"\x93NUMPY", "b.npy": b"\x93NUMPY"}, "is an archive of NumPy's arrays"),
])
@pytest.mark.parametrize("name, words", [("a.zip", []), ("a.docx", ["--format", "lines"]), ("a", ["--format", "folder"]), ("a", ["--format", "csv"])])
def test_documents_that_are_archives_are_named(themata, tmp_path, files, message, name, words):
    pack(tmp_path / name, files)
    refused(themata, tmp_path, message, name, *words)


def encrypted(packed):
    """With the flag of encryption at every file."""
    spoiled = bytearray(packed)
    for magic, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = packed.find(magic)
        while at >= 0:
            spoiled[at + flags] |= 1
            at = packed.find(magic, at + 4)
    return bytes(spoiled)


def with_method(packed, method):
    spoiled = bytearray(packed)
    for magic, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = packed.find(magic)
        while at >= 0:
            spoiled[at + place:at + place + 2] = struct.pack("<H", method)
            at = packed.find(magic, at + 4)
    return bytes(spoiled)


def zipped(files, method=zipfile.ZIP_DEFLATED):
    content = io.BytesIO()
    pack(content, files, method)
    return content.getvalue()


TWO = zipped({"a.txt": "ship storm " * 50, "b.txt": "rose soil " * 50})
LONG = zipped({"a.txt": BIG, "b.txt": "rose"})


@pytest.mark.parametrize("packed, message", [
    (encrypted(TWO), "a.zip/a.txt: is encrypted; expected a file without a password: unzip unpacks it"),
    (with_method(TWO, 98), "a.zip/a.txt: is compressed by a method that this program lacks"),
    (with_method(TWO, 9), "a.zip/a.txt: is compressed by a method that this program lacks"),
    (TWO[:-1], "a.zip: the zip archive is"),
    (TWO[:len(TWO) // 2], "a.zip: the zip archive is truncated or damaged; expected the list of its files at its end"),
    (TWO[:5], "a.zip: the zip archive is truncated"),
    (spoiled(LONG, 5000), "a.zip/a.txt: the zip data is damaged"),
    (spoiled(LONG, LONG.find(b"PK\x01\x02") + 16), "a.zip/a.txt: the zip data is damaged: CRC error"),
    (spoiled(TWO, TWO.find(b"PK\x01\x02")), "a.zip: the zip archive is truncated or damaged"),
    (zipped({"/etc/a.txt": "x", "b.txt": "y"}), "a.zip: the zip archive has a file '/etc/a.txt' outside of itself"),
    (zipped({"../a.txt": "x", "b.txt": "y"}), "has a file '../a.txt' outside of itself"),
    (zipped({"x/../../a.txt": "x", "b.txt": "y"}), "has a file 'x/../../a.txt' outside of itself"),
    (zipped({"x/../a.txt": "x", "b.txt": "y"}), "has a file 'x/../a.txt' outside of itself"),
    (zipped({"C:/a.txt": "x", "b.txt": "y"}), "has a file 'C:/a.txt' outside of itself"),
    (zipped({"..\\a.txt": "x", "b.txt": "y"}), "has a file '../a.txt' outside of itself"),
    (zipped({"a.txt": "x", "./a.txt": "y"}), "the zip archive has two files 'a.txt'; expected one"),
    (zipped({"a//b.txt": "x", "a/b.txt": "y"}), "the zip archive has two files 'a/b.txt'"),
    (zipped({"a.txt": zipped({"b.txt": "x"}), "b.txt": "y"}), "a.zip/a.txt: is a zip archive, or a document that is one, in a zip archive"),
    (zipped({"a.txt": gzip.compress(zipped({"b.txt": "x"})), "b.txt": "y"}), "a.zip/a.txt: is a zip archive that is compressed again"),
    (zipped({"a.txt": bz2.compress(BIG)[:900], "b.txt": "y"}), "a.zip/a.txt: the bzip2 data is truncated"),
], ids=named)
@pytest.mark.parametrize("words", [[], ["--format", "folder"]])
def test_hostile_archives(themata, tmp_path, packed, message, words):
    (tmp_path / "a.zip").write_bytes(packed)
    refused(themata, tmp_path, message, "a.zip", *words)


def test_an_archive_within_one_alone(themata, tmp_path):
    pack(tmp_path / "a.csv.zip", {"b.zip": zipped({"a.csv": ROWS})})
    refused(themata, tmp_path, "a.csv.zip/b.zip: is a zip archive, or a document that is one, in a zip archive", "a.csv.zip")


def test_links_of_an_archive_are_not_read(themata, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        link = zipfile.ZipInfo("link.txt")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a.txt", "ship")
        archive.writestr("b.txt", "rose")
    done = themata("import", "a.zip", "--output", "corpus")
    assert done.returncode == 0 and "1 file is not read" in done.stderr and "link.txt" in done.stderr
    assert [row["id"] for row in rows(tmp_path / "corpus")] == ["a.txt", "b.txt"]


def test_an_archive_needs_a_name(themata, tmp_path):
    (tmp_path / "a.zip").write_bytes(TWO)
    message = "is a zip archive; expected one with a name, as its list is at its end, or the file in it: unzip -p prints it"
    with open(tmp_path / "a.zip", "rb") as file:
        refused(themata, tmp_path, "standard input: " + message, "-", "--format", "lines", stdin=file)
    reading, writing = os.pipe()
    os.write(writing, zipped({"a.csv": ROWS}))
    os.close(writing)
    refused(themata, tmp_path, "/dev/stdin: " + message, "/dev/stdin", "--format", "lines", stdin=reading)


ZEROS = b"0" * ((1 << 20) - 1) + b"\n"


def bombs(name):
    if name == "bz2":
        return bz2.compress(ZEROS * 10) * 30
    if name == "xz":
        return lzma.compress(ZEROS * 10) * 30
    if name == "zip":
        return zipped({"a.txt": ZEROS * 300})
    if name == "many":  # of which none is too long by itself
        return zipped({f"{n}.txt": ZEROS * 20 for n in range(15)})
    return zipped({"a.txt": gzip.compress(ZEROS * 300, 1)})


@pytest.mark.parametrize("kind", ["bz2", "xz", "zip", "many", "gz in zip"])
def test_what_becomes_too_long(themata, tmp_path, kind):
    name = "a.zip" if "zip" in kind or kind == "many" else "a.txt"
    (tmp_path / name).write_bytes(bombs(kind))
    refused(themata, tmp_path, "the compressed data becomes more than 100 times as long", name, *(["--format", "folder"] if kind == "many" else []))


def test_many_archives(themata, tmp_path):
    """More than a process may have files open."""
    for n in range(60):
        pack(tmp_path / f"{n:02}.zip", {"a.txt": f"ship {n}", "b.txt": "rose"})
    names = [f"{n:02}.zip" for n in range(60)]
    done = themata("import", *names, "--output", "corpus", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
    assert done.returncode == 0, done.stderr
    documents = rows(tmp_path / "corpus")
    assert len(documents) == 120 and documents[1]["id"] == "00/b.txt"
