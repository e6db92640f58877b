import { area, must, should } from './rule.js'

export const interactions = area('CROSS', 'Interactions', [
  must('CROSS-01', '4, 4.2', 'guard', 'spare schedule', '25 objects')`
    A bulk PUT without ids changes all 25 or 101 objects in scope, not only the 20 that a list shows by default.`,
  must('CROSS-02', '4, 4.2', 'guard', 'spare schedule', '25 objects')`
    A bulk DELETE with all=1 deletes all 25 objects in scope, not only the 20 that a list shows by default, and
    one with 101 ids deletes all 101.`,
  must(
    'CROSS-03',
    '4',
    'own',
    'second schedule',
    '25 objects',
  )`A bulk PUT or DELETE with 25 ids reaches all 25 objects.`,
  must('CROSS-04', '2.5', 'own', '25 objects')`
    A list with 25 ids and no limit returns 20 objects and total_count 25, and its
    next link carries all 25 ids.`,
  must('CROSS-05', '2.5', 'own', '25 objects')`
    The links of a list with limit=0 carry finite integers as offset and limit, and there is no next.`,
  must('CROSS-06', '2.5', 'own', 'spare schedule', '25 objects')`
    The links of an empty list are whole, and the offset of last is not below 0.`,
  must('CROSS-07', '2.2, 2.5', 'own')`
    A read of bookings with fields=start returns start alone, without id, in the
    form and time zone of a full read.`,
  must('CROSS-08', '2.5', 'own', '25 objects')`
    The links of a list with fields carry fields, so that the page behind them has the same members.`,
  must('CROSS-09', '2.5, 4.2', 'own')`
    The links of a booking list whose time_min has the offset +02:00 keep that plus sign, so that following
    them filters by the same instant.`,
  must('CROSS-10', '2.2, 2.4, 4', ['own', 'acct'])`
    A PUT of title alone leaves the instants of a booking as they are after its user's timezone has changed.`,
  must('CROSS-11', '2.2, 4', ['own', 'acct'], 'editor')`
    A collaborator with another time zone can write a booking back as it was read, and its start
    and end stay the same instants.`,
  must('CROSS-12', '2.2, 4', ['own', 'acct'], 'editor')`
    A bulk PUT of title alone by a collaborator with another time zone leaves the
    instants of the bookings as they are.`,
  must('CROSS-13', '2.1, 2.2, 4', 'own')`
    An object with link "" can be written back as it was read, although "" has no scheme.`,
  must('CROSS-14', '2.1, 4', 'own')`
    A resource can be written back as it was read, even though its name is in use: by itself.`,
  must('CROSS-15', '2.4, 4.4', 'acct', 'stranger')`
    A user whose profile_completed is read as 1 or 0 can be written back as it was read.`,
  must('CROSS-16', '2.1, 2.2, 2.4, 4', ['own', 'acct'], 'stranger')`
    In a PUT false and "" are values to be stored, not members that are missing.`,
  must('CROSS-17', '4, 4.2', 'guard', 'spare schedule')`
    A bulk PUT of resource_id and title on one resource's bookings gives both to every booking it moves, and
    the bookings that the new resource had before keep their title.`,
  must('CROSS-18', '2.5, 4.2', 'own')`
    A booking that was moved shows in the lists of its new resource at once, also with ids and with time
    filters, and no longer in those of the old one.`,
  should('CROSS-19', '4, 4.2', 'own')`
    A bulk PUT that moves bookings to the resource they are on should be accepted and leave them there.
    Basis: resource_id moves bookings; a move to the resource they are on is not mentioned.`,
  must('CROSS-20', '2.1, 2.2, 2.3, 4', 'own', 'second schedule')`
    Objects that a bulk PUT does not list keep their updated_at.`,
  should('CROSS-21', '2.1, 7.2', 'own')`
    A create of a resource that is refused for another value should not take the name.
    Basis: Section 7.2 says that such a request fails, and a request that fails should have no effect.`,
  should('CROSS-22', '2.1, 7.2', 'own')`
    A refused rename should neither take the new name nor free the old one.
    Basis: Section 7.2 says that such a request fails, and a request that fails should have no effect.`,
  should('CROSS-23', '2.1, 4, 7.2', 'own')`
    A refused bulk rename should leave all the old names taken and the new one free.
    Basis: Section 7.2 says that such a request fails, and a request that fails should have no effect.`,
  must('CROSS-24', '2.3, 2.5, 4.3', 'own')`
    The id in the answer to creating a collaborator works in paths and in ids, also
    where it is given as a string.`,
  should('CROSS-25', '2.3, 4.3', 'own', 'second schedule', 'editor')`
    A collaborator who left can be added again, should then be a viewer by default whatever the role was
    before, and the old id should stay dead unless it is given again.
    Basis: viewer is the default role; adding somebody again is not mentioned.`,
  should('CROSS-26', '4.3', 'own', 'second schedule', 'editor')`
    A collaborator who was removed from a schedule should keep the account and its settings, and the bookings
    that the collaborator made should stay.
    Basis: The DELETE is of the collaborator object, not of the account or of a booking.`,
  should('CROSS-27', '4.4, 5.3', 'lock', 'second schedule', 'disposable account')`
    A password change should leave the data and the collaborations of an account as they are.
    Basis: The request changes the password; other effects are not mentioned.`,
  must('CROSS-28', '2.2, 2.4', ['own', 'acct'])`
    A user with time_format h:i A and date_format d.m.Y reads start and end of bookings as
    YYYY-MM-DD hh:mm on the 24-hour clock.`,
  must('CROSS-29', '2.2', ['own', 'acct'])`
    A booking that starts at midnight in the user's time zone reads 00:00 on that date, never 24:00.`,
  must('CROSS-30', '2.2', ['own', 'acct'])`
    A booking with all_day_display = true that is read from another time zone shows start and end in the
    reader's local time, even if that is no longer midnight.`,
  must('CROSS-31', '2.2, 2.4', ['own', 'acct'])`
    A list with winter and summer bookings shows each with the offset of its own
    date, not with that of today.`,
  must('CROSS-32', '2.2, 4.2', ['own', 'acct'])`
    A time_min with Z separates two bookings at the same local time of an hour that occurs
    twice when clocks are set back.`,
  must('CROSS-33', '4, 4.3, 7.2', 'guard', 'spare schedule', 'editor', 'viewer')`
    A DELETE of all collaborators with all=1 by a viewer is refused and deletes none.`,
  must('CROSS-34', '4.4, 7.2', 'lock', 'second schedule', 'disposable account')`
    After a DELETE of /v1/users/me without me was refused, everything of the account is still there: its
    settings, its password and its collaborations.`,
  should('CROSS-35', '2.4, 6', ['lock', 'mail'], 'disposable account', 'mailbox')`
    A PUT of the user with the email it has already should send no activation e-mail.
    Basis: Changing the address sends an e-mail, and the same address is no change.`,
  should('CROSS-36', '2.4', ['own', 'acct'], 'second schedule', 'stranger')`
    A collaboration that exists should go on when its user sets allow_collaboration to false.
    Basis: The setting is about adding; existing collaborations are not mentioned.`,
  should('CROSS-37', '1, 2.1', 'own')`
    Members called __proto__ or constructor, and a resource named toString, should cause no 5xx status and
    have no effect elsewhere.
    Basis: In JSON these are names like any other, and a 5xx status means that the server has failed.`,
  must('CROSS-38', '2.1', 'own')`
    The resource names 007 and 7 are two different strings, and both come back as sent.`,
  must('CROSS-39', '2, 2.3', 'own')`
    The id in the answer to creating a resource or a booking is an integer, never a string,
    which only a collaborator's may be.`,
  must('CROSS-40', '2.1, 2.2, 2.3', 'own', 'second schedule')`
    Reads never change state: objects are the same after any number of them, updated_at included.`,
  must('CROSS-41', '4', ['own', 'acct'], 'stranger')`
    Of updates of different members of one resource, booking or account that are sent at the same time, none
    undoes another that is accepted: each changes only the members that it has.`,
  must('CROSS-42', '4.4, 5', 'lock', 'second schedule', 'disposable account')`
    A new password replaces the old one in the schedules of others, too: a collaborator's next read with the old
    password is refused.`,
])
