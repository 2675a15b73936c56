import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Findings, type Measurement } from '../measurement.ts'
import { residentMegabytes } from '../process-figures.ts'
import { ATTACKS, startAttack } from './attacks.ts'
import { type Bystander, waitText } from './bystander.ts'
import { delay, WAIT_LIMIT_MS } from './longest-wait.ts'
import type { SecurityTarget } from './security-target.ts'

/** Longer than a request may take to arrive. */
const HELD_MS = 12_000
/** Until everything that one attack has left behind is finished. */
const SETTLED_MS = 3_000

/**
 * Runs attacks that hold connections, one after the other, each from one address, and measures how long
 * others wait for a list.
 *
 * @param usual how long a list takes without other load, in ms
 */
export async function holdConnections(
  target: SecurityTarget,
  bystander: Bystander,
  usual: number,
  say: (sentence: string) => void,
): Promise<Findings> {
  const measurements: Measurement[] = []
  const notes: string[] = []
  for (const attack of ATTACKS) {
    say(attack.what)
    const before = await residentMegabytes(target.url)
    await bystander.waits()
    const stopAttack = startAttack(attack, target)
    await sleep(HELD_MS)
    const waits = await bystander.waits()
    const memory = Math.round((await residentMegabytes(target.url)) - before)
    stopAttack()
    await sleep(SETTLED_MS)
    const late = delay(waits, usual)
    const what = `Longest delay of others while ${attack.what}`
    measurements.push(atMost(WAIT_LIMIT_MS, 'ms', what, late))
    notes.push(
      `${attack.what}: others ${waitText(waits)}; memory ${memory >= 0 ? '+' : ''}${memory} MB`,
    )
  }
  return { measurements, notes }
}
