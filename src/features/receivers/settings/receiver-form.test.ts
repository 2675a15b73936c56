import { expect, test } from 'vitest'
import { receiverValues } from './receiver-form.tsx'

test.each([
  ['https://acme.example/hook\u2060', /invisible character \(U\+2060\)/],
  ['https://acme.example/ https://b.example/', /two URLs/],
  ['http://acme.example/', /must begin with https/],
])('the form of a receiver refuses %j before it is sent', (url, message) => {
  const { error } = receiverValues('').safeParse({ tracking_number: '+27 21 555 0100', url })
  expect(error?.issues).toEqual([
    expect.objectContaining({ path: ['url'], message: expect.stringMatching(message) }),
  ])
})
