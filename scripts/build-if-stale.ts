import { dashboardBuild, ROOT } from './dashboard-build.ts'

/** Builds the dashboard if there is no build yet or it is older than its sources. */
if (dashboardBuild() !== 'current') {
  console.log('Building the dashboard …')
  const { build } = await import('vite')
  await build({ root: ROOT, logLevel: 'warn' })
}
