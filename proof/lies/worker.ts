import { answerJobs } from '../processes/thread-pool.js'
import { type Batch, type Judged, judgeBatch } from './judge-lies.js'
import { certifyAltered, type Run } from './recording.js'

let recording: Promise<Run> | undefined

answerJobs(async (batch: Batch): Promise<readonly Judged[]> => {
  recording ??= certifyAltered((_, answer) => answer)
  return judgeBatch(await recording, batch)
})
