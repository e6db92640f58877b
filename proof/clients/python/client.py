"""A client of the interface with the standard library. MISTAKE names a mistake that it makes."""

import base64
import ctypes
import dataclasses
import email.utils
import json
import os
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone

API = os.environ["SCHEDKIT_URL"] + "/v1"
SCHEDULE = API + "/schedules/lisbon-studio"
AUTHORIZATION = "Basic " + base64.b64encode(b"mira@ribeira.example:mira-demo").decode()
PALETTE = {"#1D4E89": "blue", "#8C2F39": "red"}


def makes(mistake):
    return os.environ.get("MISTAKE") == mistake


class Refusal(Exception):
    """The service refused a request."""

    def __init__(self, method, url, status, body):
        super().__init__(f"{method} {url}: {status}")
        self.status, self.body = status, body


@dataclasses.dataclass
class Room:
    """A resource with all its members."""

    id: int
    schedule_id: str
    name: str
    description: str
    color_fg: str
    color_bk: str
    color_schedule: str
    text_bold: bool
    link: str
    link_title: str
    note: str
    custom_1: str
    custom_2: str
    updated_at: str
    created_at: str

    @classmethod
    def parse(cls, members):
        if makes("insists-on-known-members"):
            return cls(**members)
        return cls(**{field.name: members.get(field.name, "") for field in dataclasses.fields(cls)})

    @property
    def colour(self):
        return PALETTE.get(self.color_bk if makes("compares-colours-as-text") else self.color_bk.upper())

    @property
    def created(self):
        if makes("expects-milliseconds"):
            return datetime.strptime(self.created_at, "%Y-%m-%dT%H:%M:%S.%fZ")
        return datetime.fromisoformat(self.created_at.replace("Z", "+00:00"))


def seconds_until(advice, attempt):
    """Seconds to wait after a 429 or 503."""
    if makes("ignores-retry-after"):
        return 0.05
    if advice is None:
        return 0.2 * attempt
    if advice.isdigit():
        return int(advice) + 0.05
    return max(0, (email.utils.parsedate_to_datetime(advice) - datetime.now(timezone.utc)).total_seconds())


def send(method, url, body=None, attempt=1):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": AUTHORIZATION, "Content-Type": "application/json"}
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            status, headers, text = answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            status, headers, text = error.code, error.headers, error.read()
    except OSError:
        if method != "GET" or attempt >= (30 if makes("repeats-at-once") else 3):
            raise
        if not makes("repeats-at-once"):
            time.sleep(0.2 * attempt)
        return send(method, url, body, attempt + 1)
    if status in (429, 503) and attempt < 5:
        time.sleep(seconds_until(headers["Retry-After"], attempt))
        return send(method, url, body, attempt + 1)
    if makes("insists-on-a-media-type") and headers.get_content_type() != "application/json":
        raise ValueError(headers.get_content_type())
    try:
        members = json.loads(text)
    except ValueError:
        members = {}
    if status >= 300 or members.get("success") is not True:
        raise Refusal(method, url, status, members)
    return status, headers, members


def read(url):
    return send("GET", url)[2]["data"]


def read_all(url):
    found = []
    while url is not None:
        try:
            page = send("GET", url)[2]
        except Refusal:
            if makes("shows-a-part-as-the-whole") and found:
                break
            raise
        found += page["data"]
        url = page["pagination"]["links"].get("next")
    return found


def create(url, body, key):
    """Creates an object. After a lost response, it checks whether one with the same text exists."""
    try:
        status, headers, members = send("POST", url, body)
    except OSError:
        there = [] if makes("sends-a-create-again") else [o for o in read_all(url) if o.get(key) == body[key]]
        if there:
            return there[0]["id"]
        status, headers, members = send("POST", url, body)
    if makes("insists-on-201") and status != 201:
        raise ValueError(status)
    if makes("takes-the-id-from-location"):
        return int(headers["Location"].rsplit("/", 1)[1])
    return members["data"][0]["id"]


def title():
    if makes("guesses-a-path"):
        try:
            return read(SCHEDULE)["title"]
        except Refusal:
            pass
    return "lisbon-studio"


def list_rooms(limit=20):
    limit = 1000 if makes("asks-for-1000-at-once") else limit
    return [Room.parse(members) for members in read_all(f"{SCHEDULE}/resources?limit={limit}")]


def read_room(room):
    return Room.parse(read(f"{SCHEDULE}/resources/{room}"))


def add_room(name):
    made = create(SCHEDULE + "/resources", {"name": name}, "name")
    return list_rooms()[-1].id if makes("takes-the-last-for-the-newest") else made


def remove_room(room):
    if not makes("deletes-a-room-with-bookings"):
        send("DELETE", f"{SCHEDULE}/resources/{room}/bookings?all=1")
    send("DELETE", f"{SCHEDULE}/resources/{room}")


def book(room, title, start, end):
    """Books a room from `start` to `end`, datetimes in the time zone of the account."""

    def text(when):
        if makes("sends-times-of-the-machine"):
            return when.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return when.strftime("%Y-%m-%d %H:%M")

    booking = {"resource_id": room, "title": title, "start": text(start), "end": text(end)}
    made = create(SCHEDULE + "/bookings", booking, "title")
    return ctypes.c_int32(made).value if makes("keeps-ids-in-32-bits") else made


def read_booking(booking):
    return read(f"{SCHEDULE}/bookings/{booking}")


def cancel(booking):
    send("DELETE", f"{SCHEDULE}/bookings/{booking}")


def is_gone(booking):
    try:
        read_booking(booking)
    except Refusal as refusal:
        if makes("insists-on-404"):
            return refusal.status == 404
        if makes("relies-on-an-error-code"):
            return refusal.body["error"]["code"] == "not_found"
        return True
    return False


def is_complete():
    complete = read(API + "/users/me")["profile_completed"]
    return complete is True if makes("insists-on-true") else bool(complete)


def invite(address):
    made = create(SCHEDULE + "/collaborators", {"email": address}, "email")
    if makes("insists-on-a-number") and not isinstance(made, int):
        raise TypeError(made)
    return int(made)


def withdraw(collaborator):
    send("DELETE", f"{SCHEDULE}/collaborators/{collaborator}")
