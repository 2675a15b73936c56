import { FOLLOW_UP_STATES, type FollowUp, type FollowUpKey } from '../../../contract/follow-up.ts'
import { handedOverLink, handedOverTitle, type Notice } from '../../../contract/notices/notice.ts'
import { formatCount } from '../../../contract/text/count.ts'
import { formatNames, formatReceiver } from '../../../contract/text/names.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import type { Times } from '../../../contract/time/times-in.ts'

type Mark = NonNullable<FollowUp['informed']>

/** The newest mark that the customer was informed. `about` is null if it is one of the first follow-up. */
export function lastInformed(followUps: (FollowUp | null)[]) {
  return followUps
    .flatMap((one, place) =>
      one?.informed
        ? [{ ...one.informed, about: place === 0 ? null : shownReceiver(one.value) }]
        : [],
    )
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .at(0)
}

/** " by Lerato about Acme Cars (3 calls not delivered, 21 November 2026)", after the time. */
export function describeInformed({ who, text, about }: Mark & { about?: string | null }): string {
  const whom = about == null ? '' : ` about ${about}`
  return ` by ${who ?? 'a script'}${whom}${text === null ? '' : ` (${text})`}`
}

/** @param last when the newest of the events that are still missing failed; null if it is unknown */
export function isOutdated({ at }: Mark, last: string | null): boolean {
  return last !== null && Date.parse(last) > Date.parse(at)
}

/** After what the mark says. */
export const OUTDATED = ', before newer failures'

type Summarised = { times: Times; last: string | null; me: string | null }

/** What people did about a receiver or a company. */
export function summarise(
  { recurred_at, informed, notes }: FollowUp,
  { times, last }: Pick<Summarised, 'times' | 'last'>,
): string[] {
  return [
    recurred_at !== null && `failed again ${times.brief(recurred_at)}, after it was done`,
    informed &&
      `customer informed ${times.brief(informed.at)}${describeInformed(informed)}${isOutdated(informed, last) ? OUTDATED : ''}`,
    notes > 0 && formatCount(notes, 'note', 'notes'),
  ].filter(part => part !== false && part !== null)
}

/**
 * Whoever has taken a receiver itself comes first where somebody else has taken its company.
 *
 * @param related true if the owner is named in any case
 */
export function summariseOwner(
  own: FollowUp | null,
  related: FollowUp[] | true,
  me: string | null,
): string[] {
  const owner = own?.owner ?? null
  const isNamed = related === true || related.some(one => one.owner !== null && one.owner !== owner)
  return owner !== null && isNamed ? [`Taken by ${ownerName(owner, me)}`] : []
}

/** The same with its name, its owner and its state, where another follow-up is shown. Empty if nobody did anything. */
export function summariseRelated(one: FollowUp, context: Summarised): string {
  const said = [
    ...(one.owner === null ? [] : [`taken by ${ownerName(one.owner, context.me)}`]),
    ...(one.state === 'open' ? [] : [FOLLOW_UP_STATES[one.state].toLowerCase()]),
    ...summarise(one, context),
  ]
  return said.length === 0 ? '' : `${shownReceiver(one.value)}: ${said.join(', ')}`
}

/** "Naledi M.", where there is little room. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/)
  return [first, ...others.map(word => `${Array.from(word)[0]}.`)].join(' ')
}

export function ownerName(owner: string, me: string | null): string {
  return owner === me ? 'you' : owner
}

/** Who has taken a receiver or a company. Whoever has taken all companies of a receiver deals with it, too. */
export function takerOf(
  all: FollowUp[],
  about: FollowUpKey,
  related: FollowUpKey[] = [],
): string | null {
  const ownerOf = (key: FollowUpKey) => all.find(one => isSame(one, key))?.owner ?? null
  const owner = ownerOf(about)
  if (owner !== null || about.kind === 'company') return owner
  const [first = null, ...others] = new Set(related.map(ownerOf))
  return others.length === 0 ? first : null
}

/**
 * "Sipho handed Acme Cars over to you." or "Acme Cars is yours. Sipho changed it last." Only the activity log says what
 * another change was.
 *
 * @param since the end of the person's previous visit; null for the first one
 * @param notices those since then
 * @param companiesOf the companies of a receiver
 * @returns null if no colleague has changed anything of this person since then
 */
export function describeHandOvers(
  all: FollowUp[],
  me: string,
  since: string | null,
  notices: Pick<Notice, 'title' | 'link'>[],
  companiesOf: (receiver: string) => string[],
): string | null {
  const changed = all.flatMap(({ kind, value, owner, changed }) =>
    owner === me &&
    changed !== null &&
    changed.who !== me &&
    (since === null || Date.parse(changed.at) > Date.parse(since))
      ? [
          {
            who: changed.who ?? 'A script',
            what: formatReceiver(value, kind === 'receiver' ? companiesOf(value) : []),
            link: handedOverLink({ kind, value }),
          },
        ]
      : [],
  )
  const isHandedOver = ({ link, who }: (typeof changed)[number]) =>
    notices.some(one => one.link === link && one.title.startsWith(`${who} handed `))
  const handedOver = Map.groupBy(changed.filter(isHandedOver), ({ who }) => who)
  const others = changed.filter(one => !isHandedOver(one))
  const texts = Array.from(
    handedOver,
    ([who, ofWho]) => `${handedOverTitle(who, formatNames(ofWho.map(({ what }) => what)))}.`,
  )
  if (others.length > 0) {
    const who = formatNames([...new Set(others.map(({ who }) => who))])
    const what = formatNames(others.map(one => one.what))
    const [are, them] = others.length === 1 ? ['is', 'it'] : ['are', 'them']
    texts.push(`${what} ${are} yours. ${who} changed ${them} last.`)
  }
  return texts.length === 0 ? null : texts.join(' ')
}

export function isSame(one: FollowUpKey, other: FollowUpKey): boolean {
  return one.kind === other.kind && one.value === other.value
}
