import { sql } from 'kysely'
import { Client } from 'undici'
import { CallerVerdict } from '../contract/telephony.ts'
import { openDatabase } from '../server/database/database.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { createDatabase } from './create-database.ts'
import { TELEPHONY_KEY } from './deliveries/settings.ts'
import type { Findings } from './measurement.ts'
import { median, percentile } from './statistics.ts'

const NUMBERS = 1_000_000
const COMPANIES = 20
/** Of the first list; those of the next lists go on from there. */
const FIRST_NUMBER = 27_600_000_000
const TRACKING_NUMBER = 27_110_000_000
const WARM_UP = 1_000
/** Of each block the percentile is taken, and of those the median: other load comes in bursts. */
const BLOCKS = 8
const BLOCK_SIZE = 1_000
const LIMIT_MS = 5

/**
 * How long "may this caller reach this tracking number" takes with a million blocked numbers on
 * PostgreSQL, asked through the telephony port of the real server, one call after the other. Half of
 * the callers are blocked.
 */
export async function callerCheck(say: (sentence: string) => void): Promise<Findings> {
  say('starting a PostgreSQL')
  const postgres = await startPostgres()
  try {
    const url = await createDatabase(postgres.url, 'caller_check')
    say(`blocking ${NUMBERS.toLocaleString('en')} numbers on ${COMPANIES + 2} lists`)
    await fill(url)
    const server = await runRedial({
      DATABASE_URL: url,
      SESSION_SECRET: 'a secret for benchmarks, of enough characters',
      TELEPHONY_KEY,
      PORT: '0',
    })
    try {
      say(`asking ${(BLOCKS * BLOCK_SIZE).toLocaleString('en')} times`)
      return findings(await ask(server.url))
    } finally {
      await server.kill('SIGTERM')
    }
  } finally {
    await postgres.stop()
  }
}

/** A tracking number for each company; the numbers in equal parts on the companies, a group and the partner. */
async function fill(url: string): Promise<void> {
  const { longDb: db, close } = await openDatabase({ url })
  try {
    const { id } = await db
      .insertInto('partner')
      .values({ reference: 'bench', name: 'Bench' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into company (partner_id, reference, name)
      select ${id}, 'C-' || n, 'Company ' || n from generate_series(0, ${COMPANIES - 1}::int) n`.execute(
      db,
    )
    await sql`insert into company_group (partner_id, reference, name)
      values (${id}, 'G', 'Group')`.execute(db)
    await sql`insert into company_group_member (company_id, group_id)
      select company.id, company_group.id from company, company_group`.execute(db)
    await sql`insert into tracking_number (phone_number, partner_id, company_id)
      select (${TRACKING_NUMBER}::bigint + row_number() over (order by id) - 1)::text, ${id}, id
      from company`.execute(db)
    await sql`insert into blocklist (partner_id, company_id) select ${id}, id from company order by id`.execute(
      db,
    )
    await sql`insert into blocklist (partner_id, group_id) select ${id}, id from company_group`.execute(
      db,
    )
    await sql`insert into blocklist (partner_id) values (${id})`.execute(db)
    await sql`insert into blocked_number (blocklist_id, phone_number)
      select list.id, (${FIRST_NUMBER}::bigint + n)::text
      from generate_series(0, ${NUMBERS - 1}::bigint) n
      join (select id, row_number() over (order by id) - 1 as position from blocklist) list
        on list.position = n % ${COMPANIES + 2}`.execute(db)
    await sql`analyze`.execute(db)
  } finally {
    await close()
  }
}

/** @returns how long each answer took until its last byte had come, in ms */
async function ask(url: string): Promise<number[]> {
  const client = new Client(url)
  const samples: number[] = []
  try {
    for (let round = 0; round < WARM_UP + BLOCKS * BLOCK_SIZE; round++) {
      const company = round % COMPANIES
      const place = Math.floor(Math.random() * (NUMBERS / (COMPANIES + 2) - 1)) * (COMPANIES + 2)
      const isBlocked = Math.random() < 0.5
      // One of the company's own list, or of the list of another company.
      const caller = FIRST_NUMBER + place + (isBlocked ? company : (company + 1) % COMPANIES)
      const begun = performance.now()
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: '/telephony/v1/callers/check/',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${TELEPHONY_KEY}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          tracking_number: String(TRACKING_NUMBER + company),
          caller_number: String(caller),
        }),
      })
      const text = await body.text()
      const taken = performance.now() - begun
      if (statusCode !== 200) throw new Error(`${statusCode} ${text}`)
      const { allowed } = CallerVerdict.parse(JSON.parse(text))
      if (allowed === isBlocked) throw new Error(`${caller} was answered wrongly: ${text}`)
      if (round >= WARM_UP) samples.push(taken)
    }
  } finally {
    await client.close()
  }
  return samples
}

function findings(samples: number[]): Findings {
  const tails = Array.from({ length: BLOCKS }, (_, block) =>
    percentile(samples.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE), 99),
  )
  const tail = median(tails)
  return {
    measurements: [
      {
        what: 'Caller check with 1,000,000 blocked numbers (99th percentile)',
        measured: `${tail.toFixed(2)} ms (${BLOCKS} × ${BLOCK_SIZE})`,
        limit: `under ${LIMIT_MS} ms`,
        reached: tail < LIMIT_MS,
      },
    ],
    notes: [
      `median ${median(samples).toFixed(2)} ms, 99th percentile of all ${percentile(samples, 99).toFixed(2)} ms, of each block ${tails.map(ms => ms.toFixed(2)).join(', ')} ms`,
    ],
  }
}
