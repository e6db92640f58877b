import { readFile } from 'node:fs/promises'
import { type Report, readReport } from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'

/** Reads a json report. */
export async function readReportFile(file: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new UsageError(`Failed to read the report ${file}: ${error.message}`)
  })
  try {
    return readReport(text)
  } catch (error) {
    throw new UsageError(`Failed to use ${file}: ${(error as Error).message}`)
  }
}
