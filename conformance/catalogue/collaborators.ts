import { area, must, should } from './rule.js'

export const collaborators = area('COL', 'Collaborators', [
  must('COL-01', '2.3', 'own')`
    A full read of a collaborator has id, schedule_id, email, user_role, updated_at and created_at.`,
  must('COL-02', '2, 2.3', 'own')`
    The id of a collaborator is an integer in reads, and every collaborator has one of its own.`,
  must('COL-03', '2.3, 4.3', 'own')`
    The id in the answer to creating a collaborator is an integer or a string of digits, and
    the same number as in the list.`,
  must('COL-04', '2.3, 4.3', 'own')`Creating a collaborator without email is refused.`,
  must('COL-05', '2.3', 'own')`
    The email of a collaborator is returned as it was set on create; the letter case should be kept too, and an
    address with a plus should be accepted.
    Basis: The email is returned as it was set on create; its letter case, and which addresses there are, is not
    mentioned.`,
  must('COL-06', '2.3, 4.3', 'own', 'stranger')`
    A single PUT of a collaborator with user_role and another email is accepted, changes the
    role, and leaves email as it was.`,
  must('COL-07', '4.3', 'own', 'second schedule', 'stranger')`
    A single PUT of a collaborator is accepted with other object properties present, such as the whole object
    as it was read with a new user_role.`,
  must('COL-08', '2.3', 'own', 'second schedule', 'stranger')`
    The user_role of a collaborator is viewer unless it is set.`,
  must('COL-09', '2.3, 4.3', 'own')`
    The user_role of a collaborator can be set to editor and to viewer, by POST, single PUT and bulk PUT.`,
  must('COL-10', '2.3, 7.2', 'own')`
    A user_role other than editor and viewer, such as owner, editors or "", is refused by
    POST, single PUT and bulk PUT.`,
  must('COL-11', '2.3', 'own')`
    The member invite exists only in the create request: neither the list nor a single read of a collaborator
    shows it, not even when fields names it.`,
  must('COL-12', '2.3, 4.3', 'own', 'second schedule', 'stranger')`
    Creating a collaborator with invite = false is accepted.`,
  must('COL-13', '2.3, 6', 'mail', 'mailbox')`
    Creating a collaborator with invite = true is accepted, and an invitation e-mail is sent to the address,
    whatever the role, and also if it was invited before.`,
  should('COL-14', '2.3, 6', 'mail', 'mailbox')`
    Creating a collaborator without invite, or with invite = false, should send no e-mail.
    Basis: Only invite = true, which is not the default, sends an invitation; other e-mails are not shown (6).`,
  must('COL-15', '2.3', 'own', 'second schedule', 'stranger')`
    A collaborator whose address belongs to no registered user has no member user.`,
  should('COL-16', '2.3', 'own', 'second schedule', 'stranger')`
    A collaborator who is a registered user should have the member user.
    Basis: user is present only for registered users, so that it should be present for them.`,
  must('COL-17', '2.3', 'own', 'second schedule', 'stranger')`
    The member user of a collaborator is an object with the strings email, firstname and lastname.`,
  should('COL-18', '2.3, 2.4', ['own', 'acct'], 'second schedule', 'stranger')`
    The member user of a collaborator should show the firstname and lastname that the account has now.
    Basis: user describes the registered user; whether it shows the present settings is not said.`,
  must('COL-19', '2.3', 'own')`
    The created_at and updated_at of a collaborator are ISO 8601 in UTC: created_at stays through updates and
    is never later than updated_at, which every update sets to a later time.`,
  must('COL-20', '2, 2.3, 4.3', 'own', 'second schedule', 'stranger')`
    The members id, schedule_id, created_at and user of a collaborator do not take
    values that are sent in a PUT.`,
  must('COL-21', '4.3', 'own')`
    The owner of a schedule can create, list, read, change and delete its
    collaborators, one by one and in bulk.`,
  must('COL-22', '2.3, 4.3', 'own', 'second schedule', 'editor')`
    Later reads show a user_role that was changed by PUT, from viewer to editor and back, and the person's roles
    in other schedules stay as they are; a PUT without user_role should leave it as it is.
    Basis: A PUT contains what should change (4); a PUT without user_role is not shown.`,
  must('COL-23', '3, 4.3', 'own')`
    A deleted collaborator ceases to exist: its single read is refused, and no list shows it any more; a PUT
    should be refused too.
    Basis: A deleted collaborator ceases to exist (3); how a PUT to it is answered is not shown.`,
  must('COL-24', '2.3, 4.3', 'own')`
    A bulk PUT never changes the email of a collaborator, whether or not it is
    accepted with email in its body.`,
  must('COL-25', '2.3, 4.3, 7.2', 'own')`
    An email or user_role of a collaborator that is sent as null or as a value of another type is refused or
    reads as a value that it may have, and an email of null in a create is refused.`,
  should('COL-26', '2.3', 'own')`
    An email of a collaborator that has a line break in it should be refused, or come back without it.
    Basis: An email address has no line breaks.`,
  should('COL-27', '4.3', 'own')`
    The id of a collaborator with something behind it should match nothing.
    Basis: The id is an integer; other texts in its place are not mentioned.`,
  must('COL-28', '2.3, 6', 'mail', 'second schedule', 'stranger', 'mailbox')`
    Adding a registered user with invite = true gives the role that is sent, and sends an invitation e-mail to
    the address, too.`,
])
