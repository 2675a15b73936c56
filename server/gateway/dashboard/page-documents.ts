import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import {
  DOCUMENT_DATA_ID,
  type DocumentData,
  FIRST_ANSWERS_ID,
} from '../../../contract/document-data.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Session } from '../../../contract/session.ts'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import { type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { type Days, daysOf, type FirstAsks, firstAsks, listOf } from './first-asks.ts'
import { chooseOutline, fillOutline, Outline } from './outline.ts'

/** Written by scripts/dashboard/page-files.ts, from code of the dashboard. */
const ROWS_FILE = 'pages/draw-first-rows.js'

const CARDS_FILE = 'pages/draw-first-cards.js'

type Draw = (answers: string[], asked: unknown) => unknown

const Draw = z.custom<Draw>(one => typeof one === 'function')

const FirstCards = z
  .object({ markup: z.string(), visitKey: z.string(), visitsApartMs: z.number() })
  .nullable()

const FirstRows = z
  .object({ markup: z.string(), layoutKey: z.string(), usualLayout: z.string() })
  .nullable()

/** As the build's `drawFirstRows` expects it. */
type ListAsked = {
  list: FailedEventList
  days: Days
  /** The query of the page's address. */
  query: string
  session: Session
  row: string
}

/** As the build's `drawFirstCards` expects it. */
type OverviewAsked = {
  query: string
  session: Session
  /** In the service's time zone. */
  today: CalendarDate
}

/**
 * Draws the first data of a page in an element of its document, from which index.html puts it into the outline. Both
 * return an empty text for what they can't draw, and the page then draws it itself.
 */
type FirstContent = {
  /** The first rows of a list. */
  drawRows: (answers: string[], asked: ListAsked) => string
  /** The counts of Overview. */
  drawCards: (answers: string[], asked: OverviewAsked) => string
}

/** The placeholder of the nonce that vite.config.ts puts into the page. */
const NONCE_PLACEHOLDER = '%CSP_NONCE%'

/** Where index.html expects the data of the page. */
const DATA_PLACEHOLDER = '<!--%DOCUMENT_DATA%-->'

/** Where index.html expects the outline of the page. */
const OUTLINE_PLACEHOLDER = '<!--%OUTLINE%-->'

/** Where index.html expects the answers that the document brings, and what is drawn of them. */
const ANSWERS_PLACEHOLDER = '<!--%FIRST_ANSWERS%-->'

const PLACEHOLDERS = new RegExp(
  [NONCE_PLACEHOLDER, OUTLINE_PLACEHOLDER, DATA_PLACEHOLDER].join('|'),
  'g',
)

/** A page as the build describes it (scripts/dashboard/page-files.ts). */
const BuiltPage = z.object({
  /** Such as /replays/:runId. */
  path: z.string(),
  isSignedIn: z.boolean(),
  /** The scripts and style sheets that it needs as well as those of every page. */
  files: z.array(z.string()),
  title: z.string().optional(),
  outlines: z.array(Outline).optional(),
  /** The rules that the outlines need, so that they are painted before the style sheets are there. */
  styles: z.string().optional(),
})
type BuiltPage = z.infer<typeof BuiltPage>

const NO_ASKS: FirstAsks = { brought: [], asked: [] }

export type PageAsked = {
  url: string
  /** null if it is unknown who asks. */
  session: Session | null
  nonce: string
  now: Date
  /** Whether the document brings answers of our own service. Otherwise, its script asks for them. */
  bringsAnswers: boolean
}

export type PageDocument = {
  /** The document, or what comes before the answers that it brings. */
  start: string
  /** The paths of these answers. */
  follows: string[]
  /**
   * What completes the document.
   *
   * @param answers their texts; null if the page has to ask
   */
  end: (answers: string[] | null) => string
}

/** What the first data of a page are drawn from, apart from the answers. */
type Drawing = {
  pathname: string
  query: string
  session: Session
  today: CalendarDate
  /** The row of the outline, in a list. */
  row: string | undefined
}

/** The documents of the dashboard's pages, each with what its page needs first. */
export class PageDocuments {
  readonly #html: string
  readonly #pages: BuiltPage[]
  readonly #firstContent: FirstContent

  private constructor(html: string, pages: BuiltPage[], firstContent: FirstContent) {
    this.#html = html
    this.#pages = pages
    this.#firstContent = firstContent
  }

  /** @returns null if the folder contains no build */
  static async read(folder: string): Promise<PageDocuments | null> {
    const file = join(folder, 'index.html')
    if (!existsSync(file)) return null
    const pages = join(folder, 'pages/pages.json')
    return new PageDocuments(
      readFileSync(file, 'utf8'),
      existsSync(pages) ? z.array(BuiltPage).parse(JSON.parse(readFileSync(pages, 'utf8'))) : [],
      await loadFirstContent(folder),
    )
  }

