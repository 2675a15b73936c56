import { UNKNOWN_RECEIVER } from '../../../../contract/event/receiver-of.ts'
import type { EventGroup } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { type FollowUp, isListedBy } from '../../../../contract/follow-up.ts'
import type { Receiver, ReceiverState } from '../../../../contract/receiver.ts'
import type { StandingOrder } from '../../../../contract/standing-order.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { formatNames } from '../../../../contract/text/names.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import type { ToDoFilter } from '../prefetch-overview.ts'

/** A receiver's undelivered events in both lists. */
export type ToDo = {
  receiver: string
  missing: number
  groups: { list: FailedEventList; group: EventGroup }[]
  companies: string[]
  /** How many more companies there are; null if that is unknown. */
  further: 0 | null
  /** The most frequent first. */
  causes: string[]
  /** When the first and the last of them failed. */
  since: string | null
  last: string | null
}

/** One job for each receiver, worst first, from the groups of both lists by receiver. */
export function toDos(groups: ToDo['groups']): ToDo[] {
  return Array.from(
    Map.groupBy(groups, ({ group }) => group.name),
    ([receiver, ofReceiver]): ToDo => {
      const companies = namesOf(ofReceiver.flatMap(({ group }) => group.companies))
      const isWhole = ofReceiver.every(({ group }) => group.companies.length === group.of.companies)
      return {
        receiver,
        missing: ofReceiver.reduce((sum, { group }) => sum + group.missing, 0),
        groups: ofReceiver.toSorted((one, other) => other.group.missing - one.group.missing),
        companies,
        further: isWhole ? 0 : null,
        causes: namesOf(ofReceiver.flatMap(({ group }) => group.causes)),
        since: ofReceiver.flatMap(({ group }) => group.first ?? []).toSorted(byTime)[0] ?? null,
        last:
          ofReceiver
            .flatMap(({ group }) => group.last ?? [])
            .toSorted(byTime)
            .at(-1) ?? null,
      }
    },
  ).toSorted((one, other) => other.missing - one.missing)
}

/** Receivers that miss nothing: all receivers of the company on its page, and under Mine and Done, receivers with a matching follow-up. */
export function receiversWithoutJobs(
  { company, follow_up: filter }: Pick<ToDoFilter, 'company' | 'follow_up'>,
  jobs: ToDo[],
  followUps: FollowUp[],
  receivers: ReadonlyMap<string, Receiver>,
  me: string | null,
): ToDo[] {
  const listed = followUps.filter(one =>
    // What somebody has taken is done when nothing is missing, whether or not they say so.
    filter === 'done'
      ? one.owner !== null || one.state === 'done'
      : filter === 'mine' && isListedBy('mine', one, me),
  )
  const isListed = ({ receiver, companies, missing }: Receiver) =>
    jobs.every(job => job.receiver !== receiver) &&
    (company === undefined
      ? Object.values(missing).every(count => count === 0) &&
        listed.some(({ kind, value }) =>
          kind === 'receiver' ? value === receiver : companies.includes(value),
        )
      : companies.includes(company))
  return Array.from(receivers.values())
    .filter(isListed)
    .map(({ receiver, companies }) => ({
      ...{ receiver, companies, further: 0 as const },
      ...{ missing: 0, groups: [], causes: [], since: null, last: null },
    }))
}

/** How many of all receivers have recovered and miss nothing any more. */
export function countRecovered(
  { company, follow_up }: Pick<ToDoFilter, 'company' | 'follow_up'>,
  receivers: ReadonlyMap<string, Receiver>,
): number {
  if (company !== undefined || follow_up !== undefined) return 0
  return Array.from(receivers.values()).filter(
    ({ state, missing }) =>
      state === 'recovered' && missing.call_events_fail + missing.transcription_events_fail === 0,
  ).length
}

function byTime(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other)
}

/** Without repetitions, the most frequent first. */
function namesOf(counted: EventGroup['causes']): string[] {
  return Array.from(
    Map.groupBy(counted, ({ name }) => name),
    ([name, same]) => ({ name, count: same.reduce((sum, { count }) => sum + count, 0) }),
  )
    .toSorted((one, other) => other.count - one.count)
    .map(({ name }) => name)
}

/**
 * Why events are missing. A trial may have failed with a cause that no event has.
 *
 * @param last how the receiver's newest attempt failed; null if it isn't failing
 */
export function formatCauses([first = '', ...others]: string[], last: string | null): string {
  if (last !== null && last !== first) return `Last: ${last}. Most often: ${first}`
  if (others.length === 0) return first
  return `Most often: ${first}. Also ${formatCount(others.length, 'other cause', 'other causes')}`
}

/** Why events of a receiver that has recovered are missing; empty if none is. */
export function formatEarlierCauses([first, ...others]: string[]): string[] {
  if (first === undefined) return []
  return [others.length === 0 ? `Before that: ${first}` : `Before that, most often: ${first}`]
}

const FIRST = 3

/**
 * "8 receivers, 3 causes, 2,424 events." and "The worst three make up 81% of them.", which is empty if there are only a few
 *
 * @param all how many receivers and events there are in both lists
 */
