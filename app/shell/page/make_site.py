#!/usr/bin/python3
"""Puts together the files of the page: make_site.py SOURCE_FOLDER OUT PROGRAM_FOLDER [THREADS_FOLDER].

SOURCE_FOLDER is the checkout. PROGRAM_FOLDER has vitrine.js and vitrine.wasm. THREADS_FOLDER has those for pages with threads,
which look for them in the folder threads. The content of OUT is replaced.
"""

import gzip
import hashlib
import json
import re
import shutil
import struct
import sys
from pathlib import Path

FOLDERS = {"assets/fonts": "fonts", "assets/languages": "languages", "assets/lessons": "lessons", "assets/samples": "samples",
           "assets/tokenizers": "tokenizers", "shaders": "shaders"}
# Compute shaders, which browsers do not support; the page has licences.txt.
LEFT_OUT = ["*.comp", "LICENSE-*"]
# What is large of the samples is fetched when it is needed, but for the weights of the first page's sample.
LARGE = ["*.safetensors", "*.tokenizer.json"]
FIRST = ["english-french.safetensors", "english-french.tokenizer.json"]


def packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def is_late(path: Path) -> bool:
    """Whether a file is not among those that the program reads at first."""
    return path.name not in FIRST and any(path.match(pattern) for pattern in LARGE)


def pack(source: Path) -> bytes:
    """The files that the program reads at first, in the format of unpack() in site/program.js."""
    paths, bodies = [], []
    for folder, name in FOLDERS.items():
        for path in sorted((source / folder).iterdir()):
            if path.is_file() and not is_late(path) and not any(path.match(pattern) for pattern in LEFT_OUT):
                bodies.append(path.read_bytes())
                paths.append([f"/vitrine/{name}/{path.name}", len(bodies[-1])])
    index = json.dumps(paths, separators=(",", ":")).encode()
    return packed(struct.pack("<I", len(index)) + index + b"".join(bodies))


def version_of(source: Path) -> str:
    return re.search(r"^project\(vitrine VERSION ([0-9.]+)", (source / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)


def bundle(site: Path) -> str:
    """The modules of the page as a single one: each after those that it imports, without the words import and export.

    Raises ValueError if two of them give the same name to different things.
    """
    text = ""
    for name in ["program.js", "late.js", "keeping.js", "input.js", "files.js", "reader.js", "page.js"]:
        module = (site / name).read_text()
        module = re.sub(r'^import .*;\n', "", module, flags=re.MULTILINE)
        text += re.sub(r"^export ", "", module, flags=re.MULTILINE)
    names = re.findall(r"^(?:const|let|(?:async )?function|class) (\w+)", text, flags=re.MULTILINE)
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"several modules of the page have {', '.join(sorted(twice))}")
    return text


def in_script(text: str) -> str:
    """A script in a form that can stand in an element: its texts neither end the element nor begin a comment or another
    script."""
    return re.sub(r"<(?=!--|/?script)", r"\\x3C", text, flags=re.IGNORECASE)


def single(site: Path, program: Path) -> str:
    """A page in one file, in which app/single_page fills in the parts: {{program}}, {{files}}, {{samples}},
    {{start}}."""
    page = (site / "index.html").read_text()
    page = re.sub(r'  <picture>.*?</picture>\n', "", page, flags=re.DOTALL)
    page = re.sub(r'<link rel="(icon|manifest)".*\n', "", page)
    style = "<style>\n" + (site / "vitrine.css").read_text() + "</style>\n"
    page = page.replace('<link rel="stylesheet" href="vitrine.css">\n', style)
    glue = in_script((program / "vitrine.js").read_text())
    parts = "".join(f'<script type="text/plain" id="{name}">{{{{{name}}}}}</script>\n' for name in ["program", "files"])
    parts += "".join(f'<script type="application/json" id="{name}">{{{{{name}}}}}</script>\n' for name in ["samples", "start"])
    scripts = f'{parts}<script>{glue}</script>\n<script type="module">\n{in_script(bundle(site))}</script>\n'
    return page.replace('<script src="page.js" type="module"></script>\n', scripts)


def main() -> None:
    source, out, program, *threads = map(Path, sys.argv[1:])
    site = source / "app/shell/page/site"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(site, out)
    index = out / "index.html"
    index.write_text(index.read_text().replace("{{version}}", version_of(source)))
    shutil.copy(program / "vitrine.js", out)
    for look in ["dark", "light", "phone-dark", "phone-light"]:
        shutil.copy(source / f"docs/pictures/start-{look}.webp", out / f"first-{look}.webp")
    packs = {"program.pack": packed((program / "vitrine.wasm").read_bytes()), "files.pack": pack(source)}
    (out / "samples").mkdir()
    for path in filter(is_late, sorted((source / "assets/samples").iterdir())):
        packs[f"samples/{path.name}.pack"] = packed(path.read_bytes())
    for folder in threads:
        (out / "threads").mkdir()
        for path in folder.glob("vitrine*.js"):
            shutil.copy(path, out / "threads")
        packs["threads/program.pack"] = packed((folder / "vitrine.wasm").read_bytes())
    for name, data in packs.items():
        (out / name).write_bytes(data)
    (out / "single.html").write_text(single(out, program))
    packs["single.html"] = (out / "single.html").read_bytes()
    (out / "sizes.json").write_text(json.dumps({name: len(data) for name, data in packs.items()}))
    (out / "licences.txt").write_text("\n\n".join(path.read_text() for path in sorted((source / "assets/fonts").glob("LICENSE*"))))

    worker = out / "service-worker.js"
    files = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file() and path != worker)
    at_once = [name for name in files if not name.startswith(("threads/", "samples/"))]
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + b"\0" + (out / name).read_bytes())
    text = worker.read_text()
    text = text.replace('"VERSION"', json.dumps("vitrine-" + digest.hexdigest()[:16]))
    text = text.replace("= FILES", "= " + json.dumps(["./"] + at_once))
    worker.write_text(text)


if __name__ == "__main__":
    main()
