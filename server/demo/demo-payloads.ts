import { createHash } from 'node:crypto'
import type { CompletedAnalysis, EndedCall } from '../../contract/telephony.ts'
import { stampIn } from '../../contract/time/stamp.ts'
import type { DemoCompany, DemoTrackingNumber } from './demo-companies.ts'

export type DemoCall = {
  id: number
  company: DemoCompany
  trackingNumber: DemoTrackingNumber
  endedAt: Date
  timeZone: string
}

const MOBILE_PREFIXES = ['2760', '2761', '2763', '2771', '2772', '2773', '2782', '2783', '2784']

/**
 * A call as the telephone switch reports it, whether somebody answered or not. The service knows whose
 * number it is.
 */
export function endedCall(
  { id, company, trackingNumber, endedAt, timeZone }: DemoCall,
  random: Random,
  answered = random.chance(0.78),
): EndedCall {
  const recorded = answered && random.chance(0.85)
  const call_duration = answered ? random.integer(18, 720) : random.integer(6, 45)
  const startedAt = new Date(endedAt.getTime() - call_duration * 1000)
  return {
    call_id: id,
    tracking_number: trackingNumber.phone_number,
    caller_number: callerNumber(random),
    call_start_stamp: stampIn(startedAt, timeZone),
    call_end_stamp: stampIn(endedAt, timeZone),
    call_duration,
    answered,
    recording_url: recorded ? `https://recordings.example.com/${id}.mp3` : null,
    contact: random.pick(company.agents),
    reference: random.chance(0.4) ? `session-${random.integer(100_000, 999_999)}` : null,
  }
}

/** The same for its analysis. */
export function completedAnalysis({ id }: DemoCall, random: Random): CompletedAnalysis {
  return {
    call_id: id,
    intent: random.pick(INTENTS),
    outcome: random.pick(OUTCOMES),
    vehicle: random.chance(0.75) ? random.pick(VEHICLES) : null,
    sentiment: random.pick(['positive', 'positive', 'neutral', 'negative'] as const),
  }
}

const INTENTS = ['purchase', 'test drive', 'trade-in', 'service booking', 'finance', 'parts']
const OUTCOMES = [
  'appointment made',
  'call back requested',
  'quote sent',
  'transferred to workshop',
  'no interest',
]
const VEHICLES = [
  'Toyota Hilux 2.8 GD-6',
  'VW Polo Vivo 1.4',
  'Ford Ranger Wildtrak',
  'Suzuki Swift 1.2 GL',
  'Haval Jolion',
  'Isuzu D-Max 250',
  'Citroën C3 Aircross',
]

/** With 555 in the middle, it is nobody's real number. */
export function callerNumber(random: Random): string {
  const last = String(random.integer(0, 9999)).padStart(4, '0')
  return `${random.pick(MOBILE_PREFIXES)}555${last}`
}

export type Random = {
  /** From 0 up to but not including 1. */
  fraction(): number
  /** Both ends included. */
  integer(least: number, most: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/**
 * Random values that are the same for the same seed on every machine: mulberry32 over the seed's hash.
 */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const integer = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1))

  return {
    fraction,
    integer,
    chance: probability => fraction() < probability,
    pick(items) {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    shuffle: items =>
      items
        .map(item => ({ item, place: fraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  }
}
