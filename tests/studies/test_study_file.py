"""A study file is checked to the last key, and each mistake gets its own message."""

import pytest

from contention.errors import StudyError
from contention.studies.study_file import read_study


@pytest.fixture
def rewrite(study):
    """Replace one piece of the toy's study file and read it again."""

    def apply(old, new):
        path = study.folder / "study.toml"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return read_study(study.folder)

    return apply


def test_everything_in_the_file_is_in_the_study(study):
    assert (study.slug, study.title, study.tags) == ("toy", "A toy", ("toy",))
    assert study.source.products == ("Toy 1.0",)
    (capture,) = study.captures
    assert (capture.id, capture.path.as_posix(), capture.measures) == (
        "log",
        "raw/log.csv",
        "sweep",
    )
    assert [parameter.name for parameter in study.parameters] == ["data", "scale"]
    assert study.defaults == {"data": [], "scale": 2.0}
    assert study.claims[0].cells.as_posix() == "published/rates.csv"


def test_a_study_of_own_data_has_neither_article_nor_claims(study):
    path = study.folder / "study.toml"
    text = path.read_text()
    path.write_text('kind = "own_data"\n' + text)
    with pytest.raises(StudyError, match="a study of own data has no claims"):
        read_study(study.folder)
    path.write_text(path.read_text().partition("[[claim]]")[0])
    with pytest.raises(StudyError, match="source: unknown key article"):
        read_study(study.folder)
    lines = [line for line in path.read_text().splitlines() if not line.startswith("article")]
    path.write_text("\n".join(lines))
    own = read_study(study.folder)
    assert (own.kind, own.source.article, own.captures_are) == ("own_data", "", "bundled example")
    assert (study.kind, study.captures_are) == ("published", "published captures")


def test_reader_options_are_kept_and_cannot_be_changed(rewrite):
    study = rewrite('measures = "sweep"', 'measures = "sweep"\noptions = { duration_s = 600.0 }')
    assert study.captures[0].options == {"duration_s": 600.0}
    with pytest.raises(TypeError):
        study.captures[0].options["duration_s"] = 1.0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "A toy"', 'titel = "A toy"', "study: unknown key titel"),
        ('title = "A toy"', "", "study: title must be a text"),
        ('title = "A toy"', 'title = "A toy"\nkind = "mine"', "study: unknown kind. Found: mine"),
        ('title = "A toy"', "title = 3", "study: title must be a text"),
        ('title = "A toy"', 'title = " "', "study: title must be a text"),
        ('tags = ["toy"]', 'tags = "toy"', "study: tags must be a list of texts"),
        ('tags = ["toy"]', "tags = [1]", "study: tags must be a list of texts"),
        ("[source]", "[sauce]", "study: unknown key sauce"),
        ('author = "A. Author"', "", "source: author must be a text"),
        ('author = "A. Author"', 'writer = "A"', "source: unknown key writer"),
        ('products = ["Toy 1.0"]', 'products = "Toy"', "source: products must be a list of texts"),
        ("[[capture]]", "[capture]", r"study: capture must be written \[\[capture\]\]"),
        ('id = "log"', 'id = "my log"', "capture my log: the id must be an identifier"),
        ('id = "log"', "", "capture: id must be a text"),
        ('path = "raw/log.csv"', 'path = "../toy/log.csv"', "must lie inside the study's folder"),
        ('path = "raw/log.csv"', 'path = "/etc/passwd"', "must lie inside the study's folder"),
        ('format = "csv"', "", "capture log: format must be a text"),
        ('measures = "sweep"', 'measures = "sweeps"', "capture log: unknown measures"),
        ('measures = "sweep"', "options = 3", "capture log: options must be a table"),
        ('measures = "sweep"', "sha265 = 3", "capture: unknown key sha265"),
        ("[[claim]]", "[claim]", r"study: claim must be written \[\[claim\]\]"),
        ('id = "rates"', 'id = "rates"\nvalue = 3', "claim: unknown key value"),
        (
            'cells = "published/rates.csv"',
            'cells = "../x.csv"',
            "claim rates: cells must lie inside",
        ),
        ("[parameters.scale]", "[[parameters]]", "cannot be read"),
        ('type = "number"', 'type = "float"', "parameters.scale: unknown type"),
        ('type = "number"', "", "parameters.scale: type must be a text"),
        ("default = 2.0", 'default = "2"', "parameters.scale: the default must be a number"),
        ("default = 2.0", "default = true", "parameters.scale: the default must be a number"),
        ("default = 2.0", "", "parameters.scale: the default must be a number"),
        ("default = 2.0", "default = 11", "parameter scale is out of range"),
        ("default = 2.0", "default = nan", "parameter scale is out of range"),
        ("minimum = 0.5", 'minimum = "0.5"', "parameters.scale: minimum must be a number"),
        ("minimum = 0.5", "minimum = true", "parameters.scale: minimum must be a number"),
        ("minimum = 0.5", "reader_option = 1", "parameters.scale: reader_option must be true"),
        ("minimum = 0.5", "least = 0.5", "parameters.scale: unknown key least"),
        ("default = []", "default = [3]", "parameters.data: default must be a list of texts"),
        ('help = "Factor of the rate."', "", "parameters.scale: help must be a text"),
        ("[parameters.scale]", "[parameters.'a scale']", "the name must be an identifier"),
        ("tags = [", "tags = [[", "the study file cannot be read"),
    ],
)
def test_each_mistake_has_its_message_and_names_the_file(rewrite, study, old, new, message):
    with pytest.raises(StudyError, match=message) as caught:
        rewrite(old, new)
    assert caught.value.path == str(study.folder / "study.toml")


@pytest.mark.parametrize(
    ("type_", "default", "extra", "message"),
    [
        ("integer", "2.0", "", "the default must be a integer"),
        ("boolean", "1", "", "the default must be a boolean"),
        ("choice", '"c"', 'choices = ["a", "b"]', "is not one of its choices"),
        ("string", "3", "", "the default must be a string"),
        ("paths", '"a.csv"', "", "the default must be a paths"),
    ],
)
def test_a_default_must_be_of_its_own_type(rewrite, type_, default, extra, message):
    with pytest.raises(StudyError, match=message):
        rewrite(
            "[[claim]]",
            f'[parameters.x]\nhelp = "h"\ntype = "{type_}"\ndefault = {default}\n{extra}\n'
            "[[claim]]",
        )


@pytest.mark.parametrize("kind", ["capture", "claim"])
def test_an_id_is_not_repeated(study, kind):
    path = study.folder / "study.toml"
    text = path.read_text()
    start = text.index(f"[[{kind}]]")
    end = text.find("\n[", start + 1) if kind == "capture" else len(text)
    path.write_text(text + "\n" + text[start:end])
    with pytest.raises(StudyError, match=f"two {kind}s have the id"):
        read_study(study.folder)


@pytest.mark.parametrize(
    "text", ["source = 3", 'capture = ["raw"]', "claim = [3]", "parameters = 3"]
)
def test_a_value_where_a_table_belongs_is_refused(tmp_path, text):
    (tmp_path / "study.toml").write_text(f'{text}\ntitle = "t"\nquestion = "q"\nanswer = "a"\n')
    with pytest.raises(StudyError, match=r"table was expected|must be written"):
        read_study(tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"title = ", None])
def test_an_unreadable_file_is_an_error_of_the_study(tmp_path, content):
    if content is not None:
        (tmp_path / "study.toml").write_bytes(content)
    with pytest.raises(StudyError, match="cannot be read"):
        read_study(tmp_path)
