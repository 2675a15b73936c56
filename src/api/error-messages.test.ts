import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { describeError, errorText } from './error-messages.ts'

const message = (status: number, detail: string | null) =>
  describeError(new ApiError('unavailable', { status, detail })).message

test('the status of the gateway is not shown as that of the service, which its details name', () => {
  const detail = 'The call-tracking service cannot check the token now: status 500.'
  expect(message(502, detail)).toMatch(/^Redial got no usable answer\. .*status 500/)
  expect(message(502, detail)).not.toContain('502')
  expect(message(502, null)).toContain('(status 502)')
  expect(message(500, 'x')).toMatch(/^The service failed \(status 500\)\./)
})

test('a conflict is explained by the gateway alone', () => {
  const detail = 'Thandi has changed this view in the meantime. Nothing was changed now.'
  expect(errorText(new ApiError('conflict', { status: 409, detail }))).toBe(detail)
  expect(errorText(new ApiError('conflict', { status: 409 }))).toMatch(/^Already changed\./)
})

test('a service without a blocklist is not reported as a missing page', () => {
  const error = new ApiError('not-found', { status: 404 })
  expect(describeError(error, 'blocklist').message).toContain('Ask the operator of the service.')
})
