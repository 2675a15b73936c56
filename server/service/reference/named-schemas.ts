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
import {
  AcceptedReport,
  CallerVerdict,
  SigningSecret,
  TrackingNumber,
} from '../../../contract/telephony.ts'

const NAMED = {
  AcceptedReport,
  Attempt,
  AvailableSource,
  BlocklistErrorBody,
  BlocklistRecord,
  CallerVerdict,
  Company,
  Contact,
  DetailBody,
  FailedEventRecord,
  FieldErrors,
  SigningSecret,
  TrackingNumber,
  TrackingNumberPrefix,
}

/** Gives the contract's schemas the names by which the OpenAPI document refers to them. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(NAMED)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
}

export function isNamed(id: string): boolean {
  return id in NAMED
}
