import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const STYLES = '@mantine/core/styles'

function read(file: string): string {
  return readFileSync(join(ROOT, 'src', file), 'utf8')
}

test('a file that uses a part of Mantine loads its style, whichever page was open before', () => {
  const files = globSync('**/*.tsx', { cwd: join(ROOT, 'src') })
  const onEveryPage = read('mantine.css')
  const unstyled = files.flatMap(file => {
    const text = read(file)
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? []
    return names
      .split(',')
      .map(name => `${STYLES}/${name.trim()}.layer.css`)
      .filter(style => existsSync(join(ROOT, 'node_modules', style)))
      .filter(style => !onEveryPage.includes(style) && !text.includes(style))
      .map(style => `${file}: ${style}`)
  })
  expect(unstyled).toEqual([])
})
