import { z } from 'zod'
import { BlocklistRecord } from '../../../contract/blocklist.ts'
import {
  AvailableSource,
  Company,
  Contact,
  TrackingNumberPrefix,
} from '../../../contract/directory.ts'
import { BlocklistErrorBody, DetailBody, FieldErrors } from '../../../contract/errors.ts'
import { Attempt, FailedEventRecord } from '../../../contract/failed-event.ts'

const NAMED = {
  Attempt,
  AvailableSource,
  BlocklistErrorBody,
  BlocklistRecord,
  Company,
  Contact,
  DetailBody,
  FailedEventRecord,
  FieldErrors,
  TrackingNumberPrefix,
}

/** Gives the contract's schemas the names that the OpenAPI document refers to them by. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(NAMED)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
}

export function isNamed(id: string): boolean {
  return id in NAMED
}
