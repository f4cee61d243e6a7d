#!/usr/bin/python3
"""Serves a folder on this machine: serve.py FOLDER PORT. Sends the headers with which browsers allow the page to use threads."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


def main() -> None:
    folder, port = sys.argv[1:]
    server = ThreadingHTTPServer(("127.0.0.1", int(port)), partial(Handler, directory=folder))
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
