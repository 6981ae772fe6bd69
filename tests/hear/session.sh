#!/usr/bin/env bash
# What runs on the session bus of `started`: display, windows, accessibility, speech, Orca, Firefox.
cd "$1" || exit 1
keep() { local name=$1; shift; "$@" > "log/$name.out" 2>&1 < /dev/null & echo $! > "run/$name.pid"; }
keep xvfb Xvfb "$DISPLAY" -screen 0 1280x1000x24 -nolisten tcp; sleep 2
keep openbox openbox
keep atspi /usr/libexec/at-spi-bus-launcher --launch-immediately; sleep 1
for status in IsEnabled ScreenReaderEnabled; do
  dbus-send --session --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
    string:org.a11y.Status "string:$status" variant:boolean:true
done
keep speech speech-dispatcher -s -t 0 -C "$HOME/.config/speech-dispatcher" \
  -S "$XDG_RUNTIME_DIR/speech-dispatcher/speechd.sock" -P run/speechd.pid; sleep 2
keep orca orca --debug-file log/orca.debug; sleep 5
keep firefox firefox-esr --profile profile --no-remote about:blank
wait "$(cat run/firefox.pid)"
