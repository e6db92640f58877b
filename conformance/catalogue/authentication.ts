import { area, may, must, should } from './rule.js'

export const authentication = area('AUTH', 'Authentication', [
  must('AUTH-01', '5.1', 'read')`
    HTTP Basic credentials of an account's email address and password give access as that user.`,
  must('AUTH-02', '5.1', 'read')`A request without credentials is refused, be it a read or a write.`,
  must('AUTH-03', '5.1', 'read', 'stranger', 'disposable account')`
    A request with a wrong password or with an address that has no account is refused; all of a long password
    should count.
    Basis: The password is stated; whether all of a very long one counts is not said.`,
  must('AUTH-04', '5.1, 5.4', 'read', 'disposable account')`
    Malformed credentials are refused: an empty password, no colon, or bad Base64; right ones under another
    scheme, such as Bearer, should be refused too.
    Basis: HTTP Basic is stated, and other schemes are not shown (5.4), so that Bearer should fail.`,
  should('AUTH-05', '5.1', 'read')`
    The word Basic in the Authorization header should be read without letter case.
    Basis: In HTTP, the name of an authentication scheme has no letter case.`,
  must('AUTH-06', '5.1, 5.2', 'read', 'stranger')`
    The credentials of each request alone decide who is asking, also where users take turns on one connection
    or ask at the same moment.`,
  may('AUTH-07', '5.1', 'read', 'stranger')`
    It is open whether the letter case of the email address counts in credentials.
    Basis: An email address is named; how addresses are compared is not said.`,
])
