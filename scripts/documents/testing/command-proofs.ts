/*
 * Where each command of the documents runs. A block of commands is read and run by a test: `blocks`, by
 * the heading above it. A command within a sentence is in a test, letter by letter: `sentences`.
 */

type Proofs = {
  blocks: Record<string, string>
  sentences: Record<string, string>
}

const OPERATOR = 'scripts/documents/operator-commands.long.ts'
const TELEPHONY = 'server/operations/documented-commands.test.ts'
const BACKUPS = 'server/backup/documented-backups.long.ts'
const PACKAGE = 'scripts/packaging/packaging.long.ts'
const CLONE = 'scripts/packaging/clone.long.ts'
const CONTAINERS = 'scripts/deployment/container-commands.test.ts'

export const COMMAND_PROOFS: Record<string, Proofs> = {
  'README.md': {
    blocks: {
      'Run it': CLONE,
      'Three ways to run it': OPERATOR,
      'Before you put it in front of a service': OPERATOR,
    },
    sentences: {
      'npm run config -- check': PACKAGE,
      'npm run dev': CLONE,
      'npm run check': CLONE,
      'npm run test:unit -- retries': CLONE,
      'npm run test:browser -- sign-in': CLONE,
      'npm run test:watch': CLONE,
      'npm run sbom': CLONE,
      'npm run audit': CLONE,
    },
  },
  'docs/operations.md': {
    blocks: {
      'From a package': PACKAGE,
      'As a systemd service': PACKAGE,
      'In containers': CONTAINERS,
      'Several processes behind a load balancer': OPERATOR,
      "In front of somebody else's service": PACKAGE,
      'The names of its fields': PACKAGE,
      'Embedded PostgreSQL': OPERATOR,
      'Activity log': OPERATOR,
      'Erase a person or a partner': OPERATOR,
      Tokens: OPERATOR,
      'The demo account': OPERATOR,
    },
    sentences: {
      'npm pack': PACKAGE,
      'node_modules/.bin/node server/main.ts': PACKAGE,
      'npm install': PACKAGE,
      'npm ci --omit=dev': CLONE,
      'npm ci': CLONE,
      'kubectl apply --filename deploy/kubernetes/redial.yaml': CONTAINERS,
      'openssl rand -hex 32': OPERATOR,
      'npm run token': OPERATOR,
      'npm run sessions': OPERATOR,
      'npm run probe': OPERATOR,
      'npm run sessions -- list': OPERATOR,
      'npm run sessions -- forget-accounts': OPERATOR,
    },
  },
  'docs/backup.md': {
    blocks: { 'Back up': BACKUPS, 'Point-in-time recovery': BACKUPS },
    sentences: { 'npm run sessions -- end --all': BACKUPS, 'npm run erase': OPERATOR },
  },
  'docs/telephony.md': {
    blocks: {
      'The telephony port': TELEPHONY,
      'Verify webhooks': OPERATOR,
    },
    sentences: {},
  },
  'docs/upgrading.md': {
    blocks: {
      Before: OPERATOR,
      'Several processes, without an interruption': OPERATOR,
    },
    sentences: {},
  },
}

/** Commands that no test can run, with the reason and what is checked instead. */
export const NOT_RUN: Record<string, string> = {
  'npm test': 'It runs the tests. clone.long.ts runs its parts.',
  'npm run test:all': 'The same, with the long tests.',
  'npm run test:release': 'The same, with the audit.',
  'npm run test:long': 'It runs the long tests, among them those that are named above.',
  'npm run bench': 'All benchmarks take an hour. document-links.test.ts checks the names.',
  'npm run bench deliveries': 'It needs a machine with nothing else to do. The same check.',
  'npm run bench first-row replays': 'It needs a machine with nothing else to do. The same check.',
}
