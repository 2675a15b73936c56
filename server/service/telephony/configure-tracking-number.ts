import type { Kysely } from 'kysely'
import type { ValidationBody } from '../../../contract/errors.ts'
import type { TrackingNumber, TrackingNumberSettings } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, validationError } from '../../http/http-error.ts'
import type { TelephonyDependencies } from './telephony-dependencies.ts'
import {
  findPartnerId,
  findTrackingNumber,
  saveCompany,
  saveGroups,
  saveTrackingNumber,
} from './tracking-number-repository.ts'

/** @throws HttpError 404 when there is no such tracking number */
export async function getTrackingNumber(
  db: Kysely<Schema>,
  phoneNumber: string,
): Promise<TrackingNumber> {
  const found = await findTrackingNumber(db, phoneNumber)
  if (!found) throw detailError(404, 'Not found.')
  return found
}

/**
 * Makes a tracking number or changes it, and with it its company and the company's groups.
 *
 * @throws HttpError 400 for an unknown partner, another partner's number, or a callback URL that no
 * receiver can have
 */
export async function configureTrackingNumber(
  db: Kysely<Schema>,
  telephony: Pick<TelephonyDependencies, 'receiverProblem'>,
  phoneNumber: string,
  settings: TrackingNumberSettings,
): Promise<{ made: boolean; trackingNumber: TrackingNumber }> {
  const { partner, company, ...ofNumber } = settings
  const problems = await callbackProblems(telephony, settings)
  if (Object.keys(problems).length > 0) throw validationError(problems)
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
      ...normalizedCallbacks(settings),
    })
    // Thrown inside the transaction, so that nothing of the request stays.
    if (made === undefined) {
      throw validationError({ phone_number: ['This number belongs to another partner.'] })
    }
    return { made, trackingNumber: await getTrackingNumber(trx, phoneNumber) }
  })
}

const CALLBACKS = ['call_term_callbacks', 'mcs_call_term_callbacks'] as const

/** As they are called: whoever reads them later sees the host that was checked. */
function normalizedCallbacks(settings: TrackingNumberSettings) {
  const normalized = (url: string | null) => url && new URL(url).href
  return {
    call_term_callbacks: normalized(settings.call_term_callbacks),
    mcs_call_term_callbacks: normalized(settings.mcs_call_term_callbacks),
  }
}

async function callbackProblems(
  { receiverProblem }: Pick<TelephonyDependencies, 'receiverProblem'>,
  settings: TrackingNumberSettings,
): Promise<ValidationBody> {
  const checked = await Promise.all(
    CALLBACKS.map(async field => {
      const url = settings[field]
      return { field, problem: url === null ? null : await receiverProblem(url) }
    }),
  )
  return Object.fromEntries(
    checked.flatMap(({ field, problem }) => (problem === null ? [] : [[field, [problem]]])),
  )
}
