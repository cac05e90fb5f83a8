# SPDX-License-Identifier: MIT
"""The gettext files of the pages' translations, brought up to date."""
import sys

from generator import BOOK, ROOT, WORK, Stop, sphinx

HEAD = r"""# SPDX-License-Identifier: MIT
msgid ""
msgstr ""
"Language: {}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def squeezed(words):
    """Without blanks: a message, or both forms of a counted noun."""
    return "".join("".join(words).split())


def make_po(code, pages):
    """Templates of these pages, or of all that are translated, merged into the
    translations that are there. A sentence that other pages have translated is
    filled in."""
    from babel.messages import catalog, pofile  # after they are installed

    from explorers import messages
    from pages import translated
    from words import whole

    templates = WORK / "templates"
    sphinx("gettext", templates, "en", "student")
    folder = BOOK / "locale" / code / "LC_MESSAGES"
    known = {}
    for path in sorted(folder.rglob("*.po")):
        for one in pofile.read_po(path.open("rb"), locale=code):
            if whole(one) and one.string != one.id:
                known.setdefault(one.id, one.string)
    for page in pages or sorted(translated(code) - {"index"}) + [
            "index", "explorers"]:
        template = templates / f"{page}.pot"
        if page != "explorers" and not template.exists():
            raise Stop(f"there is no page {page}; see {templates}")
        path = folder / f"{page}.po"
        fresh = (messages(ROOT) if page == "explorers"
                 else pofile.read_po(template.open("rb")))
        merged = (pofile.read_po(path.open("rb"), locale=code)
                  if path.exists() else
                  catalog.Catalog(locale=code, project="Lockstep"))
        same = {squeezed(one.id): one.string for one in merged if whole(one)}
        merged.update(fresh)
        for one in merged:
            found = same.get(squeezed(one.id)) if one.id else None
            if found:  # only its blanks are others
                one.string = found
                one.flags.discard("fuzzy")
            elif not whole(one) and one.id in known:
                one.string = known[one.id]
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(HEAD.format(code).encode())
            pofile.write_po(file, merged, width=80, omit_header=True,
                            ignore_obsolete=True)
        left = sum(1 for one in merged if one.id and not whole(one))
        print(f"{path.relative_to(ROOT)}: {len(merged)} messages, {left} open")
