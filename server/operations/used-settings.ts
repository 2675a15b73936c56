import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Settings that all processes on a database have to agree on, by name. */
export type SharedSettings = Record<string, string>

/** A setting of this process that differs from what the database was used with last. */
export type Difference = { name: string; here: string; used: string }

export class UsedSettings {
  readonly #db: Kysely<Schema>
  readonly #service: string
  readonly #settings: SharedSettings

  /** @param service the name of the service in our tables */
  constructor(db: Kysely<Schema>, service: string, settings: SharedSettings) {
    this.#db = db
    this.#service = service
    this.#settings = settings
  }

  /** Keeps the settings that the database does not know yet. */
  async keepNew(): Promise<void> {
    await this.#insert()
      .onConflict(conflict => conflict.columns(['service', 'name']).doNothing())
      .execute()
  }

  async differences(): Promise<Difference[]> {
    const rows = await this.#db
      .selectFrom('used_setting')
      .select(['name', 'value'])
      .where('service', '=', this.#service)
      .execute()
    return rows.flatMap(({ name, value: used }) => {
      const here = this.#settings[name]
      return here === undefined || here === used ? [] : [{ name, here, used }]
    })
  }

  /** From now on the database counts as used with these settings. */
  async replace(): Promise<void> {
    await this.#insert()
      .onConflict(conflict =>
        conflict.columns(['service', 'name']).doUpdateSet(eb => ({
          value: eb.ref('excluded.value'),
          at: new Date(),
        })),
      )
      .execute()
  }

  #insert() {
    const service = this.#service
    const rows = Object.entries(this.#settings).map(([name, value]) => ({ service, name, value }))
    return this.#db.insertInto('used_setting').values(rows)
  }
}
