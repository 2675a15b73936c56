import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** React, and the store that the router includes in any case. */
const IN_ANY_CASE = /^(react|react-dom|@tanstack\/(react-)?store)(\/|$)/

/**
 * How many bytes TanStack Table with our features adds to the first page, minified and compressed with
 * gzip.
 */
export async function tableWeight(): Promise<number> {
  const result = await build({
    configFile: false,
    // It warns of directives in the library that mean nothing here.
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'table-library.ts'),
        external: IN_ANY_CASE,
        preserveEntrySignatures: 'strict',
      },
    },
  })
  if (!('output' in result)) throw new Error('The build gave no output, or more than one')
  const code = result.output.flatMap(file => (file.type === 'chunk' ? [file.code] : []))
  return gzipSync(code.join(''), { level: 9 }).length
}
