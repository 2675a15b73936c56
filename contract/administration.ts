import * as z from 'zod/mini'
import { RequestText } from './blocklist.ts'
import { NewName } from './telephony.ts'

/*
 * Administration at /telephony/v1/ by an operator (docs/decisions/0014). `partner`, `company` and
 * `groups` are references. Unknown fields are refused, as in the settings of a tracking number.
 */

const Id = z.int()
const Groups = z.array(NewName).check(z.maxLength(1_000))
const PREFIX = /^[1-9]\d{0,14}$/

export const Partner = z.object({ id: Id, reference: z.string(), name: z.string() })
export type Partner = z.infer<typeof Partner>

export const NewPartner = z.strictObject({ reference: NewName, name: NewName })
export type NewPartner = z.infer<typeof NewPartner>

export const PartnerChanges = z.partial(NewPartner)
export type PartnerChanges = z.infer<typeof PartnerChanges>

export const PartnerGroup = z.extend(Partner, { partner: z.string() })
export type PartnerGroup = z.infer<typeof PartnerGroup>

export const NewGroup = z.extend(NewPartner, { partner: RequestText })
export type NewGroup = z.infer<typeof NewGroup>

export const PartnerCompany = z.extend(PartnerGroup, { groups: z.array(z.string()) })
export type PartnerCompany = z.infer<typeof PartnerCompany>

/** `groups`, if given, are all groups of the company. */
export const NewCompany = z.extend(NewGroup, { groups: z.nullish(Groups) })
export type NewCompany = z.infer<typeof NewCompany>

export const CompanyChanges = z.extend(PartnerChanges, { groups: z.nullish(Groups) })
export type CompanyChanges = z.infer<typeof CompanyChanges>

/** An agent who answers the calls of a company. */
export const CompanyContact = z.extend(PartnerGroup, { company: z.string() })
export type CompanyContact = z.infer<typeof CompanyContact>

export const NewContact = z.extend(NewGroup, { company: RequestText })
export type NewContact = z.infer<typeof NewContact>

export const ContactChanges = z.extend(PartnerChanges, { company: z.optional(RequestText) })
export type ContactChanges = z.infer<typeof ContactChanges>

/** A possible origin of a partner's tracked calls. */
export const PartnerSource = z.object({ id: Id, partner: z.string(), name: z.string() })
export type PartnerSource = z.infer<typeof PartnerSource>

export const NewSource = z.strictObject({ partner: RequestText, name: NewName })
export type NewSource = z.infer<typeof NewSource>

export const SourceChanges = z.strictObject({ name: z.optional(NewName) })
export type SourceChanges = z.infer<typeof SourceChanges>

/** The path parameter of a dialling prefix: digits with the country code first and no +. */
export const PrefixPath = z.object({ prefix: z.string().check(z.regex(PREFIX)) })

export const PrefixSettings = z.strictObject({ name: NewName })
