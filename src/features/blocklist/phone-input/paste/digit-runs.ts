import { forEachYielding } from '../../batch/for-each-yielding.ts'
import type { Span } from './span.ts'

/** Bounded, because an expression for millions of digits fails. */
const DIGITS = /\p{N}{1,1000}/gu
/**
 * Whatever people put between the digits of a number: anything except words and line breaks. A single
 * letter may stand for a 0 or a 1: "O82 l23 0001".
 */
const GAP = /^(?:[^\p{L}\r\n\v\f\u0085\u2028\u2029]|(?<!\p{L})[OoIl](?!\p{L}))*$/u
const MAX_GAP = 20
const MIN_DIGITS = 7
/** A longer one is shown in parts. */
const MAX_RUN = 100

/**
 * Digits outside `taken` that are enough for a phone number.
 *
 * @param text as `plainText` returns it
 */
export async function runsOutside(text: string, taken: Span[]): Promise<Span[]> {
  const inOrder = taken.toSorted((one, other) => one.from - other.from)
  const runs: Span[] = []
  let run = { from: 0, to: 0, digits: 0 }
  let next = 0
  const end = () => {
    if (run.digits >= MIN_DIGITS) runs.push({ from: run.from, to: run.to })
    run = { from: 0, to: 0, digits: 0 }
  }
  const add = (from: number, to: number) => {
    if (to <= from) return
    const isApart = from - run.to > MAX_GAP || !GAP.test(text.slice(run.to, from))
    const isLong = run.digits >= MIN_DIGITS && from > run.to && to - run.from > MAX_RUN
    if (run.digits > 0 && (isApart || isLong)) end()
    const digits = run.digits + to - from
    run = { from: run.digits > 0 ? run.from : from, to, digits }
  }
  await forEachYielding(text.matchAll(DIGITS), ({ index, 0: { length } }) => {
    let from = index
    const to = index + length
    for (let span = inOrder[next]; span && span.from < to; span = inOrder[next]) {
      add(from, Math.min(to, Math.max(from, span.from)))
      end()
      from = Math.max(from, span.to)
      if (span.to > to) break
      next++
    }
    add(from, to)
  })
  end()
  return runs
}
