import { hash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Seals } from './seals.ts'

export const LINK_MINUTES = 15

/**
 * Codes of sign-in links: each signs in once. They are in the database, so that a command can create
 * one while Redial runs, and any process can accept it.
 */
export class SignInLinks {
  readonly #db: Kysely<Schema>
  readonly #seals: Seals
  readonly #service: string

  /** @param service its name in our tables: a token is for that service alone */
  constructor(db: Kysely<Schema>, seals: Seals, service: string) {
    this.#db = db
    this.#seals = seals
    this.#service = service
  }

  /**
   * A link that signs in with `token`. The code is in the fragment, which no server logs.
   *
   * @param origin the origin that browsers use
   */
  async link(origin: string, token: string): Promise<string> {
    const code = randomBytes(24).toString('base64url')
    await this.#db
      .insertInto('sign_in_code')
      .values({
        code_hash: hash('sha256', code, 'buffer'),
        service: this.#service,
        sealed: this.#seals.seal(token, { purpose: 'sign-in code', salt: code }),
        expires_at: sql`now() + ${LINK_MINUTES} * interval '1 minute'`,
      })
      .execute()
    return `${origin}/sign-in#code=${code}`
  }

  /** The code's token, or null if the code doesn't exist, was used before, or is too old. */
  async take(code: string): Promise<string | null> {
    await this.#db.deleteFrom('sign_in_code').where('expires_at', '<', sql<Date>`now()`).execute()
    const row = await this.#db
      .deleteFrom('sign_in_code')
      .where('code_hash', '=', hash('sha256', code, 'buffer'))
      .where('service', '=', this.#service)
      .returning('sealed')
      .executeTakeFirst()
    if (row === undefined) return null
    return this.#seals.open(row.sealed, { purpose: 'sign-in code', salt: code })?.text ?? null
  }
}
