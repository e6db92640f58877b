import { schedkit } from './schedkit-process.js'

/** What became of a command that ran in its own process. */
export interface MeasuredEnd {
  code: number | null
  out: string
  err: string
  /** The most memory that the process had at a time, in MB. */
  peak: number
}

const report = "process.on('exit',()=>console.error('peak'+process.resourceUsage().maxRSS))"

/** Runs a command in its own process, with which the servers that it reads share no memory. */
export async function measured(words: readonly string[], folder = '.'): Promise<MeasuredEnd> {
  const options = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}` }
  const running = schedkit(words, options, folder)
  const code = await running.ended
  const [, err = '', peak = ''] = /^(.*)peak(\d+)\n$/s.exec(running.stderr()) ?? []
  return { code, out: running.stdout(), err, peak: Number(peak) / 1000 }
}
