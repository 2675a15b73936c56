import { BLOCK_NOTE_HEADER } from '../contract/blocklist/block-notes.ts'
import type { App } from '../server/app.ts'
import { noteBlocks } from '../server/gateway/blocklist/block-notes.ts'
import { addPartner } from '../server/testing/test-service.ts'
import { askServer } from './ask-server.ts'
import { withDashboard } from './dashboard/with-dashboard.ts'
import { type Findings, median, medianUnder, scaled } from './measurement.ts'
import { measurePaste, type PasteMeasured } from './paste/measure-paste.ts'

const ENTRIES = 10_000
const ROUNDS = scaled(7)
const LIMIT_MS = 500
/** The longest time that feels immediate. */
const LONGEST_TASK_MS = 100
/** How long a block with a reason may take, compared with one without its note. */
const MAX_OF_BLOCK_ALONE = 1.1

/**
 * Measures a paste of 10,000 entries in a browser, half of them in national format and some of them
 * invalid: the time until the validation results are painted, and how long the page does not react. Then it
 * blocks 10,000 numbers with a reason, and stores such a note alone.
 */
export function paste(say: (sentence: string) => void): Promise<Findings> {
  return withDashboard(say, async app => {
    const { token } = await addPartner(app.database, 'bench', { companies: ['Acme'] })
    say(`pasting ${ENTRIES.toLocaleString('en')} entries ${ROUNDS} times`)
    const rounds: PasteMeasured[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measurePaste(app.url, token, entries()))
    }
    say(`blocking ${ENTRIES.toLocaleString('en')} numbers with a reason ${ROUNDS} times`)
    const blocks: BlockMeasured[] = []
    for (let round = 0; round < ROUNDS; round++) blocks.push(await measureBlock(app, token, round))
    return findings(rounds, blocks)
  })
}

const REASON = { reason: 'spam', note: 'Sells solar panels', until: '2027-12-31' } as const

type BlockMeasured = { blockMs: number; noteMs: number }

async function measureBlock(app: App, token: string, round: number): Promise<BlockMeasured> {
  const numbers = Array.from({ length: ENTRIES }, (_, index) =>
    String(27_830_000_000 + round * ENTRIES + index),
  )
  const body = {
    entity: { reference: 'Acme', name: 'Acme' },
    entity_context_name: 'company',
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }
  const headers = { [BLOCK_NOTE_HEADER]: encodeURIComponent(JSON.stringify(REASON)) }
  const blockMs = await timed(() => askServer(`${app.url}/v1/blocklist/`, token, { body, headers }))
  const owner = { account: 'bench', service: 'bench', tokenKey: 'bench', who: null }
  const noted = { context: 'company', reference: 'Acme', numbers } as const
  const noteMs = await timed(() =>
    noteBlocks(app.database.db, owner, noted, { ...REASON, isScript: true }),
  )
  return { blockMs, noteMs }
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await task()
  return performance.now() - begun
}

function entries(): string[] {
  return Array.from({ length: ENTRIES }, (_, index) => {
    if (index % 100 === 99) return '082 12'
    const digits = String(820_000_000 + index * 37)
    return index % 2 ? `+27 ${digits}` : `0${digits.slice(0, 2)} ${digits.slice(2)}`
  })
}

function findings(rounds: PasteMeasured[], blocks: BlockMeasured[]): Findings {
  const painted = rounds.map(({ paintedMs }) => paintedMs)
  const longest = rounds.map(({ longestTaskMs }) => longestTaskMs)
  const [block, note] = [
    median(blocks.map(({ blockMs }) => blockMs)),
    median(blocks.map(({ noteMs }) => noteMs)),
  ]
  return {
    measurements: [
      {
        what: `A block of ${ENTRIES.toLocaleString('en')} numbers with a reason`,
        measured: `${block.toFixed(0)} ms, ${(block / (block - note)).toFixed(2)} of one without its note (${note.toFixed(0)} ms)`,
        limit: `at most ${MAX_OF_BLOCK_ALONE}`,
        reached: block <= MAX_OF_BLOCK_ALONE * (block - note),
      },
      medianUnder(
        LIMIT_MS,
        `${ENTRIES.toLocaleString('en')} entries pasted, until their verdicts are painted`,
        painted,
      ),
      medianUnder(LONGEST_TASK_MS, 'Longest task of the page during the paste', longest),
    ],
    notes: [
      `until painted, each: ${painted.map(Math.round).join(', ')} ms`,
      `longest task, each: ${longest.map(Math.round).join(', ')} ms (the browser reports none under 50)`,
    ],
  }
}
