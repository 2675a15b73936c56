import { describe, expect, it } from 'vitest'
import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import { createConnector } from '../connector.ts'
import { receiverProblem } from '../receiver-url.ts'
import { createSender, type Sender } from '../sender.ts'
import { settingsFor } from '../testing/receivers-of-tests.ts'
import { startNameServer } from '../testing/test-name-server.ts'
import { addressProblem } from './receiver-exceptions.ts'

/** Hosts that lead to this machine or a network of its own, in every notation. */
const FORBIDDEN_HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.0.1.', '2130706433', '017700000001', '0177.0.0.1', '0x7f.1'],
  ...[
    '0x7f000001',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    '127.255.255.254',
    '0',
    '0.0.0.0',
  ],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['2852039166', '0xa9fea9fe', '168.63.129.16', '192.0.0.192', '198.18.0.1', '192.0.2.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '255.255.255.255', '192.88.99.1'],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
  ],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
  ...['[2001:0:7f00:1::]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ...['[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]', '[4000::1]', '[::ffff:8.8.8.8]'],
  ...['240.0.0.1', '[64:ff9b::10.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b::a83f:8110]'],
  ...['[64:ff9b:1::8.8.8.8]', '[::8.8.8.8]', '[64:ff9b::1:808:808]', '[64:ff9b::]'],
  ...['localhost', 'LOCALHOST', 'ⓛocalhost', 'localhost.', 'api.localhost', 'loopback.test.'],
]

