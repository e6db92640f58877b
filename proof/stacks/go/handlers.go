package main

import (
	"net/http"
	"strings"
	"time"
)

func created(id int) reply { return reply{"data": []any{map[string]int{"id": id}}} }

func without[T identified](all, gone []T) []T {
	ids := map[int]bool{}
	for _, object := range gone {
		ids[object.ident()] = true
	}
	return remove(all, func(object T) bool { return ids[object.ident()] })
}

func only[T identified](objects []T, id int) ([]T, error) {
	object, err := find(objects, id)
	return []T{object}, err
}

// Resources

func (s *service) listResources(c *call) (reply, error) { return list(c, c.schedule.resources) }
func (s *service) readResource(c *call) (reply, error)  { return read(c, c.schedule.resources) }
func (s *service) updateResource(c *call) (reply, error) {
	if err := s.checkName(c, c.id); err != nil {
		return nil, err
	}
	return updateOne(c, c.schedule.resources)
}

// checkName refuses a name that another resource has, in any schedule.
func (s *service) checkName(c *call, id int) error {
	var name string
	if err := c.body.apply(value("name", &name)); err != nil || name == "" {
		return err
	}
	for _, schedule := range s.schedules {
		for _, resource := range schedule.resources {
			if resource.Name == name && resource.ID != id {
				return refuse(http.StatusConflict, "the name is in use")
			}
		}
	}
	return nil
}

func (s *service) createResource(c *call) (reply, error) {
	if err := c.body.require("name"); err != nil {
		return nil, err
	}
	if err := s.checkName(c, 0); err != nil {
		return nil, err
	}
	if wrong("early-unlock") {
		s.mu.Unlock()
		time.Sleep(time.Millisecond)
		s.mu.Lock()
	}
	made := &resource{
		ScheduleID: c.schedule.id, ColorFg: "#000000", ColorBk: "#FFFFFF", ColorSchedule: "#FFFFFF", stamps: newStamps(),
	}
	if err := made.apply(c); err != nil {
		return nil, err
	}
	made.ID = s.nextID()
	c.schedule.resources = append(c.schedule.resources, made)
	return created(made.ID), nil
}

func (s *service) updateResources(c *call) (reply, error) {
	targets, err := selected(c, c.schedule.resources)
	if err != nil {
		return nil, err
	}
	if _, named := c.body["name"]; named && len(targets) > 0 {
		if len(targets) > 1 {
			return nil, refuse(http.StatusConflict, "several resources cannot have the same name")
		}
		if err := s.checkName(c, targets[0].ID); err != nil {
			return nil, err
		}
	}
	return updateMany(c, c.schedule.resources)
}

func (s *service) deleteResources(c *call) (reply, error) {
	gone, err := toDelete(c, c.schedule.resources)
	return s.removeResources(c, gone, err)
}

func (s *service) deleteResource(c *call) (reply, error) {
	gone, err := only(c.schedule.resources, c.id)
	return s.removeResources(c, gone, err)
}

// removeResources removes resources with their bookings.
func (s *service) removeResources(c *call, gone []*resource, err error) (reply, error) {
	if err != nil {
		return nil, err
	}
	c.schedule.bookings = remove(c.schedule.bookings, func(b *booking) bool {
		_, err := find(gone, b.ResourceID)
		return err == nil
	})
	c.schedule.resources = without(c.schedule.resources, gone)
	return reply{}, nil
}

// Bookings

// bookings returns those of the resource in the path, or all of the schedule.
func bookings(c *call) []*booking {
	if c.resource == nil {
		return c.schedule.bookings
	}
	return filter(c.schedule.bookings, func(b *booking) bool { return b.ResourceID == c.resource.ID })
}

func (s *service) listBookings(c *call) (reply, error) {
	found := bookings(c)
	if c.query.Has("time_min") {
		min, err := parseTime(c.query.Get("time_min"), c.zone)
		if err != nil {
			return nil, invalid("time_min %v", err)
		}
		found = filter(found, func(b *booking) bool { return b.Start.After(min) || sameTime(b.Start, min) })
	}
	if c.query.Has("time_max") {
		max, err := parseTime(c.query.Get("time_max"), c.zone)
		if err != nil {
			return nil, invalid("time_max %v", err)
		}
		found = filter(found, func(b *booking) bool { return b.End.Before(max) })
	}
	return list(c, found)
}

