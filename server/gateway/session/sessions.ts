import { hash, randomBytes } from 'node:crypto'
import Bowser from 'bowser'
import { type Kysely, sql } from 'kysely'
import { shownText } from '../../../contract/text/shown-text.ts'
import type { Schema } from '../../database/schema.ts'
import type { AccountKeys } from './account-keys.ts'
import type { Seals } from './seals.ts'

export type OpenSession = {
  id: string
  token: string
  /** What the person calls themselves; null if they did not enter it. */
  name: string | null
  account: string
  tokenKey: string
}

/** A session ends after LIFETIME_DAYS, or when nobody used it for IDLE_HOURS. */
export const LIFETIME_DAYS = 7
const IDLE_HOURS = 12
/** An account that starts more ends its least recently used ones, so that no script can fill the table. */
export const MAX_SESSIONS = 200

export const isAlive = sql<boolean>`started_at > now() - ${LIFETIME_DAYS} * interval '1 day'
  and last_used_at > now() - ${IDLE_HOURS} * interval '1 hour'`

/** The sessions at one service. Any process can read and end them. */
export class Sessions {
  readonly #db: Kysely<Schema>
  readonly #seals: Seals
  readonly #keys: AccountKeys
  readonly #service: string
  /** By cookie: a page and its document send many requests at once. What follows a change doesn't share an older one. */
  readonly #lookups = new Map<string, Promise<OpenSession | null>>()

  /** @param service its name in our tables: a token is for that service alone */
  constructor(db: Kysely<Schema>, seals: Seals, keys: AccountKeys, service: string) {
    this.#db = db
    this.#seals = seals
    this.#keys = keys
    this.#service = service
  }

  /**
   * Starts a session with a token that the service accepted.
   *
   * @param userAgent the browser's User-Agent header
   * @returns the value for the cookie, which is stored nowhere else
   */
  async begin(
    { token, name, account }: { token: string; name: string | null; account: string },
    userAgent: string | undefined,
  ): Promise<{ cookie: string; session: OpenSession }> {
    await this.#db
      .deleteFrom('session')
      .where(eb => eb.not(isAlive))
      .execute()
    const cookie = randomBytes(32).toString('base64url')
    const tokenKey = this.#keys.keyOf(`Token ${token}`)
    const { id } = await this.#db
      .insertInto('session')
      .values({
        cookie_hash: hash('sha256', cookie, 'buffer'),
        service: this.#service,
        account,
        made_by: tokenKey,
        sealed: this.#seals.seal(token, { purpose: 'session', salt: cookie }),
        name,
        browser: formatBrowser(userAgent),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#endBeyondLimit(account)
    return { cookie, session: { id, token, name, account, tokenKey } }
  }

  /** The session of a cookie; null if there is none or it has ended. Simultaneous calls share one query. */
  find(cookie: string): Promise<OpenSession | null> {
    const lookup =
      this.#lookups.get(cookie) ?? this.#open(cookie).finally(() => this.#lookups.delete(cookie))
    this.#lookups.set(cookie, lookup)
    return lookup
  }

  async #open(cookie: string): Promise<OpenSession | null> {
    const row = await this.#db
      .selectFrom('session')
      .select(['id', 'account', 'made_by', 'sealed', 'name'])
      .select(sql<boolean>`last_used_at < now() - interval '1 minute'`.as('isUsedAgain'))
      .where('cookie_hash', '=', hash('sha256', cookie, 'buffer'))
      .where('service', '=', this.#service)
      .where(isAlive)
      .executeTakeFirst()
    if (row === undefined) return null
    const opened = this.#seals.open(row.sealed, { purpose: 'session', salt: cookie })
    // Encrypted with a secret that is no longer in use.
    if (opened === null) return null
    if (row.isUsedAgain) await this.#keepAlive(row.id)
    const { id, name, account, made_by } = row
    return { id, token: opened.text, name, account, tokenKey: made_by }
  }

  list(tokenKey: string) {
    return this.#db
      .selectFrom('session')
      .select(['id', 'name', 'browser', 'started_at', 'last_used_at'])
      .where('service', '=', this.#service)
      .where('made_by', '=', tokenKey)
      .where(isAlive)
      .orderBy('last_used_at', 'desc')
      .orderBy('started_at', 'desc')
      .execute()
  }

  /** @returns false if it has a name already */
  async setName(id: string, name: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('session')
      .set({ name })
      .where('id', '=', id)
      .where('name', 'is', null)
      .executeTakeFirst()
    this.#lookups.clear()
    return numUpdatedRows > 0n
  }

  async end(id: string, tokenKey: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('session')
      .where('id', '=', id)
      .where('service', '=', this.#service)
      .where('made_by', '=', tokenKey)
      .executeTakeFirst()
    this.#lookups.clear()
    return numDeletedRows > 0n
  }

  /** Ends all sessions with this token. Returns how many there were. */
  async endAll(tokenKey: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('session')
      .where('service', '=', this.#service)
      .where('made_by', '=', tokenKey)
      .executeTakeFirst()
    this.#lookups.clear()
    return Number(numDeletedRows)
  }

  async #endBeyondLimit(account: string): Promise<void> {
    await this.#db
      .deleteFrom('session')
      .where('id', 'in', sessions =>
        sessions
          .selectFrom('session')
          .select('id')
          .where('service', '=', this.#service)
          .where('account', '=', account)
          .orderBy('last_used_at', 'desc')
          .orderBy('started_at', 'desc')
          .offset(MAX_SESSIONS),
      )
      .execute()
  }

  async #keepAlive(id: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', id)
      .execute()
  }
}

/** Longer than any browser's User-Agent. */
const MAX_USER_AGENT_LENGTH = 400

/** Such as "Firefox on Windows", so that people can recognise a session that is not theirs. */
function formatBrowser(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  const name = browser.name || 'Unknown browser'
  return shownText(os.name ? `${name} on ${os.name}` : name).slice(0, 100)
}
