package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A problem is the reason why a request is refused.
type problem struct {
	status  int
	message string
}

func (p *problem) Error() string { return p.message }

func refuse(status int, format string, values ...any) error {
	return &problem{status, fmt.Sprintf(format, values...)}
}
func invalid(format string, values ...any) error {
	return refuse(http.StatusBadRequest, format, values...)
}
func notFound(format string, values ...any) error {
	return refuse(http.StatusNotFound, format, values...)
}

type service struct {
	mu          sync.Mutex // guards everything below
	users       map[string]*user
	schedules   map[string]*schedule
	activations map[string]activation
	lastID      int
	mails       mailFile
}

// An activation is a new address that takes effect once the link in its e-mail is followed.
type activation struct {
	user  *user
	email string
}

func newService(seed seed, mails mailFile) *service {
	s := &service{
		users: map[string]*user{}, schedules: map[string]*schedule{}, activations: map[string]activation{}, mails: mails,
	}
	for _, seeded := range seed.Users {
		s.users[seeded.ID] = &seeded.user
	}
	for _, seeded := range seed.Schedules {
		s.schedules[seeded.ID] = &schedule{id: seeded.ID, owner: s.userBy(seeded.Owner)}
	}
	return s
}

func (s *service) userBy(email string) *user {
	for _, user := range s.users {
		if sameEmail(user.Email, email) {
			return user
		}
	}
	return nil
}

func (s *service) nextID() int {
	s.lastID++
	return s.lastID
}

// A call is a request with what its handler needs.
type call struct {
	request  *http.Request
	query    url.Values
	body     body
	user     *user
	zone     *time.Location
	schedule *schedule
	resource *resource // of a path that continues after {resourceId}
	id       int       // of the object that the path names last
}

// number reads a query parameter that is a number.
func (c *call) number(name string, otherwise int) (int, error) {
	if !c.query.Has(name) {
		return otherwise, nil
	}
	number, err := parseNumber(c.query.Get(name))
	if err != nil {
		return 0, invalid("%s is not a number", name)
	}
	return number, nil
}

var numberPattern = regexp.MustCompile(`^[0-9]{1,15}$`)

func parseNumber(text string) (int, error) {
	if !numberPattern.MatchString(text) {
		return 0, notFound("%q is not a number", text)
	}
	number, err := strconv.Atoi(text)
	if wrong("narrow-id") {
		number = int(int32(number))
	}
	return number, err
}

type reply map[string]any

type access int

const (
	anyone  access = iota // any authenticated user
	members               // the owner and the collaborators
	editors               // the owner and the editors
	owners
)

var accessOfRole = map[string]access{"": anyone, "viewer": members, "editor": editors, "owner": owners}

type route struct {
	method  string
	path    []string
	access  access
	handler func(*service, *call) (reply, error)
}

func (r *route) matches(segments []string) bool {
	if len(segments) != len(r.path) {
		return false
	}
	for i, segment := range r.path {
		if segment != segments[i] && !strings.HasPrefix(segment, "{") {
			return false
		}
	}
	return true
}

func at(method, path string, access access, handler func(*service, *call) (reply, error)) route {
	return route{method, strings.Split(path, "/"), access, handler}
}

