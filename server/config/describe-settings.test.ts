import { expect, test } from 'vitest'
import { runCommand } from '../testing/run-redial.ts'
import { describeSettings } from './describe-settings.ts'

const described = (variables: Record<string, string>) =>
  new Map(describeSettings(variables).map(({ name, value, source }) => [name, [value, source]]))

test('each setting has a value and says where it comes from', () => {
  const settings = described({ PORT: '4401', DATA_DIR: '/srv/redial', LOG_FORMAT: ' ' })
  expect(settings.get('PORT')).toEqual(['4401', 'environment'])
  expect(settings.get('RETRY_SCHEDULE')).toEqual(['1m,5m,30m', 'default'])
  expect(settings.get('LOG_FORMAT')).toEqual(['json', 'default'])
  expect(settings.get('POOL_REQUESTS')).toEqual(['10', 'default'])
  expect(settings.get('ALLOWED_HOSTS')).toEqual(['', 'not set'])
  expect(settings.get('METRICS_KEY')).toEqual(['', 'not set'])
  const file = '(hidden), in /srv/redial/session-secret'
  expect(settings.get('SESSION_SECRET')).toEqual([file, 'generated'])
})

test('with DATABASE_URL no key is generated', () => {
  const settings = described({ DATABASE_URL: 'postgres://localhost/redial' })
  expect(settings.get('SESSION_SECRET')).toEqual(['', 'not set'])
  expect(settings.get('TELEPHONY_KEY')).toEqual(['', 'not set'])
})

test('no secret is shown, not even of a malformed address', () => {
  const secret = 'open-sesame-open-sesame-open-sesame'
  const shown = JSON.stringify([
    ...described({
      SESSION_SECRET: secret,
      PREVIOUS_SESSION_SECRETS: `${secret},${secret}`,
      TELEPHONY_KEY: secret,
      PREVIOUS_TELEPHONY_KEY: secret,
      METRICS_KEY: secret,
      PREVIOUS_METRICS_KEY: secret,
      DATABASE_URL: `postgres://redial:${secret}/@x@db/redial?sslpassword=${secret}&sslmode=require`,
      RECEIVER_PROXY: `http://redial:${secret}@proxy:3128`,
      UPSTREAM_URL: `https://${secret}@api.example.com`,
    }),
  ])
  expect(shown).not.toContain('sesame')
  expect(shown).toContain('postgres://(hidden)@db/redial?sslpassword=(hidden)&sslmode=require')
})

test('the command prints all problems at once and ends with 1; without problems with 0', async () => {
  const [wrong, right] = await Promise.all([
    runCommand(['server/commands/config.ts', 'check'], {
      PORT: 'x',
      TIME_ZONE: 'Mars',
      DATADIR: '/x',
    }),
    runCommand(['server/commands/config.ts', 'check'], { PORT: '4401' }),
  ])
  expect(wrong.code).toBe(1)
  expect(wrong.output).toContain('3 problems:\n- DATADIR is not a setting of Redial.')
  expect(wrong.output).toContain('- The setting PORT must be a port')
  expect(wrong.output).toContain('- The setting TIME_ZONE must be a time zone')
  expect(right.code).toBe(0)
  expect(right.output).toMatch(/^PORT +4401 {2}\(environment\)$/m)
  expect(right.output.trimEnd()).toMatch(/No problems\.$/)
})
