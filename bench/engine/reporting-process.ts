import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { Agent } from 'undici'
import { reportCall } from '../../server/testing/report-call.ts'
import { TELEPHONY_KEY } from '../deliveries/settings.ts'
import { Reporting } from './reporting.ts'

const { url, trackingNumbers, firstCall, calls, atATime, perSecond } = Reporting.parse(
  JSON.parse(await text(process.stdin)),
)
const dispatcher = new Agent({ connections: atATime })
const sent: number[] = []
const begun = performance.now()
let next = 0

async function one(): Promise<void> {
  while (next < calls) {
    const place = next++
    if (perSecond !== null) {
      await setTimeout(Math.max(0, begun + (place * 1_000) / perSecond - performance.now()))
    }
    const callId = firstCall + place
    const trackingNumber = trackingNumbers[callId % trackingNumbers.length] ?? ''
    sent[place] = Date.now()
    await reportCall({
      url,
      key: TELEPHONY_KEY,
      dispatcher,
      callId,
      trackingNumber,
      answered: true,
    })
  }
}
await Promise.all(Array.from({ length: atATime }, one))
const took = performance.now() - begun
await dispatcher.close()
process.stdout.write(JSON.stringify({ perSecond: (calls * 1_000) / took, sent }))
