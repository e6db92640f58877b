package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"time"
)

type stamps struct {
	UpdatedAt string `json:"updated_at"`
	CreatedAt string `json:"created_at"`
}

func newStamps() stamps { now := formatUTC(time.Now()); return stamps{now, now} }

func (s *stamps) touch() { s.UpdatedAt = formatUTC(time.Now()) }

type resource struct {
	ID            int    `json:"id"`
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
	stamps
}

func (r *resource) ident() int { return r.ID }

func (r *resource) view(*call) any { return r }

func (r *resource) apply(c *call) error {
	if wrong("zero-for-absent") {
		*r = resource{ID: r.ID, ScheduleID: r.ScheduleID, Name: r.Name, stamps: r.stamps}
	}
	return c.body.apply(
		nonEmpty(text("name", &r.Name, 100)),
		text("description", &r.Description, 200),
		colour("color_fg", &r.ColorFg),
		colour("color_bk", &r.ColorBk),
		colour("color_schedule", &r.ColorSchedule),
		value("text_bold", &r.TextBold),
		link("link", &r.Link),
		text("link_title", &r.LinkTitle, 100),
		text("note", &r.Note, 500),
		text("custom_1", &r.Custom1, 200),
		text("custom_2", &r.Custom2, 200),
	)
}

type booking struct {
	ID            int       `json:"id"`
	ScheduleID    string    `json:"schedule_id"`
	ResourceID    int       `json:"resource_id"`
	Title         string    `json:"title"`
	Start         time.Time `json:"-"`
	End           time.Time `json:"-"`
	AllDayDisplay bool      `json:"all_day_display"`
	ColorFg       string    `json:"color_fg"`
	ColorBk       string    `json:"color_bk"`
	TextBold      bool      `json:"text_bold"`
	Link          string    `json:"link"`
	LinkTitle     string    `json:"link_title"`
	Note          string    `json:"note"`
	Custom1       string    `json:"custom_1"`
	Custom2       string    `json:"custom_2"`
	stamps
}

func (b *booking) ident() int { return b.ID }

// view returns the booking in the time zone of the caller.
func (b *booking) view(c *call) any {
	return struct {
		*booking
		LocalStart string `json:"start"`
		LocalEnd   string `json:"end"`
		StartUTC   string `json:"start_utc"`
		EndUTC     string `json:"end_utc"`
	}{
		b,
		formatLocal(b.Start.In(c.zone)), formatLocal(b.End.In(c.zone)),
		formatUTC(b.Start.In(c.zone)), formatUTC(b.End.In(c.zone)),
	}
}

func (b *booking) apply(c *call) error {
	err := c.body.apply(
		value("resource_id", &b.ResourceID),
		text("title", &b.Title, 100),
		instant("start", &b.Start, c.zone),
		instant("end", &b.End, c.zone),
		value("all_day_display", &b.AllDayDisplay),
		colour("color_fg", &b.ColorFg),
		colour("color_bk", &b.ColorBk),
		value("text_bold", &b.TextBold),
		link("link", &b.Link),
		text("link_title", &b.LinkTitle, 100),
		text("note", &b.Note, 500),
		text("custom_1", &b.Custom1, 200),
		text("custom_2", &b.Custom2, 200),
	)
	if err != nil {
		return err
	}
	if b.End.Before(b.Start) {
		return invalid("end is before start")
	}
	if _, err := find(c.schedule.resources, b.ResourceID); err != nil {
		return invalid("resource_id names no resource of the schedule")
	}
	return nil
}

type collaborator struct {
	ID         int    `json:"id"`
	ScheduleID string `json:"schedule_id"`
	Email      string `json:"email"`
	UserRole   string `json:"user_role"`
	stamps
	user *user // nil until the person is registered
}

type person struct {
	Email     string `json:"email"`
	Firstname string `json:"firstname"`
	Lastname  string `json:"lastname"`
}

func (p *collaborator) ident() int { return p.ID }

