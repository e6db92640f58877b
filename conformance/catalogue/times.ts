import { area, may, must, should } from './rule.js'

export const times = area('TIME', 'Times and time zones', [
  must('TIME-01', '2.2', 'own')`
    The start and end of a booking are accepted in ISO 8601 with Z, and should be in the year 2040 too.
    Basis: ISO 8601 is stated; how far from today a service has to reach is not.`,
  must('TIME-02', '2.2', 'own')`
    The start and end of a booking are accepted in ISO 8601 with a numeric offset such as +05:00 or -03:30.`,
  must('TIME-03', '2.2, 2.4', ['own', 'acct'])`
    A start or end in ISO 8601 without a time zone, such as 2023-07-15T12:00:00, is taken
    to be in the user's time zone.`,
  must('TIME-04', '2.2, 2.4', ['own', 'acct'])`
    A start or end of the form YYYY-MM-DD hh:mm is accepted and taken to be in the user's time zone, with the
    offset that this zone has at that date.`,
  should('TIME-05', '2.2', 'own')`
    A start or end in ISO 8601 without seconds, such as 2023-07-15T12:00 or 2023-07-15T12:00Z, should be
    accepted.
    Basis: ISO 8601 allows times without seconds.`,
  may('TIME-06', '2.2', 'own')`
    It is open whether rarer forms of start and end are accepted: basic form, week and ordinal dates, a date
    alone, 24:00, fractions of a second, the space-separated form with seconds or a zone.
    Basis: ISO 8601 is named; which of its rarer forms count is not said.`,
  must('TIME-07', '2.2', 'own')`
    The start of a booking is returned as YYYY-MM-DD hh:mm, whatever form was sent, and
    midnight as 00:00, never 24:00.`,
  must('TIME-08', '2.2', 'own')`
    The end of a booking is returned as YYYY-MM-DD hh:mm, whatever form was sent, and
    midnight as 00:00, never 24:00.`,
  must('TIME-09', '2.2', ['own', 'acct'])`
    The start and end of a booking are returned in the time zone of the user who reads it, so that the local
    date may differ from that in UTC; this also holds before 1970 and after 2037, if the service accepts such times.`,
  must('TIME-10', '2.2', 'own')`
    The start_utc of a booking is the instant of its start in UTC, in ISO 8601 with a Z at its end.`,
  must('TIME-11', '2.2', 'own')`
    The end_utc of a booking is the instant of its end in UTC, in ISO 8601, and should have a Z at its end
    like start_utc.
    Basis: ISO 8601 in UTC is stated; a Z at the end is mentioned for start_utc only.`,
  must('TIME-12', '2.2', 'read')`
    In every booking that is ever read, start and start_utc are the same instant,
    and so are end and end_utc.`,
  must('TIME-13', '2.2, 2.4', ['own', 'acct'], 'viewer')`
    Two users with different time zones read different local times of one booking, and
    the same start_utc and end_utc.`,
  must('TIME-14', '2.2, 5.2', ['own', 'acct'], 'editor')`
    A start or end without a time zone that a collaborator sends is in the collaborator's
    time zone, not in the owner's.`,
  must('TIME-15', '2.2, 2.4', ['own', 'acct'])`
    After the user's timezone was changed, the next time without a zone is read, and the next
    booking returned, in the new zone.`,
  should('TIME-16', '2.2, 2.4', ['own', 'acct'])`
    Changing the user's timezone should leave the instants of existing bookings as they are.
    Basis: A time zone says how times without one are read; existing bookings are not mentioned.`,
  must('TIME-17', '2.2, 2.4', ['own', 'acct'])`
    Bookings in winter and in summer are read in one list with the offset that the user's time zone has at
    each date, in Europe/Berlin 12:00 as 11:00Z and as 10:00Z.`,
  must('TIME-18', '2.2', ['own', 'acct'])`
    Two bookings at the same local time of an hour that occurs twice when clocks are set back show the same
    start, and different start_utc.`,
  may('TIME-19', '2.2, 2.4', ['own', 'acct'])`
    It is open what becomes of a time without a zone that is skipped when clocks are set forward, or that
    occurs twice when they are set back.
    Basis: Times without a zone are in the zone of the user; clock changes are not mentioned.`,
  must('TIME-20', '2.2, 7.2', 'own')`
    A start or end that is no time is refused by POST and PUT: tomorrow, abc, "", 15.07.2023
    12:00, or 12:00 without a date.`,
  should('TIME-21', '2.2, 7.2', 'own')`
    A start or end that is in no calendar should be refused: February 30, June 31, month 13, 10:60, 25:00, or
    an offset of +99:00.
    Basis: Dates and times of day are named; whether they have to exist is not said.`,
  must('TIME-22', '2.2, 4.2', 'own')`
    A PUT takes start and end in the same forms as a POST.
    Basis: ISO 8601 allows times without seconds, so that a PUT should accept them too.`,
  must('TIME-23', '2.2, 2.4', ['own', 'acct'])`
    The user's date_format, time_format and language_tag do not change the form of start and
    end, not even d.m.Y, h:i A and de.`,
  must('TIME-24', '2.2', 'own')`
    The offset that was sent with a start or end does not show in what is returned.`,
])
