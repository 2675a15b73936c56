import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Step = { instruction: string; rest: string }
type Stage = { name: string; steps: Step[] }

/** The stages of a Dockerfile with their steps, in order. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = readFileSync(dockerfile, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(\S.*)?$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const name = / AS (\S+)$/.exec(rest)?.[1] ?? 'image'
      stages.push({ name, steps: [] })
    } else if (instruction !== '') stages.at(-1)?.steps.push({ instruction, rest })
  }
  return stages
}

export type BuildOptions = {
  /** The folder that COPY reads from if it has no `--from`: what copyContext() copied. */
  context: string
  /** The folders of the stages, by name. Each represents the stage's WORKDIR. */
  folders: Record<string, string>
  /** RUN steps to skip, because they change the machine. */
  skipped: RegExp
}

/** Runs the COPY and RUN steps of a stage in its folder, like a build of the image. */
export function runSteps(
  { name, steps }: Stage,
  { context, folders, skipped }: BuildOptions,
): void {
  const workdir = steps.find(({ instruction }) => instruction === 'WORKDIR')?.rest ?? '/'
  const into = folderOf(name, folders)
  const copy = (rest: string) => {
    const from = /^--from=(\S+)\s/.exec(rest)?.[1]
    const words = rest.split(/\s+/).filter(word => !word.startsWith('--'))
    const to = words.pop() ?? ''
    for (const word of words) {
      const source =
        from === undefined
          ? join(context, word)
          : join(folderOf(from, folders), word.slice(workdir.length))
      const target = to === './' ? join(into, word) : join(into, to)
      mkdirSync(dirname(target), { recursive: true })
      if (!existsSync(source)) throw new Error(`COPY ${rest}: there is no ${source}`)
      cpSync(source, target, { recursive: true, verbatimSymlinks: true })
    }
  }
  for (const { instruction, rest } of steps) {
    if (instruction === 'RUN' && !skipped.test(rest)) {
      execFileSync('sh', ['-c', rest], { cwd: into, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    if (instruction === 'COPY') copy(rest)
  }
}

function folderOf(stage: string, folders: Record<string, string>): string {
  const folder = folders[stage]
  if (folder === undefined) throw new Error(`There is no stage ${stage}`)
  return folder
}

/** Copies the files that .dockerignore lets through, as a builder sends them to the engine. */
export function copyContext(root: string, into: string): void {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const glob = line.replace(/^!/, '')
      return { glob, regExp: regExpOf(glob), isException: line.startsWith('!') }
    })
  const exceptions = patterns.filter(({ isException }) => isException)
  const copyFolder = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      const isIgnored = isMatch(path, patterns)
      if (entry.isDirectory()) {
        const mayHaveMore = exceptions.some(({ glob }) => glob.startsWith(`${path}/`))
        if (!isIgnored || mayHaveMore) copyFolder(path)
      } else if (!isIgnored) {
        mkdirSync(join(into, folder), { recursive: true })
        cpSync(join(root, path), join(into, path), { verbatimSymlinks: true })
      }
    }
  }
  copyFolder('')
}

/** The last pattern that matches decides. One that matches a folder matches all that is in it. */
function isMatch(path: string, patterns: { regExp: RegExp; isException: boolean }[]): boolean {
  const parts = path.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const last = patterns.findLast(({ regExp }) => paths.some(one => regExp.test(one)))
  return last !== undefined && !last.isException
}

/** Unlike in a shell, an asterisk also matches names that begin with a dot. */
function regExpOf(glob: string): RegExp {
  const parts = glob
    .split(/(\*\*\/|\*)/)
    .map(part => ({ '**/': '(.*/)?', '*': '[^/]*' })[part] ?? part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('')}$`)
}
