// Long: the commands for a clone install packages and build.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../../server/testing/documented-code.ts'
import { hasTool, isRoot } from '../../server/testing/requirements.ts'
import { runDocumented } from '../../server/testing/run-documented.ts'
import { ROOT } from '../dashboard-build.ts'
import { startAndAsk } from './testing/start-and-ask.ts'

/* The commands of the README for people with a clone, in a copy of this one. They install packages. */
const INSTALLS_MS = 900_000

const folder = mkdtempSync(join(tmpdir(), 'redial-clone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }), INSTALLS_MS)
const clone = join(folder, 'redial')
const machine = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
}
const env = { ...machine, PORT: '0', DATA_DIR: join(folder, 'data') }
const run = async (command: string) => {
  const [output = ''] = await runDocumented([command], { cwd: clone, env: machine })
  return output
}

const [start = '', tests = ''] = blocksOf('README.md', 'Run it')

beforeAll(() => {
  mkdirSync(clone)
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const found = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  // A link to packages elsewhere is not ignored, and npm would remove what it leads to.
  const files = found.filter(file => file !== '' && file !== 'node_modules').join('\0')
  const archive = execFileSync('tar', ['--null', '--files-from=-', '-cf', '-'], {
    ...{ cwd: ROOT, input: files, maxBuffer: 2 ** 28 },
  })
  execFileSync('tar', ['xf', '-', '-C', clone], { input: archive })
  // Some checks ask git for the files.
  for (const words of [
    ['init', '--quiet'],
    ['add', '--all'],
  ]) {
    execFileSync('git', words, { cwd: clone })
  }
})

test(
  'two commands install Redial and start it with a sign-in link',
  async () => {
    expect(start.trim()).toBe('npm ci && npm start')
    // Without exec, a signal would end the shell only.
    const command = ['sh', '-c', start.replace('npm start', 'exec npm start')]
    const { ready, page, output } = await startAndAsk(command, { cwd: clone, env })
    expect(ready).toBe(200)
    expect(page).toContain('<div id="root">')
    expect(output).toContain('Building')
    expect(output).toMatch(/\/sign-in#code=\S+/)
  },
  INSTALLS_MS,
)

describe('for developers', () => {
  // What `npm test` runs, one part after the other: this file is one of its own tests.
  test.each([
    ['npm run check', /check:files/],
    ['npm run test:unit -- retries', /retries\.test\.ts/],
    ['npm run test:browser -- sign-in', /\d+ passed/],
  ])(
    '%s',
    async (command, said) => {
      expect(tests.trim()).toBe('npm ci && npm test')
      expect(await run(command)).toMatch(said)
    },
    INSTALLS_MS,
  )

  test(
    'npm run sbom writes the packages, and npm run audit checks them',
    async () => {
      await run('npm run sbom')
      expect(existsSync(join(clone, 'redial.cdx.json'))).toBe(true)
      expect(await run('npm run audit')).not.toBe('')
    },
    INSTALLS_MS,
  )

  test.skipIf(!hasTool('script'))('npm run test:watch starts, and waits for changes', async () => {
    // Vitest watches only if somebody could type.
    const words = ['--quiet', '--command', 'npm run test:watch', '/dev/null']
    const child = spawn('script', words, { cwd: clone, env: machine, detached: true })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    try {
      await expect.poll(() => output, { timeout: 50_000 }).toContain('DEV')
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    }
  })

  test.skipIf(!isRoot() || !hasTool('ip', '-V'))(
    'npm run dev serves the dashboard and its server',
    async () => {
      // Its ports are fixed, and may be in use here.
      const script = `
        ip link set lo up
        npm run dev >/dev/null & dev=$!
        trap 'kill $dev' EXIT
        get() { curl -sS --retry 120 --retry-all-errors --retry-delay 1 --fail "http://localhost:5173$1"; }
        get /openapi.json; get /
      `
      const words = ['--net', '--pid', '--fork', '--kill-child', 'bash', '-c', script]
      const fixed = { ...machine, DATA_DIR: env.DATA_DIR }
      const output = execFileSync('unshare', words, {
        ...{ cwd: clone, env: fixed, encoding: 'utf8', maxBuffer: 2 ** 26 },
      })
      expect(output).toContain('"openapi"')
      expect(output).toContain('/@vite/client')
    },
    INSTALLS_MS,
  )
})

test(
  'a built clone starts after npm ci --omit=dev',
  async () => {
    await run('npm ci --omit=dev')
    expect(existsSync(join(clone, 'node_modules/vite'))).toBe(false)
    const { ready, output } = await startAndAsk(['npm', 'start'], { cwd: clone, env })
    expect(ready).toBe(200)
    expect(output).not.toContain('Building')
  },
  INSTALLS_MS,
)
