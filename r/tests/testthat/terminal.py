"""Runs R in a terminal of its own, as a person does: sources a script, and presses Ctrl-C once a file has contents.

usage: terminal.py R_PROGRAM SCRIPT FILE. Prints what the terminal showed; the script prints "the end" as its last line.
"""
import os
import pty
import select
import sys
import time

program, script, file = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execv(program, [program, "--vanilla", "--quiet", "--no-readline"])

os.write(terminal, f"source({script!r})\n".encode())
shown, pressed, deadline = b"", False, time.monotonic() + 60
while b"the end" not in shown and time.monotonic() < deadline:
    if select.select([terminal], [], [], 0.02)[0]:
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # R has ended
            break
    if not pressed and os.path.exists(file) and os.path.getsize(file) > 0:
        os.write(terminal, b"\x03")
        pressed = True
print(shown.decode(errors="replace"))
os.close(terminal)  # hangs up, which ends R
os.waitpid(child, 0)
