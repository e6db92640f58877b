package client

import (
	"testing"
	"time"
)

func must[Value any](t *testing.T) func(Value, error) Value {
	return func(value Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestListsEveryRoomOnce(t *testing.T) {
	seen := map[int64]bool{}
	found := false
	for _, room := range must[[]Room](t)(ListRooms(2)) {
		if seen[room.ID] {
			t.Errorf("%s is there twice", room.Name)
		}
		seen[room.ID] = true
		found = found || room.Name == "Tejo" || room.Name == "Douro"
	}
	if !found || Title() != "lisbon-studio" {
		t.Error("a room or the title is missing")
	}
}

func TestAddsARoomAndRemovesItWithItsBookings(t *testing.T) {
	id := must[int64](t)(AddRoom("Lima"))
	must[int64](t)(Book(id, "Opening", time.Date(2031, 5, 6, 10, 0, 0, 0, time.UTC), time.Hour))
	if room := must[Room](t)(ReadRoom(id)); room.Name != "Lima" {
		t.Error(room)
	}
	check(t, RemoveRoom(id))
}

func TestShowsTheColourOfARoomAndSinceWhenItIsThere(t *testing.T) {
	room := must[Room](t)(ReadRoom(1))
	if created := must[time.Time](t)(room.Created()); room.Colour() != "blue" || created.Year() < 2000 {
		t.Error(room)
	}
}

func TestBooksARoomShowsTheBookingAndCancelsIt(t *testing.T) {
	id := must[int64](t)(Book(1, "Standup", time.Date(2031, 5, 5, 10, 0, 0, 0, time.UTC), time.Hour))
	if start := must[string](t)(Start(id)); start != "2031-05-05 10:00" {
		t.Error(start)
	}
	check(t, Cancel(id))
	if !IsGone(id) {
		t.Error("still there")
	}
}

func TestKnowsWhetherTheProfileIsComplete(t *testing.T) {
	if !must[bool](t)(IsComplete()) {
		t.Error("not complete")
	}
}

func TestInvitesSomebodyAndWithdrawsIt(t *testing.T) {
	check(t, Withdraw(must[string](t)(Invite("guest@example.test"))))
}
