import { area, may, must, should } from './rule.js'

export const lists = area('LIST', 'Lists, pages and fields', [
  must('LIST-01', '2.5, 8', 'own', '25 objects')`
    A list without limit returns 20 objects at most, so that 20 objects have no next page and 21 have one.`,
  must('LIST-02', '2.5', 'own', '25 objects')`
    A list without offset begins with the first object, as with offset=0.`,
  must('LIST-03', '2.5', 'own', '25 objects')`
    A list with limit=n returns n objects, or all where there are fewer, for n of 1 and
    2 as well as for more than 20.`,
  must('LIST-04', '2.5, 8', 'own', '25 objects')`A list with limit=0 returns all objects, also more than 20.`,
  must('LIST-05', '2.5', 'own', '25 objects')`
    A list with offset=k leaves out the first k objects of the same list without offset.`,
  should('LIST-06', '2.5', 'own', '25 objects')`
    An offset at or past the end of a list should be answered with success and an empty list.
    Basis: offset names the first object of a page; pages past the end are not mentioned.`,
  must('LIST-07', '2.5', 'own', '25 objects')`
    The pages of a list, read one by one with limit and offset, show every object exactly once.`,
  should('LIST-08', '2.5', 'own', '25 objects')`
    A list with offset=1 and limit=1 should show the second object of the same list with limit=0.
    Basis: offset names a place in a list; whether the order depends on limit is not said.`,
  must('LIST-09', '2.5', 'read')`
    The pagination of a list has limit, offset, page_count and total_count as integers, and links as an
    object; limit and offset should be those of the page.
    Basis: Members and types are stated; what limit and offset show follows from their names.`,
  should('LIST-10', '2.5', 'own', '25 objects')`
    The page_count of a list should be the number of objects in the page that is returned.
    Basis: It is so in the responses shown, but it is not defined.`,
  must('LIST-11', '2.5', 'own', '25 objects')`
    The total_count of a list is the number of all matching objects, the same on every page, and follows ids,
    the filters and the scope of the path.`,
  must('LIST-12', '2.5', 'own', 'spare schedule', '25 objects')`
    The links of a list have first and last, also where there is a single page, no
    object at all, or limit=0.`,
  must('LIST-13', '2.5', 'own', '25 objects')`
    The links of a list have next exactly where a further page exists: up to the page before the last, and
    never on the last; it should be absent rather than null.
    Basis: Where next is present is stated; elsewhere it should be absent, and null is not absent.`,
  must('LIST-14', '2.5', 'read', '25 objects')`
    Every link of a list is a full URL, with its scheme and host, whose port should be that of the service
    where scheme and host are its own.
    Basis: A full URL is stated; it should lead to this service, and so to its port.`,
  must('LIST-15', '2.5', 'read', '25 objects')`
    Every link of a list carries offset and limit as integers of 0 or more, also
    where the request had neither.`,
  must('LIST-16', '2.5', 'own', '25 objects')`
    Every link of a list carries the query parameters of the request: ids, fields, time_min and
    time_max decode to what was sent.`,
  must('LIST-17', '2.5', 'own', '25 objects')`
    Following next from the first page of a list until there is none shows every object exactly once.`,
  should('LIST-18', '2.5', 'own', '25 objects')`
    The link first of a list should have offset=0.
    Basis: It follows from the name first.`,
  should('LIST-19', '2.5', 'own', '25 objects')`
    The link last of a list should lead to a page with the final object and without
    next, whatever its offset is.
    Basis: It follows from the name last.`,
  should('LIST-20', '2.5', 'own', '25 objects')`
    The limit in the links of a list should be the one in effect, 20 where none was sent.
    Basis: That links carry limit is stated; by its name, it should be the limit that applies.`,
  must('LIST-21', '2.5', 'own', '25 objects')`
    A list with ids returns only the listed objects, and total_count counts only them: 3 of 25.`,
  should('LIST-22', '2.5', 'own', '25 objects')`
    A comma of ids that is sent as %2C should separate like a plain one.
    Basis: In the query of a URL, %2C is a comma.`,
  should('LIST-23', '2.5', 'own', '25 objects')`
    Neither the order of the ids nor naming one twice should change which objects a list returns.
    Basis: ids lists objects, so that neither order nor repetition should matter.`,
  should('LIST-24', '2.5', 'own', '25 objects')`
    An unknown id in ids should simply not be returned, unlike the objects that exist.
    Basis: Only listed objects are returned; ids without an object are not mentioned.`,
  must('LIST-25', '2.5, 4.2', 'own', 'second schedule')`
    The ids of a list never widen its scope: neither a booking of another resource nor an object
    of another schedule is returned.`,
  must('LIST-26', '2.5', 'own', 'editor')`
    A list with fields returns in each object exactly the named members, one or several,
    with or without id among them.`,
  must('LIST-27', '2.5', 'read')`
    A single read of a resource, a booking or a collaborator with fields returns exactly the named members.`,
  must('LIST-28', '2.5', 'read')`The members returned with fields have the same values as in the full read.`,
  must('LIST-29', '2.5', 'own', '25 objects')`
    With fields a list returns the same objects with the same pagination numbers as without.`,
  should('LIST-30', '2.5', 'read')`
    Commas of fields sent as %2C, and names that are given twice, should do no harm.
    Basis: In the query of a URL, %2C is a comma; repeated names are not mentioned.`,
  must('LIST-31', '2.5', 'read')`
    Whatever fields names, no member is returned that it does not name; what unknown names, other letter case,
    blanks and an empty value do is open.
    Basis: Only named members are returned; names that do not exist are not mentioned.`,
  may('LIST-32', '2.5, 4.4', 'read')`
    It is open whether reading the user accepts fields.
    Basis: Section 2.5 gives single reads fields; 4.4 gives this one no query.`,
  must('LIST-33', '2.5, 4.2', 'own', '25 objects')`
    The parameters limit, offset, ids, fields, time_min and time_max work together: the objects that match
    all, of them one page, of it the named members.`,
  may('LIST-34', '2.5', 'read')`
    It is open what a list does with a limit or offset that is not an integer of 0 or more.
    Basis: Both are named integers; other values are not mentioned.`,
  must('LIST-35', '2.5', 'own', 'editor', 'viewer')`
    For editors and viewers, too, fields returns exactly the named members of resources and bookings, in lists
    and in single reads.`,
])
