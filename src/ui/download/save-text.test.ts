import { expect, test } from 'vitest'
import { safeFileName } from './save-text.ts'

test.each([
  ['failed call 1042', 'failed-call-1042.json'],
  ['failed call ../../etc/passwd', 'failed-call-..-..-etc-passwd.json'],
  ['.hidden', 'hidden.json'],
  ['Müller & Söhne', 'Müller-Söhne.json'],
  ['???', 'file.json'],
  ['x'.repeat(300), `${'x'.repeat(100)}.json`],
])('%s is saved as %s', (name, file) => {
  expect(safeFileName(name, 'json')).toBe(file)
})
