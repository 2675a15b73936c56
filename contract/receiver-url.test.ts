import { expect, test } from 'vitest'
import { ReceiverUrl, receiverTextProblem } from './receiver-url.ts'

const INVISIBLE = [
  // Zero-width characters, joiners and the soft hyphen.
  '\u200b\u200c\u200d\u2060\u00ad\u034f\u180e\ufeff\u2061\u2064',
  // Direction.
  '\u200e\u200f\u061c\u202a\u202e\u2066\u2069',
  // Spaces.
  '\u00a0\u1680\u2000\u2007\u200a\u202f\u205f\u3000\u2028\u2029',
  // Fillers, selectors and tags.
  '\u115f\u3164\uffa0\u2800\ufffc\ufe0f\u{e0001}\u{e0041}\u{e0100}',
  // Control characters.
  '\0\u0001\t\n\r\u001b\u007f\u0085\u009f',
].flatMap(characters => [...characters])

test.each(INVISIBLE)('a URL with %j is refused, in its host, path and query', character => {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  for (const url of [
    `https://acme${character}.example/hook`,
    `https://acme.example/ho${character}ok`,
    `https://acme.example/hook?a=${character}b`,
    `ht${character}tps://acme.example/`,
  ]) {
    expect(receiverTextProblem(url)).toContain(`an invisible character (U+${code}) after “`)
    expect(ReceiverUrl.safeParse(url).success).toBe(false)
  }
})

test.each([
  ['\u200bhttps://acme.example/', 'U+200B) at its beginning'],
  ['\ufeffhttps://acme.example/', 'U+FEFF) at its beginning'],
  ['https://acme.example/hook\u00a0', 'U+00A0) after “https://acme.example/hook”'],
  [' https://acme.example/\u2060\n', 'U+2060) after “https://acme.example/”'],
  [' \u00a0 https://acme.example/', 'U+00A0) at its beginning'],
  ['https://acme.example/%E2%80%8Bhook', 'U+200B) after “https://acme.example/”'],
  ['https://acme.example/hook%c2%ad', 'U+00AD) after “https://acme.example/hook”'],
])('an invisible character around a URL is not removed in silence: %j', (url, place) => {
  expect(receiverTextProblem(url)).toContain(place)
})

test.each([
  ['https://a.example/hook https://b.example/hook', 'https://b.example/hook'],
  ['https://a.example/hook,https://b.example/hook', 'https://b.example/hook'],
  ['https://a.example/hook, https://b.example/hook', 'https://b.example/hook'],
  ['https://a.example/hook;https://b.example', 'https://b.example'],
  ['https://a.example/hook | http://b.example', 'http://b.example'],
  ['https://a.example,HTTPS://b.example', 'HTTPS://b.example'],
  ['https://a.examplehttps://b.example/', 'https://b.example/'],
  ['https://a.example/hookhttps://b.example/hook', 'https://b.example/hook'],
  ['https://https://b.example/', 'https://b.example/'],
  ['https://a.example/?key=1 https://b.example/', 'https://b.example/'],
  ['https://a.example/hook and https://b.example/', 'https://b.example/'],
  ['https://a.example/hook, www.b.example/hook', 'www.b.example/hook'],
  ['https://a.example/hook (https://b.example/hook)', 'https://b.example/hook)'],
  ['https://a.example/hook &https://b.example/', 'https://b.example/'],
  ['https://a.example/hook%20https://b.example/', 'https://b.example/'],
  ['https://a.example/hook%2Chttps://b.example/', 'https://b.example/'],
  ['https://a.example/hook b.example/hook', 'b.example/hook'],
  ['https://a.example/hook wss://b.example/hook', 'wss://b.example/hook'],
  ['https://a.example/hook, ftp://b.example/hook', 'ftp://b.example/hook'],
  ['https://a.example/hook or hooks.b.example/x', 'hooks.b.example/x'],
  ['https://a.example,b.example', 'b.example'],
  ['https://a.example/hook,b.example/hook', 'b.example/hook'],
  ['https://a.example/hook、b.example/hook', 'b.example/hook'],
  ['https://a.example/hook 10.0.0.1/hook', '10.0.0.1/hook'],
  ['https://a.example/hook b.example:8443/hook', 'b.example:8443/hook'],
  ['https://a.example/hook https:b.example/hook', 'https:b.example/hook'],
  ['<https://a.example/><https://b.example/>', 'https://a.example/><https://b.example/>'],
  ['URL: https://a.example/', 'https://a.example/'],
])('two URLs in one field are refused: %s', (text, second) => {
  expect(receiverTextProblem(text)).toBe(
    `These are two URLs: the second one begins with “${second}”. Enter only one.`,
  )
})

test.each([
  'https://acme.example',
  ' https://acme.example/hook\n',
  'https://acme.example/a b?c=d,e;f|g',
  'https://acme.example/my file.json',
  'https://bücher.example/straße?q=日本',
  'https://acme.example/hook?next=https://b.example/',
  'https://acme.example?next=https://b.example/&then=http://c.example',
  'https://acme.example/hook?next=%22https://b.example/%22',
  'https://proxy.example/https://b.example/hook',
  'https://acme.example/#https://b.example/',
  'https://acme.example/www.b.example',
  'not a URL',
])('one URL, whatever it has in its path and query, is not refused here: %j', url => {
  expect(receiverTextProblem(url)).toBeNull()
  expect(ReceiverUrl.parse(url)).toBe(url.trim())
})
