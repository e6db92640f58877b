// Package client is a client of the interface with net/http. MISTAKE names a mistake that it makes.
package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

var (
	api      = os.Getenv("SCHEDKIT_URL") + "/v1"
	schedule = api + "/schedules/lisbon-studio"
	palette  = map[string]string{"#1D4E89": "blue", "#8C2F39": "red"}
)

func makes(mistake string) bool { return os.Getenv("MISTAKE") == mistake }

// Refusal says that the service refused a request.
type Refusal struct {
	Status int
	Code   string
}

func (r *Refusal) Error() string { return fmt.Sprintf("refused with %d", r.Status) }

// Room is a resource of the interface.
type Room struct {
	ID            int64  `json:"id"`
	ScheduleID    string `json:"schedule_id"`
	Name          string `json:"name"`
	Description   string `json:"description"`
	ColorFg       string `json:"color_fg"`
	ColorBk       string `json:"color_bk"`
	ColorSchedule string `json:"color_schedule"`
	TextBold      bool   `json:"text_bold"`
	Link          string `json:"link"`
	LinkTitle     string `json:"link_title"`
	Note          string `json:"note"`
	Custom1       string `json:"custom_1"`
	Custom2       string `json:"custom_2"`
	UpdatedAt     string `json:"updated_at"`
	CreatedAt     string `json:"created_at"`
}

// Colour is the name of the room's colour.
func (r Room) Colour() string {
	if makes("compares-colours-as-text") {
		return palette[r.ColorBk]
	}
	return palette[strings.ToUpper(r.ColorBk)]
}

// Created is when the room was created.
func (r Room) Created() (time.Time, error) {
	if makes("expects-milliseconds") {
		if len(r.CreatedAt) != len("2006-01-02T15:04:05.000Z") {
			return time.Time{}, errors.New(r.CreatedAt)
		}
		return time.Parse("2006-01-02T15:04:05.000Z", r.CreatedAt)
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if created, err := time.Parse(layout, r.CreatedAt); err == nil {
			return created, nil
		}
	}
	return time.Time{}, errors.New(r.CreatedAt)
}

// wait returns how long to wait after a 429 or 503.
func wait(advice string, attempt int) time.Duration {
	if makes("ignores-retry-after") {
		return 50 * time.Millisecond
	}
	if seconds, err := strconv.Atoi(advice); err == nil {
		return time.Duration(seconds)*time.Second + 50*time.Millisecond
	}
	if date, err := http.ParseTime(advice); err == nil {
		return time.Until(date)
	}
	return time.Duration(attempt) * 200 * time.Millisecond
}

type answer struct {
	status   int
	location string
	body     struct {
		Success    bool
		Data       json.RawMessage
		Pagination struct{ Links struct{ Next string } }
		Error      struct{ Code string }
	}
}

func send(method, url string, body any) (*answer, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest(method, url, nil)
		if body != nil {
			request, err = http.NewRequest(method, url, bytes.NewReader(text))
		}
		if err != nil {
			return nil, err
		}
		request.Header.Set("Content-Type", "application/json")
		request.SetBasicAuth("mira@ribeira.example", "mira-demo")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			switch {
			case method == "GET" && makes("repeats-at-once") && attempt < 30:
			case method == "GET" && attempt < 3:
				time.Sleep(time.Duration(attempt) * 200 * time.Millisecond)
			default:
				return nil, err
			}
			continue
		}
		if (response.StatusCode == 429 || response.StatusCode == 503) && attempt < 5 {
			response.Body.Close()
			time.Sleep(wait(response.Header.Get("Retry-After"), attempt))
			continue
		}
		return parse(response)
	}
}

func parse(response *http.Response) (*answer, error) {
	defer response.Body.Close()
	if kind := response.Header.Get("Content-Type"); makes("insists-on-a-media-type") && !strings.HasPrefix(kind, "application/json") {
		return nil, errors.New(kind)
	}
	got := answer{status: response.StatusCode, location: response.Header.Get("Location")}
	err := json.NewDecoder(response.Body).Decode(&got.body)
	if err != nil || !got.body.Success || got.status >= 300 {
		return nil, &Refusal{got.status, got.body.Error.Code}
	}
	return &got, nil
}

func read(url string, object any) error {
	got, err := send("GET", url, nil)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(got.body.Data))
	if _, isRoom := object.(*Room); isRoom && makes("insists-on-known-members") {
		decoder.DisallowUnknownFields()
	}
	return decoder.Decode(object)
}

func readAll[Object any](url string) ([]Object, error) {
	var all []Object
	for url != "" {
		got, err := send("GET", url, nil)
		if err != nil && makes("shows-a-part-as-the-whole") && len(all) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		var page []Object
		if err := json.Unmarshal(got.body.Data, &page); err != nil {
			return nil, err
		}
		all = append(all, page...)
		url = got.body.Pagination.Links.Next
	}
	return all, nil
}

