import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import { PageDocuments } from './page-documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'redial-documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LINKS = [
  '<link rel="modulepreload" crossorigin href="/assets/first.js">',
  '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/base.js">',
  '<link rel="stylesheet" crossorigin href="/assets/base.css">',
]

beforeAll(() => {
  mkdirSync(join(folder, 'pages'))
  const page = { isSignedIn: true, files: ['assets/x.css'], title: 'Page' }
  const outlines = [{ range: null, html: '<b>Page of %NAME% at %SERVICE%</b>' }]
  const pages = [
    { ...page, path: '/blocklist', outlines, styles: 'b{margin:0}' },
    { ...page, path: '/replays/:runId' },
  ]
  writeFileSync(
    join(folder, 'index.html'),
    `<head>${LINKS.join('')}</head><body><!--%OUTLINE%--><!--%DOCUMENT_DATA%--><!--%FIRST_ANSWERS%--></body>`,
  )
  writeFileSync(join(folder, 'pages/pages.json'), JSON.stringify(pages))
})

async function documentOf(url: string, name = 'Thandi', service = 'api.example.com') {
  const session = {
    signed_in: true,
    name,
    service,
    time_zone: 'Africa/Johannesburg',
  }
  const asked = {
    url,
    session,
    nonce: 'only-once',
    now: new Date('2026-11-25T10:00:00Z'),
    bringsAnswers: true,
  }
  return (await PageDocuments.read(folder))?.documentOf(asked).start ?? ''
}

test('a document with an outline has its rules, and loads only the first script before it is painted', async () => {
  const document = await documentOf('/blocklist')
  expect(document).toContain('<style nonce="only-once">b{margin:0}</style></head>')
  expect(document.match(/<link rel=[^>]*>/g)).toEqual([LINKS[0]])
  expect(document.match(/<link data-rel=[^>]*>/g)).toEqual([
    '<link data-rel="modulepreload" fetchpriority="low" crossorigin href="/assets/base.js">',
    '<link data-rel="preload" as="style" crossorigin href="/assets/base.css">',
    '<link data-rel="preload" as="style" crossorigin href="/assets/x.css">',
  ])
})

test('a document without an outline waits for its style sheets', async () => {
  const document = await documentOf('/replays/0b7c2f0e')
  expect(document).not.toContain('<style')
  expect(document).not.toContain('data-rel')
  for (const link of LINKS) expect(document).toContain(link)
  expect(document).toContain('<link rel="stylesheet" crossorigin href="/assets/x.css">')
})

test.each([
  '%CSP_NONCE%',
  '%SERVICE%',
  '%NAME%',
  '<!--%DOCUMENT_DATA%-->',
  '<!--%OUTLINE%-->',
  '<!--%FIRST_ANSWERS%-->',
  '%CSP_%CSP_NONCE%NONCE%',
  "$&$`$'",
])('the name %j of a person or a service is shown as it is', async text => {
  const escaped = escapeHtml(text)
  const document = await documentOf('/blocklist', text, text)
  expect(document).toContain(`<b>Page of ${escaped} at ${escaped}</b>`)
  expect(document).toContain(`"name":${JSON.stringify(text).replaceAll('<', '\\u003c')}`)
})
