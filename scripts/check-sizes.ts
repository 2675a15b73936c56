import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/*
 * A folder that fits on one screen and files of one to three screens can be navigated by their names.
 * Very small modules are also limited: they make a reader open more files than they explain.
 */
const MAX_FILES_OF_FOLDER = 30
const MAX_LINES = 250
const SMALL_LINES = 15
const MAX_PERCENT_SMALL = 5

const GENERATED = new Set(['src/routeTree.gen.ts'])

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(file => existsSync(file))
const lines = new Map(
  files
    .filter(file => /\.(ts|tsx|cjs|css)$/.test(file) && !GENERATED.has(file))
    .map(file => [file, readFileSync(file, 'utf8').split('\n').length - 1]),
)
// Each migration is a file, even if it changes little.
const modules = [...lines].filter(
  ([file]) => /\.tsx?$/.test(file) && !file.includes('/migrations/'),
)
const small = modules.filter(([, count]) => count < SMALL_LINES)
const percentSmall = (100 * small.length) / modules.length

const problems = [
  ...[...Map.groupBy(lines.keys(), file => dirname(file))]
    .filter(([, inFolder]) => inFolder.length > MAX_FILES_OF_FOLDER)
    .map(
      ([folder, { length }]) => `${folder} has ${length} files, more than ${MAX_FILES_OF_FOLDER}`,
    ),
  ...[...lines]
    .filter(([, count]) => count > MAX_LINES)
    .map(([file, count]) => `${file} has ${count} lines, more than ${MAX_LINES}`),
  ...(percentSmall > MAX_PERCENT_SMALL
    ? [
        `${percentSmall.toFixed(1)} % of the modules have fewer than ${SMALL_LINES} lines, more than ` +
          `${MAX_PERCENT_SMALL} %. Merge some into the modules that use them:`,
        ...small.map(([file]) => `  ${file}`),
      ]
    : []),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
