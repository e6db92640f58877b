/*
 * Processor time and memory of processes, from /proc. All figures are NaN outside Linux.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The kernel reports processor time in hundredths of a second, whatever its own clock. */
const ticksPerSecond = 100

/** Running processes that were started here; their children count as ours too. */
const ours = new Set<number>()

export const countAsOurs = (pid: number): void => void ours.add(pid)
export const forget = (pid: number): void => void ours.delete(pid)

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The fields after the name in /proc/PID/stat; the first is the state. */
const fieldsOf = (pid: number | 'self') =>
  read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ').map(Number) ?? []

const seconds = (fields: readonly number[], first: number) =>
  ((fields[first] ?? Number.NaN) + (fields[first + 1] ?? Number.NaN)) / ticksPerSecond

/** The CPU time of a process in seconds: user and system, all threads. */
export const cpuSeconds = (pid: number): number => seconds(fieldsOf(pid), 11)

/** The CPU time in seconds of the children of this process that have exited. */
export const endedChildrenSeconds = (): number => seconds(fieldsOf('self'), 13)

const childrenOf = (pid: number) =>
  read(`/proc/${pid}/task/${pid}/children`)?.trim().split(' ').filter(Boolean) ?? []

/** The CPU time in seconds of a process and all its children, including those that have exited. */
function familySeconds(pid: number): number {
  const living = childrenOf(pid).map(child => familySeconds(Number(child)))
  return living.reduce((sum, value) => sum + (value || 0), cpuSeconds(pid) + seconds(fieldsOf(pid), 13))
}

const memory = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? Number.NaN) / 1024

/** Resident memory, in MB. */
export const residentMemory = (pid: number): number => memory(pid, 'VmRSS')

/** The highest resident memory so far, or since the last reset, in MB. */
export const peakMemory = (pid: number): number => memory(pid, 'VmHWM')

export function resetPeakMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Without the reset, the peak is that of the whole lifetime of the process.
  }
}

/** The total busy time of all processors since boot, in seconds. */
function busySeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
    read('/proc/stat')?.split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number) ?? []
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond
}

function ownSeconds(): number {
  const running = [...ours].map(familySeconds).filter(value => !Number.isNaN(value))
  const self = cpuSeconds(process.pid) + endedChildrenSeconds()
  return running.reduce((sum, value) => sum + value, self)
}

/** Figures are unreliable if other processes use more than this share of the machine. */
export const busy = 0.12

/** Returns a function that returns the share of the machine, from 0 to 1, that other processes have used since this call. */
export function watchOthers(): () => number {
  const [begin, busy, own] = [performance.now(), busySeconds(), ownSeconds()]
  return () => {
    const elapsed = ((performance.now() - begin) / 1000) * cpus().length
    return Math.max(0, (busySeconds() - busy - (ownSeconds() - own)) / elapsed)
  }
}
