import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../database/schema.ts'

/** Filters of a list: the references that are given. */
export type Filter = { partner?: string; company?: string; reference?: string }

export type Window = { offset: number; size: number }

/** One kind of things that an operator administers: how they are called, checked and kept. */
export type Resource<Item, New, Changes> = {
  /** The last part of the list's path. */
  path: string
  /** In sentences, such as "company" and "companies". */
  one: string
  many: string
  /** In names of operations, such as "PartnerCompany" and "PartnerCompanies". */
  operation: { one: string; many: string }
  filters: (keyof Filter)[]
  Item: z.core.$ZodType<Item>
  New: z.core.$ZodType<New>
  Changes: z.core.$ZodType<Changes>
  /** What DELETE removes with it if it is asked to, such as "its contacts"; undefined if nothing belongs to it. */
  contents?: string
  count(db: Kysely<Schema>, filter: Filter): Promise<number>
  list(db: Kysely<Schema>, filter: Filter, window: Window): Promise<Item[]>
  find(db: Kysely<Schema>, id: number): Promise<Item | undefined>
  /** Makes it, or changes the one that has its reference. */
  save(trx: Transaction<Schema>, item: New): Promise<{ id: number; made: boolean }>
  /** @returns whether there is such a one */
  change(trx: Transaction<Schema>, id: number, changes: Changes): Promise<boolean>
  /**
   * @param withContents whether what belongs to it is removed, too
   * @returns whether there was such a one
   * @throws HttpError 409 for one that something else needs
   */
  remove(trx: Transaction<Schema>, id: number, withContents: boolean): Promise<boolean>
}
