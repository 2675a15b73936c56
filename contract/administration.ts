import * as z from 'zod/mini'
import { NewName } from './telephony.ts'
import { RequestText } from './text/request-text.ts'

/*
 * Administration at /telephony/v1/ by an operator (docs/decisions/0014). `partner`, `company` and
 * `groups` are references. Unknown fields are refused, as in the settings of a tracking number.
 */

const Id = z.int()
const Groups = z.array(NewName).check(z.maxLength(1_000))
const PREFIX = /^[1-9]\d{0,14}$/

export const Partner = z.object({ id: Id, reference: z.string(), name: z.string() })

export const NewPartner = z.strictObject({ reference: NewName, name: NewName })

export const PartnerChanges = z.partial(NewPartner)

export const PartnerGroup = z.extend(Partner, { partner: z.string() })

export const NewGroup = z.extend(NewPartner, { partner: RequestText })

export const PartnerCompany = z.extend(PartnerGroup, { groups: z.array(z.string()) })

/** `groups`, if given, are all groups of the company. */
export const NewCompany = z.extend(NewGroup, { groups: z.nullish(Groups) })

export const CompanyChanges = z.extend(PartnerChanges, { groups: z.nullish(Groups) })

/** An agent who answers the calls of a company. */
export const CompanyContact = z.extend(PartnerGroup, { company: z.string() })

export const NewContact = z.extend(NewGroup, { company: RequestText })

export const ContactChanges = z.extend(PartnerChanges, { company: z.optional(RequestText) })

/** A possible origin of a partner's tracked calls. */
export const PartnerSource = z.object({ id: Id, partner: z.string(), name: z.string() })

export const NewSource = z.strictObject({ partner: RequestText, name: NewName })

export const SourceChanges = z.strictObject({ name: z.optional(NewName) })

/** The path parameter of a dialling prefix: digits with the country code first and no +. */
export const PrefixPath = z.object({ prefix: z.string().check(z.regex(PREFIX)) })

export const PrefixSettings = z.strictObject({ name: NewName })
