export type { AnswerFinding } from './judging.js'
export { createRecord, type RunRecord } from './record.js'
export { type AnswerRule, answerTitles } from './rules.js'
