import type { EntityContext } from '../../../../contract/blocklist.ts'

/** What each entity context is called: on its tab, and one or many of its entities in a sentence. */
export const CONTEXT_WORDS: Record<EntityContext, { title: string; one: string; many: string }> = {
  company: { title: 'Company', one: 'company', many: 'companies' },
  partner: { title: 'Partner', one: 'partner', many: 'partners' },
  group: { title: 'Group', one: 'group', many: 'groups' },
}

/** The contexts in the order of their tabs. */
export const CONTEXTS: EntityContext[] = ['company', 'partner', 'group']
