import { expect, test } from 'vitest'
import { parseTrustProxy, trustNobody } from './trusted-proxies.ts'

const trust = (setting: string) => parseTrustProxy(setting) ?? trustNobody

test('addresses and networks are trusted at any distance', () => {
  const isTrusted = trust('10.0.0.7, 192.168.0.0/16,2001:db8::/32')
  for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '192.168.3.4', '2001:db8::1']) {
    expect(isTrusted(address, 0)).toBe(true)
    expect(isTrusted(address, 3)).toBe(true)
  }
  for (const address of ['10.0.0.8', '127.0.0.1', '2001:db9::1', 'unknown', '']) {
    expect(isTrusted(address, 0)).toBe(false)
  }
})

test('a number trusts that many proxies, and nobody behind them', () => {
  const isTrusted = trust('2')
  expect([0, 1, 2].map(hop => isTrusted('203.0.113.7', hop))).toEqual([true, true, false])
})

test('without the setting nobody is trusted', () => {
  expect(trustNobody('127.0.0.1', 0)).toBe(false)
})

test.each([
  '0',
  '10',
  'true',
  'proxy.example.com',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '10.0.0.0/8/8',
  '10.0.0',
  ',',
])('%s is not a valid setting', setting => {
  expect(parseTrustProxy(setting)).toBeNull()
})
