#!/usr/bin/python3
"""A window around WebKitGTK that a driver can steer.

MiniBrowser prints no console, keeps no data and stays 447 px wide or wider, so that it cannot show what is tested here.
Arguments: --data=FOLDER (absent: private), --console=FILE, --script=FILE (runs before each page's own scripts).
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

options = dict(arg[2:].split("=", 1) for arg in sys.argv[1:] if arg.startswith("--") and "=" in arg)

# WebKit's processes write console messages to the standard streams that they inherit.
console = os.open(options["console"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.dup2(console, 1)
os.dup2(console, 2)

if "data" in options:
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=options["data"] + "/data", base_cache_directory=options["data"] + "/cache"
    )
else:
    manager = WebKit2.WebsiteDataManager.new_ephemeral()
context = WebKit2.WebContext.new_with_website_data_manager(manager)

settings = WebKit2.Settings()
settings.set_property("enable-write-console-messages-to-stdout", True)
settings.set_property("enable-webgl", False)
settings.set_property("hardware-acceleration-policy", WebKit2.HardwareAccelerationPolicy.NEVER)

content = WebKit2.UserContentManager()
if "script" in options:
    with open(options["script"], encoding="utf8") as file:
        content.add_script(
            WebKit2.UserScript(
                file.read(),
                WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )


def show(view, width, height):
    window = Gtk.Window()
    window.add(view)
    # A view that asks for little lets the window become as narrow as a phone.
    view.set_size_request(1, 1)
    window.set_default_size(width, height)
    view.connect("close", lambda _: window.destroy())
    view.connect("create", open_related)
    window.show_all()
    return view


def open_related(opener, _action):
    return show(
        WebKit2.WebView(
            related_view=opener,
            settings=settings,
            user_content_manager=content,
            is_controlled_by_automation=True,
        ),
        500,
        600,
    )


def open_first(*_):
    return show(
        WebKit2.WebView(
            web_context=context,
            settings=settings,
            user_content_manager=content,
            is_controlled_by_automation=True,
        ),
        1280,
        800,
    )


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("engine-tests")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", open_first)


context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
