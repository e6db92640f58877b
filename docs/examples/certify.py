#!/usr/bin/env python3
"""Starts a server, certifies it, stops it, and exits with the exit code of the kit: 0 for conformant.

    python3 certify.py --allow all --report html=conformance.html

Replace start_server with what your project has for its own tests. Needs Python 3.8 and Node.js, and no packages.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

KIT = os.environ.get("SCHEDKIT", "npx schedkit").split()
PORT = os.environ.get("PORT", "4010")


def account(name):
    return {"email": f"{name}@example.test", "password": f"secret of {name}"}


TARGET = {
    "baseUrl": f"http://127.0.0.1:{PORT}",
    "owner": account("owner"),
    "schedules": ["first", "second", "spare"],
    "members": [account("editor"), account("viewer"), account("stranger")],
    "disposable": [account(f"throwaway{number}") for number in range(1, 9)],
}


def written(folder, name, content):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)
    return path


def start_server(folder):
    """Starts the server with the accounts and schedules of TARGET: here the reference server, with a seed file."""
    owner = TARGET["owner"]
    seed = {
        "users": [owner, *TARGET["members"], *TARGET["disposable"]],
        "schedules": [{"id": schedule, "owner": owner["email"]} for schedule in TARGET["schedules"]],
    }
    command = [*KIT, "serve", "--port", PORT, "--seed", written(folder, "seed.json", seed)]
    # In its own process group: npx starts child processes, which do not end with it.
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def stop(server):
    """Stops the server and its child processes."""
    try:
        os.killpg(server.pid, signal.SIGTERM)
    except ProcessLookupError:
        pass
    server.wait()


def wait_for(server):
    """Waits until the server responds, with any status."""
    for _ in range(150):
        if server.poll() is not None:
            give_up(f"The server ended with the code {server.returncode}.")
        try:
            urllib.request.urlopen(f"{TARGET['baseUrl']}/v1/users/me", timeout=2)
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
    give_up(f"The server does not answer at {TARGET['baseUrl']}.")


def give_up(reason):
    print(reason, file=sys.stderr)
    sys.exit(4)


with tempfile.TemporaryDirectory() as folder:
    server = start_server(folder)
    try:
        wait_for(server)
        target = written(folder, "target.json", TARGET)
        run = [*KIT, "conformance", "run", "--target", target, *sys.argv[1:]]
        code = subprocess.run(run).returncode
    finally:
        stop(server)
sys.exit(code)
