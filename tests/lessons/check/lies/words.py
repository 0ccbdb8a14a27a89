"""Pages that say something else in the other language, nothing at all, or what nobody can see or understand."""

from tests.lessons.check.lying import HONEST as LESSONS
from tests.lessons.check.lying import Change, honest, lie

EN, ES = "en.md", "es.md"
ENGLISH, SPANISH = ((LESSONS / "break" / page).read_text(encoding="utf-8") for page in (EN, ES))


def section(page: str, heading: str) -> str:
    """A section of a page, with its heading."""
    begins = page.index(f"## {heading}\n")
    ends = page.find("\n## ", begins)
    return page[begins:] if ends < 0 else page[begins : ends + 1]


def left(*headings: str) -> tuple[Change, ...]:
    """Sections that stand in the Spanish page as they are in English."""
    return tuple((ES, section(SPANISH, heading), section(ENGLISH, heading)) for heading in headings)


def in_spanish(heading: str, words: str) -> Change:
    """The Spanish page with other words in a section."""
    return (ES, section(SPANISH, heading), f"## {heading}\n{words}\n\n")


def in_english(heading: str, words: str) -> Change:
    return (EN, section(ENGLISH, heading), f"## {heading}\n{words}\n\n")


PORTUGUESE = "As linhas não mudam, mas a rede fica quieta: uma camada passa menos do que recebe, e depois não há mais nada."
FRENCH = "Les lignes ne changent pas, mais le réseau se tait: chaque couche passe moins que ce qui entre, et il ne reste rien."
LATIN = "Gallia est omnis divisa partes tres quarum unam incolunt Belgae aliam Aquitani tertiam qui ipsorum lingua Celtae."
SQUARE = "![una red](red.png)"