func (s *service) readBooking(c *call) (reply, error)    { return read(c, c.schedule.bookings) }
func (s *service) updateBooking(c *call) (reply, error)  { return updateOne(c, c.schedule.bookings) }
func (s *service) updateBookings(c *call) (reply, error) { return updateMany(c, bookings(c)) }

func (s *service) createBooking(c *call) (reply, error) {
	if err := c.body.require("resource_id", "start", "end"); err != nil {
		return nil, err
	}
	made := &booking{ScheduleID: c.schedule.id, ColorFg: "#000000", ColorBk: "#FFFFFF", stamps: newStamps()}
	if err := made.apply(c); err != nil {
		return nil, err
	}
	made.ID = s.nextID()
	c.schedule.bookings = append(c.schedule.bookings, made)
	return created(made.ID), nil
}

func (s *service) deleteBookings(c *call) (reply, error) {
	gone, err := toDelete(c, bookings(c))
	return s.removeBookings(c, gone, err)
}

func (s *service) deleteBooking(c *call) (reply, error) {
	gone, err := only(c.schedule.bookings, c.id)
	return s.removeBookings(c, gone, err)
}

func (s *service) removeBookings(c *call, gone []*booking, err error) (reply, error) {
	if err != nil {
		return nil, err
	}
	c.schedule.bookings = without(c.schedule.bookings, gone)
	return reply{}, nil
}

// Collaborators

func (s *service) listCollaborators(c *call) (reply, error) { return list(c, c.schedule.collaborators) }
func (s *service) readCollaborator(c *call) (reply, error)  { return read(c, c.schedule.collaborators) }

func (s *service) updateCollaborator(c *call) (reply, error) {
	return updateOne(c, c.schedule.collaborators)
}

func (s *service) updateCollaborators(c *call) (reply, error) {
	return updateMany(c, c.schedule.collaborators)
}

func (s *service) createCollaborator(c *call) (reply, error) {
	if err := c.body.require("email"); err != nil {
		return nil, err
	}
	made := &collaborator{ScheduleID: c.schedule.id, UserRole: "viewer", stamps: newStamps()}
	var invite bool
	if err := c.body.apply(email("email", &made.Email), value("invite", &invite)); err != nil {
		return nil, err
	}
	if err := made.apply(c); err != nil {
		return nil, err
	}
	made.user = s.userBy(made.Email)
	if err := s.mayCollaborate(c, made); err != nil {
		return nil, err
	}
	if invite {
		if err := s.mails.send(made.Email, "Invitation", c.user.Email+" invites you to a schedule."); err != nil {
			return nil, err
		}
	}
	made.ID = s.nextID()
	c.schedule.collaborators = append(c.schedule.collaborators, made)
	return created(made.ID), nil
}

func (s *service) mayCollaborate(c *call, made *collaborator) error {
	for _, present := range c.schedule.collaborators {
		if sameEmail(present.Email, made.Email) || made.user != nil && present.user == made.user {
			return refuse(http.StatusConflict, "this person is a collaborator already")
		}
	}
	if made.user == nil {
		return nil
	}
	if made.user == c.user {
		return refuse(http.StatusConflict, "the owner needs no collaboration")
	}
	if !made.user.AllowCollaboration {
		return refuse(http.StatusForbidden, "this user does not allow to be added")
	}
	count := 0
	for _, schedule := range s.schedules {
		if schedule.owner != made.user && schedule.role(made.user) != "" {
			count++
		}
	}
	if count >= made.user.CollaborationLimit {
		return refuse(http.StatusForbidden, "this user has the maximum number of collaborations")
	}
	return nil
}

func (s *service) deleteCollaborators(c *call) (reply, error) {
	gone, err := toDelete(c, c.schedule.collaborators)
	return s.removeCollaborators(c, gone, err)
}

