import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./holder.js', import.meta.url))

/** Starts a process that opens the data of a directory and keeps it open; returns its first message. */
export async function holder(directory: string): Promise<{ child: ChildProcess; said: string }> {
  const child = fork(program, [directory], { execArgv: [] })
  const said = await new Promise<string>(resolve =>
    child.once('message', message => resolve(String(message))),
  )
  return { child, said }
}

/** Kills a process; resolves when it has ended. */
export const killed = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    child.once('close', () => resolve())
    child.kill('SIGKILL')
  })
