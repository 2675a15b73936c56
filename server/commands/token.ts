import { userInfo } from 'node:os'
import type { Kysely, Transaction } from 'kysely'
import { addDays, CalendarDate, dayOf } from '../../contract/time/calendar-date.ts'
import { stampIn, startOfDay } from '../../contract/time/stamp.ts'
import { readEnv } from '../config/read-env.ts'
import { ExplainedError } from '../database/explained-error.ts'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { ActivityLog, type Actor } from '../gateway/activity/activity-log.ts'
import { findPartner, upsert } from '../service/telephony/tracking-number-repository.ts'
import { changeTokens, createToken, listTokens } from '../service/tokens/tokens.ts'
import { accountOfPartner } from '../webhooks/store/delivery-repository.ts'
import { print, readWords, runCommand, shownLine, withDatabase } from './run-command.ts'

const HELP = `Makes, lists, changes and revokes API tokens of our own service.

  npm run token -- create --partner REFERENCE --label LABEL [--blocklist] [--expires WHEN] [--partner-name NAME]
  npm run token -- grant --partner REFERENCE --label LABEL
  npm run token -- deny --partner REFERENCE --label LABEL
  npm run token -- expire --partner REFERENCE --label LABEL --expires WHEN
  npm run token -- revoke --partner REFERENCE --label LABEL
  npm run token -- list

  grant, deny     give BlocklistPermission to a token, or take it away
  --label         what the token is found by when it's to be changed or revoked, such as a person's name
  --blocklist     the token gets BlocklistPermission
  --expires       the last day on which the token works, such as 2027-01-31; for how many more days
                  it works, such as 90d; or never
  --partner-name  makes the partner, where there is none with that reference yet

It uses the database that DATABASE_URL or DATA_DIR names, whether Redial is running or not.`

async function main(): Promise<void> {
  const { command, partner, label, blocklist, partnerName, expires } = readArguments()
  const env = readEnv(process.env)
  const expiresAt = expires === undefined ? null : readExpiry(expires, env.TIME_ZONE)
  await withDatabase(env, async ({ db }) => {
    if (command === 'list') return print(await listing(db))
    const partnerId = await partnerOf(db, partner, command === 'create' ? partnerName : undefined)
    const activity = new ActivityLog({ db, logger: NO_LOG })
    const record = (trx: Transaction<Schema>, kind: TokenKind, change: object = {}) => {
      const details = { label, partner, ...change }
      return activity.add(actorOf(partnerId), { kind, details }, undefined, trx)
    }
    if (command === 'create') {
      const token = await db.transaction().execute(async trx => {
        await record(trx, 'token_made')
        return createToken(trx, { partnerId, label, blocklistPermission: blocklist, expiresAt })
      })
      return print(token)
    }
    const { kind, change, details } = changeOf(command, expiresAt, env.TIME_ZONE)
    const count = await db.transaction().execute(async trx => {
      const changed = await changeTokens(trx, { partnerId, label }, change)
      if (changed > 0) await record(trx, kind, details)
      return changed
    })
    if (count === 0) throw new ExplainedError(`${partner} has no valid token labelled "${label}".`)
    print(`${command === 'revoke' ? 'Revoked' : 'Changed'} ${count}.`)
  })
}

type TokenKind = 'token_made' | 'token_changed' | 'token_revoked'

/** What a command changes, and the details of its entry in the activity log. */
function changeOf(command: string, expires_at: Date | null, timeZone: string) {
  if (command === 'revoke') {
    return { kind: 'token_revoked', change: { revoked_at: new Date() }, details: {} } as const
  }
  const kind = 'token_changed'
  if (command === 'expire') {
    const details = { expires_at: expires_at && stampIn(expires_at, timeZone) }
    return { kind, change: { expires_at }, details } as const
  }
  const change = { blocklist_permission: command === 'grant' }
  return { kind, change, details: change } as const
}

/** The screen shows what was done, so the command logs nothing itself. */
const NO_LOG = { info: () => {}, warn: () => {} }

function actorOf(partnerId: number): Actor {
  const account = accountOfPartner(partnerId)
  return { service: OWN_SERVICE, account, who: userName(), by: 'command_line', address: null }
}

/** The user who runs the command. A container's user may have no name. */
function userName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

const COMMANDS = ['create', 'grant', 'deny', 'expire', 'revoke', 'list']

function readArguments() {
  const { values, positionals } = readWords(HELP, {
    partner: { type: 'string', default: '' },
    label: { type: 'string', default: '' },
    blocklist: { type: 'boolean', default: false },
    'partner-name': { type: 'string' },
    expires: { type: 'string' },
  })
  const [command = ''] = positionals
  const isComplete =
    command === 'list' ||
    (values.partner !== '' &&
      values.label !== '' &&
      (command !== 'expire' || values.expires !== undefined))
  if (!COMMANDS.includes(command) || !isComplete) throw new ExplainedError(HELP)
  for (const name of ['partner', 'label', 'partner-name'] as const) {
    const text = values[name] ?? ''
    if (shownLine(text) !== text) {
      throw new ExplainedError(`--${name} has control characters. Write it without them.`)
    }
  }
  return { ...values, command, partnerName: values['partner-name'] }
}

/** @throws ExplainedError if the text is not a future day */
function readExpiry(text: string, timeZone: string): Date | null {
  if (text === 'never') return null
  const today = dayOf(new Date(), timeZone)
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? []
  const lastDay =
    days === undefined ? CalendarDate.safeParse(text).data : addDays(today, Number(days))
  if (lastDay === undefined || lastDay < today) {
    throw new ExplainedError(
      `--expires ${text} is no day to come. Give the last day on which the token works, such as ${addDays(today, 90)}; for how many more days it works, such as 90d; or never.`,
    )
  }
  return startOfDay(addDays(lastDay, 1), timeZone)
}

/** @throws ExplainedError when there is none with that reference and no name to make it with */
async function partnerOf(
  db: Kysely<Schema>,
  reference: string,
  name: string | undefined,
): Promise<number> {
  const existing = await findPartner(db, reference)
  if (existing !== undefined) return existing
  if (name === undefined) {
    throw new ExplainedError(
      `There is no partner with the reference "${reference}". Give --partner-name to create it.`,
    )
  }
  return (await upsert(db, 'partner', ['reference'], { reference, name })).id
}

async function listing(db: Kysely<Schema>): Promise<string> {
  const tokens = await listTokens(db)
  if (tokens.length === 0) return 'There are no tokens yet.'
  return tokens
    .map(token =>
      [
        shownLine(token.partner.reference).padEnd(20),
        shownLine(token.label).padEnd(24),
        token.created_at.toISOString().slice(0, 10),
        token.blocklist_permission ? 'with BlocklistPermission' : 'without BlocklistPermission',
        token.expires_at === null ? '' : `expires ${token.expires_at.toISOString().slice(0, 16)}Z`,
        token.revoked_at === null ? '' : `revoked ${token.revoked_at.toISOString().slice(0, 10)}`,
      ].join('  '),
    )
    .join('\n')
}

runCommand(main)