export function summariseToDos(
  jobs: ToDo[],
  all: { receivers: number; events: number },
): [sizes: string, worst: string] {
  const causes = new Set(jobs.flatMap(job => job.causes)).size
  const sizes = [
    formatCount(all.receivers, 'receiver', 'receivers'),
    formatCount(causes, 'cause', 'causes'),
    formatCount(all.events, 'event', 'events'),
  ].join(', ')
  if (jobs.length <= FIRST || all.events === 0) return [`${sizes}.`, '']
  const first = jobs.slice(0, FIRST).reduce((sum, { missing }) => sum + missing, 0)
  const share = Math.round((100 * first) / all.events)
  return [`${sizes}.`, `The worst three make up ${formatNumber(share)}% of them.`]
}

/** "3 receivers of 2 companies have recovered and still miss 69 events: Acme Cars and Bela Motors." */
export function summariseRecovered(ready: ToDo[], hasNames: boolean): string {
  const names = new Set(ready.map(({ companies: [first], receiver }) => first ?? receiver))
  const areCompanies = ready.every(({ companies }) => companies.length > 0)
  const missing = ready.reduce((sum, job) => sum + job.missing, 0)
  // Without it, the names would not add up to the receivers.
  const isShared = hasNames && areCompanies && names.size < ready.length
  const receivers = formatCount(ready.length, 'receiver', 'receivers')
  const isOfOne = isShared && names.size === 1
  const whoseAll = isOfOne ? [...names][0] : formatCount(names.size, 'company', 'companies')
  const who = isShared ? `${receivers} of ${whoseAll}` : receivers
  const miss =
    ready.length === 1 ? 'has recovered and still misses' : 'have recovered and still miss'
  const whose = hasNames && !isOfOne ? `: ${formatNames([...names])}` : ''
  return `${who} ${miss} ${formatCount(missing, 'event', 'events')}${whose}.`
}

/** A receiver with events that wait in no replay, and how many they are. */
export type Unsent = { job: ToDo; events: number; isTried: boolean }

/** The replays that will send missing events of a receiver, with how many each has. */
export function plannedIn<T extends Pick<StandingOrder, 'receiver' | 'run_id'>>(
  job: ToDo,
  replays: T[],
): { replay: T; events: number }[] {
  return replays.flatMap(replay => {
    const isOfRun = replay.receiver === job.receiver
    const events = isOfRun ? countPlanned(job, replay.run_id) : 0
    return events > 0 ? { replay, events } : []
  })
}

/** How many of the missing events running replays will send, or the one of them with this id. */
export function countPlanned({ groups }: ToDo, runId?: string): number {
  return groups
    .flatMap(({ group }) => group.planned)
    .filter(({ run_id }) => runId === undefined || run_id === runId)
    .reduce((sum, { events }) => sum + events, 0)
}

export function unsentJobs(jobs: ToDo[]): Unsent[] {
  return jobs.flatMap(job => {
    // Somebody has to set a receiver first.
    const events = job.receiver === UNKNOWN_RECEIVER ? 0 : job.missing - countPlanned(job)
    return events > 0 ? { job, events, isTried: events < job.missing } : []
  })
}

/**
 * What one button replays for all receivers of a company: nothing that waits in a replay already, and nothing if another
 * button does the same.
 */
export function jobsOfAll(failing: ToDo[], recovered: ToDo[]): ToDo[] {
  const jobs = unsentJobs([...failing, ...recovered]).map(({ job }) => job)
  return jobs.length > 1 && failing.some(job => jobs.includes(job)) ? jobs : []
}

/** What happens to events of a receiver that wait in a replay, after their number. */
export function describeWait(
  events: number,
  order: Pick<StandingOrder, 'ends_at' | 'next_trial_at'> | undefined,
  state: ReceiverState,
  { brief }: Pick<Times, 'brief'>,
): string {
  if (order === undefined) return `${plural(events, 'waits', 'wait')} in a paused replay`
  // Another replay has shown that it has recovered.
  return state === 'failing' || order.next_trial_at === null
    ? `will be replayed when it recovers, if that is before ${brief(order.ends_at)}`
    : `will be replayed after the next trial at ${brief(order.next_trial_at)}`
}

/** Receivers whose missing events all wait in these orders. */
export function waitingJobs(
  jobs: ToDo[],
  orders: Pick<StandingOrder, 'receiver' | 'run_id'>[],
): ToDo[] {
  return jobs.filter(
    job => plannedIn(job, orders).reduce((sum, { events }) => sum + events, 0) === job.missing,
  )
}

/**
 * What is said about failing receivers with events that wait in no replay, and what a replay of them that waits does. Two
 * lines on a phone, where it is all that stands above the rows.
 */
export function describeUnsent(
  unsent: Unsent[],
  receivers: ReadonlyMap<string, Pick<Receiver, 'live'>>,
): string {
  const events = unsent.reduce((sum, one) => sum + one.events, 0)
  const isKnown = Array.from(receivers.values()).some(({ live }) => live !== null)
  const isTried = unsent.some(one => one.isTried)
  // Others wait in a replay that has been tried.
  const [one, many] = isTried
    ? ['event that is in no replay', 'events that are in no replay']
    : ['event', 'events']
  const problem =
    isKnown || isTried
      ? `${formatCount(unsent.length, 'failing receiver still misses', 'failing receivers still miss')} ${formatCount(events, one, many)}.`
      : `${formatCount(unsent.length, 'failing receiver', 'failing receivers')} may have recovered.`
  const isOneEach = events === unsent.length
  const tried = plural(unsent.length, isOneEach ? 'the event' : 'one event', 'one event of each')
  return `${problem} Redial can try ${tried} until it arrives${isOneEach ? '' : ', then the rest'}.`
}
