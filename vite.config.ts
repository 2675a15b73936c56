import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { formatSupportedBrowsers, SUPPORTED_BROWSERS } from './scripts/supported-browsers.ts'

/** What the development server passes on to the gateway, as well as requests for pages. */
const GATEWAY = `http://127.0.0.1:${process.env.PORT ?? 4400}`
const PASSED_ON = /^\/(v1|v2|gateway|docs|openapi\.json)\b/

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      // Routes name the parts that they load themselves: what the router would make of them reloads
      // the page where a part fails, even without a connection.
      autoCodeSplitting: false,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    supportedBrowsers(),
    paintedFirst(),
    compiledAtOnce(),
    compressed(),
  ],
  // The gateway fills this in for each request (Content-Security-Policy).
  html: { cspNonce: '%CSP_NONCE%' },
  build: {
    target: SUPPORTED_BROWSERS.map(({ target, version }) => `${target}${version}`),
    // All of these preload modules by themselves.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The gateway reads from it which files some pages need (server/gateway/dashboard).
    manifest: true,
    rolldownOptions: {
      // Texts are constants of messages files. In place, they weigh no more than in their component.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            // What every page begins with is two files, which the browser parses at the same time.
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
              tags: ['$initial'],
              priority: 1,
            },
            { name: 'base', tags: ['$initial'] },
            // Each has all that it needs, and no library's components.
            { name: 'overview', test: /overview-page\.tsx$/ },
            { name: 'company-page', test: /company-page\.tsx$/ },
            // Blocklist begins with these parts, and without the library's components.
            {
              name: 'common',
              test: /@tabler\/|\/(contract|src\/(ui|features\/blocklist))\/(?!.*(phone-|json|side-drawer|copy-button))/,
              minShareCount: 3,
            },
            // The bundler would make dozens of small files of what pages and dialogs share.
            { name: 'components', test: /node_modules\/@mantine\//, minShareCount: 3 },
            // Not phone-entry.ts, which has the phone rules of all countries: 46 KiB that most of them don't need.
            { name: 'shared', test: /\/(src|contract)\/(?!.*phone-entry)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/': {
        target: GATEWAY,
        bypass: ({ url = '/', headers }) =>
          PASSED_ON.test(url) || headers.accept?.includes('text/html') ? null : url,
      },
    },
  },
})

/** Puts into index.html which browsers it tells an older one to use. */
function supportedBrowsers(): Plugin {
  return {
    name: 'supported-browsers',
    transformIndexHtml: html => html.replace('%SUPPORTED_BROWSERS%', formatSupportedBrowsers()),
  }
}

/** Lets a slow line transfer the style sheet before the scripts, which are larger: the skeleton is painted with it. */
function paintedFirst(): Plugin {
  return {
    name: 'painted-first',
    apply: 'build',
    transformIndexHtml: html =>
      html.replaceAll(/<(?=script async|link rel="modulepreload")\S+/g, '$& fetchpriority="low"'),
  }
}

/** The files of the first page. */
const FIRST_FILES = /^assets\/(framework|index|overview|company-page)-/

/**
 * Lets Chromium compile all functions of the first files on another thread while they load. Compiled at their first
 * call, they take a slow phone a fifth of the time to the first row.
 */
function compiledAtOnce(): Plugin {
  return {
    name: 'compiled-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !FIRST_FILES.test(file.fileName)) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/** Level 9 makes files 7 % larger than the best, 11, in a fifteenth of the time. */
const levelOf = (fileName: string) => (FIRST_FILES.test(fileName) ? 11 : 9)

/** Puts each script and style sheet there compressed as well: the gateway sends it as it is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) =>
          /\.(js|css|svg)$/.test(fileName),
        )
        const compressed = files.map(async file => {
          const source = file.type === 'chunk' ? file.code : file.source
          const [gz, br] = await Promise.all([
            promisify(gzip)(source),
            promisify(brotliCompress)(source, {
              params: { [constants.BROTLI_PARAM_QUALITY]: levelOf(file.fileName) },
            }),
          ])
          return [
            { fileName: `${file.fileName}.gz`, source: gz },
            { fileName: `${file.fileName}.br`, source: br },
          ]
        })
        for (const { fileName, source } of (await Promise.all(compressed)).flat()) {
          this.emitFile({ type: 'asset', fileName, source })
        }
      },
    },
  }
}
