import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { inspectEnv } from '../../server/config/read-env.ts'
import { blocksOf } from '../../server/testing/documented-code.ts'
import { hasTool } from '../../server/testing/requirements.ts'
import { runDocumented } from '../../server/testing/run-documented.ts'
import { openTestDatabase } from '../../server/testing/test-database.ts'
import { folderOfTest } from '../../server/testing/test-folder.ts'

/*
 * No container engine runs our tests. Docker's and Kubernetes' own clients still check the commands of the
 * guide before they find no server; deployment-files.test.ts checks the files that the commands name.
 */
const NO_SERVER = { DOCKER_HOST: 'unix:///nonexistent', KUBECONFIG: '/dev/null' }
/** Optional, because its package also installs and starts a daemon. */
const hasDocker = spawnSync('docker', ['version']).error === undefined
const hasKubectl = hasTool('kubectl', 'version')

const commands = blocksOf('docs/operations.md', 'In containers').join('').trim().split('\n')
const compose = commands.filter(command => command.startsWith('docker compose '))

/** What a command says that finds no server. */
async function refusalOf(command: string): Promise<string> {
  const [file = '', ...words] = command.split(' ')
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', ...NO_SERVER }
  const failed = await promisify(execFile)(file, words, { env }).catch((error: unknown) => error)
  return failed instanceof Error ? failed.message : 'It did not fail.'
}

test.skipIf(!hasDocker)('docker accepts the commands that build and run', async () => {
  const docker = commands.filter(command => !compose.includes(command))
  expect(docker).toHaveLength(2)
  for (const command of docker) {
    expect(await refusalOf(command)).toContain('Cannot connect to the Docker daemon')
  }
})

test.skipIf(!hasKubectl)('kubectl accepts the command that applies', async () => {
  const command = 'kubectl apply --filename deploy/kubernetes/redial.yaml'
  expect(await refusalOf(command)).toMatch(/connection refused|Unable to connect/)
})

test('what a command runs in a container of compose is a command of Redial', async () => {
  expect(compose[0]).toBe('docker compose up --detach --build')
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const [, inside = ''] = compose[1]?.split('docker compose exec web ') ?? []
  const [token] = await runDocumented([inside], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, SESSION_SECRET: 'k'.repeat(64) },
  })
  expect(token).toMatch(/^[0-9a-f]{40}\n$/)
})

/** A command in the comment at the beginning of a file. */
function commandIn(file: string, begin: string): string {
  const comment = readFileSync(file, 'utf8').match(/^#.*$/gm) ?? []
  const lines = comment.map(line => line.slice(1).trim())
  const first = lines.findIndex(line => line.startsWith(begin))
  const last = lines.findIndex((line, index) => index >= first && !line.endsWith('\\'))
  return lines.slice(first, last + 1).join('\n')
}

const hasOpenssl = hasTool('openssl', 'version')

test.skipIf(!hasOpenssl)('the first lines of compose.yaml create the keys', async () => {
  const folder = folderOfTest()
  await runDocumented([commandIn('compose.yaml', 'printf')], { cwd: folder })
  const lines = readFileSync(join(folder, '.env'), 'utf8').trim().split('\n')
  const { POSTGRES_PASSWORD, ...keys } = Object.fromEntries(lines.map(line => line.split('=')))
  expect(POSTGRES_PASSWORD).toMatch(/^[0-9a-f]{64}$/)
  const environment = { DATABASE_URL: 'postgres://redial@database/redial', ...keys }
  expect(inspectEnv(environment).problems).toEqual([])
  expect(Object.keys(keys)).toEqual(['SESSION_SECRET', 'TELEPHONY_KEY', 'METRICS_KEY'])
})

test.skipIf(!hasOpenssl || !hasKubectl)(
  'the first lines of the manifests create the Secret',
  async () => {
    const command = commandIn('deploy/kubernetes/redial.yaml', 'kubectl create secret')
    const [yaml] = await runDocumented([`${command} --dry-run=client --output=yaml`], {
      env: { PATH: process.env.PATH, ...NO_SERVER },
    })
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'TELEPHONY_KEY', 'METRICS_KEY']) {
      expect(yaml).toMatch(new RegExp(`^  ${name}: \\w{40,}`, 'm'))
    }
  },
)
