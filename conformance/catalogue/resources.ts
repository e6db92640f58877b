import { area, may, must, should } from './rule.js'

export const resources = area('RES', 'Resources', [
  must('RES-01', '2.1', 'own')`
    A full read of a resource has all 15 members with their types: id is an integer, text_bold a boolean, the
    other 13 are strings, even if only name was ever sent.`,
  must('RES-02', '2.1', 'own', '25 objects')`
    Every resource has an id of its own: 25 creates give 25 different ids.`,
  must('RES-03', '2.1', 'own', 'second schedule')`
    The schedule_id of a resource is a string and the schedule of the path, in single reads and in lists.`,
  must('RES-04', '2.1, 4.1, 7.2', 'own')`
    Creating a resource without name is refused, with an empty body or with other members only,
    and total_count stays as it was.`,
  must('RES-05', '2.1, 7.2, 8', 'own')`
    The name of a resource takes up to 100 characters and comes back as sent; 101 are refused by
    POST, single PUT and bulk PUT.`,
  must('RES-06', '2.1', 'own')`The name of a resource can be set by POST and changed by PUT.`,
  must('RES-07', '2.1, 7.2, 8', 'own')`
    The description of a resource can be set and changed and takes up to 200 characters; 201 are refused by
    POST, single PUT and bulk PUT.`,
  must('RES-08', '2.1', 'own')`
    The color_fg of a resource is #000000 unless it is set; the letter case of
    hexadecimal digits does not count.`,
  must('RES-09', '2.1', 'own')`
    The color_bk of a resource is #FFFFFF unless it is set; the letter case of
    hexadecimal digits does not count.`,
  must('RES-10', '2.1', 'own')`
    The color_schedule of a resource is #FFFFFF unless it is set; the letter case of
    hexadecimal digits does not count.`,
  must('RES-11', '2.1', 'own')`
    Each of color_fg, color_bk and color_schedule takes any #RRGGBB, such as #123456, #ABCDEF, #000000 and
    #FFFFFF, by POST, single PUT and bulk PUT, and the other two colours stay.`,
  must('RES-12', '2.1, 7.2', 'own')`
    A colour of a resource that is not of the form #RRGGBB is refused, for each of the three: red, 123456,
    #12345, #1234567, #FFF, #GGGGGG, #FFFFFFFF, rgb(0,0,0), or a full-width digit.`,
  should('RES-13', '2.1', 'own')`
    Colours of a resource with lower-case hexadecimal digits, such as #abcdef, should be accepted.
    Basis: #RRGGBB stands for hexadecimal digits, which have no letter case.`,
  must('RES-14', '2.1', 'own')`
    The text_bold of a resource is false unless it is set, can be set to true, and then to false again.`,
  should('RES-15', '2.1, 7.2', 'own')`
    A text_bold of a resource that is no boolean, such as "yes", 2 or {}, should be refused.
    Basis: Section 7.2 lists wrong values and lengths among what must fail, not wrong types.`,
  must('RES-16', '2.1', 'own')`
    The link of a resource takes web links with the scheme http and with the scheme https; a host without a dot
    should be accepted.
    Basis: The document restricts the scheme alone; which hosts a link may have is not mentioned.`,
  must('RES-17', '2.1, 7.2', 'own')`
    A link of a resource with a scheme other than http or https, such as ftp, javascript, mailto, file, httpx
    or data, is refused by POST, single PUT and bulk PUT.`,
  must('RES-18', '2.1', 'own')`
    A link of a resource without a scheme, such as www.example.com or //example.com, is refused; the scheme
    should be read without letter case, as in HTTPS://.
    Basis: The schemes HTTP and HTTPS are stated in capitals, and the scheme of a URL has no letter case.`,
  must('RES-19', '2.1, 7.2, 8', 'own')`
    The link of a resource takes up to 250 characters, and 251 are refused.`,
  should('RES-20', '2.1', 'own')`
    The link of a resource should be stored as sent, without a slash added or any other change.
    Basis: A writable link should be returned as it was sent; no change to it is mentioned.`,
  must('RES-21', '2.1, 7.2, 8', 'own')`
    The link_title of a resource can be set and changed and takes up to 100 characters; 101 are refused by
    POST, single PUT and bulk PUT.`,
  must('RES-22', '2.1, 7.2, 8', 'own')`
    The note of a resource can be set and changed and takes up to 500 characters, of which a
    line feed is one; 501 are refused.`,
  must('RES-23', '2.1', 'own')`
    The note of a resource may have several lines, empty ones too, and comes back with its line feeds.`,
  must('RES-24', '2.1, 7.2, 8', 'own')`
    The custom_1 of a resource can be set and changed and takes up to 200 characters; 201 are refused by
    POST, single PUT and bulk PUT.`,
  must('RES-25', '2.1, 7.2, 8', 'own')`
    The custom_2 of a resource can be set and changed independently of custom_1 and takes up to 200
    characters; 201 are refused by POST, single PUT and bulk PUT.`,
  must('RES-26', '2.1', 'own')`
    The six optional texts of a resource (description, link, link_title, note, custom_1, custom_2) are ""
    while they are unset, neither null nor absent.`,
  should('RES-27', '2.1', 'own')`
    Each of the six optional texts of a resource should be cleared by a PUT of "".
    Basis: An unset text reads as "", so that writing "" should unset it.`,
  must('RES-28', '2.1, 8', 'own')`
    The length limits of a resource count characters, not bytes: a name of 100 é and a note of 500 é are
    accepted, 101 and 501 refused.`,
  should('RES-29', '2.1, 8', 'own')`
    The length limits of a resource should count code points, not UTF-16 units: a name of 100 emoji is
    accepted and comes back identical, while 101 emoji must be refused.
    Basis: The limits are in characters, and a character is a code point.`,
  must('RES-30', '2.1', 'own')`The created_at and updated_at of a resource are dates with times in ISO 8601.`,
  must('RES-31', '2.1', ['own', 'acct'])`
    The created_at and updated_at of a resource are in UTC, whatever time zone the caller has, even
    Pacific/Kiritimati, which is 14 hours ahead.`,
  must('RES-32', '2.1', 'own')`
    The updated_at of a resource tells its last update: a PUT that changes something, single or bulk, sets it
    to a later time.`,
  must('RES-33', '2.1', 'own')`
    The created_at of a resource stays as it is through all updates and is never later than updated_at.`,
  must('RES-34', '2, 2.1', 'own', 'second schedule')`
    A single PUT that sends other values for id, schedule_id, created_at or updated_at of a resource may be
    accepted or refused, and leaves these members as they were.`,
  must('RES-35', '2, 2.1', 'own', 'second schedule')`
    Values for id, schedule_id, created_at and updated_at sent when creating a resource have no effect,
    whether or not the create is accepted.`,
  must('RES-36', '2, 2.1', 'own', 'second schedule')`
    Values for id, schedule_id, created_at and updated_at sent in a bulk PUT of resources have no effect,
    whether or not it is accepted.`,
  should('RES-37', '2.1, 7.2', 'own')`
    A PUT of a resource that is refused for one wrong value should change nothing at all, its right values
    included.
    Basis: Section 7.2 says that such a request fails, and a request that fails should have no effect.`,
  must('RES-38', '3, 4.1', 'own')`
    A resource that was created can be read by its id and is in the list of its schedule.`,
  must('RES-39', '2.1, 4.1', 'own')`
    All 11 writable members of a resource can be sent in one create, and all of them come back.`,
  must('RES-40', '4, 4.1', 'own')`
    A single PUT of any one of the 11 writable members of a resource changes that
    member, and the other 10 stay; one of all of them changes them all, and so does a bulk PUT of all but the name.`,
  must('RES-41', '4, 4.1', 'own')`
    A single PUT of a resource need not repeat name, which is required only when creating.`,
  must('RES-42', '4.1', 'own')`A single DELETE of a resource deletes that resource and no other.`,
  must('RES-43', '3, 4.1', 'own')`
    A deleted resource ceases to exist: its single read is refused, and no list shows it any
    more, not even with its id in ids.`,
  must('RES-44', '2.1, 4', 'own')`
    A single PUT with all writable members of a resource just as they were read, its own name and an empty
    link among them, is accepted and changes none of them.`,
  should('RES-45', '4.1', 'own')`
    GET, PUT and DELETE of a resource id that does not exist should not succeed.
    Basis: The response to the path of an object that does not exist is not shown.`,
  must('RES-46', '2.1, 4.1', 'own', 'second schedule')`
    A resource can be neither read nor changed nor deleted through the path of another schedule, where PUT and
    DELETE should be refused.
    Basis: No object has such a path; whether a PUT or DELETE without effect must fail is not stated.`,
  should('RES-47', '4.1', 'read')`
    Reading the resources of a schedule id that does not exist should not succeed.
    Basis: The response to the path of a schedule that does not exist is not shown.`,
  should('RES-48', '1, 4.1', 'own')`
    No booking should be left that names a resource which was deleted, whether deleting a resource that has
    bookings is refused, or deletes them too.
    Basis: A booking reserves a resource (section 1), so none should be left without one.`,
  must('RES-49', '2.1, 7.2', 'own')`
    A member of a resource that is sent as null or as a value of another type is refused or reads as a value
    that it may have, and a name of null in a create is refused.`,
  may('RES-50', '2.1, 7.2', 'own')`
    It is open whether a value of another type than its member of a resource has, such as a number for a text,
    is refused, converted or ignored.
    Basis: Section 7.2 lists wrong values and lengths among what must fail, not wrong types.`,
  should('RES-51', '2.1', 'own')`
    A link of a resource that has a line break in it should be refused, or come back without it.
    Basis: A web link has no line breaks.`,
])
