import { expect, test } from 'vitest'
import { TicketUrl } from './follow-up.ts'

test.each([
  ['tickets.example.com/123', 'https://tickets.example.com/123'],
  [' tickets.example:8443?id=1 ', 'https://tickets.example:8443?id=1'],
  ['http://tickets/123', 'http://tickets/123'],
  ['HTTPS://tickets.example', 'HTTPS://tickets.example'],
])('the link of a ticket %j is %s', (typed, link) => {
  expect(TicketUrl.parse(typed)).toBe(link)
})

test.each(['OPS-7', 'javascript:alert(1)', 'lerato@tickets.example', 'tickets.example:x', ''])(
  'the link of a ticket cannot be %j',
  typed => {
    expect(TicketUrl.safeParse(typed).success).toBe(false)
  },
)
