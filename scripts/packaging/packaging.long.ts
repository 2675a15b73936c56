import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../dashboard-build.ts'
import { runSteps, stagesOf } from './image-steps.ts'

/*
 * Installs Redial in the two ways that operators use: from the package of `npm pack`, and with the steps
 * of the image. Both install packages from the registry.
 */
const MAX_MIB = 320
const INSTALLS_MS = 600_000

const folder = mkdtempSync(join(tmpdir(), 'redial-packaging-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }), INSTALLS_MS)

const npm = (words: string[], cwd: string) =>
  execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const mebibytes = (path: string) =>
  Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])

/** Starts a command that starts Redial, sends it a request and stops it. */
async function answersOf(command: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const [file = '', ...words] = command
  const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const { url, output } = await readScreen(child)
    const status = async (path: string) => (await fetch(url + path)).status
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    const answers = {
      health: await status('/healthz'),
      ready: await status('/readyz'),
      page,
      output,
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    return answers
  } finally {
    child.kill('SIGKILL')
  }
}

async function readScreen(child: ChildProcess): Promise<{ url: string; output: string }> {
  const screen = Promise.withResolvers<{ url: string; output: string }>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      output += chunk
      const url = /running at (\S+)/.exec(output)?.[1]
      if (url !== undefined && output.includes('Ctrl+C')) screen.resolve({ url, output })
    })
  }
  child.once('exit', () => screen.reject(new Error(`Redial stopped:\n${output}`)))
  return screen.promise
}

const environment = (dataDir: string) => ({ PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir })

describe('the package', () => {
  const unpacked = join(folder, 'package')
  beforeAll(() => {
    npm(['pack', '--pack-destination', folder], ROOT)
    const [tarball = ''] = readdirSync(folder).filter(name => name.endsWith('.tgz'))
    execFileSync('tar', ['xzf', tarball], { cwd: folder })
    npm(['ci', '--omit=dev', '--no-audit', '--no-fund'], unpacked)
  }, INSTALLS_MS)

  test('has no tests, and is installed without development dependencies', () => {
    expect(existsSync(join(ROOT, 'npm-shrinkwrap.json'))).toBe(false)
    expect(existsSync(join(unpacked, 'dist/index.html'))).toBe(true)
    for (const name of ['server/main.test.ts', 'server/testing', 'src', 'node_modules/vite']) {
      expect([name, existsSync(join(unpacked, name))]).toEqual([name, false])
    }
  })

  test(`takes at most ${MAX_MIB} MiB with Node and PostgreSQL`, () => {
    const size = mebibytes(unpacked)
    console.log(`The installed package takes ${size} MiB.`)
    expect(size).toBeLessThanOrEqual(MAX_MIB)
  })

  test('npm start runs the embedded mode without building', async () => {
    const { health, ready, page, output } = await answersOf(['npm', 'start', '--silent'], {
      cwd: unpacked,
      env: environment(join(folder, 'package-data')),
    })
    expect([health, ready]).toEqual([200, 200])
    expect(page).toContain('<div id="root">')
    expect(output).not.toContain('Building')
  })

  test('the commands run', () => {
    const env = { ...environment(join(folder, 'package-data')), PORT: '4401' }
    const checked = execFileSync('npm', ['run', '--silent', 'config', '--', 'check'], {
      cwd: unpacked,
      env,
      encoding: 'utf8',
    })
    expect(checked).toContain('No problems.')
  })
})

describe.skipIf(process.getuid?.() !== 0)('the steps of the image', () => {
  const folders = {
    // `npm test` runs the same steps: npm ci and npm run build.
    dashboard: ROOT,
    packages: join(folder, 'packages'),
    image: join(folder, 'image'),
  }
  const data = join(folder, 'image-data')
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/build-if-stale.ts'], { cwd: ROOT })
    for (const path of [folders.packages, folders.image, data]) mkdirSync(path, { recursive: true })
    const skipped = /^(useradd|install --directory) /
    for (const stage of stagesOf(join(ROOT, 'Dockerfile'))) {
      if (stage.name !== 'dashboard') runSteps(stage, { context: ROOT, folders, skipped })
    }
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    chownSync(data, nobody, nobody)
  }, INSTALLS_MS)

  test(`takes at most ${MAX_MIB} MiB with Node and PostgreSQL`, () => {
    const size = mebibytes(folders.image)
    console.log(`The image has ${size} MiB in addition to Debian.`)
    expect(size).toBeLessThanOrEqual(MAX_MIB)
  })

  test('runs as another user on a read-only file system, and is healthy', async () => {
    // Only the data and /tmp can be written to, as with `docker run --read-only --tmpfs /tmp`.
    const script = `
      mount --make-rprivate / && mount --bind "$DATA_DIR" "$DATA_DIR"
      mount -t tmpfs tmpfs /dev/shm; mount -o remount,ro,bind /
      cd ${folders.image} && exec setpriv --reuid=nobody --regid=nogroup --clear-groups \
        node_modules/.bin/node "$@"
    `
    const command = ['unshare', '--mount', 'sh', '-c', script, 'sh', 'server/main.ts']
    const { health, ready, page } = await answersOf(command, {
      cwd: folders.image,
      env: { ...environment(data), NODE_ENV: 'production' },
    })
    expect([health, ready]).toEqual([200, 200])
    expect(page).toContain('<div id="root">')
  })

  test('the health check fails if nothing answers', () => {
    const check = () =>
      execFileSync('node_modules/.bin/node', ['server/commands/health-check.ts'], {
        cwd: folders.image,
        env: { PORT: '1' },
      })
    expect(check).toThrow('Command failed')
  })
})
