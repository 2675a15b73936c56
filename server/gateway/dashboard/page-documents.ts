import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  DOCUMENT_DATA_ID,
  type DocumentData,
  FIRST_ANSWERS_ID,
  type FirstAnswers,
  PAGE_HEADS,
} from '../../../contract/document-data.ts'
import type { Session } from '../../../contract/session.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { COMPANY_PATH, firstPaths } from './first-paths.ts'

/** Where index.html expects the session, what the document has at its end, and the nonce. */
const DATA_PLACEHOLDER = '<!--%DOCUMENT_DATA%-->'
const ANSWERS_PLACEHOLDER = '<!--%FIRST_ANSWERS%-->'
const NONCE_PLACEHOLDER = '%CSP_NONCE%'

/** What index.html shows of a page until the scripts run. */
const SKELETON = /<!--skeleton-->.*?<!--\/skeleton-->/s

/** Where the skeleton has the head of the page. */
const HEAD_PLACEHOLDER = '<!--%PAGE_HEAD%-->'

/** The names of the code of pages that people often open first, and that index.html doesn't load. */
const PAGE_CODE = new Map([
  ['/', 'overview'],
  ['/blocklist', 'blocklist-page'],
  [COMPANY_PATH, 'company-page'],
])

const HEADS = new Map(
  Object.entries(PAGE_HEADS).map(([path, head]) => [
    path,
    `<section><h1>${head.title}</h1>${'purpose' in head ? `<p>${head.purpose}</p>` : ''}</section>`,
  ]),
)

/** What vite writes about each of its files. */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.infer<typeof Manifest>

export type PageRequest = {
  url: string
  /** null if it is unknown who asks. */
  session: Session | null
  nonce: string
  now: Date
  /** Whether the document waits for the first answers. */
  hasAnswers: boolean
}

export type PageDocument = {
  /** The document, or what comes before its answers. */
  start: string
  /** The paths of these answers. */
  follows: string[]
  /**
   * What completes the document.
   *
   * @param answers null if the page has to ask
   */
  end: (answers: FirstAnswers | null) => string
}

/** The documents of the dashboard's pages, each with what its page needs first. */
export class PageDocuments {
  readonly #html: string
  readonly #withoutSkeleton: string
  /** The links of `PAGE_CODE`, by the paths of the pages. */
  readonly #links: Map<string, string>

  private constructor(html: string, manifest: Manifest) {
    this.#html = html
    this.#withoutSkeleton = html.replace(SKELETON, '')
    this.#links = new Map([...PAGE_CODE].map(([path, code]) => [path, linksTo(code, manifest)]))
  }

  /** @returns null if the folder contains no build */
  static read(folder: string): PageDocuments | null {
    const file = join(folder, 'index.html')
    if (!existsSync(file)) return null
    const manifest = join(folder, '.vite/manifest.json')
    return new PageDocuments(
      readFileSync(file, 'utf8'),
      existsSync(manifest) ? Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8'))) : {},
    )
  }

  documentOf({ url, session, nonce, now, hasAnswers }: PageRequest): PageDocument {
    const [pathname = '/', query = ''] = url.split('?', 2)
    const isSignedIn = session?.signed_in === true
    const follows =
      isSignedIn && hasAnswers
        ? firstPaths(pathname, new URLSearchParams(query), {
            today: dayOf(now, session.time_zone),
            isForeign: session.is_foreign === true,
            defaultViews: session.default_views,
          })
        : []
    const data = session && jsonElement(DOCUMENT_DATA_ID, { session, follows }, nonce)
    const page = pathname.startsWith(COMPANY_PATH) ? COMPANY_PATH : pathname
    const links = (isSignedIn && this.#links.get(page)) || ''
    const [start = '', end = ''] = (isSignedIn ? this.#html : this.#withoutSkeleton)
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      // After the files of index.html, which paint the skeleton.
      .replace('</head>', `${links}</head>`)
      .replace(HEAD_PLACEHOLDER, HEADS.get(pathname) ?? '')
      // A function, because a person's name may have patterns of replacements.
      .replace(DATA_PLACEHOLDER, () => data ?? '')
      .split(ANSWERS_PLACEHOLDER)
    return {
      start,
      follows,
      end: answers => (answers ? jsonElement(FIRST_ANSWERS_ID, answers, nonce) : '') + end,
    }
  }
}

/** The style sheets are only loaded here: the script applies them, and the skeleton doesn't wait for them. */
function linksTo(code: string, manifest: Manifest): string {
  const keys = new Set(Object.keys(manifest).filter(key => manifest[key]?.name === code))
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported)
  // index.html loads these itself.
  const own = [...keys].flatMap(key => (key === 'index.html' ? [] : (manifest[key] ?? [])))
  return [
    ...own
      .flatMap(({ css }) => css)
      .map(
        file => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`,
      ),
    ...own.map(
      ({ file }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
  ].join('')
}

/**
 * No text in it can end the element, or begin another one. It is not run, so it needs no nonce: with
 * one, every script of the document has one, and a script without it is somebody else's.
 */
function jsonElement(id: string, data: DocumentData | FirstAnswers, nonce: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}" nonce="${nonce}">${json}</script>`
}
