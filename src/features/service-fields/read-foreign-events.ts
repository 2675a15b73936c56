import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FailedEvent, type FailedEventList } from '../../../contract/failed-event.ts'
import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { readEvent } from '../../../contract/fields/read-event.ts'
import { type FieldSample, ServiceFields } from '../../../contract/fields/service-fields.ts'
import { hasStandardFields } from '../../../contract/fields/standard-item.ts'
import { request } from '../../api/request.ts'
import { sessionQuery } from '../session/session-query.ts'
import { serviceFieldsQuery } from './service-fields-query.ts'

type Asked = FieldSample & { list: FailedEventList }

export type ForeignEvents = {
  events: FailedEvent[]
  /** Identifies the fields by which items were read. Other fields give other events. */
  readAs: string
}

/**
 * Reads the items of a page of a foreign service. If their fields are unknown, the gateway reads the page
 * as well and recognises them, so that replays and colleagues read the items in the same way.
 */
export async function readForeignEvents(
  client: QueryClient,
  asked: Asked,
  items: unknown[],
): Promise<ForeignEvents> {
  const map = await fieldsOf(client, asked, items)
  if (map === null) return { events: items.map(item => FailedEvent.parse(item)), readAs: '' }
  const zone = timeZoneOf(client)
  return { events: items.map(item => readEvent(item, { map, zone })), readAs: JSON.stringify(map) }
}

/** null for the standard names. */
async function fieldsOf(
  client: QueryClient,
  asked: Asked,
  items: unknown[],
): Promise<FieldMap | null> {
  const all = await client.fetchQuery(serviceFieldsQuery)
  const known = all.find(({ list }) => list === asked.list)
  if (known !== undefined && known.source !== 'recognized') return known.map
  if (items.length === 0) return null
  if (known === undefined && items.every(hasStandardFields)) return null
  const names = `${asked.list} ${namesIn(items)}`
  if (known !== undefined && lookedAt.has(names)) return known.map
  const { list, ...body } = asked
  const fields = await request(ServiceFields, `/gateway/fields/${list}/recognize`, {
    method: 'POST',
    body,
  })
  lookedAt.add(names)
  client.setQueryData(serviceFieldsQuery.queryKey, all => [
    ...(all ?? []).filter(one => one.list !== list),
    fields,
  ])
  return fields.map
}

/** The names in items whose fields were recognised in this window. */
const lookedAt = new Set<string>()

/** The names at the top of the items and their payloads that have a value. */
function namesIn(items: unknown[]): string {
  const names = new Set<string>()
  for (const item of items) {
    const { request_json: payload, ...fields } = Item.safeParse(item).data ?? {}
    for (const [name, value] of Object.entries(fields)) if (value !== null) names.add(name)
    for (const [name, value] of Object.entries(Item.safeParse(payload).data ?? {})) {
      if (value !== null) names.add(`payload.${name}`)
    }
  }
  return [...names].sort().join(' ')
}

const Item = z.record(z.string(), z.unknown())

function timeZoneOf(client: QueryClient): string {
  return client.getQueryData(sessionQuery.queryKey)?.time_zone ?? 'UTC'
}
