import { describe, expect, it } from 'vitest'
import { receiverName } from '../../../contract/receiver.ts'
import { shownUrl } from '../../../contract/text/shown-text.ts'
import { receiverProblem } from './receiver-url.ts'

/** With a name server that never answers, so that names are accepted. */
const problemOf = (url: string) =>
  receiverProblem(url, { exceptions: [], nameServers: ['127.0.0.1:9'] })

const HIDDEN_CHARACTER =
  'its address holds a line break, a tab or a backslash, which programs read in different ways'

describe('an address that two parsers read differently is refused', () => {
  it.each([
    'https:\\\\acme.example\\hook',
    'https://acme.example\\@evil.example/',
    'https://acme.example\\.evil.example/',
    'https://acme.example/hook\\..\\admin',
    'https://acme.\texample/',
    'https://acme.example/ho\nok',
    'ht\ntps://acme.example/',
  ])('because some skip a character and others change it: %j', async url => {
    expect(await problemOf(url)).toBe(HIDDEN_CHARACTER)
  })

  it.each([
    ['https:acme.example/', 'acme.example'],
    ['https:/acme.example/', 'acme.example'],
    ['https:///acme.example/', 'acme.example'],
    ['https://@acme.example/', 'acme.example'],
    ['https://acme.example?@evil.example/', 'acme.example'],
    ['https://acme.example#@evil.example/', 'acme.example'],
    ['https://acme%2eexample/', 'acme.example'],
    ['https://%61cme.example/', 'acme.example'],
    ['https://acme。example/', 'acme.example'],
    ['https://ａcme.example:8443/', 'acme.example:8443'],
    ['https://acme\u00ad.example/', 'acme.example'],
    ['https://ac\u200bme.example/', 'acme.example'],
    ['https://８.8.8.8/', '8.8.8.8'],
    ['https://134744072/', '8.8.8.8'],
    ['https://0x08.8.8.8/', '8.8.8.8'],
    ['https://010.8.8.8/', '8.8.8.8'],
    ['https://8.8.8.8./', '8.8.8.8'],
    ['https://bücher.xn--bcher-kva.example/', 'xn--bcher-kva.xn--bcher-kva.example'],
  ])('because of its host: %s', async (url, host) => {
    expect(await problemOf(url)).toBe(
      `programs read its address in different ways; it must begin with https://${host}/`,
    )
  })

  it.each([
    'https://a@b@c/',
    'https://acme.example:443@evil.example/',
    'https://acme.example%00@x/',
  ])('because its user name looks like a host: %s', async url =>
    expect(await problemOf(url)).toMatch(/holds a user name or password/),
  )
})

describe('an address that all parsers read alike is accepted', () => {
  it.each([
    'https://acme.example',
    'HTTPS://ACME.example:443/Hook',
    ' https://acme.example/hook\n',
    'https://acme.example/a b?c=d\\e&mail=a@b.example#f@g',
    'https://acme.example:08443?x=1',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://BÜCHER.example/',
    'https://faß.example/',
    'https://[2606:4700:0::1111]:8443/',
    'https://acme.example:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[64:ff9b::808:808]/',
  ])('%s', async url => expect(await problemOf(url)).toBeNull())
})

it('a URL in ASCII is shown as it is written', () => {
  for (const url of ['https://ACME.example/a b', 'not a URL', '']) expect(shownUrl(url)).toBe(url)
})

describe('the name of a receiver', () => {
  it.each([
    // Cyrillic а and е; Greek ο
    ['https://асme.example/hook', 'xn--me-6kc2e.example/hook'],
    ['https://acmе.example/', 'xn--acm-tdd.example'],
    ['https://gοοgle.example/', 'xn--ggle-0nda.example'],
  ])('shows letters of another script as the host that is connected to: %s', (url, name) => {
    expect(receiverName(url)).toBe(name)
    expect(new URL(url).hostname).toBe(name.replace('/hook', ''))
    expect(shownUrl(url)).toBe(new URL(url).href)
  })
})
