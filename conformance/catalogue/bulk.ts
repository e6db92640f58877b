import { area, may, must, should } from './rule.js'

export const bulk = area('BULK', 'Bulk updates and deletions', [
  must('BULK-01', '4', 'own', 'spare schedule')`
    A bulk PUT with ids changes only the listed objects; the others stay as they are, updated_at included.
    Basis: The document says that ids restrict a request, and not what ids that cannot be decoded mean: they should select nothing.`,
  must(
    'BULK-02',
    '4',
    'wipe',
    'spare schedule',
    'stranger',
  )`A bulk PUT without ids changes all objects in scope.`,
  must('BULK-03', '4', 'own', 'second schedule')`
    A bulk PUT changes only the members that are sent, and the other members of the listed objects stay.`,
  must('BULK-04', '4', 'own', 'spare schedule')`A bulk DELETE with ids deletes only the listed objects.`,
  must(
    'BULK-05',
    '4',
    'wipe',
    'spare schedule',
    'stranger',
  )`A bulk DELETE with all=1 deletes all objects in scope.`,
  must('BULK-06', '4, 7.2', 'guard', 'spare schedule')`
    A bulk DELETE with neither all nor ids is refused and deletes nothing.`,
  must('BULK-07', '4, 7.2', 'guard', 'spare schedule')`
    A bulk DELETE with all=0 and without ids is refused and deletes nothing, as 0 is the default of all.`,
  must('BULK-08', '4', 'own', 'spare schedule')`
    A bulk DELETE with all=0 and ids deletes the listed objects and no others.`,
  must('BULK-09', '4', 'guard', 'spare schedule')`
    A bulk DELETE with both all=1 and ids may be accepted or refused, but never
    deletes an object that is not listed.
    Basis: The document says that ids restrict a request, and not what ids that cannot be decoded mean: they should select nothing.`,
  must('BULK-10', '4, 7.2', 'guard', 'spare schedule')`
    A bulk DELETE with an empty ids may be accepted or refused, and deletes nothing.`,
  must('BULK-11', '4, 7.2', 'guard', 'spare schedule')`
    A bulk DELETE with a value of all other than 1, such as 2, no, true or nothing, and without ids
    is refused and deletes nothing.`,
  must('BULK-12', '4, 4.2', 'guard', 'spare schedule')`
    A bulk PUT without ids on the bookings of one resource changes the bookings of
    that resource and no others.`,
  must('BULK-13', '4, 4.2', 'guard', 'spare schedule')`
    A bulk DELETE with all=1 on the bookings of one resource leaves the bookings of other
    resources, and the resource itself.`,
  must('BULK-14', '4', 'wipe', 'second schedule', 'spare schedule')`
    A bulk PUT without ids and a bulk DELETE with all=1 on one schedule leave every
    other schedule as it was.`,
  must('BULK-15', '4, 4.2', 'own')`
    A bulk PUT or DELETE on the bookings of one resource does not affect a booking of another
    resource that is listed in ids.`,
  must('BULK-16', '4', 'guard', 'second schedule', 'spare schedule')`
    A bulk PUT or DELETE on one schedule does not affect an object of another
    schedule that is listed in ids.`,
  should('BULK-17', '4', 'own', 'second schedule')`
    A bulk PUT or DELETE with known and unknown ids should do all or nothing, or ignore the unknown ones, and
    must leave objects that are not listed alone.
    Basis: Only listed objects are affected; ids without an object are not mentioned.`,
  should('BULK-18', '4', 'own', 'second schedule')`
    An id that is listed twice in ids of a bulk PUT or DELETE should count once.
    Basis: ids lists objects, so that a repetition should not matter.`,
  must('BULK-19', '4, 7.2', 'own', 'second schedule')`
    A bulk PUT with an invalid value is refused and no object gets that value; the valid values sent with it
    should not be applied either.
    Basis: Section 7.2 says that such a request fails, and a request that fails should have no effect.`,
  must('BULK-20', '4', 'own', 'spare schedule')`
    A malformed entry in ids of a bulk PUT or DELETE, such as an id with letters after it, never affects the
    object whose id it begins with; another notation of its number should not, either.
    Basis: Section 2.5 lists identifiers; whether 12.0 is another notation of the identifier 12 is not stated.`,
  may('BULK-21', '4', 'own', 'spare schedule')`
    It is open whether a bulk PUT or DELETE on a scope without any object succeeds.
    Basis: All objects in scope are affected; an empty scope is not mentioned.`,
  may('BULK-22', '4', 'guard', 'spare schedule')`
    It is open whether a bulk PUT with an empty ids is refused, changes nothing, or changes all objects in
    scope.
    Basis: What ids does, and what leaving it out does, is stated; an empty ids is not mentioned.`,
  must('BULK-23', '2.1, 2.2, 2.3, 4', 'wipe', 'spare schedule')`
    A bulk PUT without ids sets updated_at of every object that it changes to a later time.`,
])