/** The addresses of names in the test's own name server. */
const FORBIDDEN_NAMES: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'loopback-six.test': ['::1'],
  'private.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'metadata-six.test': ['fd00:ec2::254'],
  'azure.test': ['168.63.129.16'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'compatible.test': ['::127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'local-nat64.test': ['64:ff9b:1::808:808'],
  'six-to-four.test': ['2002:7f00:1::'],
  'one-bad.test': ['8.8.8.8', '8.8.4.4', '127.0.0.1'],
  'one-bad-six.test': ['8.8.8.8', '::1'],
}

const receiver = await closedAfterAll(startReceiver())
const names = await closedAfterAll(startNameServer())
for (const [name, addresses] of Object.entries(FORBIDDEN_NAMES)) names.set(name, addresses)
const sender = await closedAfterAll(senderWith([]))

function senderWith(exceptions: string[]): Sender {
  return createSender(settingsFor(receiver, { exceptions, nameServers: [names.address] }))
}

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

describe('an address that is not on the internet', () => {
  it.each(FORBIDDEN_HOSTS)('is refused on save and on send: %s', async host => {
    const url = `https://${host}:${receiver.port}/hook`
    const refusal = /private or reserved|this machine itself|ends in a dot/
    expect(await problemOnSave(url)).toMatch(refusal)
    await expectRefused(url, refusal)
  })

  it.each(Object.keys(FORBIDDEN_NAMES))(
    'is refused behind a name, on save and on send: %s',
    async name => {
      const url = `https://${name}:${receiver.port}/hook`
      expect(await problemOnSave(url)).toMatch(/private or reserved/)
      await expectRefused(url, /private or reserved/)
    },
  )

  it('is refused when a name has changed between save and send', async () => {
    names.set('changing.test', ['8.8.8.8'])
    const url = `https://changing.test:${receiver.port}/hook`
    expect(await problemOnSave(url)).toBeNull()
    expect(names.questions).toContain('changing.test')
    names.set('changing.test', ['127.0.0.1'])
    await expectRefused(url, /private or reserved/)
  })

  it('is refused once connected, if no earlier check has seen it', async () => {
    const connector = createConnector(settingsFor(receiver, { exceptions: [] }))
    const port = String(receiver.port)
    const refused = Promise.withResolvers<Error | null>()
    connector(
      { hostname: '127.0.0.1', host: `127.0.0.1:${port}`, protocol: 'https:', port },
      (...[error]) => refused.resolve(error),
    )
    expect(await refused.promise).toMatchObject({
      message: expect.stringContaining('private or reserved'),
    })
  })
})

describe('an exception', () => {
  it('permits one port of a host, even if only some of its addresses answer', async () => {
    // As with "localhost": ::1 comes first, and the receiver only listens on 127.0.0.1.
    names.set('localhost', ['::1', '127.0.0.1'])
    const excepting = senderWith([receiver.exception])
    expect(await excepting.post(receiver.url, '{}')).toMatchObject({ delivered: true })
    await excepting.close()
  })

  it.each([
    ['the system’s own localhost', 'localhost'],
    ['a literal', '127.0.0.1'],
  ])('can be %s', async (_name, host) => {
    const exceptions = [`${host}:${receiver.port}`]
    const excepting = createSender(settingsFor(receiver, { exceptions }))
    const outcome = await excepting.post(`https://${host}:${receiver.port}/`, '{}')
    expect(outcome).toMatchObject({ delivered: true })
    await excepting.close()
  })

  it('permits no other port, and no other name of the same machine', async () => {
    const other = await startReceiver()
    const excepting = senderWith([receiver.exception])
    for (const url of [
      other.url,
      `https://127.0.0.1:${receiver.port}/`,
      `https://loopback.test:${receiver.port}/`,
    ]) {
      const before = receiver.connections()
      expect(await excepting.post(url, '{}')).toMatchObject({
        delivered: false,
        error: expect.stringMatching(/private or reserved|this machine itself/),
      })
      expect(receiver.connections()).toBe(before)
    }
    expect(other.connections()).toBe(0)
    await excepting.close()
    await other.close()
  })
})

describe('a URL', () => {
  const NOT_A_URL = 'its address is not a valid URL'
  const NO_HTTPS = 'its address must begin with https://'
  const PASSWORD = 'its address holds a user name or password; receivers are called without'

  it.each([
    ['http://acme.example/', NO_HTTPS],
    ['ftp://acme.example/', NO_HTTPS],
    ['javascript:alert(1)', NO_HTTPS],
    ['', NOT_A_URL],
    ['/hook', NOT_A_URL],
    ['https://', NOT_A_URL],
    ['https://[fe80::1%25eth0]/', NOT_A_URL],
    ['https://[fe80::1%eth0]/', NOT_A_URL],
    ['https://acme.example:99999/', NOT_A_URL],
    ['https://user@acme.example/', PASSWORD],
    ['https://user:pass@acme.example/', PASSWORD],
    ['https://acme.example:0/', 'its address names port 0, where nothing can listen'],
    ['https://acme.example./', 'the name acme.example. ends in a dot'],
  ])('is refused: %s', async (url, problem) => {
    expect(await problemOnSave(url)).toBe(problem)
    expect(await sender.post(url, '{}')).toMatchObject({ delivered: false, error: problem })
  })

  it('is not excepted from HTTPS, and may not contain a password', async () => {
    const exceptions = ['localhost:4443', 'localhost:443']
    const problem = (url: string) => receiverProblem(url, { exceptions })
    expect(await problem('https://localhost:4443/')).toBeNull()
    expect(await problem('https://localhost/')).toBeNull()
    expect(await problem('http://localhost:4443/')).toBe(NO_HTTPS)
    expect(await problem('https://a:b@localhost:4443/')).toBe(PASSWORD)
  })
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
    const settings = { exceptions: [], nameServers: ['127.0.0.1:9'] }
    const unreachable = createSender(settingsFor({}, settings))
    expect(await unreachable.post('https://acme.example/', '{}')).toMatchObject({
      error: expect.stringMatching(/^the name acme\.example could not be looked up/),
    })
    await unreachable.close()
    // It is not refused on save either, because each attempt looks it up again.
    expect(await receiverProblem('https://acme.example/', settings)).toBeNull()
  })
})

describe('addresses next to those that are refused', () => {
  it.each([
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '168.63.129.17',
    '2001:200::1',
    '2606:4700::1111',
    '2003::1',
    // A public IPv4 address, as DNS64 returns it to a host on an IPv6-only network.
    '64:ff9b::8.8.8.8',
    '64:ff9b::9ff:ffff',
    '64:ff9b::b00:0',
  ])('are public: %s', address => expect(addressProblem(address)).toBeNull())
})
