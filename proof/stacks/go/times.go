package main

import (
	"fmt"
	"time"
	_ "time/tzdata" // time zones for machines without them
)

// parseTime parses an ISO 8601 time, also with a space instead of T; without a zone, it is in the given one.
func parseTime(text string, zone *time.Location) (time.Time, error) {
	if wrong("parse-is-utc") {
		zone = time.UTC
	}
	for _, date := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"} {
		for _, offset := range []string{"", "Z07:00", "Z0700", "Z07"} {
			if parsed, err := time.ParseInLocation(date+offset, text, zone); err == nil && hasOffset(parsed) {
				return parsed, nil
			}
		}
	}
	return time.Time{}, fmt.Errorf("is not a time in ISO 8601")
}

// hasOffset refuses an offset of a day or more, as in +99:00, which package time accepts.
func hasOffset(t time.Time) bool {
	_, offset := t.Zone()
	return wrong("wild-offset") || -24*60*60 < offset && offset < 24*60*60
}

// formatLocal formats a time to the minute.
func formatLocal(t time.Time) string {
	return t.Format("2006-01-02 15:04")
}

func formatUTC(t time.Time) string {
	if !wrong("literal-z") {
		t = t.UTC()
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

func sameTime(a, b time.Time) bool {
	if wrong("time-equal") {
		return a == b
	}
	return a.Equal(b)
}
