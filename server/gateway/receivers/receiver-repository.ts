import type { Kysely, Transaction } from 'kysely'
import { type ReceiverSetting, trackingNumberKeys } from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'

/** Where events go that name no receiver, for each tracking number of an account. */
export class ReceiverRepository {
  readonly #db: Kysely<Schema>
  readonly #timeZone: string

  constructor(db: Kysely<Schema>, timeZone: string) {
    this.#db = db
    this.#timeZone = timeZone
  }

  async list(owner: Owner): Promise<ReceiverSetting[]> {
    const rows = await this.#settings(owner).orderBy('tracking_number').execute()
    return rows.map(row => this.#toSetting(row))
  }

  async set(
    { service, account }: Owner,
    setting: { tracking_number: string; url: string; who: string | null },
    trx: Transaction<Schema>,
  ): Promise<ReceiverSetting> {
    const { url, who } = setting
    const row = await trx
      .insertInto('receiver_setting')
      .values({ service, account, ...setting })
      .onConflict(conflict =>
        conflict
          .columns(['service', 'account', 'tracking_number'])
          .doUpdateSet({ url, who, set_at: new Date() }),
      )
      .returning(['tracking_number', 'url', 'who', 'set_at'])
      .executeTakeFirstOrThrow()
    return this.#toSetting(row)
  }

  /** @returns whether there was one */
  async remove(
    { service, account }: Owner,
    trackingNumber: string,
    trx: Transaction<Schema>,
  ): Promise<boolean> {
    const { numDeletedRows } = await trx
      .deleteFrom('receiver_setting')
      .where('service', '=', service)
      .where('account', '=', account)
      .where('tracking_number', '=', trackingNumber)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /** The URL for each of these tracking numbers, in their given spelling, if one is set. */
  async receiversOf(owner: Owner, trackingNumbers: string[]): Promise<Map<string, string>> {
    // A database text can't contain U+0000, so no receiver can be set for such a number.
    const storable = trackingNumbers.filter(number => !number.includes('\0'))
    const keys = [...new Set(storable.flatMap(trackingNumberKeys))]
    if (keys.length === 0) return new Map()
    const rows = await this.#settings(owner).where('tracking_number', 'in', keys).execute()
    const urls = new Map(rows.map(({ tracking_number, url }) => [tracking_number, url]))
    return new Map(
      trackingNumbers.flatMap(number => {
        const key = trackingNumberKeys(number).find(each => urls.has(each))
        const url = key === undefined ? undefined : urls.get(key)
        return url === undefined ? [] : [[number, url]]
      }),
    )
  }

  #settings({ service, account }: Owner) {
    return this.#db
      .selectFrom('receiver_setting')
      .select(['tracking_number', 'url', 'who', 'set_at'])
      .where('service', '=', service)
      .where('account', '=', account)
  }

  #toSetting(row: Omit<ReceiverSetting, 'set_at'> & { set_at: Date }): ReceiverSetting {
    return { ...row, set_at: stampIn(row.set_at, this.#timeZone) }
  }
}
