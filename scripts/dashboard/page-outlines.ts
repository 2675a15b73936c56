import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import * as z from 'zod/mini'
import { dayNumber } from '../../contract/time/calendar-date.ts'

const ROOT = join(import.meta.dirname, '../..')

const Rendered = z.array(
  z.object({
    html: z.string(),
    range: z.nullable(z.object({ from: z.string(), to: z.string(), today: z.string() })),
  }),
)

const Renderer = z.object({
  renderOutlines: z.custom<(path: string) => Promise<unknown>>(one => typeof one === 'function'),
})

/** A page's title and outlines, for the gateway. */
export type PageOutlines = {
  title: string
  /**
   * `range` is how many days ago the list begins and ends; null for other ranges and for pages without a list. A list
   * has a `row` for `drawFirstRows`.
   */
  outlines: { range: string | null; html: string; row?: string }[]
  /** The rules that Mantine writes into the page instead of a style sheet. */
  mantineStyles: string
}

/** What draws the first rows of a list, and the first cards of Overview. */
const FIRST_CONTENT = [
  'src/features/failed-events/first-rows/draw-first-rows.ts',
  'src/features/overview/first-cards/draw-first-cards.tsx',
]

/** The code with which the gateway draws the first data of a page, without the rest of the dashboard, by its file. */
export async function firstContentCode(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.redial-first-content-'))
  try {
    const code = new Map<string, string>()
    for (const path of FIRST_CONTENT) {
      await buildForNode(path, folder)
      const file = `${basename(path, extname(path))}.js`
      code.set(`pages/${file}`, readFileSync(join(folder, file), 'utf8'))
    }
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function buildForNode(ssr: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [react({ jsxImportSource: '#jsx' })],
    ssr: { noExternal: true },
    build: { ssr, outDir, emptyOutDir: true, minify: false },
  })
}

/**
 * Builds the dashboard once more for Node and renders each page as it is before its data has come
 * (docs/decisions/0050). So the outline is always what the page itself would draw.
 */
export async function renderPageOutlines(paths: string[]): Promise<Map<string, PageOutlines>> {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.redial-outlines-'))
  // Its pages ask for data that never comes.
  const { fetch } = globalThis
  globalThis.fetch = () => new Promise(() => {})
  try {
    await buildForNode('src/page-outlines.tsx', folder)
    const module: unknown = await import(pathToFileURL(join(folder, 'page-outlines.js')).href)
    const { renderOutlines } = Renderer.parse(module)
    const pages = new Map<string, PageOutlines>()
    for (const path of paths) {
      const rendered = Rendered.parse(await renderOutlines(path))
      const [first = ''] = rendered.map(({ html }) => html)
      pages.set(path, {
        title: /<title>([^<]*)<\/title>/.exec(first)?.[1] ?? 'Redial',
        outlines: rendered.map(({ html, range }) => ({
          range: range && rangeName(range),
          ...withoutRow(outlineOf(html)),
        })),
        mantineStyles: first
          .matchAll(MANTINE_STYLE)
          .map(([, rules = '']) => rules)
          .toArray()
          .join(''),
      })
    }
    return pages
  } finally {
    globalThis.fetch = fetch
    rmSync(folder, { recursive: true, force: true })
  }
}

const MANTINE_STYLE = /<style data-mantine-styles[^>]*>(.*?)<\/style>/gs

function withoutRow(outline: string): { html: string; row?: string } {
  const [template, row] = /<template>(.*?)<\/template>/s.exec(outline) ?? []
  return template === undefined ? { html: outline } : { html: outline.replace(template, ''), row }
}

/** "6-0" for the last seven days; null of a range that has no button. */
function rangeName({ from, to, today }: { from: string; to: string; today: string }) {
  const [begin, end] = [from, to].map(day => dayNumber(today) - dayNumber(day))
  return end !== undefined && end > 1 ? null : `${begin}-${end}`
}

/** Removes what a document must not contain: controls that work, and styles that the policy forbids. */
function outlineOf(html: string): string {
  const rules: string[] = []
  const markup = html
    .replace(/<title>[^<]*<\/title>/, '')
    // An outline needs few of these rules, and `outlineStyles` chooses them.
    .replaceAll(MANTINE_STYLE, '')
    // The router's own, which remembers where a page was scrolled to.
    .replaceAll(/<script\b.*?<\/script>/gs, '')
    .replaceAll(/ style="([^"]*)"/g, (_attribute, style: string) => {
      rules.push(`[data-outline="${rules.length}"]{${important(style)}}`)
      return ` data-outline="${rules.length - 1}"`
    })
    // Text that is typed before the page replaces its outline would be lost.
    .replaceAll('<input ', '<input readonly ')
    .replace(/(<input [^>]*data-day="[^>]* value=")[^"]*"/, '$1%FROM%"')
    .replace(/(<input [^>]*data-day="[^>]* value=")\d[^"]*"/, '$1%TO%"')
  return `<style nonce="%CSP_NONCE%">${rules.join('')}</style>${markup}`
}

/** As strong as the attribute that it was. */
function important(style: string): string {
  return style
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .split(';')
    .filter(Boolean)
    .map(declaration => `${declaration}!important`)
    .join(';')
}
