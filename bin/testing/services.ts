import type { Test } from 'uvu'
import { type SchedkitProcess, schedkit } from './schedkit-process.js'
import { type Service, startService } from './service.js'

/** Starts services for the tests of a file; each ends with the test that started it. */
export function servicesFor(test: Test) {
  const services: Service[] = []
  const processes: SchedkitProcess[] = []
  test.after.each(async () => {
    for (const service of services.splice(0).reverse()) await service.stop()
    for (const { child, ended } of processes.splice(0)) {
      child.kill()
      await ended
    }
  })
  return {
    async start(words: readonly string[], env: Record<string, string> = {}): Promise<Service> {
      const service = await startService(words, env)
      services.push(service)
      return service
    },
    /** Starts it as a separate process. */
    startProcess(words: readonly string[], env: Record<string, string> = {}): SchedkitProcess {
      const started = schedkit(words, env)
      processes.push(started)
      return started
    },
  }
}
