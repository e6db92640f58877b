import { setImmediate } from 'node:timers/promises'
import type { Disk } from '../files/disk.js'
import type { RandomNumbers } from './random-numbers.js'

/*
 * A disk that can determine what would remain after a power cut: everything that was synced, and any part of the rest, in any
 * order, torn at sector boundaries. Names are journalled: of the unsynced ones, the first few are preserved.
 */

type Change = { order: number } & ({ at: number; bytes: Uint8Array } | { size: number })

interface Node {
  ino: number
  live: Content
  durable: Content
  /** The unsynced changes, oldest first. */
  pending: Change[]
}

interface Content {
  bytes: Uint8Array
  size: number
}

export interface PowerCutDisk extends Disk {
  /** Returns the files as they could be after a power cut at this moment. */
  cut(random: RandomNumbers): Map<string, Uint8Array>
  /** Called with the name of every operation before it is done. */
  watch(operation: (name: string) => void): void
}

const sector = 512
const failure = (code: string) => Object.assign(new Error(code), { code })
let devices = 1_000

export function createPowerCutDisk(contents: ReadonlyMap<string, Uint8Array> = new Map()): PowerCutDisk {
  const dev = ++devices
  let last = 0
  let order = 0
  let watcher: (name: string) => void = () => {}
  const opened = new Map<number, Node>()
  const names = new Map<string, Node>()
  let durableNames = new Map<string, Node>()
  const nameChanges: Map<string, Node>[] = []
  for (const [path, bytes] of contents) {
    const node: Node = {
      ino: ++last,
      live: copyOf({ bytes, size: bytes.length }),
      durable: copyOf({ bytes, size: bytes.length }),
      pending: [],
    }
    names.set(path, node)
    durableNames.set(path, node)
  }

  function of(file: number | string): Node {
    const found = typeof file === 'number' ? opened.get(file) : names.get(file)
    if (!found) throw failure(typeof file === 'number' ? 'EBADF' : 'ENOENT')
    return found
  }

  function settle(node: Node, upTo: number): void {
    while (node.pending[0] && node.pending[0].order <= upTo)
      apply(node.durable, node.pending.shift() as Change)
  }

  const renamed = () => void nameChanges.push(new Map(names))

  return {
    watch(operation) {
      watcher = operation
    },
    open(path, { create, exclusive }) {
      watcher('open')
      const known = names.get(path)
      if (!known && !create) throw failure('ENOENT')
      if (known && exclusive) throw failure('EEXIST')
      const node = known ?? { ino: ++last, live: empty(), durable: empty(), pending: [] }
      if (!known) {
        names.set(path, node)
        renamed()
      }
      opened.set(++last, node)
      return last
    },
    close: file => void opened.delete(file),
    read(file, bytes, position) {
      const { live } = of(file)
      const part = live.bytes.subarray(
        Math.min(position, live.size),
        Math.min(position + bytes.length, live.size),
      )
      bytes.set(part)
      return part.length
    },
    write(file, bytes, position) {
      watcher('write')
      const node = of(file)
      const change = { order: ++order, at: position, bytes: bytes.slice() }
      apply(node.live, change)
      node.pending.push(change)
      return bytes.length
    },
    truncate(file, size) {
      watcher('truncate')
      const node = of(file)
      const change = { order: ++order, size }
      apply(node.live, change)
      node.pending.push(change)
    },
    facts(file) {
      const { ino, live } = of(file)
      return { size: live.size, dev, ino, mode: 0o100600 }
    },
    mayWrite: () => {},
    sync(file) {
      watcher('sync')
      settle(of(file), order)
    },
    async syncSoon(file) {
      watcher('syncSoon')
      const node = of(file)
      const upTo = order
      await setImmediate()
      watcher('syncing')
      await setImmediate()
      settle(node, upTo)
    },
    remove(path) {
      watcher('remove')
      of(path)
      names.delete(path)
      renamed()
    },
    rename(from, to) {
      watcher('rename')
      names.set(to, of(from))
      names.delete(from)
      renamed()
    },
    syncDirectory() {
      watcher('syncDirectory')
      durableNames = new Map(names)
      nameChanges.length = 0
    },
    cut(random) {
      const kept = random.whole(nameChanges.length + 1)
      const left = kept === 0 ? durableNames : (nameChanges[kept - 1] as Map<string, Node>)
      return new Map([...left].map(([path, node]) => [path, remains(node, random)]))
    },
  }
}

/** The synced content, with some of the rest. */
function remains({ durable, pending }: Node, random: RandomNumbers): Uint8Array {
  const content = copyOf(durable)
  const share = [0, 0.5, 0.9, 1][random.whole(4)] as number
  for (const change of pending) {
    if ('size' in change) {
      if (random.chance(share)) apply(content, change)
      continue
    }
    const isWhole = random.chance(0.5)
    const isThere = random.chance(share)
    for (let from = 0; from < change.bytes.length; ) {
      const to = Math.min(change.bytes.length, from + sector - ((change.at + from) % sector))
      if (isWhole ? isThere : random.chance(share))
        apply(content, { order: 0, at: change.at + from, bytes: change.bytes.subarray(from, to) })
      from = to
    }
  }
  return content.bytes.slice(0, content.size)
}

const empty = (): Content => ({ bytes: new Uint8Array(), size: 0 })
const copyOf = ({ bytes, size }: Content): Content => ({ bytes: bytes.slice(0, size), size })

function apply(content: Content, change: Change): void {
  const size = 'size' in change ? change.size : Math.max(content.size, change.at + change.bytes.length)
  if (size > content.bytes.length) {
    const grown = new Uint8Array(Math.max(size, content.bytes.length * 2))
    grown.set(content.bytes.subarray(0, content.size))
    content.bytes = grown
  }
  if ('size' in change) content.bytes.fill(0, Math.min(size, content.size), content.size)
  else content.bytes.set(change.bytes, change.at)
  content.size = size
}
