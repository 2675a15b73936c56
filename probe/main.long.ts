// Long: the probe runs as a process against real services.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runCommand } from '../server/testing/run-redial.ts'
import { command } from './command.ts'
import {
  COMPANY,
  type ForeignService,
  startForeignService,
  TOKEN,
} from './testing/foreign-service.ts'

/** Runs the command in this process without pauses, and returns its output and messages. */
async function run(words: string[], token = TOKEN) {
  let output = ''
  const print = (text: string) => {
    output += `${text}\n`
  }
  const options = { print, tell: print, wait: async () => {} }
  return { code: await command(words, { API_TOKEN: token }, options), output }
}

const runProcess = (words: string[], token = TOKEN) =>
  runCommand(['probe/main.ts', ...words], { API_TOKEN: token })

const Printed = z.strictObject({
  service: z.url(),
  findings: z.array(
    z.strictObject({
      check: z.string(),
      path: z.string().nullable(),
      verdict: z.enum(['holds', 'differs', 'fails', 'unseen']),
      asks: z.string(),
      service: z.string().nullable(),
      redial: z.string().nullable(),
    }),
  ),
  counts: z.object({ holds: z.int(), differs: z.int(), fails: z.int(), unseen: z.int() }),
  requests: z.int(),
  most_requests: z.literal(100),
  stopped: z.null(),
})

describe('against somebody else’s service', () => {
  let service: ForeignService
  beforeEach(async () => {
    service = await startForeignService()
  })
  afterEach(() => service.close())

  test('prints JSON, without the token or a whole number', async () => {
    service.except(({ url }, response) => {
      if (!url?.startsWith('/v2/company/')) return false
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ detail: `${TOKEN} \u001b[2J 27821230001` }))
      return true
    })
    const { code, output } = await run([service.url, '--json'])
    expect(code).toBe(0)
    const json = output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1)
    expect(Printed.parse(JSON.parse(json)).counts).toMatchObject({ fails: 0 })
    expect(output).toContain('[token]')
    expect(output).not.toContain(TOKEN)
    expect(output).not.toContain('\u001b')
    expect(output).not.toContain('27821230001')
  })

  test('exits with 1 if a check fails, and names it', async () => {
    service.except(({ url }, response) => {
      if (!url?.startsWith('/v1/transcription_events_fail/')) return false
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
      return true
    })
    const { code, output } = await run([service.url])
    expect(code).toBe(1)
    expect(output).toMatch(
      /FAILS +Failed events are listed .*\n +Service: 404 with a body that is not JSON/,
    )
    expect(output).toContain('see FAILS above')
  })

  test.each([
    ['no address', [], TOKEN, 'Which service?'],
    ['no token', ['https://api.example.com'], '', 'API_TOKEN'],
    ['a token that is none', ['https://api.example.com'], 'a b', 'API_TOKEN'],
    ['another scheme', ['ftp://example.com'], TOKEN, 'must be http or https'],
    ['a path of the interface', ['https://example.com/api/v1/'], TOKEN, 'without them'],
    ['a password', ['https://me:secret@example.com'], TOKEN, 'must hold no user name'],
    ['half a block', ['http://127.0.0.1:1', '--block=27821230001'], TOKEN, 'give all of'],
    [
      'a block of empty options',
      [
        'http://127.0.0.1:1',
        ...['block', 'context', 'reference', 'name'].map(name => `--${name}=`),
      ],
      TOKEN,
      'give all of',
    ],
    [
      'a token as an option',
      ['http://127.0.0.1:1', '--token', 'abc'],
      TOKEN,
      'The token belongs in the environment variable API_TOKEN: others on this machine can read arguments.',
    ],
    ['too many days', ['http://127.0.0.1:1', '--days=1000'], TOKEN, '--days must be'],
    ['an unknown option', ['http://127.0.0.1:1', '--fly'], TOKEN, "options can't be used"],
  ])('exits with 2 for %s', async (_, words, token, sentence) => {
    const { code, output } = await run(words, token)
    expect(code).toBe(2)
    expect(output).toContain(sentence)
    expect(output).not.toContain('secret')
  })

  test.each([[[TOKEN]], [['--token', TOKEN]], [[`--token=${TOKEN}`]], [[`--tokens=${TOKEN}`]]])(
    'takes no token as an argument, and never repeats it (%#)',
    async words => {
      const { code, output } = await run([service.url, ...words], '')
      expect(code).toBe(2)
      expect(output).toContain('API_TOKEN')
      expect(output).not.toContain(TOKEN)
      expect(service.requests).toEqual([])
    },
  )

  test('exits with 2 if nothing answers, and says so', async () => {
    const { code, output } = await runProcess(['http://127.0.0.1:1'])
    expect(code).toBe(2)
    expect(output).toContain('cannot be reached: no answer (ECONNREFUSED)')
  })

  test('says how it is used', async () => {
    const { code, output } = await runProcess(['--help'], '')
    expect(code).toBe(0)
    expect(output).toContain('API_TOKEN=… npm run probe -- URL')
  })

  test('unblocks its number if it is stopped by Ctrl+C, even twice', async () => {
    const words = ['--block=27821230099', '--context=company', '--reference=ACME']
    const child = spawn(
      process.execPath,
      [
        fileURLToPath(import.meta.resolve('./testing/probe-process.ts')),
        service.url,
        ...words,
        `--name=${COMPANY.name}`,
      ],
      { env: { PATH: process.env.PATH, API_TOKEN: TOKEN } },
    )
    service.except(() => {
      if (!service.blocked.has('27821230099')) return false
      child.kill('SIGINT')
      return false
    })
    await once(child, 'close')
    expect(child.exitCode).toBe(2)
    expect([...service.blocked]).toEqual(['27821230000'])
  })
})
