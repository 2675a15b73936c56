import { type EventFields, readEvent } from '../contract/fields/read-event.ts'
import { recognizeFields } from '../contract/fields/recognize-fields.ts'
import { ALL_SHAPES } from '../contract/fields/testing/all-shapes.ts'
import { scoreShape } from '../contract/fields/testing/score-shape.ts'
import { type Findings, median } from './measurement.ts'

const ITEMS = 100
const ROUNDS = 40
const MAX_MS = 10

/**
 * Measures how long Redial takes to recognise the fields of 100 items, for each shape of the corpus, and how
 * many meanings it finds. The median of the slowest shape counts.
 */
export async function recognition(say: (sentence: string) => void): Promise<Findings> {
  say(`recognizing ${ITEMS} items of ${ALL_SHAPES.length} shapes`)
  const zone = 'Africa/Johannesburg'
  const slowest = { name: '', ms: 0 }
  let reading = 0
  for (const { name, items, range } of ALL_SHAPES) {
    const sample = Array.from({ length: ITEMS }, (_, index) => items[index % items.length])
    const recognize = () => recognizeFields(sample, { zone, range })
    const ms = median(Array.from({ length: ROUNDS }, () => elapsed(recognize)))
    if (ms > slowest.ms) Object.assign(slowest, { name, ms })
    const fields: EventFields = { map: recognize().map, zone }
    const readAll = () => sample.map(item => readEvent(item, fields))
    reading = Math.max(reading, median(Array.from({ length: ROUNDS }, () => elapsed(readAll))))
  }
  const scores = ALL_SHAPES.map(shape => scoreShape(shape))
  const count = (kind: 'found' | 'missed' | 'wrong') =>
    scores.reduce((sum, score) => sum + score[kind].length, 0)
  const [found, missed, wrong] = [count('found'), count('missed'), count('wrong')]
  const rate = found / (found + missed + wrong)
  return {
    measurements: [
      {
        what: `Recognizing ${ITEMS} items, slowest of ${ALL_SHAPES.length} shapes (median)`,
        measured: `${slowest.ms.toFixed(1)} ms`,
        limit: `at most ${MAX_MS} ms`,
        reached: slowest.ms <= MAX_MS,
      },
      {
        what: 'Meanings found',
        measured: `${(rate * 100).toFixed(1)} %, ${wrong} wrong`,
        limit: 'at least 95 %, none wrong',
        reached: rate >= 0.95 && wrong === 0,
      },
    ],
    notes: [
      `slowest: ${slowest.name}`,
      `reading ${ITEMS} items: ${reading.toFixed(1)} ms at most`,
      ...scores.flatMap(({ missed: lost }, index) =>
        lost.map(words => `${ALL_SHAPES[index]?.name}: ${words}`),
      ),
    ],
  }
}

function elapsed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
