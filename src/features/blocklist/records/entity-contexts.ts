import type { EntityContext } from '../../../../contract/blocklist.ts'

/** Labels of the entity contexts, for tabs and sentences. */
export const CONTEXT_LABELS: Record<EntityContext, { title: string; one: string; many: string }> = {
  company: { title: 'Company', one: 'company', many: 'companies' },
  partner: { title: 'Partner', one: 'partner', many: 'partners' },
  group: { title: 'Group', one: 'group', many: 'groups' },
}

/** The contexts in the order of their tabs. */
export const CONTEXTS: EntityContext[] = ['company', 'partner', 'group']