  documentOf({ url, session, nonce, now, bringsAnswers }: PageAsked): PageDocument {
    const [pathname = '/', query = ''] = url.split('?', 2)
    const search = new URLSearchParams(query)
    const today = session && dayOf(now, session.time_zone)
    const isSignedIn = session?.signed_in === true && today !== null
    const page = this.#pageOf(pathname, isSignedIn)
    const { brought, asked } = isSignedIn ? firstAsks(pathname, search, today) : NO_ASKS
    // Another service may take long, and the page reads its fields.
    const follows = bringsAnswers && session?.is_foreign !== true ? brought : []
    const asks = follows.length > 0 ? asked : [...brought, ...asked]
    const data = session && { session, asks, follows }
    const chosen = isSignedIn && page?.outlines && chooseOutline(page.outlines, { search, today })
    const mayBeFilled = follows.length > 0
    const outline = chosen
      ? fillOutline(chosen, { session, search, today, nonce, mayBeFilled })
      : ''
    const values: Record<string, string> = {
      [NONCE_PLACEHOLDER]: nonce,
      [OUTLINE_PLACEHOLDER]: outline,
      [DATA_PLACEHOLDER]: data === null ? '' : dataElement(data, nonce),
    }
    const [start = '', rest = ''] = this.#templateOf(page, outline !== '', nonce)
      .split(ANSWERS_PLACEHOLDER)
      // In one pass, so that no value, such as a person's name, is read as a placeholder.
      .map(part => part.replaceAll(PLACEHOLDERS, placeholder => values[placeholder] ?? ''))
    if (follows.length === 0) return { start: start + rest, follows, end: () => '' }
    const drawing = chosen && today !== null && { pathname, query, session, today, row: chosen.row }
    return {
      start,
      follows,
      end: answers => {
        if (answers === null) return rest
        const content = drawing ? this.#draw(drawing, answers) : ''
        return `${content}${jsonElement(FIRST_ANSWERS_ID, answers, nonce)}${rest}`
      },
    }
  }

  #pageOf(pathname: string, isSignedIn: boolean): BuiltPage | undefined {
    const page = this.#pages.find(page => isPage(page, pathname))
    // People who are not signed in are redirected to another page.
    return page?.isSignedIn && !isSignedIn ? undefined : page
  }

  #templateOf(page: BuiltPage | undefined, hasOutline: boolean, nonce: string): string {
    const title = (hasOutline && page?.title) || 'Redial'
    const html = this.#html
      .replace('<title>Redial</title>', () => `<title>${title}</title>`)
      .replace('</head>', () => `${(page?.files ?? []).map(linkTo).join('')}</head>`)
    return hasOutline && page?.styles ? outlineFirst(html, page.styles, nonce) : html
  }

  #draw({ pathname, query, session, today, row }: Drawing, answers: string[]): string {
    const list = listOf(pathname)
    if (list === undefined) return this.#firstContent.drawCards(answers, { query, session, today })
    const days = daysOf(new URLSearchParams(query), today)
    if (row === undefined || days === null) return ''
    return this.#firstContent.drawRows(answers, { list, days, query, session, row })
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
function jsonElement(id: string, data: DocumentData | string[], nonce: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}" nonce="${nonce}">${json}</script>`
}

/** Loads the build's code that draws the first data. */
async function loadFirstContent(folder: string): Promise<FirstContent> {
  const drawFirstRows = await load(folder, ROWS_FILE, 'drawFirstRows')
  const drawFirstCards = await load(folder, CARDS_FILE, 'drawFirstCards')
  return {
    drawRows(answers, asked) {
      const rows = FirstRows.safeParse(drawFirstRows(answers, asked)).data
      if (!rows) return ''
      const { markup, layoutKey, usualLayout } = rows
      return `<template id="first-rows" data-layout-key="${escapeHtml(layoutKey)}" data-usual-layout="${escapeHtml(usualLayout)}">${markup}</template>`
    },
    drawCards(answers, asked) {
      const cards = FirstCards.safeParse(drawFirstCards(answers, asked)).data
      if (!cards) return ''
      const { markup, visitKey, visitsApartMs } = cards
      return `<template id="first-cards" data-visit-key="${escapeHtml(visitKey)}" data-visits-apart-ms="${visitsApartMs}">${markup}</template>`
    },
  }
}

async function load(folder: string, file: string, name: string): Promise<Draw> {
  const path = join(folder, file)
  if (!existsSync(path)) return () => null
  const module: unknown = await import(pathToFileURL(path).href)
  const draw = z.object({ [name]: Draw }).parse(module)[name]
  return (answers, asked) => {
    try {
      return draw?.(answers, asked)
    } catch {
      // The page explains an answer that it can't read.
      return null
    }
  }
}
