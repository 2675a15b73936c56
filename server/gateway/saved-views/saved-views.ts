import { type Kysely, sql } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { DefaultViews, NewView, SavedView, ViewContent } from '../../../contract/saved-view.ts'
import { isUniqueViolation } from '../../database/database-fault.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, validationError } from '../../http/http-error.ts'
import { requireAtMost } from '../require-at-most.ts'
import { isOfAccount, type Owner } from '../session/caller.ts'
import { stamped } from '../stamped.ts'

type Person = Pick<Owner, 'service' | 'account' | 'who'>

/** More views than anybody chooses from. */
const MAX_VIEWS = 500

/** The saved views of accounts, for a person or for everybody on the account (docs/decisions/0065). */
export class SavedViewRepository {
  readonly #db: Kysely<Schema>
  readonly #timeZone: string

  constructor(db: Kysely<Schema>, timeZone: string) {
    this.#db = db
    this.#timeZone = timeZone
  }

  /** The person's and the account's views, by name. */
  async list(
    person: Person,
    { id, isDefault = false }: { id?: string; isDefault?: boolean } = {},
  ): Promise<SavedView[]> {
    const rows = await this.#visible(person)
      .leftJoin('saved_view_default as usual', join =>
        join
          .onRef('usual.view_id', '=', 'saved_view.id')
          .onRef('usual.list', '=', 'saved_view.list')
          .on('usual.service', '=', person.service)
          .on('usual.account', '=', person.account)
          .on('usual.person', '=', keyOf(person)),
      )
      .$if(id !== undefined, views => views.where('saved_view.id', '=', id ?? ''))
      .$if(isDefault, views => views.where('usual.view_id', 'is not', null))
      .select(['id', 'name', 'saved_view.list', 'days', 'query', 'layout', 'version', 'who'])
      .select(['owner', 'changed_at', sql<boolean>`usual.view_id is not null`.as('is_default')])
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute()
    return rows.map(({ owner, ...view }) => ({
      ...stamped(view, this.#timeZone),
      is_shared: owner === null,
    }))
  }

  /** @throws HttpError 400 if the name is taken; 409 if there are too many */
  async add(person: Person, { id, list, ...content }: NewView): Promise<SavedView> {
    const { service, account, who } = person
    const values = {
      ...(id && { id }),
      service,
      account,
      who,
      list,
      ...viewValues(person, content),
    }
    const all = sql`saved_view where ${isOfAccount(person)}`
    const tooMany = `No more than ${MAX_VIEWS} views can be saved. Delete some first.`
    const adding = this.#db.transaction().execute(async trx => {
      const row = await trx
        .insertInto('saved_view')
        .values(values)
        .onConflict(conflict => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row === undefined) throw detailError(409, 'This view is there already.')
      await requireAtMost(trx, MAX_VIEWS, all, tooMany)
      return row.id
    })
    return this.#find(person, await withFreeName(adding))
  }

  /** @throws HttpError 400 if the name is taken; 404; 409 if somebody has changed it since */
  async change(
    person: Person,
    id: string,
    { version, ...content }: ViewContent & { version: number },
  ): Promise<SavedView> {
    const changed = await withFreeName(
      this.#db
        .updateTable('saved_view')
        .set({ ...viewValues(person, content), who: person.who, changed_at: new Date() })
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', 'in', this.#visible(person).select('id'))
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirst(),
    )
    const view = await this.#find(person, id)
    if (changed === undefined) throw changedBy(view)
    return view
  }

  /** @throws HttpError 404; 409 if somebody has changed it since */
  async remove(person: Person, id: string, version: number): Promise<void> {
    const removed = await this.#db
      .deleteFrom('saved_view')
      .where('id', 'in', this.#visible(person).select('id'))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (removed === undefined) throw changedBy(await this.#find(person, id))
  }

  /** @throws HttpError 404 if the list has no such view */
  async setDefault(person: Person, list: FailedEventList, id: string | null): Promise<void> {
    const { service, account } = person
    const key = { service, account, person: keyOf(person), list }
    if (id === null) {
      await this.#db
        .deleteFrom('saved_view_default')
        .where(({ eb }) => eb.and(key))
        .execute()
      return
    }
    const view = await this.#find(person, id)
    if (view.list !== list) throw detailError(404, 'This list has no such view.')
    await this.#db
      .insertInto('saved_view_default')
      .values({ ...key, view_id: id })
      .onConflict(conflict =>
        conflict.columns(['service', 'account', 'person', 'list']).doUpdateSet({ view_id: id }),
      )
      .execute()
  }

  /** What opens instead of the plain lists. */
  async defaults(person: Person): Promise<DefaultViews> {
    const views = person.who === null ? [] : await this.list(person, { isDefault: true })
    return Object.fromEntries(views.map(({ list, days, query }) => [list, { days, query }]))
  }

  async #find(person: Person, id: string): Promise<SavedView> {
    const [view] = await this.list(person, { id })
    if (view === undefined) throw detailError(404, 'This view was deleted.')
    return view
  }

  #visible({ service, account, ...person }: Person) {
    return this.#db
      .selectFrom('saved_view')
      .where('saved_view.service', '=', service)
      .where('saved_view.account', '=', account)
      .where(({ eb, or }) => or([eb('owner', 'is', null), eb('owner', '=', keyOf(person))]))
  }
}

/** A person is known by name. Scripts have none, and see only the views of the account. */
function keyOf({ who }: Pick<Person, 'who'>): string {
  return who?.normalize('NFC').toLowerCase() ?? ''
}

/** @throws HttpError 400 for a view of a person without a name */
function viewValues(person: Person, { is_shared, days, layout, ...rest }: ViewContent) {
  if (!is_shared && person.who === null) {
    throw validationError({ is_shared: ['Only a person with a name can have views of their own.'] })
  }
  return {
    ...rest,
    owner: is_shared ? null : keyOf(person),
    days: JSON.stringify(days),
    layout: layout && JSON.stringify(layout),
  }
}

function withFreeName<Result>(storing: Promise<Result>): Promise<Result> {
  return storing.catch(error => {
    if (!isUniqueViolation(error)) throw error
    throw validationError({ name: ['A view with this name already exists. Choose another name.'] })
  })
}

function changedBy({ who }: SavedView) {
  const name = who ?? 'Somebody'
  return detailError(409, `${name} has changed this view in the meantime. Nothing was changed now.`)
}
