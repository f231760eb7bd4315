"""A WebKitGTK browser of one page and its popups; scripts may open windows without a click."""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def show(view):
    settings = view.get_settings()
    settings.set_property("javascript-can-open-windows-automatically", True)
    window = Gtk.Window()
    window.set_default_size(500, 600)
    window.add(view)
    view.connect("create", lambda opener, _: show(WebKit2.WebView.new_with_related_view(opener)))
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    return view


show(WebKit2.WebView()).load_uri(sys.argv[1])
Gtk.main()