// create creates an object. After a lost response, it checks whether one with the same text exists.
func create[ID any](url string, body map[string]any, key string) (id ID, err error) {
	got, err := send("POST", url, body)
	var refusal *Refusal
	if err != nil && !errors.As(err, &refusal) {
		if !makes("sends-a-create-again") {
			all, err := readAll[map[string]json.RawMessage](url)
			if err != nil {
				return id, err
			}
			for _, object := range all {
				if string(object[key]) == strconv.Quote(body[key].(string)) {
					return id, json.Unmarshal(object["id"], &id)
				}
			}
		}
		got, err = send("POST", url, body)
	}
	if err != nil {
		return id, err
	}
	if makes("insists-on-201") && got.status != 201 {
		return id, &Refusal{Status: got.status}
	}
	if makes("takes-the-id-from-location") {
		return id, json.Unmarshal([]byte(path.Base(got.location)), &id)
	}
	var made []struct{ ID ID }
	if err := json.Unmarshal(got.body.Data, &made); err != nil || len(made) != 1 {
		return id, fmt.Errorf("no id in %s: %v", got.body.Data, err)
	}
	return made[0].ID, nil
}

func remove(url string) error {
	_, err := send("DELETE", url, nil)
	return err
}

// Title is the title of the schedule.
func Title() string {
	var found struct{ Title string }
	if makes("guesses-a-path") && read(schedule, &found) == nil {
		return found.Title
	}
	return "lisbon-studio"
}

// ListRooms lists all rooms, with the given page size.
func ListRooms(limit int) ([]Room, error) {
	if makes("asks-for-1000-at-once") {
		limit = 1000
	}
	return readAll[Room](fmt.Sprintf("%s/resources?limit=%d", schedule, limit))
}

// ReadRoom reads a room.
func ReadRoom(id int64) (room Room, err error) {
	return room, read(fmt.Sprintf("%s/resources/%d", schedule, id), &room)
}

// AddRoom adds a room.
func AddRoom(name string) (int64, error) {
	id, err := create[int64](schedule+"/resources", map[string]any{"name": name}, "name")
	if err == nil && makes("takes-the-last-for-the-newest") {
		rooms, err := ListRooms(20)
		return rooms[len(rooms)-1].ID, err
	}
	return id, err
}

// RemoveRoom removes a room with its bookings.
func RemoveRoom(id int64) error {
	room := fmt.Sprintf("%s/resources/%d", schedule, id)
	if !makes("deletes-a-room-with-bookings") {
		if err := remove(room + "/bookings?all=1"); err != nil {
			return err
		}
	}
	return remove(room)
}

// Book books a room from start, in the time zone of the account, for a duration.
func Book(room int64, title string, start time.Time, duration time.Duration) (int64, error) {
	text := func(at time.Time) string {
		if makes("sends-times-of-the-machine") {
			return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), 0, 0, time.Local).UTC().Format(time.RFC3339)
		}
		return at.Format("2006-01-02 15:04")
	}
	booking := map[string]any{"resource_id": room, "title": title, "start": text(start), "end": text(start.Add(duration))}
	id, err := create[int64](schedule+"/bookings", booking, "title")
	if makes("keeps-ids-in-32-bits") {
		return int64(int32(id)), err
	}
	return id, err
}

// Start is when a booking starts, in the time zone of the account.
func Start(booking int64) (string, error) {
	var found struct{ Start string }
	return found.Start, read(fmt.Sprintf("%s/bookings/%d", schedule, booking), &found)
}

// Cancel cancels a booking.
func Cancel(booking int64) error { return remove(fmt.Sprintf("%s/bookings/%d", schedule, booking)) }

// IsGone says whether a booking is no longer there.
func IsGone(booking int64) bool {
	var refusal *Refusal
	_, err := Start(booking)
	if !errors.As(err, &refusal) {
		return false
	}
	switch {
	case makes("insists-on-404"):
		return refusal.Status == 404
	case makes("relies-on-an-error-code"):
		return refusal.Code == "not_found"
	}
	return true
}

// IsComplete says whether the profile is complete.
func IsComplete() (bool, error) {
	if makes("insists-on-true") {
		var me struct {
			Completed bool `json:"profile_completed"`
		}
		err := read(api+"/users/me", &me)
		return me.Completed, err
	}
	var me struct {
		Completed any `json:"profile_completed"`
	}
	err := read(api+"/users/me", &me)
	return me.Completed == true || me.Completed == 1.0, err
}

// Invite invites somebody.
func Invite(email string) (string, error) {
	body := map[string]any{"email": email}
	if makes("insists-on-a-number") {
		id, err := create[int64](schedule+"/collaborators", body, "email")
		return strconv.FormatInt(id, 10), err
	}
	id, err := create[json.Number](schedule+"/collaborators", body, "email")
	return id.String(), err
}

// Withdraw withdraws an invitation.
func Withdraw(collaborator string) error { return remove(schedule + "/collaborators/" + collaborator) }
