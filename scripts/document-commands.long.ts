// Long: runs the help of every documented command.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/operations.md',
  'docs/backup.md',
  'docs/upgrading.md',
]

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** npm's own commands that documents name. */
const OF_NPM = new Set(['ci', 'install', 'pack'])

/** Scripts whose words after -- are names of tests or files, so that they have no help. */
const WITHOUT_HELP = new Set(['test:unit', 'test:browser', 'bench'])

type Command = { document: string; script: string; words: string[] }

/** Each command of npm in a document, in code or in a block. */
function commandsOf(document: string): Command[] {
  const text = readFileSync(document, 'utf8').replaceAll('\\\n', ' ')
  const code = [...text.matchAll(/```\w*\n(.*?)```|`([^`\n]+)`/gs)]
    .map(([, block, span]) => block ?? span ?? '')
    .flatMap(part => part.split(/\n|&&/))
  return code.flatMap(line => {
    const [, script, rest] = /\bnpm (?:run )?([a-z:]+)(.*)/.exec(line) ?? []
    if (script === undefined) return []
    const [, after = ''] = rest?.split(' -- ') ?? []
    return [{ document, script, words: after.trim().split(/\s+/).filter(Boolean) }]
  })
}

const commands = DOCUMENTS.flatMap(commandsOf)

test.each(DOCUMENTS)('each npm script that %s names exists', document => {
  const named = commands.filter(command => command.document === document)
  expect(named.length).toBeGreaterThan(0)
  const missing = named.filter(({ script }) => !(script in scripts) && !OF_NPM.has(script))
  expect(missing).toEqual([])
})

test('the version of the job queue is the one that the guide for going back names', () => {
  const { version, pgboss } = z
    .object({ version: z.string(), pgboss: z.object({ schema: z.int() }) })
    .parse(JSON.parse(readFileSync('node_modules/pg-boss/package.json', 'utf8')))
  const guide = readFileSync('docs/upgrading.md', 'utf8').replaceAll(/\s+/g, ' ')
  expect(guide).toContain(`pg-boss ${version} with version ${pgboss.schema}`)
})

const withWords = Map.groupBy(
  commands.filter(({ script, words }) => words.length > 0 && !WITHOUT_HELP.has(script)),
  ({ script }) => script,
)

test('the documents give commands to at least these scripts', () => {
  expect([...withWords.keys()].toSorted()).toEqual(
    expect.arrayContaining(['backup', 'config', 'demo', 'migrate', 'probe', 'sessions', 'token']),
  )
})

test.each([...withWords])(
  'the help of %s has each command and option of the documents',
  async (script, named) => {
    const file = /^node (\S+)$/.exec(scripts[script] ?? '')?.[1] ?? ''
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [file, '--no-such-option'],
      {
        env: { PATH: process.env.PATH },
      },
    ).catch((error: unknown) => z.object({ stdout: z.string(), stderr: z.string() }).parse(error))
    const help = stdout + stderr
    expect(help).toContain(`npm run ${script} --`)
    const options = named.flatMap(({ words }) => words.filter(word => word.startsWith('--')))
    const first = named.flatMap(({ words: [word = ''] }) => (/^[a-z-]+$/.test(word) ? [word] : []))
    for (const word of new Set([...options, ...first])) expect(help).toContain(word)
  },
  120_000,
)

test('each benchmark that a document names exists', async () => {
  const texts = DOCUMENTS.map(document => readFileSync(document, 'utf8')).join('\n')
  const named = [...texts.matchAll(/npm run bench ([a-z][a-z- ]*)`/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(named).toEqual(expect.arrayContaining(['deliveries', 'first-page', 'next-page']))
  const options = { env: { PATH: process.env.PATH } }
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['bench/main.ts', 'no-such-benchmark'],
    options,
  ).catch((error: unknown) => z.object({ stderr: z.string() }).parse(error))
  for (const name of new Set(named)) expect(stderr).toMatch(new RegExp(`\\b${name}\\b`))
})
