import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  CompanyChanges,
  CompanyContact,
  ContactChanges,
  NewCompany,
  NewContact,
  NewGroup,
  NewPartner,
  NewSource,
  Partner,
  PartnerChanges,
  PartnerCompany,
  PartnerGroup,
  PartnerSource,
  SourceChanges,
} from '../../../contract/administration.ts'

/** A query of how many of something there are, and what they are called. */
type Counted = [count: RawBuilder<unknown>, one: string, many: string]

/** One kind of things that an operator administers: how they are called, checked and kept. */
export type Resource = {
  /** Its names in sentences and paths, such as "company" and "companies". */
  one: string
  many: string
  /** Its names in operations, such as "PartnerCompany" and "PartnerCompanies". */
  operation: { one: string; many: string }
  table: 'partner' | 'company' | 'company_group' | 'contact' | 'available_source'
  /** The column that identifies it, within a partner if it belongs to one. */
  key: 'reference' | 'name'
  filters: ('partner' | 'company' | 'reference')[]
  Item: z.core.$ZodType
  New: z.core.$ZodType
  Changes: z.core.$ZodType
  items: RawBuilder<unknown>
  /** Counts the resource's tracking numbers, which prevent its removal. */
  trackingNumbers?: (id: number) => RawBuilder<unknown>
  /** What is removed with it only if the request says so. */
  contents?: (id: number) => Counted[]
  /** What with_contents=true also does, for the reference. */
  contentsText?: string
  removal: (id: number) => RawBuilder<unknown>[]
}

export const PARTNERS: Resource = {
  one: 'partner',
  many: 'partners',
  operation: { one: 'Partner', many: 'Partners' },
  table: 'partner',
  key: 'reference',
  filters: ['reference'],
  Item: Partner,
  New: NewPartner,
  Changes: PartnerChanges,
  items: sql`select id, reference, name from partner where removed_at is null`,
  trackingNumbers: id =>
    sql`select count(*) from tracking_number where partner_id = ${id} and removed_at is null`,
  contents: id => {
    const countIn = (table: string) =>
      sql`select count(*) from ${sql.table(table)} where partner_id = ${id}`
    const validTokens = sql`${countIn('api_token')} and revoked_at is null
      and (expires_at is null or expires_at > now())`
    return [
      [countIn('company'), 'company', 'companies'],
      [countIn('company_group'), 'group', 'groups'],
      [countIn('contact'), 'contact', 'contacts'],
      [countIn('available_source'), 'source', 'sources'],
      blockedNumbers(sql`partner_id = ${id}`),
      [validTokens, 'valid token', 'valid tokens'],
    ]
  },
  contentsText:
    'remove its companies, groups, contacts, sources and blocked numbers, and revoke its tokens',
  // Its row stays, and so do tracking numbers that were removed: calls refer to both.
  removal: id => [
    ...removalOfBlocklists(sql`partner_id = ${id}`),
    sql`delete from contact where partner_id = ${id}`,
    sql`delete from company_group_member where company_id in (
      select id from company where partner_id = ${id}
    )`,
    sql`delete from company where partner_id = ${id}`,
    sql`delete from company_group where partner_id = ${id}`,
    sql`delete from available_source where partner_id = ${id}`,
    sql`update api_token set revoked_at = now() where partner_id = ${id} and revoked_at is null`,
    sql`update partner set removed_at = now(), reference = reference || ' (removed ' || id || ')'
      where id = ${id}`,
  ],
}

/** Partners' companies, and the groups that they are in. */
export const COMPANIES: Resource = {
  one: 'company',
  many: 'companies',
  operation: { one: 'PartnerCompany', many: 'PartnerCompanies' },
  table: 'company',
  key: 'reference',
  filters: ['partner', 'reference'],
  Item: PartnerCompany,
  New: NewCompany,
  Changes: CompanyChanges,
  items: sql`
    select company.id, partner.reference as partner, company.reference, company.name,
      array(
        select company_group.reference from company_group_member
        join company_group on company_group.id = group_id
        where company_id = company.id order by company_group.reference
      ) as groups
    from company join partner on partner.id = partner_id
  `,
  trackingNumbers: id => sql`select count(*) from tracking_number where company_id = ${id}`,
  contents: id => [
    [sql`select count(*) from contact where company_id = ${id}`, 'contact', 'contacts'],
    blockedNumbers(sql`company_id = ${id}`),
  ],
  contentsText: 'remove its contacts and blocked numbers',
  removal: id => [
    ...removalOfBlocklists(sql`company_id = ${id}`),
    sql`delete from contact where company_id = ${id}`,
    sql`delete from company_group_member where company_id = ${id}`,
    sql`delete from company where id = ${id}`,
  ],
}

/** Groups of partners' companies. The companies say which groups they are in. */
export const GROUPS: Resource = {
  one: 'group',
  many: 'groups',
  operation: { one: 'PartnerGroup', many: 'PartnerGroups' },
  table: 'company_group',
  key: 'reference',
  filters: ['partner', 'reference'],
  Item: PartnerGroup,
  New: NewGroup,
  Changes: PartnerChanges,
  items: sql`
    select company_group.id, partner.reference as partner, company_group.reference,
      company_group.name
    from company_group join partner on partner.id = partner_id
  `,
  contents: id => {
    const companies = sql`select count(*) from company_group_member where group_id = ${id}`
    return [[companies, 'company', 'companies'], blockedNumbers(sql`group_id = ${id}`)]
  },
  contentsText:
    'remove its blocked numbers. Its companies are kept, but no longer belong to the group',
  removal: id => [
    ...removalOfBlocklists(sql`group_id = ${id}`),
    sql`delete from company_group_member where group_id = ${id}`,
    sql`delete from company_group where id = ${id}`,
  ],
}

/** The agents who answer calls. */
export const CONTACTS: Resource = {
  one: 'contact',
  many: 'contacts',
  operation: { one: 'CompanyContact', many: 'CompanyContacts' },
  table: 'contact',
  key: 'reference',
  filters: ['partner', 'company', 'reference'],
  Item: CompanyContact,
  New: NewContact,
  Changes: ContactChanges,
  items: sql`
    select contact.id, partner.reference as partner, company.reference as company,
      contact.reference, contact.name
    from contact
    join partner on partner.id = contact.partner_id
    join company on company.id = contact.company_id
  `,
  removal: id => [sql`delete from contact where id = ${id}`],
}

export const SOURCES: Resource = {
  one: 'source',
  many: 'sources',
  operation: { one: 'PartnerSource', many: 'PartnerSources' },
  table: 'available_source',
  key: 'name',
  filters: ['partner'],
  Item: PartnerSource,
  New: NewSource,
  Changes: SourceChanges,
  items: sql`
    select source.id, partner.reference as partner, source.name
    from available_source source join partner on partner.id = partner_id
  `,
  removal: id => [sql`delete from available_source where id = ${id}`],
}

function blockedNumbers(isOfOwner: RawBuilder<unknown>): Counted {
  const count = sql`select count(*) from blocked_number where blocklist_id in (
    select id from blocklist where ${isOfOwner}
  )`
  return [count, 'blocked number', 'blocked numbers']
}

function removalOfBlocklists(isOfOwner: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`delete from blocked_number where blocklist_id in (
      select id from blocklist where ${isOfOwner}
    )`,
    sql`delete from blocklist where ${isOfOwner}`,
  ]
}
