import { area, may, must, should } from './rule.js'

export const envelope = area('ENV', 'Envelope', [
  must('ENV-01', '1, 9', 'read')`
    Every path of the interface begins with /v1 under the base address, which may
    have a path prefix of its own.`,
  must('ENV-02', '1, 7.1', 'read', 'disposable account')`
    The body of every successful answer is a JSON object, whichever method and path
    of section 4 is asked for.`,
  must('ENV-03', '1, 7.1', 'own', 'disposable account')`
    In every successful answer success is the JSON boolean true, not 1 and not the string "true": in lists,
    single reads, creates, single and bulk PUT and DELETE, and for the user.`,
  should('ENV-04', '1, 7.3', 'own')`
    A refusal too should be a JSON object with a boolean member success, which is then false.
    Basis: Section 1 gives every response the member success; the body of a refusal is left open (7.3).`,
  must('ENV-05', '7.2', 'own', 'editor', 'disposable account')`
    A condition that must fail according to the document is never answered with success =
    true, whatever the status code is.`,
  must('ENV-06', '1, 4', 'read')`
    A single read of a resource, a booking, a collaborator or the user has the
    object itself as data, not an array.`,
  must('ENV-07', '1, 2.5', 'own')`
    Each of the four lists answers with data as an array and pagination as an object, also
    where there is one object or none.`,
  must('ENV-08', '1', 'own')`
    The answer to creating a resource, a booking or a collaborator has data as an array of exactly one
    object whose only member is id.`,
  must('ENV-09', '2, 2.3', 'own')`
    The id in the answer to a create is an integer for resources and bookings, an integer or a string of
    digits for collaborators, and the same number that later reads show.`,
  must('ENV-10', '1, 4', ['own', 'acct'], 'disposable account')`
    The answer to every update, be it a single PUT, a bulk PUT or a PUT of the user with or without
    new_password, holds success and nothing else.`,
  must('ENV-11', '1, 4', ['own', 'lock'], 'disposable account')`
    The answer to every deletion, single or bulk, of resources, bookings, collaborators or the user
    holds success and nothing else.`,
  must('ENV-12', '2, 2.1, 2.2, 2.3, 2.4', 'read')`
    In lists and single reads the id of a resource, a booking or a collaborator is an integer, and
    the id of the user is a string.`,
  must('ENV-13', '4.1, 4.2, 4.3', 'read', 'second schedule', 'stranger')`
    An object in a list equals the single read of the same object by the same caller, member for member.`,
  should('ENV-14', '1, 7.3', 'read')`
    Answers should have a JSON media type, no byte order mark, a 2xx status with success and a 4xx status with a
    mistake of the client, and never a 5xx status.
    Basis: RFC 8259 forbids the mark; HTTP has media types and classes of status codes; which a service uses is not shown.`,
  should('ENV-15', '1, 4', 'own')`
    A create whose body is not a JSON object should be refused: an array, a string, broken JSON or nothing at
    all.
    Basis: Request bodies are JSON objects; section 7.2 does not list other bodies among what must fail.`,
  should('ENV-16', '2.1, 2.2, 2.4', ['own', 'acct'], 'stranger')`
    Text should come back exactly as it was sent: quotes, backslashes, <b>&amp;</b>, accents, CJK characters
    and emoji are neither escaped nor changed.
    Basis: A writable text should be returned as it was sent; no change to it is mentioned.`,
  may('ENV-17', '2.1, 2.2, 2.3, 2.4', 'read', 'editor')`
    It is open whether full reads show members that the document does not name.
    Basis: The members of objects are listed; whether there may be others is not said.`,
  should('ENV-18', '1, 4', 'own')`
    An answer should not depend on an Accept header: a request without one, and one that accepts
    */*, should be answered in the same way as one that accepts application/json.
    Basis: Every response is JSON and no header asks for it; in HTTP both accept any media type.`,
])
