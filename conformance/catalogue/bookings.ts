import { area, may, must, should } from './rule.js'

export const bookings = area('BKG', 'Bookings', [
  must('BKG-01', '2.2', 'own')`
    A full read of a booking has all 19 members with their types: id and resource_id are integers,
    all_day_display and text_bold booleans, the other 15 strings, but for texts that are unset.`,
  must('BKG-02', '2.2', 'own')`
    Every booking of a schedule has an id of its own, also across its resources, and also if two equal bookings
    are created at the same time.`,
  must('BKG-03', '2.2', 'own')`
    The schedule_id of a booking is a string and the schedule of the path, in single reads and in lists.`,
  must('BKG-04', '2.2, 4.2', 'own')`Creating a booking without resource_id is refused.`,
  must('BKG-05', '2.2, 4.2', 'own')`Creating a booking without start is refused.`,
  must('BKG-06', '2.2, 4.2', 'own')`Creating a booking without end is refused.`,
  must('BKG-07', '2.2', 'own')`
    The resource_id of a booking can be set by POST and changed by PUT, and is an integer in reads.`,
  should('BKG-08', '1, 2.2', 'own', 'second schedule')`
    A resource_id that is no resource of the schedule (unknown, deleted, or of another schedule) should be
    refused when a booking is created or changed.
    Basis: A booking reserves a resource of its schedule, so other ids should fail.`,
  must('BKG-09', '2.2', 'own')`
    The title of a booking may be empty: it may be left out or be "", and reads as "".`,
  must('BKG-10', '2.2, 7.2, 8', 'own')`
    The title of a booking takes up to 100 characters, counted as characters and not as bytes, and comes back
    as sent; 101 are refused by POST, single PUT and bulk PUT.
    Basis: The limits are in characters, and a character is a code point.`,
  must('BKG-11', '2.2, 7.2', 'own')`
    The color_fg of a booking is #000000 unless it is set and takes any #RRGGBB; everything else is refused.
    Basis: Hexadecimal digits have no letter case, so lower-case ones should be accepted.`,
  must('BKG-12', '2.2, 7.2', 'own')`
    The color_bk of a booking is #FFFFFF unless it is set and takes any #RRGGBB; everything else is refused.
    Basis: Hexadecimal digits have no letter case, so lower-case ones should be accepted.`,
  must('BKG-13', '2.2', 'own')`
    The text_bold of a booking is false unless it is set, can be set to true, and then to false again.
    Basis: Section 7.2 lists wrong values and lengths among what must fail, not wrong types.`,
  must('BKG-14', '2.2, 7.2, 8', 'own')`
    The link of a booking takes http and https links of up to 250 characters; other schemes, links without
    one, and 251 characters are refused; a host without a dot should be accepted.
    Basis: Hosts are not restricted, a scheme has no letter case, and a writable link should be kept as it is.`,
  must('BKG-15', '2.2, 7.2, 8', 'own')`
    The link_title of a booking takes up to 100 characters, and 101 are refused.
    Basis: The limits are in characters, and a character is a code point.`,
  must('BKG-16', '2.2, 7.2, 8', 'own')`
    The note of a booking may have several lines and takes up to 500 characters, and 501 are refused.
    Basis: The limits are in characters, and a character is a code point.`,
  must('BKG-17', '2.2, 7.2, 8', 'own')`
    The custom_1 of a booking takes up to 200 characters, and 201 are refused.
    Basis: The limits are in characters, and a character is a code point.`,
  must('BKG-18', '2.2, 7.2, 8', 'own')`
    The custom_2 of a booking takes up to 200 characters independently of custom_1, and 201 are refused.
    Basis: The limits are in characters, and a character is a code point.`,
  should('BKG-19', '2.1, 2.2', 'own')`
    Unset texts of a booking should be "", as the document says it of resources.
    Basis: Section 2.1 says so of resources; 2.2 has the same texts and does not repeat it.`,
  must('BKG-20', '2.2', 'own')`The all_day_display of a booking is false unless it is set.`,
  must('BKG-21', '2.2', 'own', 'editor')`
    The all_day_display of a booking that starts and ends at 0:00 in the user's time zone can be set to
    true, and then to false again.`,
  may('BKG-22', '2.2', 'own')`
    It is open whether all_day_display = true is refused, stored or cleared where start or end of the booking
    is not at 0:00 in the user's time zone.
    Basis: The member applies only at 0:00; what happens to it at other times is not said.`,
  should('BKG-23', '2.2', 'own')`
    With all_day_display = true, start and end of a booking should be returned in the same form as ever, with
    their time of day.
    Basis: The name says display; the description, to show only dates, could include responses.`,
  must('BKG-24', '2, 2.2', 'own', 'second schedule')`
    The members id, schedule_id, start_utc, end_utc, created_at and updated_at of a booking do not take values
    that are sent, not even in a PUT of start_utc alone.`,
  must('BKG-25', '2.2', 'own')`
    The created_at and updated_at of a booking are ISO 8601 in UTC: created_at stays through updates and is
    never later than updated_at, which every update, of whichever member, sets to a later time.`,
  must('BKG-26', '4, 4.2', 'own')`
    A single PUT of any one writable member of a booking changes only that member;
    start alone leaves end as it is, and a PUT of several members, single or bulk, changes them all.`,
  must('BKG-27', '4.2, 7.2', 'own')`
    A bulk PUT of bookings, on the schedule as well as on one resource, refuses the
    same wrong values as a single PUT.`,
  must('BKG-28', '3, 4.2', 'own')`
    A booking that was created can be read by its id and is in the list of the schedule and in that of its
    resource, but not in that of another resource.`,
  must('BKG-29', '2.2, 4.2', 'own')`
    All 13 writable members of a booking can be sent in one create, and all of them come back.`,
  must('BKG-30', '4.2', 'own')`
    The booking list of a resource holds the bookings of that resource only, and its
    total_count counts no others.`,
  must('BKG-31', '2.2, 4', 'own')`
    A single PUT with all writable members of a booking just as they were read is accepted and leaves its
    start and end at the same instants.`,
  must('BKG-32', '2.2, 4.2', 'own')`
    A single PUT of resource_id moves a booking from the list of the old resource to that of the new
    one, with its id and its times.`,
  must('BKG-33', '4, 4.2', 'guard', 'spare schedule')`
    A bulk PUT of resource_id on all the bookings of one resource moves every one of them: the old resource
    then has none, the new one has its own and those that were moved.`,
  must('BKG-34', '4, 4.2', 'own')`
    A bulk PUT of resource_id with ids on the bookings of one resource moves only the listed bookings.`,
  must('BKG-35', '4, 4.2', 'own')`
    A bulk PUT of resource_id with ids on the bookings of a schedule moves the listed bookings,
    from whichever resources they are.`,
  should('BKG-36', '2.2, 4.2', 'own', 'second schedule')`
    Moving bookings to an unknown resource or to one of another schedule, by a single or a bulk PUT, should be
    refused and move none.
    Basis: Bookings move to another resource of the schedule, so other ids should fail.`,
  must('BKG-37', '4.2', 'own')`
    A single DELETE of a booking deletes that booking only; the other bookings and its resource stay.`,
  should('BKG-38', '4.2', 'own')`
    GET, PUT and DELETE of a booking id that does not exist should not succeed.
    Basis: The response to the path of an object that does not exist is not shown.`,
  must('BKG-39', '2.2, 4.2', 'read', 'second schedule')`
    The path of another schedule never returns, changes or deletes a booking of this schedule, even though
    the same id may exist in both; PUT and DELETE should be refused.
    Basis: No object has such a path; whether a PUT or DELETE without effect must fail is not stated.`,
  should('BKG-40', '4.2', 'own')`
    Listing the bookings of a resource id that does not exist should not succeed.
    Basis: The response to the path of a resource that does not exist is not shown.`,
  must('BKG-41', '2.2, 7.2', 'own')`
    A member of a booking that is sent as null or as a value of another type is refused or reads as a value
    that it may have, and a resource_id, start or end of null in a create is refused.`,
  may('BKG-42', '2.2, 7.2', 'own')`
    It is open whether a value of another type than its member of a booking has, such as a number for a text,
    is refused, converted or ignored.
    Basis: Section 7.2 lists wrong values and lengths among what must fail, not wrong types.`,
  should('BKG-43', '2.2', 'own')`
    A link of a booking that has a line break in it should be refused, or come back without it.
    Basis: A web link has no line breaks.`,
])
