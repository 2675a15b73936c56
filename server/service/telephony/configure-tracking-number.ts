import type { Kysely } from 'kysely'
import type { ValidationBody } from '../../../contract/errors.ts'
import type {
  TrackingNumber,
  TrackingNumberChanges,
  TrackingNumberSettings,
} from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, validationError } from '../../http/http-error.ts'
import {
  callbackProblems,
  missingCallbacks,
  normalizedCallbacks,
  type Receivers,
} from './number-callbacks.ts'
import {
  findOwner,
  findPartnerId,
  findTrackingNumber,
  lockSettings,
  saveCompany,
  saveGroups,
  saveTrackingNumber,
  updateTrackingNumber,
} from './tracking-number-repository.ts'

/** @throws HttpError 404 if there is no such tracking number */
export async function getTrackingNumber(
  db: Kysely<Schema>,
  phoneNumber: string,
): Promise<TrackingNumber> {
  const found = await findTrackingNumber(db, phoneNumber)
  if (!found) throw detailError(404, 'Not found.')
  return found
}

/**
 * Creates or changes a tracking number, together with its company and the company's groups.
 *
 * @throws HttpError 400 for an unknown partner, another partner's number, a callback URL that can't
 * be a receiver's, or a missing one
 */
export async function configureTrackingNumber(
  db: Kysely<Schema>,
  telephony: Receivers,
  phoneNumber: string,
  settings: TrackingNumberSettings,
): Promise<{ made: boolean; trackingNumber: TrackingNumber }> {
  const { phone_number, partner, company, ...ofNumber } = settings
  refuse({
    ...otherNumber(phoneNumber, phone_number),
    ...missingCallbacks(ofNumber),
    ...(await callbackProblems(telephony, ofNumber)),
  })
  return db.transaction().execute(async trx => {
    const partnerId = await findPartnerId(trx, partner)
    if (partnerId === undefined) {
      throw validationError({ partner: [`There is no partner with the reference "${partner}".`] })
    }
    const companyId = await saveCompany(trx, partnerId, company)
    if (company.groups) await saveGroups(trx, partnerId, companyId, company.groups)
    const made = await saveTrackingNumber(trx, {
      partner_id: partnerId,
      company_id: companyId,
      phone_number: phoneNumber,
      ...ofNumber,
      ...normalizedCallbacks(ofNumber),
    })
    // Thrown inside the transaction, so that the request changes nothing.
    if (made === undefined) {
      throw validationError({ phone_number: ['This number belongs to another partner.'] })
    }
    return { made, trackingNumber: await getTrackingNumber(trx, phoneNumber) }
  })
}

/**
 * Changes the given settings of a tracking number and leaves the others unchanged.
 *
 * @throws HttpError 404 if there is no such tracking number, 400 like `configureTrackingNumber`
 */
export async function changeTrackingNumber(
  db: Kysely<Schema>,
  telephony: Receivers,
  phoneNumber: string,
  changes: TrackingNumberChanges,
): Promise<TrackingNumber> {
  const { phone_number, partner, company, ...ofNumber } = changes
  const problems = {
    ...otherNumber(phoneNumber, phone_number),
    ...(await callbackProblems(telephony, ofNumber)),
  }
  return db.transaction().execute(async trx => {
    const owner = await findOwner(trx, phoneNumber)
    if (!owner) throw detailError(404, 'Not found.')
    refuse({ ...problems, ...otherPartner(owner.partner, partner) })
    // Before the number is locked, because every configuration takes the locks in this order.
    const companyId = company && (await saveCompany(trx, owner.partner_id, company))
    if (companyId !== undefined && company?.groups) {
      await saveGroups(trx, owner.partner_id, companyId, company.groups)
    }
    const before = await lockSettings(trx, phoneNumber)
    refuse(missingCallbacks({ ...before, ...ofNumber }, ofNumber))
    await updateTrackingNumber(trx, phoneNumber, {
      ...before,
      ...ofNumber,
      ...normalizedCallbacks(ofNumber),
      ...(companyId !== undefined && { company_id: companyId }),
    })
    return getTrackingNumber(trx, phoneNumber)
  })
}

function refuse(problems: ValidationBody): void {
  if (Object.keys(problems).length > 0) throw validationError(problems)
}

function otherNumber(inPath: string, inBody: string | null | undefined): ValidationBody {
  if (inBody == null || inBody === inPath) return {}
  return { phone_number: [`This must be the number of the address, ${inPath}, or be left out.`] }
}

function otherPartner(owner: string, given: string | undefined): ValidationBody {
  if (given === undefined || given === owner) return {}
  return { partner: [`The number belongs to the partner "${owner}" and cannot be moved.`] }
}
