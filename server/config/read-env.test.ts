import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ExplainedError } from '../database/explained-error.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { readEnv } from './read-env.ts'

test('without settings, Redial runs the embedded service on loopback', () => {
  expect(readEnv({ PATH: '/usr/bin', HOME: '/root', PORT: '' })).toEqual({
    DEMO: 'on',
    ROLE: 'all',
    HOST: '127.0.0.1',
    PORT: 4400,
    DATA_DIR: './data',
    PREVIOUS_SESSION_SECRETS: [],
    ACTIVITY_RETENTION: 365,
    COPY_RETENTION: 35,
    ANSWER_RETENTION: 90,
    CALL_RETENTION: 730,
    DELIVERY_RETENTION: 365,
    FAILED_EVENT_RETENTION: 365,
    REPLAY_RETENTION: 365,
    ALLOWED_HOSTS: [],
    ATTEMPTS_IN_FLIGHT: 2_000,
    LOG_FORMAT: 'json',
    NOTICE_INTERVAL: 120_000,
    PAGE_SIZE_LIMIT: 100,
    POOL_ATTEMPTS: 6,
    POOL_JOB_QUEUE: 4,
    POOL_LONG_WORK: 4,
    POOL_REQUESTS: 10,
    RECEIVER_CONCURRENCY: 20,
    RECEIVER_EXCEPTIONS: [],
    WEBHOOK_TRACEPARENT: 'off',
    RETRY_SCHEDULE: [60_000, 300_000, 1_800_000],
    TIME_ZONE: 'Africa/Johannesburg',
    LOG_LEVEL: 'warn',
  })
})

test('trailing slashes of addresses are removed', () => {
  const env = readEnv({
    PUBLIC_URL: 'https://redial.example.com/',
    UPSTREAM_URL: 'https://api.example.com/tracking/',
  })
  expect(env.PUBLIC_URL).toBe('https://redial.example.com')
  expect(env.UPSTREAM_URL).toBe('https://api.example.com/tracking')
})