LIES = [
    lie("all of it in English", "break", (ES, SPANISH, ENGLISH), expected="sections are not in Spanish"),
    lie("all of it in Spanish", "break", (EN, ENGLISH, SPANISH), expected="sections are not in English"),
    lie("half of it in English", "break", *left("read", "edit", "symptom", "hint 1", "hint 2", "why", "cause"), expected="is English"),
    lie("one section in English", "break", *left("why"), expected="## why: “A sum of random numbers grows"),
    lie("one sentence in English", "break", (ES, "Una baja.", "One of them falls quickly. Una baja."), expected="“One of them falls quickly.” is English"),
    lie("one option in English", "break", (ES, "- same: apenas se separan", "- same: hardly apart at all"), expected="“hardly apart at all” is English"),
    lie("the title in English", "break", (ES, "# La red callada", "# The quiet network"), expected="the title: “The quiet network”"),
    lie("a name in English", "break", *left("name rows"), expected="## name rows: “training rows right” is English"),
    lie("a sentence in Spanish", "break", (EN, "One falls.", "One falls. Ahí se queda para siempre."), expected="is Spanish; en.md should be English"),
    lie("a section in Portuguese", "break", in_spanish("cause", PORTUGUESE), expected="is Portuguese"),
    lie("a section in French", "break", in_spanish("cause", FRENCH), expected="is French"),
    lie("a section in Latin", "break", in_spanish("cause", LATIN), expected="is not Spanish"),
    lie("another claim", "break", (ES, "por encima de {loss_healthy}", "por encima de {loss_broken}"), expected="## because loss prints {loss_broken}, where en.md has {loss_healthy}"),
    lie("a claim less", "break", (ES, "por encima de {loss_healthy}", "por encima de casi nada"), expected="## because loss lacks {loss_healthy}, which en.md has"),
    lie("another number", "break", (ES, "una fila de 23 números", "una fila de 32 números"), expected="## read says 32, where en.md has 23"),
    lie("another number in a fence", "break", (ES, "Linear(16 → 5)", "Linear(16 → 6)"), expected="## read has, in a fence, `6`, where en.md has `5`"),
    lie("another name", "break", (ES, "se llama `additive`", "se llama `agreement`"), expected="## read has `agreement`"),
    lie("another line of code", "break", (ES, "`bound = 1 / in_features` debe", "`bound = 2 / in_features` debe"), expected="## hint 5 has `bound = 2 / in_features`"),
    lie("a paragraph less", "break", (ES, section(SPANISH, "edit").split("\n\n")[0], "## edit"), expected="## edit has another number of paragraphs than in en.md: 1, and not 2"),
    lie("half a paragraph", "break", (ES, "Si se divide entre la raíz, una capa ancha deja pasar la misma parte que una estrecha. Si se divide entre el número mismo, cuanto más ancha es la capa, menos pasa.", ""), (ES, "Unos son positivos y otros negativos, así que casi todo se cancela.", ""), expected="what takes 57 in en.md"),
    lie("a section less", "break", (ES, section(SPANISH, "because rows"), ""), expected="## because rows stands in en.md, but not here"),
    lie("a section more", "break", (ES, "## near drawing", "## because rows 2\nNada.\n\n## near drawing"), expected="belongs to nothing"),
    lie("to do", "break", in_english("near biases", "TODO: say where they begin."), expected="## near biases has 'TODO'"),
    lie("still to be translated", "break", in_spanish("near biases", "Por traducir."), expected="## near biases has 'Por traducir.'"),
    lie("lorem ipsum", "break", in_spanish("near biases", "Lorem ipsum, los sesgos empiezan en cero."), expected="has 'Lorem ipsum'"),
    lie("nothing but dots", "break", in_spanish("near biases", "…"), expected="## near biases says only '…'"),
    lie("an empty section", "break", in_spanish("near biases", ""), expected="is missing or empty"),
    lie("a space that nobody sees", "break", (EN, "The biases start", "The\u200b biases start"), expected="zero width space (U+200B)"),
    lie("words turned round", "break", (EN, "The biases start", "The \u202ebiases start"), expected="U+202E"),
    lie("an escape sequence", "break", (EN, "The biases start", "The \x1b[31mbiases start"), expected="U+001B"),
    lie("another letter", "break", (ES, "Los sesgos empiezan", "Los s\u0435sgos empiezan"), expected="cyrillic small letter ie"),
    lie("letters of another encoding", "break", (ES, "Mira un poco más", "Mira un poco mÃ¡s"), expected="it was 'á'"),
    lie("a lost letter", "break", (ES, "Mira un poco más", "Mira un poco m\ufffds"), expected="a letter was lost"),
    lie("letters of another alphabet", "break", in_english("near biases", "The biases start at zero, как и должно быть."), expected="these letters are Cyrillic"),
    lie("a fence that stays open", "break", in_english("near biases", "The biases start at zero.\n\n```\nbias = 0"), expected="opens a fence"),
    lie("a backtick too many", "break", (EN, "`uniform_` draws", "`uniform_`` draws"), expected="has a ` without its pair"),
    lie("bold that stays open", "break", (EN, "**Depth multiplies.**", "**Depth multiplies."), expected="has a ** without its pair"),
    lie("HTML", "break", (EN, "The biases start", "The <b>biases</b> start"), expected="has HTML, '<b>'"),
    lie("a comment", "break", in_english("near biases", "<!-- say more --> The biases start at zero."), expected="has HTML"),
    lie("a link", "break", (EN, "Glorot and Bengio (2010)", "[Glorot and Bengio](http://example.org)"), expected="has a link"),
    lie("an image", "break", (ES, "Mira un poco más arriba.", f"Mira un poco más arriba. {SQUARE}"), expected="has an image"),
    lie("no mark before a question", "break", (ES, "¿Quién le da los extremos?", "Quién le da los extremos?"), expected="no ¿ opens it"),
    lie("no mark after a question", "break", (ES, "¿Quién le da los extremos?", "¿Quién le da los extremos."), expected="no ? closes it"),
    lie("a Spanish mark in English", "break", (EN, "Who gives it the ends?", "¿Who gives it the ends?"), expected="has ¿, which is Spanish"),
    lie("four screens", "break", (EN, "Glorot and Bengio", "The same once more.\n\n" * 30 + "Glorot and Bengio"), (ES, "Glorot y Bengio", "Lo mismo otra vez.\n\n" * 30 + "Glorot y Bengio"), expected="three screens at 80×24 are 60"),
    lie("a title of two rows", "break", (EN, "# The quiet network", "# The quiet network, " + "and what came of it, " * 4), expected="the title takes"),
    lie("a summary of a page", "break", in_english("summary", "One line changes, and a network goes quiet. " * 9), expected="the summary takes"),
    lie("a fence that is cut off", "break", in_english("read", "```\n" + "16 numbers\n" * 21 + "```"), in_spanish("read", "```\n" + "16 números\n" * 21 + "```"), expected="has 21 lines, and 20 are shown"),
    lie("a line that is cut off", "break", (EN, "Linear(16 → 5)\n", "Linear(16 → 5)" + " " * 80 + "five scores\n"), expected="no screen shows more than 90"),
    lie("a word that nobody explains", "break", (EN, "Depth multiplies: what", "The Hessian multiplies: what"), expected="## remember uses 'Hessian', which nothing explains"),
    lie("nor in Spanish", "break", (ES, "La profundidad multiplica: lo", "La hessiana multiplica: lo"), expected="glossary.es.md"),
]  # fmt: skip
HONEST = [
    honest("an example in English", "break", (ES, "Mira un poco más arriba.", "Mira un poco más arriba, como en *look a little higher*.")),
    honest("a number in words", "break", (ES, "una fila de 23 números", "una fila de veintitrés números")),
    honest("a term in bold", "break", (EN, "Depth multiplies: what", "The **Hessian** is a matrix of slopes of slopes: what")),
    honest("translated, and noted", "break", (ES, "## cause\n", "## cause\n<!-- from en 00000000 -->\n")),
    honest("another order", "break", (ES, section(SPANISH, "because loss"), ""), (ES, "## name rows", section(SPANISH, "because loss") + "## name rows")),
]  # fmt: skip