func (p *collaborator) view(*call) any {
	view := struct {
		*collaborator
		Email string `json:"email"`
		User  any    `json:"user,omitempty"`
	}{collaborator: p, Email: p.Email}
	if wrong("typed-nil") {
		view.User = (*person)(nil)
	}
	if p.user != nil {
		view.Email = p.user.Email
		view.User = &person{p.user.Email, p.user.Firstname, p.user.Lastname}
	}
	return view
}

func (p *collaborator) apply(c *call) error {
	return c.body.apply(oneOf("user_role", &p.UserRole, "editor", "viewer"))
}

type schedule struct {
	id            string
	owner         *user
	resources     []*resource
	bookings      []*booking
	collaborators []*collaborator
}

// role is owner, editor, viewer, or empty for a user without access.
func (s *schedule) role(u *user) string {
	if s.owner == u {
		return "owner"
	}
	for _, collaborator := range s.collaborators {
		if collaborator.user == u {
			return collaborator.UserRole
		}
	}
	return ""
}

type user struct {
	ID                 string `json:"id"`
	Email              string `json:"email"`
	Firstname          string `json:"firstname"`
	Lastname           string `json:"lastname"`
	LanguageTag        string `json:"language_tag"`
	DateFormat         string `json:"date_format"`
	TimeFormat         string `json:"time_format"`
	Timezone           string `json:"timezone"`
	FirstDayOfWeek     string `json:"first_day_of_week"`
	AllowCollaboration bool   `json:"allow_collaboration"`
	ProfileCompleted   bool   `json:"profile_completed"`
	CollaborationLimit int    `json:"collaboration_limit"`
	RequestRateLimit   int    `json:"request_rate_limit"`
	SchedulesLimit     int    `json:"schedules_limit"`
	stamps
	salt     [16]byte
	password [sha256.Size]byte
	requests []time.Time // within the last 5 minutes
}

func newUser() user {
	return user{
		LanguageTag: "en", DateFormat: "Y-m-d", TimeFormat: "H:i", Timezone: "UTC", FirstDayOfWeek: "monday",
		AllowCollaboration: true, CollaborationLimit: 100, RequestRateLimit: 1_000_000, SchedulesLimit: 10,
		stamps: newStamps(),
	}
}

func (u *user) hash(password string) [sha256.Size]byte {
	return sha256.Sum256(append(u.salt[:], password...))
}

func (u *user) setPassword(password string) {
	rand.Read(u.salt[:])
	u.password = u.hash(password)
}

// setPasswordOfCopy does the same, but with a value receiver.
func (u user) setPasswordOfCopy(password string) { u.setPassword(password) }

func (u *user) hasPassword(password string) bool {
	hash := u.hash(password)
	return subtle.ConstantTimeCompare(hash[:], u.password[:]) == 1
}

// mayRequest counts a request, unless the limit for 5 minutes is reached.
func (u *user) mayRequest(now time.Time) bool {
	for len(u.requests) > 0 && now.Sub(u.requests[0]) >= 5*time.Minute {
		u.requests = u.requests[1:]
	}
	if len(u.requests) >= u.RequestRateLimit {
		return false
	}
	u.requests = append(u.requests, now)
	return true
}

// seedUser is a user of the seed; missing members keep their defaults.
type seedUser struct {
	user
	Password string `json:"password"`
}

func (s *seedUser) UnmarshalJSON(text []byte) error {
	s.user = newUser()
	if err := json.Unmarshal(text, &s.user); err != nil {
		return err
	}
	var secret struct{ Password string }
	if err := json.Unmarshal(text, &secret); err != nil {
		return err
	}
	s.setPassword(secret.Password)
	return nil
}

type seed struct {
	Users     []*seedUser
	Schedules []struct{ ID, Owner string }
}

// mailFile is the file that e-mails are appended to, one JSON object per line.
type mailFile string

func (f mailFile) send(to, subject, text string) error {
	file, err := os.OpenFile(string(f), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	return json.NewEncoder(file).Encode(map[string]string{"to": to, "subject": subject, "text": text})
}

func newToken() string {
	token := make([]byte, 16)
	rand.Read(token)
	return hex.EncodeToString(token)
}

func sameEmail(a, b string) bool { return strings.EqualFold(a, b) }
