import { expect, test } from 'vitest'
import { matchesSetting } from './settings-page.tsx'

const SETTING = { tracking_number: '27215550100', url: 'https://hooks.Acme.example/calls' }

test.each([
  '',
  'acme',
  '/calls',
  '27215550100',
  '+27 21 555 0100',
  '0027 21 555',
  '+27 (0)21 555-0100',
  '021 555 0100',
  '(021) 555',
  '0100',
])('it is found by “%s”', find => {
  expect(matchesSetting(SETTING, find)).toBe(true)
})

test.each(['bela', '022 555', '+28', '0215550101'])('it is not found by “%s”', find => {
  expect(matchesSetting(SETTING, find)).toBe(false)
})
