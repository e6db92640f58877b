import { area, may, must, should } from './rule.js'

export const filters = area('FILT', 'Booking filters', [
  must('FILT-01', '4.2', 'own')`
    With time_min a booking list holds the bookings that start at this time or later: one that starts a minute
    before it is left out, one that starts at it is there.`,
  must('FILT-02', '4.2', 'own')`
    With time_min a booking that started earlier is left out, even if it is still running at that time.`,
  must('FILT-03', '4.2', 'own')`
    With time_max a booking list holds the bookings that end before this time: one that ends a minute before
    it is there, one that ends at it is left out.`,
  must('FILT-04', '4.2', 'own')`
    With time_max a booking that ends later is left out, even if it starts before that time.`,
  must('FILT-05', '4.2', 'own')`
    With both time_min and time_max a booking list holds only the bookings that fit both.`,
  must('FILT-06', '4.2', ['own', 'acct'])`
    A time_min or time_max without a time zone is in the time zone of the user who asks.`,
  must('FILT-07', '4.2', ['own', 'acct'], 'viewer')`
    Two users with different time zones get different bookings for the same time_min
    or time_max without a zone.`,
  must('FILT-08', '4.2', 'own')`
    A time_min or time_max may have a numeric offset, with its + sent as %2B, and means that instant.`,
  should('FILT-09', '2.2, 4.2', 'own')`
    A time_min or time_max of the form YYYY-MM-DD hh:mm should be accepted, as it is in start and end.
    Basis: Section 2.2 adds this form to ISO 8601 for start and end; 4.2 mentions only ISO 8601.`,
  must('FILT-10', '2.5, 4.2', 'own')`
    With time_min or time_max, total_count and the pages count only the bookings that match.`,
  must('FILT-11', '2.5, 4.2', 'own')`
    The links of a filtered booking list carry time_min and time_max with their zones, so that
    following one means the same instants.`,
  must('FILT-12', '4.2', 'read')`
    Every booking that a filtered list returns satisfies the filter, in a schedule
    full of other bookings too.`,
  should('FILT-13', '4.2', 'read')`
    A time_min or time_max that is not a time should not be silently ignored, as if it had not been sent.
    Basis: Bookings from or before a time are returned; values that are not times are not mentioned.`,
  may('FILT-14', '4.2', 'read')`
    It is open what a booking list does with a time_min later than time_max, with a
    date alone, and with seconds.
    Basis: ISO 8601 is named; such periods and forms are not mentioned.`,
  should('FILT-15', '4.2', 'own')`
    A time_min or time_max with a part of a second, if it is accepted, should be compared with it: a booking
    that starts half a second before time_min is left out.
    Basis: ISO 8601 has parts of seconds; how precise times are is not mentioned.`,
])
