import { expect, type Page } from '@playwright/test'
import * as z from 'zod'
import { BlocklistRequest } from '../../contract/blocklist.ts'
import type { UpstreamRequest } from '../../server/testing/peers/test-upstream.ts'
import { type Answers, type OtherService, pageOf } from '../support/other-service.ts'
import { openForm, paste } from './block-numbers-form.ts'

export const ACME = { reference: 'ACME', name: 'Acme Cars' }

/** What the other service does with a change; null if it follows the interface. */
export type Misbehaviour = (
  numbers: string[],
  kept: KeptList,
) => [status: number, body: unknown] | null

/** The blocklist of one company at another service. */
export type KeptList = {
  /** The list itself. */
  numbers: Set<string>
  /** How many numbers each add and each unblock had. */
  added: number[]
  unblocked: number[]
  onAdd: Misbehaviour
  onUnblock: Misbehaviour
}

/**
 * Makes the other service store a list, as the interface says.
 *
 * @param more its answers to other requests
 */
export function keepList(service: OtherService, numbers: string[], more: Answers = {}): KeptList {
  const kept: KeptList = {
    numbers: new Set(numbers),
    added: [],
    unblocked: [],
    onAdd: () => null,
    onUnblock: () => null,
  }
  const record = () => ({
    id: 7,
    entity_context_name: 'company',
    entity: ACME,
    blocked_phone_number_list: [...kept.numbers].map(phone_number => ({ phone_number })),
  })
  service.answers({
    ...more,
    'GET /v2/company/': [200, pageOf([ACME])],
    'GET /v1/blocklist/': () => [200, pageOf(kept.numbers.size > 0 ? [record()] : [])],
    'POST /v1/blocklist/': request => {
      const sent = numbersOf(request)
      kept.added.push(sent.length)
      const answered = kept.onAdd(sent, kept)
      if (answered) return answered
      for (const number of sent) kept.numbers.add(number)
      return [201, record()]
    },
    'POST /v1/blocklist/unblock/': request => {
      const sent = numbersOf(request)
      kept.unblocked.push(sent.length)
      const answered = kept.onUnblock(sent, kept)
      if (answered) return answered
      if (sent.some(number => !kept.numbers.has(number))) {
        return [404, { error: 'Some of these are not on the list.' }]
      }
      for (const number of sent) kept.numbers.delete(number)
      return [200, record()]
    },
  })
  return kept
}

function numbersOf({ body }: UpstreamRequest): string[] {
  const { blocked_phone_number_list } = z.parse(BlocklistRequest, JSON.parse(body))
  return blocked_phone_number_list.map(({ phone_number }) => phone_number)
}

/** This many South African numbers. */
export function manyNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(27_831_000_000 + index))
}

/**
 * The form for a kept list, with valid numbers only.
 *
 * @param listed how many of them are on the list already
 */
export async function formWith(page: Page, numbers: string[], listed = 0) {
  const form = await openForm(page, 'context=company&entity=ACME')
  await expect(form.reference).toHaveValue(ACME.reference)
  await paste(form.pasteArea, numbers)
  const [count, all] = [numbers.length - listed, numbers.length].map(each =>
    each.toLocaleString('en'),
  )
  await expect(form.dialog).toContainText(`${count} of ${all} entries can be blocked.`)
  return form
}

/** The empty one is not sent, so that the service counts 0, 1, 2 where the person sees 1, 3, 4. */
export const ENTRIES = ['+27 82 555 0001', '', '27825550002', '27825550003']

type Form = Awaited<ReturnType<typeof openForm>>

/** The form, filled for Acme Cars. */
export async function filledForm(page: Page): Promise<Form> {
  const form = await openForm(page, 'entity=ACME')
  await expect(form.reference).toHaveValue(ACME.reference)
  await form.enter(...ENTRIES.map(entry => entry || '27825550009'))
  await form.number(ENTRIES.indexOf('') + 1).fill('')
  return form
}

/** Submits the form, and waits until it has taken in the answer. */
export async function submitted(page: Page, form: Form) {
  const answered = page.waitForResponse(
    response => response.request().method() === 'POST' && response.url().endsWith('/v1/blocklist/'),
  )
  await form.submit()
  await answered
  await expect(form.submitButton).not.toHaveAttribute('data-loading')
}
