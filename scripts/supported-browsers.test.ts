import { readFileSync } from 'node:fs'
import { loadConfigFromFile } from 'vite'
import { expect, it } from 'vitest'

/** Each browser with its version in the table of the documentation. */
const documented = Array.from(
  readFileSync('docs/browsers.md', 'utf8').matchAll(/^\| (\w+) \| (\d+) \|/gm),
  ([, name = '', version = '']) => `${name.toLowerCase()}${version}`,
)

it('the build supports the browsers in the documentation', async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' })
  expect(documented).toHaveLength(4)
  expect(loaded?.config.build?.target).toEqual(documented)
})
