import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { SealPurpose, Seals } from './seals.ts'

const PURPOSE: SealPurpose = { purpose: 'account key', salt: '' }

/** SESSION_SECRET is another one than this database was used with. The message says what to do. */
export class UnknownSecret extends Error {
  override name = 'UnknownSecret'
}

/** Names accounts by a keyed hash of their token, the same in every process and after a rotation. */
export class AccountKeys {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  /**
   * Reads the key of the hashes, or makes it in a database that has none. A database of an earlier
   * version hashed with SESSION_SECRET itself, so there the secret becomes the key.
   *
   * @throws UnknownSecret where neither SESSION_SECRET nor an earlier one opens the key
   */
  static async open(db: Kysely<Schema>, seals: Seals, secret: string): Promise<AccountKeys> {
    const made = (await hasAccounts(db)) ? Buffer.from(secret) : randomBytes(32)
    await db
      .insertInto('account_key')
      .values({ sealed: seals.seal(made.toString('base64'), PURPOSE) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const { sealed } = await db.selectFrom('account_key').select('sealed').executeTakeFirstOrThrow()
    const opened = seals.open(sealed, PURPOSE)
    if (opened === null) {
      throw new UnknownSecret(
        'SESSION_SECRET is not the one that this database was used with, so replay runs and receivers would seem to be gone. Give the earlier one as PREVIOUS_SESSION_SECRETS beside the new one.',
      )
    }
    if (opened.isOld) {
      await db
        .updateTable('account_key')
        .set({ sealed: seals.seal(opened.text, PURPOSE) })
        .execute()
    }
    return new AccountKeys(Buffer.from(opened.text, 'base64'))
  }

  /** @param authorization as `canonicalAuthorization` writes it */
  keyOf(authorization: string): string {
    return createHmac('sha256', this.#key).update(authorization).digest('hex')
  }
}

async function hasAccounts(db: Kysely<Schema>): Promise<boolean> {
  const rows = await Promise.all([
    db.selectFrom('replay_run').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('receiver_setting').select('account').limit(1).executeTakeFirst(),
  ])
  return rows.some(row => row !== undefined)
}
