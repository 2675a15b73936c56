import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { removeShortFolder, whereToListen } from './postgres-server.ts'

const folder = testFolder()
const tooLong = join(folder, 'l'.repeat(120))
const account = { otherUser: null, prefix: [], ids: {}, owner: null, binaries: '/' }

afterEach(() => vi.unstubAllEnvs())

test('the socket is next to the data if its path fits', async () => {
  expect(await whereToListen(folder, folder, account)).toEqual({ host: folder, port: 5432 })
  await removeShortFolder(folder)
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['missing', join(folder, 'missing')],
  ['too long itself', tooLong],
  ['relative', 'relative'],
])('the socket is below /tmp where the temporary folder is %s', async (_, temporary) => {
  mkdirSync(tooLong, { recursive: true })
  vi.stubEnv('TMPDIR', temporary)
  const { host } = await whereToListen(folder, tooLong, account)
  expect(dirname(host)).toBe('/tmp')
  expect(statSync(host).mode & 0o777).toBe(0o700)
  await removeShortFolder(folder)
  expect(existsSync(host)).toBe(false)
  expect(readdirSync(tooLong)).toEqual([])
})
