import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboard } from './dashboard.ts'

let app: FastifyInstance
let url: string
const folder = mkdtempSync(join(tmpdir(), 'redial-dashboard-'))
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Redial</title>')
  app = fastify()
  await dashboard(app, { folder })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const open = (path: string) => fetch(`${url}${path}`, { headers: { accept: 'text/html' } })

test.each([
  '/',
  '/failed-calls?event=1.5&page=2',
  '/replays/0b7c2f0e-6a4e-4a52-9d9c-1d1f0e3d5c11',
  '/nowhere/',
])('%s is the page, which knows what to show', async path => {
  const answered = await open(path)
  expect([answered.status, answered.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
})

test.each([
  '/blocklist.bak',
  '/blocklist~',
  '/.git/config',
  '/backup.tar.gz',
  '/assets/nowhere.js',
])('%s is a file that is not there', async path => {
  const answered = await open(path)
  expect([answered.status, await answered.json()]).toEqual([404, { detail: 'Not found.' }])
})
