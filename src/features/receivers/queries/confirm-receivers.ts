import * as z from 'zod/mini'
import { request } from '../../../api/request.ts'

/** Allows replays to these hosts, which Redial found in a field of a foreign service. */
export async function confirmReceivers(receivers: string[]): Promise<void> {
  await request(z.unknown(), '/gateway/receivers/confirmed', {
    method: 'POST',
    body: { receivers },
    expect: [204],
  })
}