func (s *service) deleteCollaborator(c *call) (reply, error) {
	gone, err := only(c.schedule.collaborators, c.id)
	if c.schedule.owner != c.user && (err != nil || gone[0].user != c.user) {
		return nil, refuse(http.StatusForbidden, "only the owner may delete other collaborators")
	}
	return s.removeCollaborators(c, gone, err)
}

func (s *service) removeCollaborators(c *call, gone []*collaborator, err error) (reply, error) {
	if err != nil {
		return nil, err
	}
	c.schedule.collaborators = without(c.schedule.collaborators, gone)
	return reply{}, nil
}

// The user

func (s *service) readMe(c *call) (reply, error) { return reply{"data": c.user}, nil }

func email(name string, field *string) member {
	return checked(name, field, func(sent string) error {
		local, domain, _ := strings.Cut(sent, "@")
		if local == "" || domain == "" || strings.ContainsAny(sent, " \t\r\n") {
			return invalid("is not an e-mail address")
		}
		return atMost(200)(sent)
	})
}

var (
	dateFormats = strings.Fields("m/d/Y m-d-Y m.d.Y d/m/Y d-m-Y d.m.Y Y/m/d Y-m-d Y.m.d")
	timeFormats = []string{"H:i", "h:i A", "h:i a"}
)

func (s *service) updateMe(c *call) (reply, error) {
	next := *c.user
	address, password := next.Email, ""
	err := c.body.apply(
		email("email", &address),
		text("firstname", &next.Firstname, 50),
		text("lastname", &next.Lastname, 100),
		oneOf("language_tag", &next.LanguageTag, "en", "de"),
		oneOf("date_format", &next.DateFormat, dateFormats...),
		oneOf("time_format", &next.TimeFormat, timeFormats...),
		timezone("timezone", &next.Timezone),
		oneOf("first_day_of_week", &next.FirstDayOfWeek, "monday", "saturday", "sunday"),
		value("allow_collaboration", &next.AllowCollaboration),
		value("profile_completed", &next.ProfileCompleted),
		checked("new_password", &password, func(sent string) error {
			if characters(sent) < 6 {
				return invalid("has less than 6 characters")
			}
			return nil
		}),
	)
	if err != nil {
		return nil, err
	}
	if other := s.userBy(address); other != nil && other != c.user {
		return nil, refuse(http.StatusConflict, "the e-mail address is in use")
	}
	if address != next.Email {
		if err := s.askToActivate(c, address); err != nil {
			return nil, err
		}
	}
	next.touch()
	*c.user = next
	if password != "" && wrong("value-receiver") {
		c.user.setPasswordOfCopy(password)
	} else if password != "" {
		c.user.setPassword(password)
	}
	return reply{}, nil
}

func (s *service) askToActivate(c *call, address string) error {
	token := newToken()
	s.activations[token] = activation{c.user, address}
	return s.mails.send(address, "Activate your address", "http://"+c.request.Host+"/activations/"+token)
}

// activate gives a user the address that the token was sent to; invitations to it become collaborations.
func (s *service) activate(token string) error {
	waiting, ok := s.activations[token]
	if other := s.userBy(waiting.email); !ok || s.users[waiting.user.ID] == nil || other != nil && other != waiting.user {
		return notFound("this link is not valid any more")
	}
	delete(s.activations, token)
	waiting.user.Email = waiting.email
	waiting.user.touch()
	for _, schedule := range s.schedules {
		for _, invited := range schedule.collaborators {
			if invited.user == nil && sameEmail(invited.Email, waiting.email) && schedule.role(waiting.user) == "" {
				invited.user = waiting.user
			}
		}
	}
	return nil
}

// deleteMe deletes the account with its schedules and collaborations.
func (s *service) deleteMe(c *call) (reply, error) {
	if !isOne(c.query.Get("me")) {
		return nil, invalid("me=1 is required")
	}
	delete(s.users, c.user.ID)
	for id, schedule := range s.schedules {
		if schedule.owner == c.user {
			delete(s.schedules, id)
		}
		schedule.collaborators = remove(schedule.collaborators, func(p *collaborator) bool { return p.user == c.user })
	}
	return reply{}, nil
}
