import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A folder with more does not fit on one screen. */
const MAX_FILES_OF_FOLDER = 30

/*
 * Tests wait for an event, a state or a message, never for a fixed time, because no time is long
 * enough on a busy machine. Helpers in testing/ folders may poll, and may behave like a slow machine.
 */
const TEST = /^((contract|server|probe|src|scripts|bench)\/.*\.(test|long)\.tsx?|e2e\/.*\.ts)$/
/** Its subject is real time: seconds without a database or an answer. */
const ABOUT_REAL_TIME = 'server/faults/faults.long.ts'
const WAITING = /\b(sleep|setTimeout|setInterval|waitForTimeout)\(|timers\/promises/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(file => existsSync(file))

const sources = files.filter(file => /\.(ts|tsx|cjs|css)$/.test(file))
const problems = [...Map.groupBy(sources, file => dirname(file))]
  .filter(([, inFolder]) => inFolder.length > MAX_FILES_OF_FOLDER)
  .map(([folder, { length }]) => `${folder} has ${length} files, more than ${MAX_FILES_OF_FOLDER}`)

for (const file of files.filter(file => TEST.test(file) && file !== ABOUT_REAL_TIME)) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (WAITING.test(line)) {
      problems.push(
        `${file}:${index + 1} sleeps or sets a timer. Wait for an event: ${line.trim()}`,
      )
    }
  }
}
for (const file of files.filter(file => file.endsWith('.long.ts'))) {
  if (!readFileSync(file, 'utf8').startsWith('// Long: ')) {
    problems.push(`${file} does not begin with "// Long: " and what takes so long`)
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
