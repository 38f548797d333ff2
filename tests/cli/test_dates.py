"""Dates in metadata, in the forms that people have: one rule for `trends`, `effect`, dmr and the report."""
import datetime
import json
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import report_data  # noqa: E402

DAYS = [datetime.date(2018, 1, 1) + datetime.timedelta(days=11 * i) for i in range(60)]  # to October 2019
MONTHS = sorted({f"{day:%Y-%m}" for day in DAYS})


def rows(write):
    for d, day in enumerate(DAYS):
        words = ["ship mast tide", "rose soil seed"][d % 2]
        yield {"id": f"d{d}", "text": f"{words} {words}", "created": write(day)}


def imported(themata, tmp_path, write, *words):
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows(write)))
    done = themata("import", "rows.jsonl", "--metadata", "created", "--output", "corpus", "--min-documents", 1, *words)
    assert done.returncode == 0, done.stderr
    return done


def fitted(themata, tmp_path, write, *words):
    imported(themata, tmp_path, write, *words)
    done = themata("fit", "corpus", "--model", "lda", "--topics", 2, "--sweeps", 60, "--until", "sweeps", "--burn-in", 30,
                   "--trace-every", 1, "--seed", 1, "--output", "fit")
    assert done.returncode == 0, done.stderr


def periods(themata, *words):
    done = themata("trends", "fit", "--by", "created", "--period", "month", "--format", "json", *words)
    assert done.returncode == 0, done.stderr
    return [period["period"] for period in json.loads(done.stdout)["periods"]], [line for line in done.stderr.splitlines() if "ettled" not in line]


FORMS = {
    "iso": lambda day: f"{day:%Y-%m-%d}",
    "short": lambda day: f"{day.year}-{day.month}-{day.day}",
    "slashes": lambda day: f"{day:%Y/%m/%d}",
    "day first": lambda day: f"{day:%d/%m/%Y}",
    "month first": lambda day: f"{day:%m/%d/%Y}",
    "spreadsheet": lambda day: f"{day.month}/{day.day}/{day:%y}",
    "dots": lambda day: f"{day:%d.%m.%Y}",
    "compact": lambda day: f"{day:%Y%m%d}",
    "compact number": lambda day: int(f"{day:%Y%m%d}"),
    "names": lambda day: f"{day:%B} {day.day}, {day.year}",
    "oracle": lambda day: f"{day:%d-%b-%y}".upper(),
    "mail": lambda day: f"{day:%a, %d %b %Y} 10:30:00 +0100",
    "with a time": lambda day: f"{day:%d/%m/%Y} 23:59",
    "zone": lambda day: f"{day:%Y-%m-%d}T00:30:00+14:00",
    "day unknown": lambda day: f"{day:%Y-%m}-00",
    "month": lambda day: f"{day:%Y-%m}",
    "month of the year": lambda day: f"{day:%B %Y}",
    "French": lambda day: f"{day.day} {'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split()[day.month - 1]} {day.year}",
    "Japanese": lambda day: f"{day.year}年{day.month}月{day.day}日",
}


@pytest.mark.parametrize("form", FORMS)
def test_dates_are_months_in_their_order(themata, tmp_path, form):
    fitted(themata, tmp_path, FORMS[form])
    assert periods(themata) == (MONTHS, [])


@pytest.mark.parametrize("form, write", [
    ("dd/mm/yyyy", lambda day: f"{min(day.day, 12):02}/{day:%m/%Y}"),
    ("mm/dd/yyyy", lambda day: f"{day:%m}/{min(day.day, 12):02}/{day.year}"),
    ("%m.%d.%y", lambda day: f"{day:%m}/{min(day.day, 12):02}/{day:%y}"),
    ("yyyymm", lambda day: f"{day:%Y%m}"),
    ("epoch", lambda day: int(datetime.datetime(day.year, day.month, day.day, 12, tzinfo=datetime.timezone.utc).timestamp())),
    ("epoch-ms", lambda day: 1000 * int(datetime.datetime(day.year, day.month, day.day, 12, tzinfo=datetime.timezone.utc).timestamp())),
    ("names", lambda day: f"{day:%d %B %Y}"),
])
def test_a_format_says_what_values_do_not_tell(themata, tmp_path, form, write):
    fitted(themata, tmp_path, write, "--date-format", f"created={form}")
    assert periods(themata)[0] == MONTHS
    first = json.loads((tmp_path / "corpus/documents.jsonl").read_text().splitlines()[0])
    assert first["metadata"]["created"].startswith("2018-01-01")
    manifest = json.loads((tmp_path / "corpus/manifest.json").read_text())
    assert list(manifest["import"]["options"]["date-format"]) == ["created"]


AMBIGUOUS = (lambda day: f"{min(day.day, 12):02}/{day:%m/%Y}",
             "created may be days and months or months and days, as '12/01/2018' (document d1), and no value tells; import the documents "
             "with --date-format created=dd/mm/yyyy or created=mm/dd/yyyy")
MIXED = (lambda day: f"{day:%d/%m/%Y}" if day.month < 5 else f"{day:%m/%d/%Y}",
         "created has dates in different forms: '23/01/2018' (document d2), and '05/13/2018' (document d12); expected one form for all, "
         "such as 2018-01-31")
NO_DATE = (lambda day: "soon" if day == DAYS[7] else f"{day:%Y-%m-%d}",
           "most values of created are dates, and 'soon' (document d7) is none; expected a date in every document, or no value")
