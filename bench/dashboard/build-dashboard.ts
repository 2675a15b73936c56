import { build } from 'vite'

/** Builds the dashboard as `npm run build` does, but into `folder`. */
export async function buildDashboard(folder: string): Promise<void> {
  await build({
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false },
  })
}
