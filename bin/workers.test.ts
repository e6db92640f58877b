import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runWorkers } from './workers.js'

test('given a worker that ends before its channel has been read, when all are stopped, then the primary process ends', async () => {
  const { fork } = cluster
  const signals = ['SIGTERM', 'SIGINT'] as const
  const before = new Set(signals.flatMap(signal => process.listeners(signal)))
  const added = (signal: 'SIGTERM' | 'SIGINT') => process.listeners(signal).filter(each => !before.has(each))
  let isDead = false
  const worker = Object.assign(new EventEmitter(), { process: { kill: () => true }, isDead: () => isDead })
  const workers = (cluster.workers ?? {}) as Record<string, unknown>
  cluster.fork = () => {
    workers['1'] = worker
    return worker as unknown as Worker
  }
  try {
    const ended = runWorkers({ count: 1, host: '127.0.0.1', port: 4_000, isJson: true })
    worker.emit('message', 'ready')
    for (const stop of added('SIGTERM')) stop('SIGTERM')

    isDead = true
    worker.emit('exit', 0, null)

    assert.is(await Promise.race([ended, new Promise(resolve => setImmediate(resolve, 'not ended'))]), 0)
  } finally {
    cluster.fork = fork
    delete workers['1']
    for (const signal of signals) for (const each of added(signal)) process.off(signal, each)
  }
})

test.run()
