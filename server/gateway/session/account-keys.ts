import { createHmac, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ExplainedError } from '../../database/explained-error.ts'
import type { Schema } from '../../database/schema.ts'
import type { SealPurpose, Seals } from './seals.ts'

const PURPOSE: SealPurpose = { purpose: 'account key', salt: '' }

/**
 * SESSION_SECRET differs from the secret that this database was used with. The message says what to do.
 */
export class UnknownSecret extends ExplainedError {
  override name = 'UnknownSecret'

  constructor() {
    super(
      'SESSION_SECRET is not the one that this database was used with, so replay runs, receivers, follow-ups and notes would seem to be gone. Set PREVIOUS_SESSION_SECRETS to the earlier one, next to the new one. If it is lost, run "npm run sessions -- forget-accounts": Redial then starts without them.',
    )
  }
}

/**
 * Identifies accounts by a keyed hash of their token, the same in every process and after a rotation.
 */
export class AccountKeys {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  /**
   * Reads the key of the hashes, or creates it in a database that has none.
   *
   * @throws UnknownSecret if neither SESSION_SECRET nor an earlier one decrypts a key that is needed
   */
  static async open(db: Kysely<Schema>, seals: Seals): Promise<AccountKeys> {
    const newKey = randomBytes(32)
    const sealed = seals.seal(newKey.toString('base64'), PURPOSE)
    await db
      .insertInto('account_key')
      .values({ sealed })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const row = await db.selectFrom('account_key').select('sealed').executeTakeFirstOrThrow()
    const opened = seals.open(row.sealed, PURPOSE)
    if (opened === null && (await namesAccounts(db))) throw new UnknownSecret()
    if (opened !== null && !opened.isOld) return new AccountKeys(Buffer.from(opened.text, 'base64'))

    const key = opened === null ? newKey : Buffer.from(opened.text, 'base64')
    await db
      .updateTable('account_key')
      .set({ sealed: seals.seal(key.toString('base64'), PURPOSE) })
      .where('sealed', '=', row.sealed)
      .execute()
    // If processes start together, the first one has set it.
    return opened === null ? AccountKeys.open(db, seals) : new AccountKeys(key)
  }

  /**
   * Deletes the key, so that the next start creates one. Accounts that it identified can't be found
   * again.
   */
  static async forget(db: Kysely<Schema>): Promise<void> {
    await db.deleteFrom('account_key').execute()
  }

  /** @param authorization as `canonicalAuthorization` writes it */
  keyOf(authorization: string): string {
    return createHmac('sha256', this.#key).update(authorization).digest('hex')
  }

  /**
   * The name of an account for its browsers. It reveals neither the account nor its token, and differs
   * from what our tables call the account.
   */
  browserKeyOf(service: string, account: string): string {
    const text = JSON.stringify(['browser', service, account])
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22)
  }
}

/** Where an account has what people would miss. They can sign in again, and lists are read again. */
const TABLES = [
  'replay_run',
  'receiver_setting',
  'saved_view',
  'follow_up',
  'block_note',
  'protected_number',
  'notice_watch',
] as const

/** Whether rows that people would miss belong to an account that is identified by the hash of its token. */
async function namesAccounts(db: Kysely<Schema>): Promise<boolean> {
  const parts = TABLES.map(
    table => sql`exists (select from ${sql.table(table)} where account ~ '^[0-9a-f]{64}$')`,
  )
  const { rows } = await sql<{ exists: boolean }>`
    select ${sql.join(parts, sql` or `)} as exists
  `.execute(db)
  return rows[0]?.exists === true
}