NO_SUCH_DAY = (lambda day: "2018-02-30" if day == DAYS[7] else f"{day:%Y-%m-%d}", "'2018-02-30' (document d7) is none")


@pytest.mark.parametrize("write, message", [AMBIGUOUS, MIXED, NO_DATE, NO_SUCH_DAY], ids=["ambiguous", "mixed", "no date", "no such day"])
def test_what_cannot_be_read_is_no_time(themata, tmp_path, write, message):
    fitted(themata, tmp_path, write)
    for words in (["trends", "fit", "--by", "created"], ["effect", "fit", "--formula", "~ created"], ["effect", "fit", "--formula", "~ s(created)"],
                  ["fit", "corpus", "--model", "dmr", "--topics", 2, "--sweeps", 5, "--covariates", "created", "--output", "dmr"]):
        done = themata(*words)
        assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (tmp_path / "dmr").exists()
    done = themata("effect", "fit", "--formula", "~ factor(created)")  # levels, as asked for
    assert message not in done.stderr


def test_numbers_and_groups_stay_what_they_are(themata, tmp_path):
    for write, seen in [(lambda day: day.year, ["2018", "2019"]), (lambda day: "ab"[day.month % 2], ["a", "b"]),
                        (lambda day: 20189999 + day.year, ["20192017", "20192018"])]:
        fitted(themata, tmp_path, write)
        done = themata("trends", "fit", "--by", "created", "--format", "json")
        assert [period["period"] for period in json.loads(done.stdout)["periods"]] == seen and "created" not in done.stderr
        for name in ("rows.jsonl", "corpus", "fit"):
            (tmp_path / name).rename(tmp_path / f"{name}-{seen[0]}")


def test_a_level_for_nearly_every_document_is_told(themata, tmp_path):
    fitted(themata, tmp_path, lambda day: f"note of {day.toordinal()}")
    told = "created has 60 different values in 60 documents, such as 'note of 736695' (document d0): nearly every document is a level of its own"
    for words in (["trends", "fit", "--by", "created"],
                  ["fit", "corpus", "--model", "dmr", "--topics", 2, "--sweeps", 5, "--covariates", "created", "--output", "dmr"]):
        done = themata(*words)
        assert done.returncode == 0 and told in done.stderr, done.stderr


def test_effects_and_dmr_take_dates_as_years(themata, tmp_path):
    fitted(themata, tmp_path, FORMS["day first"])
    result = json.loads(themata("effect", "fit", "--formula", "~ created", "--contrast", "created=31/12/2018,2018-01-01", "--format", "json").stdout)
    contrast = result["topics"][0]["contrasts"][0]
    assert contrast["from"] == "2018-12-31" and contrast["to"] == "2018-01-01", contrast
    done = themata("fit", "corpus", "--model", "dmr", "--topics", 2, "--sweeps", 20, "--until", "sweeps", "--covariates", "created", "--output", "dmr")
    assert done.returncode == 0, done.stderr
    field = json.loads((tmp_path / "dmr/given/covariates.json").read_text())["fields"][0]
    assert field["dates"] == "dd/mm/yyyy" and 2018.8 < field["center"] < 2019
    # New documents need not tell their form themselves.
    (tmp_path / "new.jsonl").write_text(json.dumps({"text": "ship tide mast", "created": "01/02/2018"}) + "\n")
    assert themata("import", "new.jsonl", "--metadata", "created", "--min-documents", 1, "--output", "new").returncode == 0
    done = themata("infer", "dmr", "new", "--output", "new.tsv")
    assert done.returncode == 0, done.stderr
    (tmp_path / "wrong.jsonl").write_text(json.dumps({"text": "ship tide mast", "created": "02/13/2018"}) + "\n")
    assert themata("import", "wrong.jsonl", "--metadata", "created", "--min-documents", 1, "--output", "wrong").returncode == 0
    done = themata("infer", "dmr", "wrong", "--output", "wrong.tsv")
    assert done.returncode == 3 and "wrong/documents.jsonl" in done.stderr, done.stderr


def test_the_report_groups_by_year(themata, tmp_path):
    for i, write in enumerate([FORMS["day first"], FORMS["compact"], AMBIGUOUS[0]]):
        folder = tmp_path / str(i)
        folder.mkdir()

        def run(*words):
            return themata(*words, cwd=folder)

        fitted(run, folder, write)
        done = run("report", "fit", "--output", "page.html")
        assert done.returncode == 0, done.stderr
        field = report_data.page_data(folder / "page.html")["by_field"][0]
        assert field["kind"] == "year" and field["groups"] == ["2018", "2019"], field


@pytest.mark.parametrize("words, message", [
    (["--date-format", "created"], "--date-format is created; expected FIELD=FORMAT with a format such as dd/mm/yyyy"),
    (["--date-format", "created=soon"], "--date-format is created=soon; expected FIELD=FORMAT"),
    (["--date-format", "author=epoch"], "expected a field that documents have as metadata"),
    (["--date-format", "created=mm/dd/yyyy"], "rows.jsonl:3: '23/01/2018' of created is no date in the form mm/dd/yyyy"),
])
def test_formats_that_do_not_apply(themata, tmp_path, words, message):
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows(FORMS["day first"])))
    done = themata("import", "rows.jsonl", "--metadata", "created", "--output", "corpus", *words)
    assert done.returncode in (2, 3) and message in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()
