import { expect, test, vi } from 'vitest'
import { safeLink } from './shown-values.ts'

test.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'recordings/7.mp3',
  'https://user:secret@recordings.example/7.mp3',
  'https://:secret@recordings.example/7.mp3',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:msgbox(1)',
  'blob:https://recordings.example/1',
  '//recordings.example/7.mp3',
  '',
])('does not link to %s', url => {
  expect(safeLink(url)).toBeNull()
})

test('links to a recording', () => {
  expect(safeLink('https://recordings.example/7.mp3')).toBe('https://recordings.example/7.mp3')
})

test('does not link to Redial’s own host, where its cookie would be sent along', () => {
  vi.stubGlobal('location', { hostname: 'redial.example' })
  expect(safeLink('https://redial.example:8443/7.mp3')).toBeNull()
  expect(safeLink('https://REDIAL.example/7.mp3')).toBeNull()
  expect(safeLink('https://recordings.redial.example/7.mp3')).not.toBeNull()
  vi.unstubAllGlobals()
})
