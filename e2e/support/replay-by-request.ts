import { expect, type Page } from '@playwright/test'
import { FailedEventRecord } from '../../contract/failed-event.ts'
import { pageOf } from '../../contract/pages/page.ts'
import { ReplayRun } from '../../contract/replay.ts'
import { addDays } from '../../contract/time/calendar-date.ts'
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'

/* What a test needs, but isn't about, is quicker by a request than by the pages that a person would use. */

type Fields = { to_date?: string; events?: { id: string }[]; start?: boolean; name?: string }

/** A replay of the failed calls of a day: all of them and a draft, unless `fields` say otherwise. Returns its id. */
export async function makeReplay(page: Page, day: string, fields: Fields = {}): Promise<string> {
  const days = { from_date: day, to_date: addDays(day, 1) }
  const answer = await page.request.post('/gateway/replays', {
    headers: FROM_DASHBOARD,
    data: { list: 'call_events_fail', ...days, events: 'all', ...fields },
  })
  return ReplayRun.parse(await answer.json()).id
}

/** Waits until the replay has these fields. */
export async function expectReplay(
  page: Page,
  id: string,
  fields: Partial<ReplayRun>,
): Promise<void> {
  const read = async () => (await page.request.get(`/gateway/replays/${id}`)).json()
  await expect.poll(read, { intervals: [50] }).toMatchObject(fields)
}

/** The same as `makeReplay`, sent to its end. */
export async function replayToEnd(page: Page, day: string, fields: Fields = {}): Promise<string> {
  const id = await makeReplay(page, day, { ...fields, start: true })
  await expectReplay(page, id, { state: 'finished' })
  return id
}

/** The newest failed call of a day. */
export async function newestOf(page: Page, day: string): Promise<{ id: string }> {
  const query = `from_date=${day}&to_date=${addDays(day, 1)}`
  const answer = await page.request.get(`/v1/call_events_fail/?${query}`)
  const [newest] = pageOf(FailedEventRecord).parse(await answer.json()).results
  return { id: String(newest?.id) }
}
