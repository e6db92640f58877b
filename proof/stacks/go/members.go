package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// body holds the members of a request body, by their exact names.
type body map[string]json.RawMessage

func readBody(reader io.Reader) (body, error) {
	text, err := io.ReadAll(reader)
	if err != nil {
		return nil, invalid("the body cannot be read: %v", err)
	}
	var members body
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return nil, invalid("the body is not a JSON object")
	}
	return members, nil
}

func (b body) require(names ...string) error {
	for _, name := range names {
		if _, ok := b[name]; !ok {
			return invalid("%s is required", name)
		}
	}
	return nil
}

// A member sets a field from the body; a member that is not sent leaves its field unchanged.
type member struct {
	name string
	set  func(json.RawMessage) error
}

func (b body) apply(members ...member) error {
	for _, member := range members {
		raw, ok := b[member.name]
		if !ok {
			continue
		}
		if err := member.set(raw); err != nil {
			return invalid("%s %v", member.name, err)
		}
	}
	return nil
}

// value is a member with the type of its field; null is refused.
func value[T any](name string, field *T) member {
	return checked(name, field, func(T) error { return nil })
}

func checked[T any](name string, field *T, check func(T) error) member {
	return member{name, func(raw json.RawMessage) error {
		var sent T
		if err := json.Unmarshal(raw, &sent); err != nil || bytes.Equal(raw, []byte("null")) {
			return fmt.Errorf("is not of type %T", sent)
		}
		if err := check(sent); err != nil {
			return err
		}
		*field = sent
		return nil
	}}
}

func characters(text string) int {
	if wrong("byte-length") {
		return len(text)
	}
	return utf8.RuneCountInString(text)
}

func atMost(max int) func(string) error {
	return func(sent string) error {
		if characters(sent) > max {
			return fmt.Errorf("has more than %d characters", max)
		}
		return nil
	}
}

func text(name string, field *string, max int) member { return checked(name, field, atMost(max)) }

func nonEmpty(m member) member {
	return member{m.name, func(raw json.RawMessage) error {
		if string(raw) == `""` {
			return fmt.Errorf("is empty")
		}
		return m.set(raw)
	}}
}

var (
	colourPattern   = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	colourSomewhere = regexp.MustCompile(`#[0-9A-Fa-f]{6}`)
)

func colour(name string, field *string) member {
	return checked(name, field, func(sent string) error {
		if colourPattern.MatchString(sent) || wrong("unanchored") && colourSomewhere.MatchString(sent) {
			return nil
		}
		return fmt.Errorf("is not a colour #RRGGBB")
	})
}

// link is a member with a web link. It is not parsed as a URL, because its dynamic variables may have any form.
func link(name string, field *string) member {
	return checked(name, field, func(sent string) error {
		scheme, rest, _ := strings.Cut(strings.ToLower(sent), "://")
		if sent != "" && (scheme != "http" && scheme != "https" || rest == "" || strings.IndexFunc(sent, unicode.IsControl) >= 0) {
			return fmt.Errorf("is not an HTTP or HTTPS link")
		}
		return atMost(250)(sent)
	})
}

func oneOf(name string, field *string, allowed ...string) member {
	return checked(name, field, func(sent string) error {
		for _, value := range allowed {
			if sent == value && !(wrong("no-fallthrough") && value == "editor") {
				return nil
			}
		}
		return fmt.Errorf("is not one of %s", strings.Join(allowed, ", "))
	})
}

func timezone(name string, field *string) member {
	return checked(name, field, func(sent string) error {
		if (sent == "" || sent == "Local") && !wrong("load-location") {
			return fmt.Errorf("is not a time zone")
		}
		_, err := time.LoadLocation(sent)
		return err
	})
}

func instant(name string, field *time.Time, zone *time.Location) member {
	return member{name, func(raw json.RawMessage) (err error) {
		var sent string
		if err := value(name, &sent).set(raw); err != nil {
			return err
		}
		*field, err = parseTime(sent, zone)
		return err
	}}
}
