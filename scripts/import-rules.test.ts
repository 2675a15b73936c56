import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderOfTest } from '../server/testing/test-folder.ts'

const Report = z.object({ summary: z.object({ totalCruised: z.int() }) })
const LintReport = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), location: z.object({ path: z.string() }) }),
  ),
})

test('the import rules check files that are really parsed', () => {
  // Without a TypeScript parser, dependency-cruiser reads no files and finds no problems.
  const report = execFileSync(
    'node_modules/.bin/depcruise',
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract'],
    { encoding: 'utf8' },
  )
  expect(Report.parse(JSON.parse(report)).summary.totalCruised).toBeGreaterThan(10)
})

test('plain zod is refused in contract and src, also for types, and nowhere else', () => {
  const folder = folderOfTest()
  for (const file of ['biome.json', '.gitignore']) copyFileSync(file, join(folder, file))
  const plain = "import { z } from 'zod'\n\nexport const A = z.string()\n"
  const files = {
    'contract/plain.ts': plain,
    'server/plain.ts': plain,
    'src/api/mini.ts': "import * as z from 'zod/mini'\n\nexport const A = z.string()\n",
    'src/api/type.ts': "import type { z } from 'zod'\n\nexport type A = z.ZodType\n",
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), ['lint', '--reporter=json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = LintReport.parse(JSON.parse(stdout))
  expect(diagnostics.map(({ category, location }) => [category, location.path]).toSorted()).toEqual(
    ['contract/plain.ts', 'src/api/type.ts'].map(path => ['lint/style/noRestrictedImports', path]),
  )
})
