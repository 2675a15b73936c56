import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../src/theme.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css.split(':root[data-mantine-color-scheme="dark"]')

// WCAG 1.4.11: what carries meaning has a contrast of 3 to 1.
describe.each([
  ['light', light],
  ['dark', dark],
])('in %s colours', (_, rules) => {
  test.each(['accent', 'chart-recovered', 'chart-unknown'])('bars in %s can be seen', name => {
    expect(contrast(token(rules, name), token(rules, 'surface'))).toBeGreaterThanOrEqual(3)
  })
})

function token(rules: string, name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(rules)?.[1]
  if (value === undefined) throw new Error(`theme.css has no colour ${name}`)
  return value
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
