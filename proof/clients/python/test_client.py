import unittest
from datetime import datetime

import client


class Client(unittest.TestCase):
    def test_lists_every_room_once(self):
        rooms = client.list_rooms(2)
        self.assertTrue({"Tejo", "Douro"} & {room.name for room in rooms})
        self.assertEqual(len({room.id for room in rooms}), len(rooms))
        self.assertEqual(client.title(), "lisbon-studio")

    def test_adds_a_room_and_removes_it_with_its_bookings(self):
        room = client.add_room("Lima")
        client.book(room, "Opening", datetime(2031, 5, 6, 10), datetime(2031, 5, 6, 11))
        self.assertEqual(client.read_room(room).name, "Lima")
        client.remove_room(room)

    def test_shows_the_colour_of_a_room_and_since_when_it_is_there(self):
        room = client.read_room(1)
        self.assertEqual(room.colour, "blue")
        self.assertGreater(room.created.year, 2000)

    def test_books_a_room_shows_the_booking_and_cancels_it(self):
        booking = client.book(1, "Standup", datetime(2031, 5, 5, 10), datetime(2031, 5, 5, 11))
        self.assertEqual(client.read_booking(booking)["start"], "2031-05-05 10:00")
        client.cancel(booking)
        self.assertTrue(client.is_gone(booking))

    def test_knows_whether_the_profile_is_complete(self):
        self.assertTrue(client.is_complete())

    def test_invites_somebody_and_withdraws_it(self):
        client.withdraw(client.invite("guest@example.test"))


if __name__ == "__main__":
    unittest.main()
