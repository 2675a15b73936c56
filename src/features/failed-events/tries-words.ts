import type { Attempt } from '../../../contract/failed-event.ts'
import { durationWords } from './call-fields.ts'
import { failureSummary } from './failure-cause.ts'

const TIMES = ['', 'once', 'twice', 'three times', 'four times', 'five times']

/** "It was tried four times over 36 min 02 s, each time with the same outcome." */
export function triesWords(attempts: Attempt[]): string {
  const [first, last] = [attempts.at(0), attempts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const count = TIMES[attempts.length] ?? `${attempts.length} times`
  if (attempts.length === 1)
    return `It was tried ${count}, for ${millisecondsWords(first.duration_ms)}.`
  const seconds = Math.max(0, (Date.parse(last.at) - Date.parse(first.at)) / 1000)
  const isSame = attempts.every(attempt => failureSummary(attempt) === failureSummary(last))
  const outcome = isSame
    ? 'each time with the same outcome'
    : 'not always with the same outcome; the last one counts'
  return `It was tried ${count} over ${durationWords(seconds)}, ${outcome}.`
}

/** "0.4 s", "10 s" */
export function millisecondsWords(milliseconds: number): string {
  if (milliseconds < 950) return `${Math.max(0.1, Math.round(milliseconds / 100) / 10)} s`
  return durationWords(milliseconds / 1000)
}

/** "Acme Cars’", "Bela’s" */
export function possessive(name: string): string {
  return /s$/i.test(name) ? `${name}’` : `${name}’s`
}