var routes = []route{
	at("GET", "/v1/schedules/{schedule}/resources", members, (*service).listResources),
	at("POST", "/v1/schedules/{schedule}/resources", editors, (*service).createResource),
	at("PUT", "/v1/schedules/{schedule}/resources", editors, (*service).updateResources),
	at("DELETE", "/v1/schedules/{schedule}/resources", editors, (*service).deleteResources),
	at("GET", "/v1/schedules/{schedule}/resources/{id}", members, (*service).readResource),
	at("PUT", "/v1/schedules/{schedule}/resources/{id}", editors, (*service).updateResource),
	at("DELETE", "/v1/schedules/{schedule}/resources/{id}", editors, (*service).deleteResource),
	at("GET", "/v1/schedules/{schedule}/resources/{resource}/bookings", members, (*service).listBookings),
	at("PUT", "/v1/schedules/{schedule}/resources/{resource}/bookings", editors, (*service).updateBookings),
	at("DELETE", "/v1/schedules/{schedule}/resources/{resource}/bookings", editors, (*service).deleteBookings),
	at("GET", "/v1/schedules/{schedule}/bookings", members, (*service).listBookings),
	at("POST", "/v1/schedules/{schedule}/bookings", editors, (*service).createBooking),
	at("PUT", "/v1/schedules/{schedule}/bookings", editors, (*service).updateBookings),
	at("DELETE", "/v1/schedules/{schedule}/bookings", editors, (*service).deleteBookings),
	at("GET", "/v1/schedules/{schedule}/bookings/{id}", members, (*service).readBooking),
	at("PUT", "/v1/schedules/{schedule}/bookings/{id}", editors, (*service).updateBooking),
	at("DELETE", "/v1/schedules/{schedule}/bookings/{id}", editors, (*service).deleteBooking),
	at("GET", "/v1/schedules/{schedule}/collaborators", owners, (*service).listCollaborators),
	at("POST", "/v1/schedules/{schedule}/collaborators", owners, (*service).createCollaborator),
	at("PUT", "/v1/schedules/{schedule}/collaborators", owners, (*service).updateCollaborators),
	at("DELETE", "/v1/schedules/{schedule}/collaborators", owners, (*service).deleteCollaborators),
	at("GET", "/v1/schedules/{schedule}/collaborators/{id}", owners, (*service).readCollaborator),
	at("PUT", "/v1/schedules/{schedule}/collaborators/{id}", owners, (*service).updateCollaborator),
	at("DELETE", "/v1/schedules/{schedule}/collaborators/{id}", members, (*service).deleteCollaborator),
	at("GET", "/v1/users/me", anyone, (*service).readMe),
	at("PUT", "/v1/users/me", anyone, (*service).updateMe),
	at("DELETE", "/v1/users/me", anyone, (*service).deleteMe),
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if token := strings.TrimPrefix(r.URL.Path, "/activations/"); token != r.URL.Path && r.Method == "GET" {
		s.mu.Lock()
		defer s.mu.Unlock()
		send(w, http.StatusOK, reply{}, s.activate(token))
		return
	}
	query, queryError := url.ParseQuery(r.URL.RawQuery)
	c := &call{request: r, query: query}
	var bodyError error
	if r.Method == "POST" || r.Method == "PUT" {
		c.body, bodyError = readBody(http.MaxBytesReader(w, r.Body, 1<<20))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.authenticate(c); err != nil {
		if errors.As(err, new(*problem)) && err.(*problem).status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", `Basic realm="schedules", charset="UTF-8"`)
		}
		send(w, 0, nil, err)
		return
	}
	route, err := s.find(c)
	if err != nil {
		send(w, 0, nil, err)
		return
	}
	if c.schedule != nil && accessOfRole[c.schedule.role(c.user)] < route.access {
		send(w, 0, nil, refuse(http.StatusForbidden, "you may not do this with the schedule"))
		if !wrong("missing-return") {
			return
		}
	}
	if bodyError != nil {
		send(w, 0, nil, bodyError)
		return
	}
	if queryError != nil && !wrong("query-forgives") {
		send(w, 0, nil, invalid("the query cannot be read: %v", queryError))
		return
	}
	result, err := route.handler(s, c)
	status := http.StatusOK
	if r.Method == "POST" {
		status = http.StatusCreated
	}
	send(w, status, result, err)
}

func (s *service) authenticate(c *call) error {
	email, password, ok := c.request.BasicAuth()
	if ok {
		c.user = s.userBy(email)
	}
	if c.user == nil || !c.user.hasPassword(password) {
		return refuse(http.StatusUnauthorized, "send the e-mail address and the password of an account")
	}
	if !c.user.mayRequest(time.Now()) {
		return refuse(http.StatusTooManyRequests, "more than %d requests within 5 minutes", c.user.RequestRateLimit)
	}
	var err error
	c.zone, err = time.LoadLocation(c.user.Timezone)
	return err
}

// find returns the route of a request and the objects in its path.
func (s *service) find(c *call) (*route, error) {
	segments := strings.Split(c.request.URL.EscapedPath(), "/")
	method := c.request.Method
	if method == "HEAD" {
		method = "GET"
	}
	err := notFound("there is nothing at %s", c.request.URL.Path)
	for i := range routes {
		if !routes[i].matches(segments) {
			continue
		}
		if routes[i].method == method {
			return &routes[i], s.resolve(c, &routes[i], segments)
		}
		err = refuse(http.StatusMethodNotAllowed, "%s is not possible here", method)
	}
	return nil, err
}

func (s *service) resolve(c *call, route *route, segments []string) error {
	for i, name := range route.path {
		var err error
		switch name {
		case "{schedule}":
			id, _ := url.PathUnescape(segments[i])
			if c.schedule = s.schedules[id]; c.schedule == nil {
				err = notFound("there is no schedule %q", id)
			}
		case "{resource}":
			var id int
			if id, err = parseNumber(segments[i]); err == nil {
				c.resource, err = find(c.schedule.resources, id)
			}
		case "{id}":
			c.id, err = parseNumber(segments[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send writes a result or an error.
func send(w http.ResponseWriter, status int, result reply, err error) {
	if err != nil {
		status, result = http.StatusInternalServerError, reply{"error": "internal error"}
		var refused *problem
		if errors.As(err, &refused) {
			status, result = refused.status, reply{"error": refused.message}
		} else {
			log.Print(err)
		}
	}
	result["success"] = err == nil
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(result); err != nil {
		log.Print(err)
	}
}
