// Long: npm installs the tools that read the OpenAPI document.
import { execFile } from 'node:child_process'
import { cpSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { openDescribedRedial } from './testing/described-redial.ts'

/*
 * The OpenAPI document with the tools that people read it with. npm installs them into a folder of
 * the test's own, in the versions of its lock file.
 */

const run = promisify(execFile)
const MINUTES = 60_000

const folder = testFolder()
let service: Awaited<ReturnType<typeof openDescribedRedial>>
beforeAll(async () => {
  cpSync(join(import.meta.dirname, 'testing/clients'), folder, { recursive: true })
  cpSync('redocly.yaml', join(folder, 'redocly.yaml'))
  // What it imports is not there before.
  renameSync(join(folder, 'client-use.ts.txt'), join(folder, 'client-use.ts'))
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  service = await openDescribedRedial()
  const { text } = await service.ask('GET', '/openapi.json')
  writeFileSync(join(folder, 'openapi.json'), text)
}, 10 * MINUTES)
afterAll(() => service?.close())

/** Runs an installed command and returns all that it printed. @throws what it printed if it fails */
async function tool(name: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(
    process.execPath,
    [join(folder, 'node_modules/.bin', name), ...args],
    { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: '1' } },
  )
  return stdout + stderr
}

test(
  'redocly finds nothing, not even a warning',
  async () => {
    const printed = await tool('redocly', 'lint', 'openapi.json', '--format=json')
    const { totals } = JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1))
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  },
  MINUTES,
)

test(
  'clients of openapi-typescript and orval compile, and have the types of what is sent',
  async () => {
    await tool('openapi-typescript', 'openapi.json', '--output', 'openapi.d.ts')
    await tool('orval', '--config', 'orval.config.mjs')
    const sizes = ['openapi.d.ts', 'orval/client.ts'].map(file => statSync(join(folder, file)).size)
    expect(Math.min(...sizes)).toBeGreaterThan(50_000)
    expect(await tool('tsc', '--project', 'tsconfig.json')).toBe('')
  },
  2 * MINUTES,
)
