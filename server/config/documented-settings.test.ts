import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSettings } from './describe-settings.ts'

const page = readFileSync('docs/configuration.md', 'utf8')

/** The settings in the page's tables, with the default of each. */
const documented = new Map(
  [...page.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| .*\|$/gm)].map(([, name = '', standard = '']) => [
    name,
    standard,
  ]),
)

test('the configuration page has every setting once, and no other', () => {
  const names = describeSettings({}).map(({ name }) => name)
  expect([...documented.keys()].toSorted()).toEqual(names.toSorted())
  expect(page.match(/^\| `[A-Z_]+` \|[^|]*\|[^|]*\|$/gm)).toHaveLength(names.length)
})

test('the defaults of the configuration page are those of the code', () => {
  for (const { name, value, source } of describeSettings({})) {
    if (source === 'default') expect([name, documented.get(name)]).toEqual([name, `\`${value}\``])
    else if (source === 'generated') expect(documented.get(name)).toContain('`DATA_DIR`')
    else expect([name, documented.get(name)]).not.toEqual([name, expect.stringContaining('`')])
  }
})
