import type { Plugin, Rolldown } from 'vite'
import { outlineStyles } from './outline-styles.ts'
import { pageModules } from './page-modules.ts'
import { firstContentCode, renderPageOutlines } from './page-outlines.ts'

type Chunk = {
  fileName: string
  code: string
  moduleIds: string[]
  /** Of a chunk that only hands on what another one holds of a module. */
  facadeModuleId: string | null
  imports: string[]
  isEntry: boolean
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Writes pages/pages.json beside the build: for each page, the scripts and style sheets that it needs
 * beside those of index.html, and what it looks like before its data is there, with the rules for that. The
 * gateway puts them into the page's document. index.html itself announces the files of every page. With other files
 * beside it, the gateway draws the first data of a page.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const base = filesWith(
          chunks.filter(({ isEntry }) => isEntry),
          chunks,
        )
        const document = bundle['index.html']
        if (document?.type !== 'asset') throw new Error('The build has no index.html')
        document.source = startEarly(announce([...base], String(document.source)))
        const modules = pageModules(id => this.getModuleInfo(id))
        const whole = modules.filter(({ path, isSignedIn }) => isSignedIn && !path.includes(':'))
        const outlines = await renderPageOutlines(whole.map(({ path }) => path))
        const drawing = await firstContentCode()
        for (const [fileName, source] of drawing) this.emitFile({ type: 'asset', fileName, source })
        const pages = modules.map(async ({ path, isSignedIn, entries }) => {
          const own = chunks.filter(({ moduleIds, facadeModuleId }) =>
            entries.some(id => moduleIds.includes(id) || id === facadeModuleId),
          )
          const files = [...filesWith(own, chunks)].filter(file => !base.has(file))
          const found = outlines.get(path)
          if (found === undefined) return { path, isSignedIn, files }
          const { mantineStyles, ...outline } = found
          const markup = outline.outlines.flatMap(({ html, row = '' }) => [html, row])
          const sheets = [...base, ...files].filter(file => file.endsWith('.css'))
          const styles = await outlineStyles(
            [String(document.source), ...markup, ...drawing.values()],
            [...sheets.map(sheet => sourceOf(bundle[sheet])), mantineStyles],
          )
          return { path, isSignedIn, files, styles, ...outline }
        })
        this.emitFile({
          type: 'asset',
          fileName: 'pages/pages.json',
          source: JSON.stringify(await Promise.all(pages)),
        })
      },
    },
  }
}

function sourceOf(file: Rolldown.OutputBundle[string] | undefined): string {
  if (file?.type !== 'asset') throw new Error('A page needs a style sheet that the build lacks')
  return String(file.source)
}

/** Adds the files that the document does not load itself, because `main.ts` loads them later. */
function announce(files: string[], html: string): string {
  const links = files
    .filter(file => !html.includes(file))
    .map(file => {
      const kind = file.endsWith('.css')
        ? 'rel="stylesheet"'
        : 'rel="modulepreload" fetchpriority="low"'
      return `<link ${kind} crossorigin href="/${file}" nonce="%CSP_NONCE%">`
    })
  return html.replace('</head>', `${links.join('')}</head>`)
}

/**
 * Has the first script run as soon as the page has its place in the document: a document may end later, with the
 * answer to its first request.
 */
function startEarly(html: string): string {
  const [script] = /<script type="module"[^>]*><\/script>/.exec(html) ?? []
  if (script === undefined) throw new Error('index.html has no script')
  const early = script.replace('<script ', '<script async ')
  return html.replace(script, '').replace(FIRST_ANSWERS, `${early}${FIRST_ANSWERS}`)
}

/** Where the gateway puts the answer. */
const FIRST_ANSWERS = '<!--%FIRST_ANSWERS%-->'

/** The files of `begin` and of all chunks that they import, style sheets first. */
function filesWith(begin: Chunk[], all: Chunk[]): Set<string> {
  const found = new Set(begin)
  for (const { imports } of found) {
    for (const chunk of all) if (imports.includes(chunk.fileName)) found.add(chunk)
  }
  const chunks = [...found]
  return new Set([
    ...chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    ...chunks.map(({ fileName }) => fileName),
  ])
}
