"""The tests of a client in Python, written from the text of the interface. It knows nothing of schedkit but SCHEDKIT_URL."""

import base64
import email.utils
import json
import os
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone

BASE = os.environ["SCHEDKIT_URL"] + "/v1"
STUDIO = BASE + "/schedules/lisbon-studio"
ACCOUNT = "mira@ribeira.example:mira-demo"


class Refused(Exception):
    """The service refused a request; how it says so differs from service to service."""


def seconds_until(advice):
    """Retry-After in seconds or as a date; half a second without it."""
    if advice is None:
        return 0.5
    if advice.isdigit():
        return float(advice)
    return max(0.0, (email.utils.parsedate_to_datetime(advice) - datetime.now(timezone.utc)).total_seconds())


def ask(method, url, body=None, account=ACCOUNT):
    """Sends a request, again later if the service is busy, and returns the JSON of the answer."""
    headers = {"Authorization": "Basic " + base64.b64encode(account.encode()).decode()}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    for attempt in range(6):
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                if error.code not in (429, 503) or attempt == 5:
                    raise Refused(f"{method} {url}: {error.code}") from error
                time.sleep(seconds_until(error.headers["Retry-After"]) + 0.1)


def every(url):
    """All objects of a list: its pages are followed until none is next."""
    while url is not None:
        page = ask("GET", url)
        yield from page["data"]
        url = page["pagination"]["links"].get("next")


def create(url, body):
    return ask("POST", url, body)["data"][0]["id"]


class Client(unittest.TestCase):
    def book(self, title, day, **more):
        booking = {"resource_id": self.room, "title": title, "start": f"{day} 10:00", "end": f"{day} 11:30", **more}
        made = create(STUDIO + "/bookings", booking)
        self.addCleanup(ask, "DELETE", f"{STUDIO}/bookings?ids={made}")
        return made

    def setUp(self):
        self.room = create(STUDIO + "/resources", {"name": f"Room {self.id()} {time.time_ns()}"})
        self.addCleanup(ask, "DELETE", f"{STUDIO}/resources/{self.room}")

    def test_lists_every_room_once(self):
        rooms = list(every(STUDIO + "/resources?limit=2"))
        ids = [room["id"] for room in rooms]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertIn(self.room, ids)
        self.assertIn("Tejo", [room["name"] for room in rooms])

    def test_changes_a_room(self):
        ask("PUT", f"{STUDIO}/resources/{self.room}", {"color_bk": "#A0B1C2", "note": "Überall: 3 € für Tee"})
        room = ask("GET", f"{STUDIO}/resources/{self.room}")["data"]
        self.assertEqual(room["color_bk"].lower(), "#a0b1c2")
        self.assertEqual(room["note"], "Überall: 3 € für Tee")
        self.assertIsNotNone(datetime.fromisoformat(room["created_at"]))

    def test_reads_some_fields(self):
        room = ask("GET", f"{STUDIO}/resources/{self.room}?fields=id,name")["data"]
        self.assertEqual(room["id"], self.room)
        self.assertIn("name", room)

    def test_books_in_the_zone_of_the_account(self):
        made = self.book("Workshop", "2031-07-01")
        booking = ask("GET", f"{STUDIO}/bookings/{made}")["data"]
        self.assertEqual(booking["start"], "2031-07-01 10:00")
        self.assertEqual(booking["resource_id"], self.room)

    def test_finds_the_bookings_of_a_week(self):
        inside, outside = self.book("In", "2031-07-02"), self.book("Out", "2031-07-20")
        query = urllib.parse.urlencode({"time_min": "2031-07-01", "time_max": "2031-07-08"})
        found = [each["id"] for each in every(f"{STUDIO}/resources/{self.room}/bookings?{query}")]
        self.assertIn(inside, found)
        self.assertNotIn(outside, found)

    def test_moves_and_cancels_several(self):
        other = create(STUDIO + "/resources", {"name": f"Other {time.time_ns()}"})
        self.addCleanup(ask, "DELETE", f"{STUDIO}/resources/{other}")
        made = [self.book(f"Part {day}", f"2031-07-0{day}") for day in (3, 4, 5)]
        ids = ",".join(map(str, made))
        ask("PUT", f"{STUDIO}/bookings?ids={ids}", {"resource_id": other})
        moved = {each["id"] for each in every(f"{STUDIO}/resources/{other}/bookings?limit=2")}
        self.assertEqual(moved, set(made))

    def test_tells_what_is_not_there(self):
        made = create(STUDIO + "/bookings", {"resource_id": self.room, "start": "2031-07-04 09:00", "end": "2031-07-04 10:00"})
        ask("DELETE", f"{STUDIO}/bookings/{made}")
        with self.assertRaises(Refused):
            ask("GET", f"{STUDIO}/bookings/{made}")

    def test_refuses_a_room_without_a_name(self):
        with self.assertRaises(Refused):
            ask("POST", STUDIO + "/resources", {})

    def test_shares_the_schedule(self):
        invited = f"guest-{time.time_ns()}@example.test"
        create(STUDIO + "/collaborators", {"email": invited, "user_role": "viewer"})
        [guest] = [each for each in every(STUDIO + "/collaborators") if each["email"] == invited]
        ask("PUT", f"{STUDIO}/collaborators/{guest['id']}", {"user_role": "editor"})
        self.assertEqual(ask("GET", f"{STUDIO}/collaborators/{guest['id']}")["data"]["user_role"], "editor")
        ask("DELETE", f"{STUDIO}/collaborators/{guest['id']}")

    def test_knows_its_account(self):
        me = ask("GET", BASE + "/users/me")["data"]
        self.assertEqual(me["email"], "mira@ribeira.example")
        self.assertTrue(me["profile_completed"])

    def test_asks_for_credentials_that_are_right(self):
        with self.assertRaises(Refused):
            ask("GET", BASE + "/users/me", account="mira@ribeira.example:wrong")


if __name__ == "__main__":
    unittest.main()
