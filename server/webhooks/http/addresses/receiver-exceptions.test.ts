import { describe, expect, it } from 'vitest'
import { closedAfterEach } from '../../../testing/closed-after-each.ts'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import { receiverProblem } from '../receiver-url.ts'
import { createSender } from '../sender.ts'
import { settingsFor } from '../testing/receivers-of-tests.ts'
import { startNameServer } from '../testing/test-name-server.ts'

const opened = closedAfterEach()
const problemOf = (url: string, exceptions: string[]) =>
  receiverProblem(url, { exceptions, nameServers: ['127.0.0.1:9'] })

describe('a range of exceptions', () => {
  it.each([
    ['https://10.1.2.3/', '10.0.0.0/8:443'],
    ['https://10.1.2.3:443/', '10.1.2.3/32:443'],
    ['https://[fd00:1::7]:8443/', '[fd00::/8]:8443'],
    ['https://[::ffff:10.1.2.3]/', '10.0.0.0/8:443'],
  ])('permits an address in it: %s in %s', async (url, range) => {
    expect(await problemOf(url, [range])).toBeNull()
    expect(await problemOf(url, [])).toMatch(/private or reserved/)
  })

  it.each([
    ['https://10.1.2.3:8443/', '10.0.0.0/8:443', 'another port'],
    ['https://11.0.0.1/', '10.0.0.0/8:8443', 'nothing, where the address is public'],
    ['https://172.16.0.1/', '10.0.0.0/8:443', 'an address next to it'],
    ['https://[fd00::1]/', '10.0.0.0/8:443', 'an address of the other family'],
    ['https://[64:ff9b::10.1.2.3]/', '10.0.0.0/8:443', 'NAT64 around an address in it'],
    ['https://localhost/', '127.0.0.0/8:443', 'a name of this machine'],
  ])('permits no more than that: %s next to %s (%s)', async (url, range) => {
    expect(await problemOf(url, [range])).toBe(await problemOf(url, []))
  })

  it('applies to each of the addresses that a name has', async () => {
    const receiver = await opened(startReceiver(200, { certificate: 'other name' }))
    const names = await opened(startNameServer())
    names.set('other.example', ['127.0.0.1'])
    names.set('one-outside.example', ['127.0.0.1', '10.0.0.1'])
    const exceptions = [`127.0.0.0/8:${receiver.port}`]
    const settings = settingsFor(receiver, { exceptions, nameServers: [names.address] })
    const sender = await opened(createSender(settings))
    const url = `https://other.example:${receiver.port}/`
    expect(await receiverProblem(url, settings)).toBeNull()
    expect(await sender.post(url, '{}')).toMatchObject({ delivered: true })

    const outside = `https://one-outside.example:${receiver.port}/`
    const refusal =
      /^the name one-outside.example cannot be used: the address 10\.0\.0\.1 is private/
    expect(await receiverProblem(outside, settings)).toMatch(refusal)
    expect(await sender.post(outside, '{}')).toMatchObject({
      delivered: false,
      error: expect.stringMatching(refusal),
    })
    expect(receiver.connections()).toBe(1)
  })
})
