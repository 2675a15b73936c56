import { readFileSync } from 'node:fs'
import { loadConfigFromFile } from 'vite'
import { expect, it } from 'vitest'

/** Each browser with its version, as the table of the documentation has them. */
const documented = Array.from(
  readFileSync('docs/browsers.md', 'utf8').matchAll(/^\| (\w+) \| (\d+) \|/gm),
  ([, name = '', version = '']) => `${name.toLowerCase()}${version}`,
)

it('the build is made for the browsers that the documentation names', async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' })
  expect(documented).toHaveLength(4)
  expect(loaded?.config.build?.target).toEqual(documented)
})
