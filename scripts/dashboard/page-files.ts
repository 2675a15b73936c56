import type { Plugin } from 'vite'
import { pageModules } from './page-modules.ts'
import { renderPageOutlines } from './page-outlines.ts'

type Chunk = {
  fileName: string
  moduleIds: string[]
  /** Of a chunk that only hands on what another one holds of a module. */
  facadeModuleId: string | null
  imports: string[]
  isEntry: boolean
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Writes pages/pages.json beside the build: for each page, the scripts and style sheets that it needs
 * beside those of index.html, and what it looks like before its data is there. The gateway puts both
 * into the page's document. index.html itself announces the files of every page.
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
        document.source = announce([...base], String(document.source))
        const modules = pageModules(id => this.getModuleInfo(id))
        const whole = modules.filter(({ path, isSignedIn }) => isSignedIn && !path.includes(':'))
        const outlines = await renderPageOutlines(whole.map(({ path }) => path))
        const pages = modules.map(({ path, isSignedIn, entries }) => {
          const own = chunks.filter(({ moduleIds, facadeModuleId }) =>
            entries.some(id => moduleIds.includes(id) || id === facadeModuleId),
          )
          const files = [...filesWith(own, chunks)].filter(file => !base.has(file))
          return { path, isSignedIn, files, ...outlines.get(path) }
        })
        this.emitFile({
          type: 'asset',
          fileName: 'pages/pages.json',
          source: JSON.stringify(pages),
        })
      },
    },
  }
}

/** Adds the files that the document does not load itself, because `main.ts` loads them later. */
function announce(files: string[], html: string): string {
  const links = files
    .filter(file => !html.includes(file))
    .map(file => {
      const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      return `<link rel="${rel}" crossorigin href="/${file}" nonce="%CSP_NONCE%">`
    })
  return html.replace('</head>', `${links.join('')}</head>`)
}

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
