import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { ROOT } from './dashboard-build.ts'

/*
 * `npm run dev`: the server, and the dashboard with hot reload. The gateway sends the documents of pages, as in
 * production, with scripts that Vite serves. After a change of index.html, start it again.
 */
const DASHBOARD_PORT = Number(process.env.DASHBOARD_PORT ?? 5173)

const vite = await createServer({
  root: ROOT,
  // Otherwise, Vite writes a file next to the configuration that makes `node --watch` start again without end.
  configLoader: 'native',
  server: { port: DASHBOARD_PORT, strictPort: true },
})
await vite.listen()
const dashboardFolder = join(ROOT, 'node_modules/.cache/redial/development')
mkdirSync(join(dashboardFolder, 'assets'), { recursive: true })
const document = readFileSync(join(ROOT, 'index.html'), 'utf8')
writeFileSync(
  join(dashboardFolder, 'index.html'),
  await vite.transformIndexHtml('/index.html', document),
)
process.env.PUBLIC_URL ??= `http://localhost:${DASHBOARD_PORT}`
const { run } = await import('../server/run.ts')
await run(undefined, { dashboardFolder })
