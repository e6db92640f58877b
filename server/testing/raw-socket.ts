import { connect, type Socket } from 'node:net'

/** What a socket received until the other side closed it. */
export interface RawAnswer {
  status: number
  head: string
  body: string
}

/** Splits what a socket received into responses, each by its Content-Length. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = Buffer.from(text, 'latin1')
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`No complete answer in ${JSON.stringify(rest.toString('latin1'))}`)
    const head = rest.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const body = rest.toString('utf8', end + 4, end + 4 + length)
    answers.push({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

/** Opens a socket, lets `talk` use it, and returns everything received until the server closed it. */
export function rawRequest(port: number, talk: string | ((socket: Socket) => void)): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', chunk => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(readAnswers(received)))
    socket.on('connect', () => {
      if (typeof talk === 'string') socket.write(talk)
      else talk(socket)
    })
  })
}
