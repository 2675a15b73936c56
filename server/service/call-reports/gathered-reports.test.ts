import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseAway } from '../../database/database-fault.ts'
import { CALL } from '../telephony/testing/telephone-switch.ts'
import type { CallReport, ReportOutcome } from './report-calls.ts'
import { GatheredReports } from './report-calls.ts'

/** Each transaction is under way until it is ended. */
function gathering() {
  const transactions: { ids: number[]; end(error?: Error): void }[] = []
  const reports = new GatheredReports(calls => {
    const { promise, resolve, reject } = Promise.withResolvers<ReportOutcome[]>()
    transactions.push({
      ids: calls.map(({ call }) => call.call_id),
      end: error => (error === undefined ? resolve(calls.map(taken)) : reject(error)),
    })
    return promise
  })
  const take = (...ids: number[]) => ids.map(call_id => reports.take({ ...CALL, call_id }))
  return { transactions, take, ids: () => transactions.map(({ ids }) => ids) }
}

function taken({ call: { call_id } }: CallReport): ReportOutcome {
  return { status: 201, report: { call_id, deliveries: [] } }
}

const refused = (code: string) =>
  Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code })

test('a report that comes alone is stored at once', async () => {
  const { transactions, take, ids } = gathering()
  const [report] = take(1)
  expect(ids()).toEqual([[1]])
  transactions[0]?.end()
  expect(await report).toEqual(taken({ call: { ...CALL, call_id: 1 }, came: 0 }))
})

test('reports that come while two transactions are under way share the next one', async () => {
  const { transactions, take, ids } = gathering()
  const all = take(1, 2, 3, 4, 5)
  expect(ids()).toEqual([[1], [2]])
  transactions[1]?.end()
  await all[1]
  await expect.poll(ids).toEqual([[1], [2], [3, 4, 5]])
  transactions[0]?.end()
  transactions[2]?.end()
  const outcomes = await Promise.all(all)
  expect(outcomes.map(outcome => 'report' in outcome && outcome.report.call_id)).toEqual([
    1, 2, 3, 4, 5,
  ])
})

test.each([
  ['that the database refuses', '22P05'],
  ['whose call another transaction has locked', '55P03'],
])('a report %s fails alone', async (_which, code) => {
  const { transactions, take, ids } = gathering()
  const [first, second, third, fourth] = take(1, 2, 3, 4)
  transactions[0]?.end()
  await expect.poll(ids).toEqual([[1], [2], [3, 4]])
  transactions[2]?.end(refused(code))
  await expect.poll(ids).toEqual([[1], [2], [3, 4], [3]])
  transactions[3]?.end(refused(code))
  await expect(third).rejects.toThrow('refused')
  await expect.poll(ids).toEqual([[1], [2], [3, 4], [3], [4]])
  transactions[4]?.end()
  transactions[1]?.end()
  expect(await Promise.all([first, second, fourth])).toHaveLength(3)
})

test('if the database is away, all reports of the transaction fail, and the switch repeats them', async () => {
  const { transactions, take, ids } = gathering()
  const [first, second, third, fourth] = take(1, 2, 3, 4)
  transactions[0]?.end()
  await expect.poll(ids).toEqual([[1], [2], [3, 4]])
  transactions[2]?.end(new DatabaseAway(new Error('Connection terminated')))
  await expect(third).rejects.toThrow(DatabaseAway)
  await expect(fourth).rejects.toThrow(DatabaseAway)
  transactions[1]?.end()
  expect(await Promise.all([first, second])).toHaveLength(2)
})
