import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver, type TestReceiver } from '../../testing/peers/test-receiver.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { ReceiverExceptions } from './addresses/receiver-exceptions.ts'
import { receiverProblem, receiverUrlProblem } from './receiver-url.ts'
import { createSender, type Sender } from './sender.ts'
import { type NameServer, startNameServer } from './testing/test-name-server.ts'

const NO_EXCEPTIONS = new ReceiverExceptions([])

let receiver: TestReceiver
let names: NameServer
let sender: Sender

beforeAll(async () => {
  receiver = await startReceiver()
  names = await startNameServer()
  sender = createSender({
    exceptions: [],
    authorities: [receiver.ca],
    nameServers: [names.address],
    deadlineMs: 5_000,
  })
})

afterAll(async () => {
  await sender.close()
  names.close()
  await receiver.close()
})

async function expectRefused(url: string, error: RegExp): Promise<void> {
  const before = receiver.connections()
  const outcome = await sender.post(url, '{}')
  expect(outcome).toMatchObject({ delivered: false, status: null, answer: null })
  expect(outcome.error).toMatch(error)
  expect(receiver.connections()).toBe(before)
}

/** The reason for which a URL is refused when it is saved; nothing is connected for it. */
async function problemOnSave(url: string): Promise<string | null> {
  const before = receiver.connections()
  const problem = await receiverProblem(url, { exceptions: [], nameServers: [names.address] })
  expect(receiver.connections()).toBe(before)
  return problem
}

describe('a URL', () => {
  it.each([
    ['http://acme.example/', 'its address must begin with https://'],
    ['ftp://acme.example/', 'its address must begin with https://'],
    ['javascript:alert(1)', 'its address must begin with https://'],
    ['', 'its address is not a valid URL'],
    ['/hook', 'its address is not a valid URL'],
    ['https://', 'its address is not a valid URL'],
    ['https://[fe80::1%25eth0]/', 'its address is not a valid URL'],
    ['https://[fe80::1%eth0]/', 'its address is not a valid URL'],
    ['https://acme.example:99999/', 'its address is not a valid URL'],
    [
      'https://user@acme.example/',
      'its address holds a user name or password; receivers are called without',
    ],
    [
      'https://user:pass@acme.example/',
      'its address holds a user name or password; receivers are called without',
    ],
    ['https://acme.example:0/', 'its address names port 0, where nothing can listen'],
    ['https://acme.example./', 'the name acme.example. ends in a dot'],
  ])('is refused: %s', async (url, problem) => {
    expect(receiverUrlProblem(url, NO_EXCEPTIONS)).toBe(problem)
    expect(await problemOnSave(url)).toBe(problem)
    expect(await sender.post(url, '{}')).toMatchObject({ delivered: false, error: problem })
  })

  it('is not excepted from HTTPS, and may not contain a password', () => {
    const exceptions = new ReceiverExceptions(['localhost:4443', 'localhost:443'])
    expect(receiverUrlProblem('https://localhost:4443/', exceptions)).toBeNull()
    expect(receiverUrlProblem('https://localhost/', exceptions)).toBeNull()
    expect(receiverUrlProblem('http://localhost:4443/', exceptions)).not.toBeNull()
    expect(receiverUrlProblem('https://a:b@localhost:4443/', exceptions)).not.toBeNull()
  })

  it.each([
    'https://acme.example/',
    'https://acme.example:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://[64:ff9b::808:808]/',
  ])('of a public receiver is accepted: %s', url =>
    expect(receiverUrlProblem(url, NO_EXCEPTIONS)).toBeNull(),
  )
})

describe('a name', () => {
  it('that does not exist is reported as such', async () => {
    const url = 'https://nowhere.test/'
    expect(await problemOnSave(url)).toBe('the name nowhere.test does not exist')
    await expectRefused(url, /^the name nowhere\.test does not exist$/)
  })

  it('without an address is reported as such', async () => {
    names.set('empty.test', [])
    await expectRefused('https://empty.test/', /^the name empty\.test has no address$/)
  })

  it('is not rejected if no name server answers', async () => {
    const unreachable = createSender({
      exceptions: [],
      authorities: [],
      nameServers: ['127.0.0.1:9'],
      deadlineMs: TEST_TIMINGS.attemptDeadlineMs,
    })
    expect(await unreachable.post('https://acme.example/', '{}')).toMatchObject({
      error: expect.stringMatching(/^the name acme\.example could not be looked up/),
    })
    await unreachable.close()
    // It is not refused on save either, because each attempt looks it up again.
    const settings = { exceptions: [], nameServers: ['127.0.0.1:9'] }
    expect(await receiverProblem('https://acme.example/', settings)).toBeNull()
  })
})
