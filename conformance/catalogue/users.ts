import { area, may, must, should } from './rule.js'

export const users = area('USER', 'User settings', [
  must('USER-01', '2.4, 4.4', 'read')`
    A read of the user has all 16 members with their types: the three limits are integers, allow_collaboration
    is a boolean, profile_completed a boolean or 1 or 0, the others are strings.`,
  must('USER-02', '2.4', 'read')`The id of the user is a string and the same in every read.`,
  must('USER-03', '2.4', 'read', 'disposable account')`
    A read of the user never shows new_password, and no answer ever shows a password.`,
  must('USER-04', '2.4, 5.2', 'read')`
    The email of the user is the address of the account whose credentials were sent.`,
  must('USER-05', '2.4, 7.2, 8', 'lock', 'disposable account')`
    An email of the user with more than 200 characters is refused, and one with 150 characters and a long domain
    should be accepted.
    Basis: 200 characters are allowed; which domains an address may have is not stated.`,
  may('USER-06', '2.4, 8', ['lock', 'mail'], 'disposable account')`
    It is open whether an email of the user with exactly 200 characters is accepted,
    as few mail systems take one.
    Basis: 200 characters are allowed; whether such an address exists is a matter of mail systems.`,
  must('USER-07', '2.4, 7.2, 8', 'acct')`
    The firstname of the user can be changed and takes up to 50 characters, and 51 are refused.
    Basis: The limits are in characters, and a character is a code point.`,
  must('USER-08', '2.4, 7.2, 8', 'acct')`
    The lastname of the user can be changed and takes up to 100 characters, and 101 are refused.
    Basis: The limits are in characters, and a character is a code point.`,
  must('USER-09', '2.4', 'acct')`The language_tag of the user takes en and de.`,
  must('USER-10', '2.4, 7.2', 'acct')`
    A language_tag of the user other than en and de, such as fr, en-US or "", is refused; so is EN unless it
    reads as en, and it should be refused even then.
    Basis: The values are stated in lower case, and another letter case is another value.`,
  may('USER-11', '2.4', 'read', 'disposable account')`
    It is open whether the language_tag of a fresh account is en, as nobody sees how accounts are made.
    Basis: The default is stated; how accounts are made is not shown.`,
  must('USER-12', '2.4', 'acct')`
    The date_format of the user takes each of the nine listed formats, m/d/Y to
    Y.m.d, and returns it identically.`,
  must('USER-13', '2.4, 7.2', 'acct')`
    A date_format of the user that is not listed is refused: Y-m-D, dd.mm.yyyy, Y m d, m/d-Y, Y/d/m, m/d
    or "".`,
  must('USER-14', '2.4', 'acct')`
    The time_format of the user takes H:i, h:i A and h:i a, and tells the last two
    apart by their letter case.`,
  must('USER-15', '2.4, 7.2', 'acct')`
    A time_format of the user that is not listed is refused: H:i:s, h:i, g:i a or "".`,
  must('USER-16', '2.4', 'acct')`
    The timezone of the user takes identifiers of the Olson database, such as Europe/Berlin,
    America/Argentina/Buenos_Aires and UTC, and returns them, or another name of the same time zone.`,
  should('USER-17', '2.4', 'acct')`
    The timezone of the user should take link names of the Olson database too, such as Asia/Calcutta,
    US/Eastern and Etc/GMT+5, and return them as sent.
    Basis: The Olson database is named, and it has link names.`,
  must('USER-18', '2.4, 7.2', 'acct')`
    A timezone of the user that is no identifier of the Olson database is refused:
    Mars/Phobos, Berlin, +02:00, GMT+2 or "".`,
  must('USER-19', '2.4', 'acct')`The first_day_of_week of the user takes monday, saturday and sunday.`,
  must('USER-20', '2.4, 7.2', 'acct')`
    A first_day_of_week of the user other than monday, saturday and sunday, such as tuesday, 1 or "", is
    refused; so is Monday unless it reads as monday, and it should be refused even then.
    Basis: The values are stated in lower case, and another letter case is another value.`,
  must('USER-21', '2.4', 'acct')`
    The allow_collaboration of the user takes true and false and is returned as a boolean.`,
  may('USER-22', '2.4', 'read', 'disposable account')`
    It is open whether the allow_collaboration of a fresh account is true, as nobody
    sees how accounts are made.
    Basis: The default is stated; how accounts are made is not shown.`,
  must('USER-23', '2.4', 'acct')`
    The profile_completed of the user takes true and false, and a read returns the same truth
    value, as a boolean or as 1 or 0.`,
  must('USER-24', '2.4, 4.4', 'acct')`
    The profile_completed of the user may be written back in the very form in which it was read.`,
  must('USER-25', '2.4', 'acct')`
    A PUT of collaboration_limit, request_rate_limit or schedules_limit may be accepted or refused, and leaves
    these integers of the user as they were.`,
  must('USER-26', '2, 2.4', 'acct')`
    The members id, created_at and updated_at of the user do not take values that are sent in a PUT.`,
  must('USER-27', '2.4', 'acct')`
    The created_at and updated_at of the user are ISO 8601 in UTC: created_at stays through updates and
    is never later than updated_at, which becomes later with an update of the settings, and should stay through reads.
    Basis: A read is not an update; what the document calls updated_at does not tell of logins.`,
  must('USER-28', '4.4', 'acct')`A PUT of one member of the user changes only that member.`,
  must('USER-29', '2.4, 4.4', 'acct')`
    A PUT with all writable members of the user but email, just as they were read, is
    accepted and changes none of them.`,
  must('USER-30', '2.4, 4.4, 6', ['lock', 'mail'], 'disposable account')`
    A PUT with all writable members of the user, the unchanged email included, is accepted, and should send no
    activation e-mail.
    Basis: Changing the address sends an e-mail (2.4), and sending the same address changes nothing.`,
  must('USER-31', '2.4, 4.4, 6', ['lock', 'mail'], 'second schedule', 'disposable account', 'mailbox')`
    Changing the email of the user, alone or with other members, is accepted and sends an activation e-mail to
    the new address; the collaborations of the account should stay, and changing only the letter case should
    be accepted, as should an address with a plus.
    Basis: A collaborator is an account, whatever its address; what a new one changes, letter case, and which
    addresses there are, is not said.`,
  must('USER-32', '2.4, 4.4, 6', ['lock', 'mail'], 'second schedule', 'disposable account', 'mailbox')`
    After the link in the activation e-mail was followed, the new address is the user's email and gives
    access, also to a schedule that it is added to afterwards, and nothing else of the user changes; it should also
    give access where it was invited before, and the old one should give none and stay the email of its collaborators.
    Basis: Credentials contain the address of the account (5.1), and the email of a collaborator is set only on
    create (2.3); the rest is not said.`,
  must('USER-33', '2.4, 4.4, 8', 'lock', 'disposable account')`
    A new_password of 6 characters, or of letters with a blank between them, is accepted, gives access from then
    on and should set updated_at; one of 90 characters gives access if it is accepted, and one with accents, with
    spaces at its ends, or beside other members should give it.
    Basis: A password is what was sent, including its spaces, and updated_at is the last update; in which
    character set credentials are sent is not said.`,
  must('USER-34', '2.4, 7.2, 8', 'lock', 'disposable account')`
    A new_password of fewer than 6 characters, such as 5, 1 or none, is refused, and
    the old password still gives access.`,
  must('USER-35', '2.4, 8', 'lock', 'disposable account')`
    The minimum of new_password counts characters, not bytes: 5 é are refused, and so should be 5 emoji; spaces
    should count, too.
    Basis: The minimum is in characters, a character is a code point, and a space is one.`,
  must('USER-36', '4.4, 5.3', 'lock', 'disposable account')`
    A new password replaces the old one at once: the next request with the old password is refused.`,
  must('USER-37', '4.4, 5.1', 'lock', 'disposable account')`
    A password with a colon in it works, as only the first colon of the credentials separates, and so does one
    with a percent sign, a plus, a backslash or quotes in it, or whose credentials have + and / in Base64.`,
  must('USER-38', '2.4, 4.4', 'lock', 'disposable account')`
    A PUT of new_password alone leaves all other members of the user as they were.`,
  must('USER-39', '2.4, 7.2', 'acct')`A value of the user that is refused leaves the old value in place.`,
  must('USER-40', '5.2', 'read', 'stranger')`
    A read of /v1/users/me shows the account in the credentials: two users each see their own.`,
  must(
    'USER-41',
    '5.2',
    ['acct', 'lock', 'mail'],
    'second schedule',
    'stranger',
    'disposable account',
    'mailbox',
  )`
    A PUT of /v1/users/me changes the account in the credentials and no other.`,
  must('USER-42', '4.4, 7.2', 'lock', 'disposable account')`
    A DELETE of /v1/users/me without me is refused and leaves the account and its data intact.`,
  must('USER-43', '4.4, 7.2', 'lock', 'disposable account')`
    A DELETE of /v1/users/me with a value of me other than 1, such as 0, 2, true or nothing, is refused
    and leaves the account intact.`,
  must('USER-44', '4.4', 'lock', 'disposable account')`
    A DELETE of /v1/users/me with me=1 in the query is accepted.`,
  must('USER-45', '3, 4.4', 'lock', 'disposable account')`
    After its deletion an account is gone, and its credentials are refused.`,
  may('USER-46', '4.4', 'lock', 'disposable account')`
    It is open whether a DELETE of /v1/users/me with me only in the body, not in the query, deletes the
    account.
    Basis: me is a query parameter (4.4), without which a deletion fails (7.2); a body is not mentioned.`,
  should('USER-47', '4.4, 7.2', ['acct', 'lock', 'mail'], 'disposable account', 'mailbox')`
    A PUT of the user that is refused for one wrong value should change nothing at all, its right values
    included, such as a new password, and send no e-mail to a new address.
    Basis: Section 7.2 says that such a request fails, and a request that fails should have no effect.`,
  must('USER-48', '2.4, 4.4, 7.2', ['acct', 'lock'], 'disposable account')`
    A member of the user that is sent as null or as a value of another type is refused or reads as a value that
    it may have, and a new_password of null leaves the password as it was.`,
  may('USER-49', '2.4, 7.2', 'acct')`
    It is open whether a value of another type than its member of the user has, such as a number for a text,
    is refused, converted or ignored, unless the member is limited to certain values.
    Basis: Section 7.2 lists wrong values and lengths among what must fail, not wrong types.`,
  must('USER-50', '2.4', ['lock', 'mail'], 'disposable account')`
    A new email of the user has to be activated: it gives no access before the link in its activation e-mail
    was followed.`,
  should('USER-51', '1, 2.3, 2.4', ['lock', 'mail'], 'second schedule', 'disposable account')`
    A new email that is not activated should not make the account a collaborator where the owner of a schedule
    adds that address: neither with access nor with the member user.
    Basis: A new address must be activated, so that it should not be the account's before that.`,
  should('USER-52', '2.4', ['lock', 'mail'], 'disposable account')`
    An email of the user that has a line break in it should be refused.
    Basis: An email address has no line breaks.`,
  must('USER-53', '3, 4.4', 'lock', 'spare schedule', 'disposable account')`
    The deletion of an account leaves the other collaborators of the schedules that it could access, and the bookings
    that it made there; no collaborator has it as its user any more; its credentials open none of them.`,
])
