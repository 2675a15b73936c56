import type { Kysely } from 'kysely'
import { readEnv } from '../config/read-env.ts'
import { REAL_CLOCK } from '../config/timings.ts'
import { ExplainedError } from '../database/explained-error.ts'
import type { Schema } from '../database/schema.ts'
import { erasePhoneNumber, isTrackingNumber } from '../erasure/erase-number.ts'
import { erasePartner, findPartners } from '../erasure/erase-partner.ts'
import { print, readWords, runCommand, shownLine, withDatabase } from './run-command.ts'

const HELP = `Erases a phone number or a partner everywhere, and says what it has erased.

  npm run erase -- number NUMBER
  npm run erase -- partner REFERENCE

  number   erases a caller's number, such as +27821230001, with the recordings and AI analyses of its
           calls. Their events stay, as those of a caller who withholds the number. It is on no
           blocklist afterwards
  partner  erases a partner with its tokens, companies, tracking numbers, calls, deliveries, failed
           events, replays, activity log and follow-ups. Nothing of it is left

It can't be undone. It uses the database that DATABASE_URL or DATA_DIR names, whether Redial is running
or not. Backups keep what was in them.`

const BATCH_SIZE = 5_000

async function main(): Promise<void> {
  const [kind, name = '', ...rest] = readWords(HELP, {}).positionals
  if (name === '' || rest.length > 0) throw new ExplainedError(HELP)
  if (kind !== 'number' && kind !== 'partner') throw new ExplainedError(HELP)
  const digits = kind === 'number' ? digitsOf(name) : ''
  const report = await withDatabase<Record<string, number>>(readEnv(process.env), ({ longDb }) =>
    kind === 'number' ? eraseNumber(longDb, digits) : eraseNamed(longDb, name),
  )
  const lines = Object.entries(report).map(([what, count]) => {
    return `${String(count).padStart(9)}  ${what.replaceAll('_', ' ')}`
  })
  print(['Erased:', ...lines].join('\n'))
}

async function eraseNumber(db: Kysely<Schema>, digits: string) {
  if (await isTrackingNumber(db, digits)) {
    throw new ExplainedError(
      'This is a tracking number. Remove it over the telephony port first, and repeat the command.',
    )
  }
  return erasePhoneNumber(db, digits)
}

async function eraseNamed(db: Kysely<Schema>, reference: string) {
  const { partner, removed } = await findPartners(db, reference)
  if (partner === undefined) {
    const hint = removed
      .map(({ reference }) => `\n  npm run erase -- partner "${shownLine(reference)}"`)
      .join('')
    throw new ExplainedError(
      `There is no partner with the reference "${reference}".${
        hint && ` To erase one that was removed:${hint}`
      }`,
    )
  }
  const { signal } = new AbortController()
  const removal = { db, batchSize: BATCH_SIZE, wait: REAL_CLOCK.wait, signal }
  return erasePartner(removal, partner)
}

/** @throws ExplainedError if the text is not a phone number with its country code */
function digitsOf(text: string): string {
  const digits = text.replace(/[\s().+-]/g, '')
  if (/^[1-9]\d{6,14}$/.test(digits)) return digits
  throw new ExplainedError(
    'NUMBER has to be a phone number with its country code, 7 to 15 digits, such as +27821230001.',
  )
}

runCommand(main)
