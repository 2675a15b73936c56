import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  DOCUMENT_DATA_ID,
  type DocumentData,
  FIRST_ANSWER_ID,
} from '../../../contract/document-data.ts'
import type { Session } from '../../../contract/session.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { daysOf, firstAsks, listOf } from './first-asks.ts'
import { type DrawFirstRows, loadFirstRows } from './first-rows.ts'
import { chooseOutline, fillOutline, Outline } from './outline.ts'

/** The placeholder of the nonce that vite.config.ts puts into the page. */
const NONCE_PLACEHOLDER = '%CSP_NONCE%'

/** Where index.html expects the data of the page. */
const DATA_PLACEHOLDER = '<!--%DOCUMENT_DATA%-->'

/** Where index.html expects the outline of the page. */
const OUTLINE_PLACEHOLDER = '<!--%OUTLINE%-->'

/** Where index.html expects the answer that the document brings, and the first rows. */
const ANSWER_PLACEHOLDER = '<!--%FIRST_ANSWER%-->'

/** A page as the build describes it (scripts/dashboard/page-files.ts). */
const BuiltPage = z.object({
  /** Such as /replays/:runId. */
  path: z.string(),
  isSignedIn: z.boolean(),
  /** The scripts and style sheets that it needs beside those of every page. */
  files: z.array(z.string()),
  title: z.string().optional(),
  outlines: z.array(Outline).optional(),
  /** The rules that the outlines need, so that they are painted before the style sheets are there. */
  styles: z.string().optional(),
})
type BuiltPage = z.infer<typeof BuiltPage>

export type PageAsked = {
  url: string
  /** null if it is unknown who asks. */
  session: Session | null
  nonce: string
  now: Date
  /** Whether documents bring lists of our own service. Otherwise, their scripts ask for them. */
  bringsLists: boolean
}

export type PageDocument = {
  /** The document, or what comes before the answer that it brings. */
  start: string
  /** The path of that answer; null if the document brings none. */
  follows: string | null
  /**
   * What completes the document.
   *
   * @param answer the text of the answer; null if the page has to ask
   */
  end: (answer: string | null) => string
}

/** The documents of the dashboard's pages, each with what its page needs first. */
export class PageDocuments {
  readonly #html: string
  readonly #pages: BuiltPage[]
  readonly #drawFirstRows: DrawFirstRows

  private constructor(html: string, pages: BuiltPage[], drawFirstRows: DrawFirstRows) {
    this.#html = html
    this.#pages = pages
    this.#drawFirstRows = drawFirstRows
  }

  /** @returns null if the folder contains no build */
  static async read(folder: string): Promise<PageDocuments | null> {
    const file = join(folder, 'index.html')
    if (!existsSync(file)) return null
    const pages = join(folder, 'pages/pages.json')
    return new PageDocuments(
      readFileSync(file, 'utf8'),
      existsSync(pages) ? z.array(BuiltPage).parse(JSON.parse(readFileSync(pages, 'utf8'))) : [],
      await loadFirstRows(folder),
    )
  }

  documentOf({ url, session, nonce, now, bringsLists }: PageAsked): PageDocument {
    const [pathname = '/', query = ''] = url.split('?', 2)
    const search = new URLSearchParams(query)
    const today = session && dayOf(now, session.time_zone)
    const isSignedIn = session?.signed_in === true && today !== null
    const found = this.#pages.find(page => isPage(page, pathname))
    // People who are not signed in are redirected to another page.
    const page = found?.isSignedIn && !isSignedIn ? undefined : found
    const asks = isSignedIn ? firstAsks(pathname, search, today) : []
    const list = listOf(pathname)
    // Another service may take long, and the page reads its fields.
    const brings = bringsLists && list !== undefined && session?.is_foreign !== true
    const [follows = null] = brings ? asks : []
    const data = session && { session, asks: follows === null ? asks : [], follows }
    const chosen = isSignedIn && page?.outlines && chooseOutline(page.outlines, { search, today })
    const rowsFollow = follows !== null
    const outline = chosen && fillOutline(chosen, { session, search, today, nonce, rowsFollow })
    const title = outline && page?.title ? page.title : 'Redial'
    const html = this.#html
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      .replace('<title>Redial</title>', () => `<title>${title}</title>`)
      .replace('</head>', () => `${(page?.files ?? []).map(linkTo).join('')}</head>`)
    const [start = '', rest = ''] = (
      outline && page?.styles ? outlineFirst(html, page.styles, nonce) : html
    )
      .replace(OUTLINE_PLACEHOLDER, () => outline || '')
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      // Last, so that nothing in a person's name is treated as a placeholder.
      .replace(DATA_PLACEHOLDER, () => (data === null ? '' : dataElement(data, nonce)))
      .split(ANSWER_PLACEHOLDER)
    if (follows === null) return { start: start + rest, follows, end: () => '' }
    const row = chosen ? chosen.row : undefined
    const days = today && daysOf(search, today)
    return {
      start,
      follows,
      end: answer => {
        if (answer === null) return rest
        const isDrawable = row !== undefined && list && days && session
        const rows = isDrawable
          ? this.#drawFirstRows(answer, { list, days, query, session, row })
          : ''
        return `${rows}${jsonElement(FIRST_ANSWER_ID, answer, nonce)}${rest}`
      },
    }
  }
}

function isPage({ path }: BuiltPage, pathname: string): boolean {
  const [own, asked] = [path, pathname].map(one => one.split('/').filter(Boolean))
  return (
    own?.length === asked?.length &&
    own?.every((part, index) => part.startsWith(':') || part === asked?.[index]) === true
  )
}

/** Scripts have a low priority, because the outline and the first rows are painted without them. */
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`
}

/**
 * Puts the rules of an outline into its document, so that it is painted first of all. What the outline and its first
 * rows don't need begins to load after that: a script of index.html gives these links their kind.
 * src/style-sheets.ts loads the style sheets after the first rows, which otherwise had to wait for them, and applies
 * them when the page replaces its outline.
 */
function outlineFirst(html: string, styles: string, nonce: string): string {
  return html
    .replaceAll('<link rel="stylesheet"', '<link data-rel="preload" as="style"')
    .replaceAll(
      '<link rel="modulepreload" fetchpriority="low"',
      '<link data-rel="modulepreload" fetchpriority="low"',
    )
    .replace('</head>', () => `<style nonce="${nonce}">${styles}</style></head>`)
}

function dataElement(data: DocumentData, nonce: string): string {
  return jsonElement(DOCUMENT_DATA_ID, data, nonce)
}

/**
 * No text in it can end the element, or begin another one. It is not run, so it needs no nonce: with
 * one, every script of the document has one, and a script without it is somebody else's.
 */
function jsonElement(id: string, data: DocumentData | string, nonce: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}" nonce="${nonce}">${json}</script>`
}
