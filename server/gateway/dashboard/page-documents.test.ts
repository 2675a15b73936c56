import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { PageDocuments } from './page-documents.ts'

const folder = testFolder()

writeFileSync(
  join(folder, 'index.html'),
  '<head><!--%DOCUMENT_DATA%--><link rel="stylesheet" href="/assets/index.css"></head><body><!--skeleton--><div id="skeleton"><!--%PAGE_HEAD%--></div><!--/skeleton--><script nonce="%CSP_NONCE%"></script><!--%FIRST_ANSWERS%--></body>',
)
mkdirSync(join(folder, '.vite'))
const manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
  'src/features/blocklist/blocklist-page.tsx': {
    file: 'assets/blocklist-page.js',
    name: 'blocklist-page',
    imports: ['_shared.js', 'index.html'],
    css: ['assets/blocklist-page.css'],
  },
  '_shared.js': { file: 'assets/shared.js', imports: ['_components.js', 'index.html'] },
  '_components.js': { file: 'assets/components.js', css: ['assets/components.css'] },
}
writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))

const BASE = '<link rel="stylesheet" href="/assets/index.css">'

const SESSION = {
  signed_in: true,
  name: 'Thandi',
  service: 'api.example.com',
  time_zone: 'Africa/Johannesburg',
}

function documentOf(url: string, session: Partial<typeof SESSION> | null = {}) {
  const document = PageDocuments.read(folder)?.documentOf({
    url,
    session: session && { ...SESSION, ...session },
    nonce: 'only-once',
    now: new Date('2026-11-25T10:00:00Z'),
    hasAnswers: true,
  })
  return document ? document.start + document.end(null) : ''
}

test('a document announces the code of its page with what that imports, after the files of every page', () => {
  expect(documentOf('/blocklist?context=group').match(/<link[^>]*>/g)).toEqual([
    BASE,
    '<link rel="preload" as="style" fetchpriority="low" crossorigin href="/assets/blocklist-page.css">',
    '<link rel="preload" as="style" fetchpriority="low" crossorigin href="/assets/components.css">',
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/blocklist-page.js">',
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/shared.js">',
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/components.js">',
  ])
})

test('the skeleton has the head of its page', () => {
  expect(documentOf('/failed-calls?page=2')).toContain(
    '<div id="skeleton"><section><h1>Failed calls</h1></section></div>',
  )
})

test.each([
  ['a page without code of its own', '/failed-calls', {}],
  ['somebody who is signed out', '/blocklist', { signed_in: false }],
])('a document for %s announces no code', (_who, url, session) => {
  expect(documentOf(url, session).match(/<link[^>]*>/g)).toEqual([BASE])
})

test.each([
  ['signed out', { signed_in: false }],
  ['unknown', null],
])('a document for a person who is %s has no skeleton', (_who, session) => {
  expect(documentOf('/failed-calls')).toContain('id="skeleton"')
  expect(documentOf('/failed-calls', session)).not.toContain('id="skeleton"')
})

test.each([
  '%CSP_NONCE%',
  '</script><script>alert(1)</script>',
  '<!--%DOCUMENT_DATA%-->',
  '<!--%FIRST_ANSWERS%-->',
  '%CSP_%CSP_NONCE%NONCE%',
  "$&$`$'",
])('the name %j of a person or a service stays as it is', text => {
  const [, json = ''] =
    /<script type="application\/json" id="document-data" nonce="only-once">(.*?)<\/script>/.exec(
      documentOf('/blocklist', { name: text, service: text }),
    ) ?? []
  expect(JSON.parse(json)).toMatchObject({ session: { name: text, service: text } })
})
