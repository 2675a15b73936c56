// Long: the package is built, installed and started.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startForeignService, TOKEN } from '../../probe/testing/foreign-service.ts'
import { blocksOf } from '../../server/testing/documented-code.ts'
import { hasTool, isRoot } from '../../server/testing/requirements.ts'
import { runDocumented } from '../../server/testing/run-documented.ts'
import { ROOT } from '../dashboard-build.ts'
import { copyContext, runSteps, stagesOf } from './testing/image-steps.ts'
import { asService } from './testing/installed-service.ts'
import { startAndAsk } from './testing/start-and-ask.ts'

/*
 * Installs Redial in the two ways that operators use: from the package of `npm pack`, and with the steps
 * of the image. Both install packages from the registry.
 */
const GUIDE = 'docs/operations.md'
const MAX_MB = 320
const INSTALLS_MS = 600_000

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'redial-packaging-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }), INSTALLS_MS)

/** On the disk, in units of 10^6 bytes. */
const megabytes = (path: string) =>
  (Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) * 1_024) / 1e6

const environment = (dataDir: string) => ({ PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir })

/** Commands of the guide, with folders of this test. */
const inFolder = (text: string) => text.replaceAll('/opt/redial', join(folder, 'redial'))

describe('the package', () => {
  const installed = join(folder, 'redial')
  const data = join(folder, 'package-data')
  beforeAll(async () => {
    await runDocumented(['npm pack --pack-destination "$FOLDER"'], {
      ...{ cwd: ROOT, env: { FOLDER: folder } },
    })
    const [install = ''] = blocksOf(GUIDE, 'From a package')
    expect(install).toMatch(/\nnpm start\n$/)
    await runDocumented([inFolder(install.replace(/npm start\n$/, ''))], { cwd: folder })
  }, INSTALLS_MS)

  test('has no tests, and is installed without development dependencies', () => {
    expect(existsSync(join(ROOT, 'npm-shrinkwrap.json'))).toBe(false)
    expect(existsSync(join(installed, 'dist/index.html'))).toBe(true)
    for (const name of ['server/main.long.ts', 'server/testing', 'src', 'node_modules/vite']) {
      expect([name, existsSync(join(installed, name))]).toEqual([name, false])
    }
  })

  test(`takes at most ${MAX_MB} MB with Node and PostgreSQL`, () => {
    const size = megabytes(installed)
    console.log(`The installed package takes ${size.toFixed()} MB.`)
    expect(size).toBeLessThanOrEqual(MAX_MB)
  })

  test.each(['npm start', 'node_modules/.bin/node server/main.ts'])(
    '“%s” runs the embedded mode without building',
    async command => {
      const { health, ready, page, output } = await startAndAsk(['sh', '-c', `exec ${command}`], {
        cwd: installed,
        env: environment(data),
      })
      expect([health, ready]).toEqual([200, 200])
      expect(page).toContain('<div id="root">')
      expect(output).not.toContain('Building')
    },
  )

  test('starts in front of a service, also with a file of its fields', async () => {
    const service = await startForeignService()
    const [plain = ''] = blocksOf(GUIDE, "In front of somebody else's service")
    const [mapped = ''] = blocksOf(GUIDE, 'The names of its fields')
    const [fields = ''] = blocksOf(GUIDE, 'The names of its fields', 'json')
    const file = join(folder, 'fields.json')
    writeFileSync(file, fields)
    for (const block of [plain, mapped]) {
      const command = block
        .replace('https://api.example.com', service.url)
        .replace('/etc/redial/fields.json', file)
      const { health } = await startAndAsk(['sh', '-c', command.replace('npm', 'exec npm')], {
        cwd: installed,
        env: environment(join(folder, 'gateway-data')),
        async ask(url) {
          const headers = { authorization: `Token ${TOKEN}` }
          expect((await fetch(`${url}/v2/company/`, { headers })).status).toBe(200)
        },
      })
      expect(health).toBe(200)
    }
    await service.close()
  })

  test('the commands run', async () => {
    const env = { ...environment(data), PORT: '4401' }
    const [checked] = await runDocumented(['npm run config -- check'], { cwd: installed, env })
    expect(checked).toContain('No problems.')
  })

  test('does not run below node_modules, as `npm install` of the file would have it', () => {
    const below = join(folder, 'node_modules/redial')
    for (const name of ['package.json', 'server', 'contract']) {
      cpSync(join(installed, name), join(below, name), { recursive: true })
    }
    const node = join(installed, 'node_modules/.bin/node')
    const { status, stderr } = spawnSync(node, ['server/main.ts'], { cwd: below, encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING')
  })
})

const canChangeMounts = isRoot()

test.skipIf(!canChangeMounts || !hasTool('systemctl'))(
  'the systemd service is installed by the guide’s commands, and starts as its user',
  async () => {
    const [commands = ''] = blocksOf(GUIDE, 'As a systemd service')
    const command = asService(commands, join(folder, 'redial'), folder)
    const { health, ready } = await startAndAsk(command, {
      cwd: folder,
      env: { PATH: process.env.PATH, SYSTEMD_OFFLINE: '1' },
    })
    expect([health, ready]).toEqual([200, 200])
  },
  INSTALLS_MS,
)

describe.skipIf(!canChangeMounts)('the steps of the image', () => {
  const folders = {
    dashboard: join(folder, 'dashboard'),
    packages: join(folder, 'packages'),
    image: join(folder, 'image'),
  }
  const data = join(folder, 'image-data')
  beforeAll(() => {
    const context = join(folder, 'context')
    copyContext(ROOT, context)
    for (const path of [...Object.values(folders), data]) mkdirSync(path, { recursive: true })
    const skipped = /^(useradd|install --directory) /
    for (const stage of stagesOf(join(ROOT, 'Dockerfile'))) {
      runSteps(stage, { context, folders, skipped })
    }
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    chownSync(data, nobody, nobody)
  }, INSTALLS_MS)

  test(`takes at most ${MAX_MB} MB with Node and PostgreSQL`, () => {
    const size = megabytes(folders.image)
    console.log(`The image has ${size.toFixed()} MB in addition to Debian.`)
    expect(size).toBeLessThanOrEqual(MAX_MB)
  })

  const checkHealth = (PORT: string) =>
    run('node_modules/.bin/node', ['server/commands/health-check.ts'], {
      cwd: folders.image,
      env: { PORT },
    })

  test('is built from what .dockerignore lets through', () => {
    expect(existsSync(join(folders.dashboard, 'src/main.tsx'))).toBe(true)
    for (const name of ['.git', 'docs', 'e2e', 'dist/index.html', 'server/testing']) {
      expect([name, existsSync(join(folder, 'context', name))]).toEqual([name, false])
    }
    expect(existsSync(join(folders.image, 'server/main.long.ts'))).toBe(false)
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
    const { health, ready, page } = await startAndAsk(command, {
      cwd: folders.image,
      env: { ...environment(data), NODE_ENV: 'production' },
      // It rejects if the check exits with another code than 0.
      ask: async url => void (await checkHealth(new URL(url).port)),
    })
    expect([health, ready]).toEqual([200, 200])
    expect(page).toContain('<div id="root">')
  })

  test('the health check fails if nothing answers', async () => {
    await expect(checkHealth('1')).rejects.toThrow('Command failed')
  })
})
