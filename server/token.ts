import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { readEnv, SettingsError } from './config/read-env.ts'
import { openSharedDatabase } from './database/database.ts'
import { DatabaseUnusable } from './database/embedded/database-unusable.ts'
import { FolderInUse, FolderUnusable } from './database/embedded/folder-lock.ts'
import type { Schema } from './database/schema.ts'
import { ActivityLog, type Actor } from './gateway/activity/activity-log.ts'
import { createToken, listTokens, revokeTokens } from './service/tokens/tokens.ts'
import { OWN_SERVICE } from './service-name.ts'
import { accountOfPartner } from './webhooks/store/delivery-repository.ts'

const HELP = `Makes, lists and revokes API tokens of our own service.

  npm run token -- create --partner REFERENCE --label LABEL [--blocklist] [--partner-name NAME]
  npm run token -- revoke --partner REFERENCE --label LABEL
  npm run token -- list

  --label         what the token is found by when it's to be revoked, such as a person's name
  --blocklist     the token gets BlocklistPermission
  --partner-name  makes the partner, where there is none with that reference yet

It uses the database that DATABASE_URL or DATA_DIR names, whether Redial is running or not.`

/** The command can't be executed. The message says why, and what to do. */
class CommandError extends Error {}

async function main(): Promise<void> {
  const { command, partner, label, blocklist, partnerName } = readArguments()
  const env = readEnv(process.env)
  const database = await openSharedDatabase(
    env.DATABASE_URL === undefined ? { folder: env.DATA_DIR } : { url: env.DATABASE_URL },
  )
  try {
    const { db } = database
    if (command === 'list') return print(await listing(db))
    const partnerId = await findPartner(db, partner, partnerName)
    const activity = new ActivityLog({ db, logger: NO_LOG })
    const record = (kind: 'token_made' | 'token_revoked', trx: Transaction<Schema>) =>
      activity.add(actorOf(partnerId), { kind, details: { label, partner } }, undefined, trx)
    if (command === 'create') {
      const token = await db.transaction().execute(async trx => {
        await record('token_made', trx)
        return createToken(trx, { partnerId, label, blocklistPermission: blocklist })
      })
      return print(token)
    }
    const revoked = await db.transaction().execute(async trx => {
      const count = await revokeTokens(trx, { partnerId, label })
      if (count > 0) await record('token_revoked', trx)
      return count
    })
    if (revoked === 0) throw new CommandError(`${partner} has no valid token labelled "${label}".`)
    print(`Revoked ${revoked}.`)
  } finally {
    await database.close()
  }
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

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        partner: { type: 'string', default: '' },
        label: { type: 'string', default: '' },
        blocklist: { type: 'boolean', default: false },
        'partner-name': { type: 'string' },
      },
    })
    const [command = ''] = positionals
    const isComplete = command === 'list' || (values.partner !== '' && values.label !== '')
    if (!['create', 'revoke', 'list'].includes(command) || !isComplete) throw new CommandError(HELP)
    return { ...values, command, partnerName: values['partner-name'] }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

/** @throws CommandError if there is none with that reference and no name to create it with */
async function findPartner(
  db: Kysely<Schema>,
  reference: string,
  name: string | undefined,
): Promise<number> {
  const found = await db
    .selectFrom('partner')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (found !== undefined) return found.id
  if (name === undefined) {
    throw new CommandError(
      `There is no partner with the reference "${reference}". Give --partner-name to create it.`,
    )
  }
  const made = await db
    .insertInto('partner')
    .values({ reference, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

async function listing(db: Kysely<Schema>): Promise<string> {
  const tokens = await listTokens(db)
  if (tokens.length === 0) return 'There are no tokens yet.'
  return tokens
    .map(token =>
      [
        token.partner.reference.padEnd(20),
        token.label.padEnd(24),
        token.created_at.toISOString().slice(0, 10),
        token.blocklist_permission ? 'with BlocklistPermission' : 'without BlocklistPermission',
        token.revoked_at === null ? '' : `revoked ${token.revoked_at.toISOString().slice(0, 10)}`,
      ].join('  '),
    )
    .join('\n')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

main().catch((error: unknown) => {
  const known = [CommandError, SettingsError, FolderInUse, FolderUnusable, DatabaseUnusable].some(
    kind => error instanceof kind,
  )
  process.stderr.write(`${known && error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
