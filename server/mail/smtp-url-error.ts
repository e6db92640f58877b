/** An SMTP URL that cannot be used. The message shows neither the user nor the password. */
export class SmtpUrlError extends Error {
  override readonly name = 'SmtpUrlError'

  constructor(url: string, reason: string) {
    super(
      `Failed to use the SMTP URL "${masked(url)}": ${reason}. ` +
        'Write it as smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT',
    )
  }
}

/** Shows only what is surely a host and a port: in a URL that is wrong, the password may stand anywhere. */
function masked(url: string): string {
  const [, scheme = '', rest = ''] = /^(smtps?:\/\/)?(.*)$/is.exec(url) ?? []
  const credentials = rest.slice(0, rest.lastIndexOf('@') + 1)
  const server = rest.slice(credentials.length)
  const [host = ''] = /^[^:/?#]*(:\d{1,5})?(?=$|[/?#:])/.exec(server) ?? []
  return `${scheme}${credentials && '***@'}${host}${host === server ? '' : '***'}`
}
