import { build } from 'vite'

/** `file` is a path below the dashboard's root; `modules` are the files and packages in it. */
type Chunk = { file: string; modules: string[] }

export type BuiltDashboard = { folder: string; chunks: Chunk[] }

/** Builds the dashboard as `npm run build` does, but into `folder`. */
export async function buildDashboard(folder: string): Promise<BuiltDashboard> {
  const result = await build({
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false },
  })
  if (!('output' in result)) throw new Error('The build gave no output, or more than one')
  const chunks = result.output
    .filter(file => file.type === 'chunk')
    .map(({ fileName, modules }) => ({
      file: fileName,
      // Modules that were removed completely are also listed, with a length of 0.
      modules: Object.entries(modules)
        .filter(([, { renderedLength }]) => renderedLength > 0)
        .map(([id]) => id),
    }))
  return { folder, chunks }
}
