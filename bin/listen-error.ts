/** Why a server could not listen, in words that help; other errors as they are. */
export function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'another program uses this port. Choose another one; --port 0 takes any that is free',
    EACCES: 'this port is not open to you. Choose one above 1023',
    EADDRNOTAVAIL: 'this machine has no such address. Use 127.0.0.1, or 0.0.0.0 for all of its addresses',
    ENOTFOUND: 'there is no such host. Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine',
  }
  const reason = reasons[error.code ?? '']
  return reason === undefined ? error : new Error(`Failed to listen on ${host}:${port}: ${reason}.`)
}
