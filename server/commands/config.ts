import { describeSettings } from '../config/describe-settings.ts'
import { inspectEnv, readEnv } from '../config/read-env.ts'
import { ExplainedError } from '../database/explained-error.ts'
import { SharedSettings } from '../shared-settings.ts'
import { print, runCommand, withDatabase } from './run-command.ts'

const HELP = `Checks the settings, which are environment variables (docs/configuration.md).

  npm run config -- check
  npm run config -- accept

  check   prints each setting with its value and where it comes from, and all problems; secrets
          are not shown. Exit code 1 means that Redial would not start with these settings.
  accept  has the database accept another TIME_ZONE or RETRY_SCHEDULE than it was used with`

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2)
  if (rest.length === 0 && command === 'check') return check()
  if (rest.length === 0 && command === 'accept') return accept()
  throw new ExplainedError(HELP)
}

function check(): void {
  const settings = describeSettings(process.env)
  const widest = Math.max(...settings.map(({ name }) => name.length))
  const lines = settings.map(({ name, value, source }) => {
    const where = source === 'not set' ? source : `${value}  (${source})`
    return `${name.padEnd(widest)}  ${where}`
  })
  const { problems } = inspectEnv(process.env)
  const words = ['No problems.', '1 problem:'][problems.length] ?? `${problems.length} problems:`
  print([...lines, '', words, ...problems.map(problem => `- ${problem}`)].join('\n'))
  if (problems.length > 0) process.exitCode = 1
}

async function accept(): Promise<void> {
  const env = readEnv(process.env)
  await withDatabase(env, async ({ db }) => {
    const used = new SharedSettings(env, db)
    const differences = await used.differences()
    await used.replace()
    for (const { name, here, used: before } of differences)
      print(`${name} was ${before} and is ${here} from now on.`)
    print(
      differences.length === 0
        ? 'The database was used with these settings. Nothing has changed.'
        : 'Restart all processes of Redial with these settings.',
    )
  })
}

runCommand(main)
