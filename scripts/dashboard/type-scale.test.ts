import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The type scale of the dashboard (src/theme.css). */
const ALLOWED = {
  'font-size': ['12px', '14px', '20px'],
  'font-weight': ['400', '600'],
  // It would set a size and a weight, too.
  font: ['inherit'],
}

const SRC = join(import.meta.dirname, '../../src')
const SHEETS = globSync('**/*.css', { cwd: SRC })

test('there are style sheets to read', () => {
  expect(SHEETS.length).toBeGreaterThan(50)
})

test.each(Object.entries(ALLOWED))('every %s is one of %j', (property, values) => {
  const others = SHEETS.flatMap(sheet => {
    const text = readFileSync(join(SRC, sheet), 'utf8')
    const declared = text.matchAll(new RegExp(`(?<![\\w-])${property}:\\s*([^;}]+)`, 'g'))
    return [...declared].flatMap(([, value = '']) =>
      values.includes(value.trim()) ? [] : [`${sheet}: ${property}: ${value}`],
    )
  })
  expect(others).toEqual([])
})
