import { DEFAULT_COUNTRY, type EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../format/numbers.ts'

export const searchLabel = 'Find on the blocklist'
export const searchField = 'Find a number, company, partner or group'
export const searchPlaceholder = 'Number, name or reference'
export const searchHint = `Enter a number to see whether it is blocked, and by what. Without a country code, ${DEFAULT_COUNTRY.name} is assumed.`
export const stillLoading = 'The blocklist is still loading…'
export const incompleteNumber = (text: string, matches: number) =>
  `This is not a complete phone number. ${matches === 0 ? '' : `${formatNumber(matches)} blocked ${plural(matches, 'number contains', 'numbers contain')} ${text}. `}Enter it with its country code, such as +27 82 123 0001, or as it is dialled in ${DEFAULT_COUNTRY.name}, such as 082 123 0001.`
export const blockIt = 'Block it'
export const unusualNumber = (country: string | null) =>
  `It doesn’t look like a number of ${country ?? 'any country'}: is it complete?`
export const someUnread =
  'Redial can’t read some entries of the blocklist. They are at the end of this page.'
const A_SCRIPT = 'a script'
export const blockedBy = (who: string | null, at: string) => `Blocked by ${who ?? A_SCRIPT}, ${at}.`
export const unblockedBy = (who: string | null, at: string) =>
  `Unblocked by ${who ?? A_SCRIPT}, ${at}.`
export const blockedElsewhere =
  'It was added outside Redial, or before Redial’s activity log began, so who added it and when is unknown.'
export const historyNotLoaded = 'Who blocked or unblocked it could not be loaded.'
export const seeHistory = 'All changes of this number in Activity'
export const moreEntriesBlock = (count: number) => `${formatNumber(count)} more entries block it`
export const reach: Record<EntityContext, string> = {
  company: 'calls to this company are rejected.',
  group: 'calls to every company of this group are rejected.',
  partner: 'calls to every company of this partner are rejected.',
}
