import { answerJobs } from '../processes/thread-pool.js'
import { judgePlace } from './judge-place.js'

answerJobs(judgePlace)
