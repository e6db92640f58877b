/*
 * Processor time and memory of processes, from /proc: NaN where there is none, which means outside Linux.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The kernel reports processor time in hundredths of a second, whatever its own clock. */
const ticksPerSecond = 100

/** Processes that were started here and still run; their children are ours, too. */
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

/** Numbers behind the name in /proc/PID/stat: the first is the state. */
const fieldsOf = (pid: number | 'self') =>
  read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ').map(Number) ?? []

const seconds = (fields: readonly number[], first: number) =>
  ((fields[first] ?? Number.NaN) + (fields[first + 1] ?? Number.NaN)) / ticksPerSecond

/** Seconds that a process has computed, in user and kernel mode, in all its threads. */
export const cpuSeconds = (pid: number): number => seconds(fieldsOf(pid), 11)

/** Seconds that the ended children of this process have computed. */
export const endedChildrenSeconds = (): number => seconds(fieldsOf('self'), 13)

const childrenOf = (pid: number) =>
  read(`/proc/${pid}/task/${pid}/children`)?.trim().split(' ').filter(Boolean) ?? []

/** Seconds that a process and all its children have computed, those included that have ended. */
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
    // Then the peak is that of the whole life of the process.
  }
}

/** Seconds that all processors together were busy since the machine started. */
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

/** Above this share of the machine taken by others, figures are doubtful. */
export const busy = 0.12

/** The share of the machine that processes of others take from now on, from 0 to 1. */
export function watchOthers(): () => number {
  const [begin, busy, own] = [performance.now(), busySeconds(), ownSeconds()]
  return () => {
    const elapsed = ((performance.now() - begin) / 1000) * cpus().length
    return Math.max(0, (busySeconds() - busy - (ownSeconds() - own)) / elapsed)
  }
}
