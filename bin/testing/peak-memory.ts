import { schedkit } from './schedkit-process.js'

/** The result of a command that ran in its own process. */
export interface MeasuredEnd {
  code: number | null
  out: string
  err: string
  /** The peak memory of the process in MB. */
  peak: number
}

const report = "process.on('exit',()=>console.error('peak'+process.resourceUsage().maxRSS))"

/** Runs a command in its own process, so that the servers that it calls do not count. */
export async function measured(words: readonly string[], folder = '.'): Promise<MeasuredEnd> {
  const options = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}` }
  const running = schedkit(words, options, folder)
  const code = await running.ended
  const [, err = '', peak = ''] = /^(.*)peak(\d+)\n$/s.exec(running.stderr()) ?? []
  return { code, out: running.stdout(), err, peak: Number(peak) / 1000 }
}
