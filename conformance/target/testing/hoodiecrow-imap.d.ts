declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  interface ImapServer {
    server: Server
    listen(port: number, host: string, listening: () => void): void
    close(closed: () => void): void
    appendMessage(mailbox: string, flags: string[], date: Date, raw: string): void
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default function hoodiecrow(options: object): ImapServer
}