test.each([
  [' https://api.example.com ', 'https://api.example.com'],
  ['HTTPS://API.Example.com:443//', 'https://api.example.com'],
  ['http://[::1]:8000/a%20b/', 'http://[::1]:8000/a%20b'],
  ['http://10.0.0.7', 'http://10.0.0.7'],
  ['https://api.example.com/v10x/tracking', 'https://api.example.com/v10x/tracking'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
])('the service %s is stored as %s', (given, url) => {
  expect(readEnv({ UPSTREAM_URL: given }).UPSTREAM_URL).toBe(url)
})

test.each([
  { UPSTREAM_URL: 'http://localhost:4400' },
  { UPSTREAM_URL: 'http://127.0.0.1:4401/x', PORT: '4401' },
  { UPSTREAM_URL: 'http://[::1]', PORT: '80' },
  { UPSTREAM_URL: 'http://10.0.0.7:4400', HOST: '10.0.0.7' },
  { UPSTREAM_URL: 'https://redial.example.com/', PUBLIC_URL: 'https://redial.example.com' },
])('Redial cannot be put in front of itself: %o', variables => {
  expect(() => readEnv(variables)).toThrow('UPSTREAM_URL must be the address of another service')
})

test('a service on another port of this machine is a different service', () => {
  expect(readEnv({ UPSTREAM_URL: 'http://localhost:8000' }).UPSTREAM_URL).toBe(
    'http://localhost:8000',
  )
})

test.each<[string, string, unknown]>([
  ['RETRY_SCHEDULE', '90s, 2m,1h', [90_000, 120_000, 3_600_000]],
  ['RECEIVER_EXCEPTIONS', '10.0.0.0/8:443, [FD00::/8]:8443', ['10.0.0.0/8:443', '[fd00::/8]:8443']],
  ['RECEIVER_EXCEPTIONS', 'Localhost:8443, [::1]:443', ['localhost:8443', '[::1]:443']],
  [
    'RECEIVER_PROXY',
    'http://me:p%40ss@proxy.internal:3128',
    'http://me:p%40ss@proxy.internal:3128/',
  ],
  ['TRUST_PROXY', ' 2 ', expect.any(Function)],
  ['TRUST_PROXY', '10.0.0.7, fd00::/8', expect.any(Function)],
  ['ALLOWED_HOSTS', 'Redial, bücher.example,', ['redial', 'xn--bcher-kva.example']],
])('%s=%s is parsed', (name, value, parsed) => {
  expect(readEnv({ [name]: value })).toHaveProperty(name, parsed)
})

test('a role other than all needs a shared database, and a worker needs no session secret', () => {
  for (const ROLE of ['web', 'worker']) {
    expect(() => readEnv({ ROLE })).toThrow(`ROLE=${ROLE} needs DATABASE_URL`)
  }
  const DATABASE_URL = 'postgres://localhost/x'
  expect(() => readEnv({ ROLE: 'web', DATABASE_URL })).toThrow('SESSION_SECRET must be given')
  expect(readEnv({ ROLE: 'worker', DATABASE_URL })).toMatchObject({ ROLE: 'worker', DATABASE_URL })
})

test.each([
  ['ROLE', 'both', 'ROLE must be all, web or worker'],
  ['PORT', '44o0', 'PORT must be a port'],
  ['PORT', '70000', 'PORT must be a port'],
  ['PUBLIC_URL', 'redial.example.com', 'PUBLIC_URL must be the http or https address'],
  ['PUBLIC_URL', 'https://example.com/redial', 'PUBLIC_URL must have no path'],
  ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must be the address of a PostgreSQL'],
  ['DATABASE_URL', 'postgres://localhost/x', 'SESSION_SECRET must be given too'],
  ['UPSTREAM_URL', 'ftp://example.com', 'UPSTREAM_URL must be the http or https address'],
  ['UPSTREAM_URL', 'https://me:pass@example.com', 'UPSTREAM_URL must not hold a user name'],
  ['UPSTREAM_URL', 'https://:pass@example.com', 'UPSTREAM_URL must not hold a user name'],
  ['UPSTREAM_URL', 'https://token@example.com', 'UPSTREAM_URL must not hold a user name'],
  ['UPSTREAM_URL', 'api.example.com', 'UPSTREAM_URL must be the http or https address'],
  ['UPSTREAM_URL', 'https:/api', 'UPSTREAM_URL must be the http or https address'],
  ['UPSTREAM_URL', 'https://', 'UPSTREAM_URL must be the http or https address'],
  ['UPSTREAM_URL', 'https://api.example.com:99999', 'UPSTREAM_URL must be the http or https'],
  ['UPSTREAM_URL', 'https://[::1', 'UPSTREAM_URL must be the http or https address'],
  ['UPSTREAM_URL', 'https://api.example.com/#x', 'UPSTREAM_URL must have no query and no #'],
  ['UPSTREAM_URL', 'https://api.example.com/v1', 'UPSTREAM_URL must be the address before /v1'],
  ['UPSTREAM_URL', 'https://x.example/a/v2//', 'UPSTREAM_URL must be the address before /v1'],
  ['SESSION_SECRET', 'short', 'SESSION_SECRET must have 32 characters'],
  ['TELEPHONY_KEY', 'short', 'TELEPHONY_KEY must have 32 characters'],
  ['TELEPHONY_KEY', `${'k'.repeat(32)} x`, 'TELEPHONY_KEY must be printable ASCII'],
  ['TELEPHONY_KEY', 'é'.repeat(32), 'must be printable ASCII'],
  ['METRICS_KEY', 'short', 'METRICS_KEY must have 32 characters'],
  ['METRICS_KEY', `${'k'.repeat(32)} x`, 'METRICS_KEY must be printable ASCII'],
  ['RETRY_SCHEDULE', '1,5,30', 'RETRY_SCHEDULE must be delays'],
  ['RETRY_SCHEDULE', '0m', 'RETRY_SCHEDULE must be delays'],
  ['FIELD_MAP', '/nowhere.json', 'FIELD_MAP must name a file that exists'],
  ['FIELD_MAP', 'package.json', 'a JSON file with the fields of a service'],
  ['FIELD_MAP', 'README.md', 'a JSON file with the fields of a service'],
  ['RECEIVER_CA_FILE', '/nowhere.pem', 'RECEIVER_CA_FILE must name a file that exists'],
  ['RECEIVER_CA_FILE', 'package.json', 'certificates in PEM form'],
  ['RECEIVER_CA_FILE', 'server', 'certificates in PEM form'],
  // The file says BEGIN CERTIFICATE but has no certificate.
  ['RECEIVER_CA_FILE', 'server/config/read-env.test.ts', 'certificates in PEM form'],
  ['UPSTREAM_URL', 'https://api.example.com/?key=1', 'UPSTREAM_URL must have no query'],
  ['RECEIVER_EXCEPTIONS', 'localhost', 'RECEIVER_EXCEPTIONS must be host:port pairs'],
  ['RECEIVER_EXCEPTIONS', '10.0.0.0/8', 'RECEIVER_EXCEPTIONS must be host:port pairs'],
  ['RECEIVER_EXCEPTIONS', '10.0.0.0/33:443', 'RECEIVER_EXCEPTIONS must be host:port pairs'],
  ['RECEIVER_EXCEPTIONS', '10.0.0.256/8:443', 'RECEIVER_EXCEPTIONS must be host:port pairs'],
  ['RECEIVER_EXCEPTIONS', 'fd00::/8:443', 'RECEIVER_EXCEPTIONS must be host:port pairs'],
  ['RECEIVER_EXCEPTIONS', '[fd00::/129]:443', 'RECEIVER_EXCEPTIONS must be host:port pairs'],
  ['RECEIVER_EXCEPTIONS', '10.0.0.0/8:70000', 'RECEIVER_EXCEPTIONS must be host:port pairs'],
  ['RECEIVER_PROXY', 'proxy:3128', 'RECEIVER_PROXY must be the http or https address'],
  ['RECEIVER_PROXY', 'socks5://proxy:1080', 'RECEIVER_PROXY must be the http or https address'],
  ['RECEIVER_PROXY', 'http://proxy:3128/path', 'RECEIVER_PROXY must have no path'],
  ['RECEIVER_PROXY', 'http://proxy:3128/?a=b', 'RECEIVER_PROXY must have no query'],
  ['RECEIVER_PROXY', 'http://me:50%@proxy:3128', 'percent-encoded (% as %25)'],
  ['ACTIVITY_RETENTION', '0', 'ACTIVITY_RETENTION must be a whole number of days'],
  ['ACTIVITY_RETENTION', '1y', 'ACTIVITY_RETENTION must be a whole number of days'],
  [
    'CALL_RETENTION',
    'forever',
    'CALL_RETENTION must be a whole number of days, from 1 to 99999, or never',
  ],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be the addresses or networks of proxies'],
  ['ALLOWED_HOSTS', 'https://redial.example.com', 'ALLOWED_HOSTS must be names'],
  ['ALLOWED_HOSTS', 'redial:4400', 'ALLOWED_HOSTS must be names'],
  ['ALLOWED_HOSTS', '*', 'ALLOWED_HOSTS must be names'],
  ['TIME_ZONE', 'Johannesburg', 'TIME_ZONE must be a time zone'],
  ['TIME_ZONE', '+02:00', 'TIME_ZONE must be a time zone'],
  ['POOL_REQUESTS', '1', 'POOL_REQUESTS must be a whole number from 2 to 200'],
  ['POOL_ATTEMPTS', '6.5', 'POOL_ATTEMPTS must be a whole number from 3 to 200'],
  ['POOL_LONG_WORK', '-4', 'POOL_LONG_WORK must be a whole number from 2 to 200'],
  ['POOL_JOB_QUEUE', 'many', 'POOL_JOB_QUEUE must be a whole number from 2 to 200'],
  ['POOL_REQUESTS', '19', 'may have 32 connections together to the embedded PostgreSQL, not 33'],
  ['ATTEMPTS_IN_FLIGHT', '9', 'ATTEMPTS_IN_FLIGHT must be a whole number from 10 to 20000'],
  ['RECEIVER_CONCURRENCY', '0', 'RECEIVER_CONCURRENCY must be a whole number from 1 to 100'],
  ['PAGE_SIZE_LIMIT', '101', 'PAGE_SIZE_LIMIT must be a whole number from 20 to 100'],
  ['LOG_FORMAT', 'xml', 'LOG_FORMAT must be json or pretty'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be the http or https address of an'],
  ['WEBHOOK_TRACEPARENT', 'yes', 'WEBHOOK_TRACEPARENT must be on or off'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal'],
  ['DATABSE_URL', 'postgres://localhost/x', 'Did you mean DATABASE_URL?'],
  ['TIMEZONE', 'UTC', 'Did you mean TIME_ZONE?'],
  ['REDIAL_PORT', '1', 'REDIAL_PORT is not a setting'],
])('an invalid setting stops the start with one sentence: %s=%s', (name, value, expected) => {
  expect(() => readEnv({ [name]: value })).toThrow(ExplainedError)
  expect(() => readEnv({ [name]: value })).toThrow(expected)
})

test('the FIELD_MAP of docs/operations.md can be read', () => {
  const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n(\{\n {2}"call_events_fail".*?)```/s.exec(operations) ?? []
  const file = join(folderOfTest(), 'fields.json')
  writeFileSync(file, example)
  expect(
    readEnv({ FIELD_MAP: file, UPSTREAM_URL: 'https://api.example.com' }).FIELD_MAP,
  ).toMatchObject({
    call_events_fail: { item: { id: 'pk' }, day_first: null },
  })
})
