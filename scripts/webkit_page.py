"""A page of WebKitGTK that can be asked things, and killed where a loop has frozen it; its store lives on.

WebKitGTK's own driver ends its session when a page hangs, and with it what the next visit is about. Wants
python3-gi and gir1.2-webkit2-4.1, and a display.
"""

import json

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402


class Frozen(Exception):
    """The page does not answer."""


class WebKitPage:
    def __init__(self, folder):
        manager = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
        self.view = WebKit2.WebView.new_with_context(WebKit2.WebContext.new_with_website_data_manager(manager))
        window = Gtk.Window(default_width=1280, default_height=800)
        window.add(self.view)
        window.show_all()

    @staticmethod
    def version():
        return ".".join(str(part()) for part in (
            WebKit2.get_major_version, WebKit2.get_minor_version, WebKit2.get_micro_version
        ))

    def visit(self, address):
        self.view.load_uri(address)
        self.pass_time(2)

    def pass_time(self, seconds):
        loop = GLib.MainLoop()
        GLib.timeout_add(int(seconds * 1000), loop.quit)
        loop.run()

    def evaluate(self, expression, seconds=10):
        loop, answer = GLib.MainLoop(), []

        def answered(view, result):
            try:
                answer.append(json.loads(view.run_javascript_finish(result).get_js_value().to_string()))
            except GLib.Error as error:
                answer.append(error)
            loop.quit()

        self.view.run_javascript(f"JSON.stringify([{expression}])", None, answered)
        limit = GLib.timeout_add(int(seconds * 1000), loop.quit)
        loop.run()
        if not answer:
            raise Frozen()
        GLib.source_remove(limit)
        if isinstance(answer[0], GLib.Error):
            raise answer[0]
        return answer[0][0]

    def kill(self):
        """What a browser offers to do with a page that does not answer."""
        self.view.terminate_web_process()
        self.pass_time(1)
