package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// An object is a pointer to a resource, a booking or a collaborator.
type object[T any] interface {
	*T
	ident() int
	apply(*call) error // applies the body
	touch()
	view(*call) any
}

type identified interface{ ident() int }

func find[T identified](objects []T, id int) (T, error) {
	for _, object := range objects {
		if object.ident() == id {
			return object, nil
		}
	}
	var none T
	return none, notFound("no object has the id %d", id)
}

func filter[T any](objects []T, keep func(T) bool) []T {
	kept := make([]T, 0, len(objects))
	if wrong("filter-in-place") {
		kept = objects[:0]
	}
	for _, object := range objects {
		if keep(object) {
			kept = append(kept, object)
		}
	}
	return kept
}

// remove deletes objects from a slice; it returns a new one.
func remove[T identified](objects []T, gone func(T) bool) []T {
	if !wrong("delete-while-ranging") {
		kept := make([]T, 0, len(objects))
		for _, object := range objects {
			if !gone(object) {
				kept = append(kept, object)
			}
		}
		return kept
	}
	for i := 0; i < len(objects); i++ {
		if gone(objects[i]) {
			objects = append(objects[:i:i], objects[i+1:]...)
		}
	}
	return objects
}

// selected returns the objects that ids names, or all without ids.
func selected[T identified](c *call, objects []T) ([]T, error) {
	if !c.query.Has("ids") {
		return objects, nil
	}
	ids := map[int]bool{}
	for _, text := range strings.Split(c.query.Get("ids"), ",") {
		id, err := parseNumber(strings.TrimSpace(text))
		if err != nil {
			return nil, invalid("ids is not a list of identifiers")
		}
		ids[id] = true
	}
	return filter(objects, func(object T) bool { return ids[object.ident()] }), nil
}

// toDelete returns the objects that a bulk DELETE selects by ids or by all=1.
func toDelete[T identified](c *call, objects []T) ([]T, error) {
	if !c.query.Has("ids") && !isOne(c.query.Get("all")) {
		return nil, invalid("all=1 or ids is required")
	}
	return selected(c, objects)
}

func isOne(text string) bool {
	if wrong("parse-bool") {
		value, _ := strconv.ParseBool(text)
		return value
	}
	return text == "1"
}

func list[T any, P object[T]](c *call, objects []P) (reply, error) {
	objects, err := selected(c, objects)
	if err != nil {
		return nil, err
	}
	limit, err := c.number("limit", 20)
	if err != nil {
		return nil, err
	}
	offset, err := c.number("offset", 0)
	if err != nil {
		return nil, err
	}
	if wrong("map-order") {
		objects = inOrderOfMap(objects)
	}
	total := len(objects)
	page := objects[min(offset, total):]
	if limit > 0 {
		page = page[:min(limit, len(page))]
	}
	data := make([]any, 0, len(page))
	if wrong("nil-slice") {
		data = nil
	}
	for _, object := range page {
		if wrong("loop-variable") {
			object = page[len(page)-1]
		}
		data = append(data, c.render(object.view(c)))
	}
	pagination := map[string]any{
		"limit": limit, "offset": offset, "page_count": len(page), "total_count": total,
		"links": links(c, limit, offset, total),
	}
	return reply{"data": data, "pagination": pagination}, nil
}

func inOrderOfMap[T identified](objects []T) []T {
	byID := map[int]T{}
	for _, object := range objects {
		byID[object.ident()] = object
	}
	values := make([]T, 0, len(objects))
	for _, object := range byID {
		values = append(values, object)
	}
	return values
}

func links(c *call, limit, offset, total int) map[string]string {
	to := func(offset int) string {
		query := url.Values{}
		for name, values := range c.query {
			query[name] = values
		}
		query.Set("limit", strconv.Itoa(limit))
		query.Set("offset", strconv.Itoa(offset))
		return fmt.Sprintf("http://%s%s?%s", c.request.Host, c.request.URL.EscapedPath(), query.Encode())
	}
	last := 0
	if limit > 0 && total > 0 {
		last = (total - 1) / limit * limit
		if wrong("last-page") {
			last = total / limit * limit
		}
	}
	found := map[string]string{"first": to(0), "last": to(last)}
	if limit > 0 && offset+limit < total {
		found["next"] = to(offset + limit)
	}
	return found
}

func read[T any, P object[T]](c *call, objects []P) (reply, error) {
	object, err := find(objects, c.id)
	if err != nil {
		return nil, err
	}
	return reply{"data": c.render(object.view(c))}, nil
}

func updateOne[T any, P object[T]](c *call, objects []P) (reply, error) {
	object, err := find(objects, c.id)
	if err != nil {
		return nil, err
	}
	return reply{}, update(c, []P{object})
}

func updateMany[T any, P object[T]](c *call, objects []P) (reply, error) {
	targets, err := selected(c, objects)
	if err != nil {
		return nil, err
	}
	if err := update(c, targets); err != nil && !wrong("shadowed-err") {
		return nil, err
	}
	return reply{}, nil
}

// update changes all objects, or none of them.
func update[T any, P object[T]](c *call, targets []P) error {
	changed := make([]T, 0, len(targets))
	for _, target := range targets {
		next := *target
		if err := P(&next).apply(c); err != nil {
			return err
		}
		P(&next).touch()
		changed = append(changed, next)
	}
	for i, target := range targets {
		*target = changed[i]
	}
	return nil
}

// render returns the members of an object that fields names, or all without fields.
func (c *call) render(view any) any {
	fields := c.query.Get("fields")
	if fields == "" && !wrong("omitempty") {
		return view
	}
	text, err := json.Marshal(view)
	if err != nil {
		panic(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		panic(err)
	}
	if wrong("omitempty") {
		for name, raw := range members {
			if value := string(raw); value == "false" || value == `""` {
				delete(members, name)
			}
		}
	}
	if fields == "" {
		return members
	}
	named := map[string]json.RawMessage{}
	for _, name := range strings.Split(fields, ",") {
		name = strings.TrimSpace(name)
		if raw, ok := members[name]; ok {
			named[name] = raw
		}
	}
	return named
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
