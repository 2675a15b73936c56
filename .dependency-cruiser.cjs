// Imports point one way. Of the dashboard's folders, each knows those of the steps before it.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    path: '^(src|server|contract|probe|e2e|scripts|bench)/',
    pathNot: allowed.map(p => `^${p}`),
  },
})

/**
 * Each folder may import itself, the folders of earlier steps, and the contract.
 *
 * @param exempt files whose imports have no order, such as tests that start a whole server
 */
function inOrder(root, steps, exempt) {
  return steps.flatMap((step, place) =>
    step.map(folder => {
      const rule = only(`order-of-${folder.replace('/', '-')}`, `${root}/${folder}`, [
        `${root}/${folder}/`,
        ...steps.slice(0, place).flatMap(earlier => earlier.map(name => `${root}/${name}/`)),
        'contract/',
      ])
      return { ...rule, from: { ...rule.from, pathNot: exempt } }
    }),
  )
}

/** Files of one path never import files of the other. */
const never = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: to },
})

const TESTS = '\\.(test|long)\\.tsx?$|/testing/'

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-test',
      severity: 'error',
      from: { pathNot: `${TESTS}|^e2e/|^bench/` },
      to: { path: '\\.(test|long)\\.tsx?$|/testing/' },
    },
    // `npm ci --omit=dev` installs all that these need.
    {
      name: 'runs-without-development-dependencies',
      severity: 'error',
      from: { path: '^(server|contract|probe)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'] },
    },
    only('contract-stands-alone', 'contract', ['contract/']),
    ...inOrder('src', [
      ['format', 'jsx'],
      ['ui', 'api'],
      ['files', 'forms'],
      ['features/session', 'features/request-errors'],
      ['features/table-layout', 'features/shortcuts', 'features/notices'],
      ['features/service-fields'],
      ['features/event'],
      ['features/receivers'],
      ['features/blocklist'],
      ['features/follow-up'],
      ['features/customer-message'],
      ['features/replays'],
      ['features/range'],
      ['features/failed-events'],
      [
        'features/activity',
        'features/day-counts',
        'features/export',
        'features/field-settings',
        'features/failure-groups',
        'features/saved-views',
      ],
      ['features/failed-events-page'],
      ['features/overview', 'shell'],
      ['features/receivers-page', 'features/company-page', 'features/report'],
      ['routes'],
    ]),
    only('dashboard-never-meets-server', 'src', ['src/', 'contract/']),
    only('server-never-meets-dashboard', 'server', ['server/', 'contract/']),
    ...inOrder(
      'server',
      [
        ['database'],
        ['http', 'webhooks'],
        ['config'],
        ['operations', 'retention', 'tracing', 'service', 'gateway', 'backup'],
        ['demo', 'erasure'],
      ],
      TESTS,
    ),
    never('replays-know-no-receivers', '^server/gateway/replays/', '^server/gateway/receivers/'),
    // The check of folders does not see that a folder and one inside it need each other.
    never('contract-below-fields', '^contract/[^/]+$', '^contract/fields/'),
    never('http-below-connections', '^server/http/[^/]+$', '^server/http/connections/'),
    never(
      'migrations-below-migrate',
      '^server/database/migrations/',
      '^server/database/migrate.ts',
    ),
    // It knows a service by the interface alone; its tests start one.
    only('probe-knows-only-the-contract', 'probe', ['probe/', 'contract/', 'server/testing/']),
    only('gateway-knows-only-the-interface', 'server/gateway', [
      'server/gateway/',
      'server/config/timings.ts',
      'server/webhooks/engine/',
      'server/webhooks/http/',
      'server/database/',
      'server/testing/',
      'server/http/',
      'contract/',
    ]),
    only('service-knows-no-gateway', 'server/service', [
      'server/service/',
      'server/webhooks/',
      'server/database/',
      'server/testing/',
      'server/http/',
      'contract/',
    ]),
    only('operations-know-no-gateway', 'server/operations', [
      'server/operations/',
      'server/webhooks/',
      'server/database/',
      'server/testing/',
      'server/http/',
      'contract/',
    ]),
    only('webhooks-know-neither-service-nor-gateway', 'server/webhooks', [
      'server/webhooks/',
      'server/database/',
      'server/testing/',
      'contract/',
    ]),
    only('engine-knows-no-deliveries', 'server/webhooks/engine', [
      'server/webhooks/engine/',
      'server/database/',
      'server/testing/',
      // What a receiver is, and how long a retry waits.
      'contract/receiver.ts',
      'contract/time/backoff.ts',
    ]),
    only('sender-stands-alone', 'server/webhooks/http', [
      'server/webhooks/http/',
      'server/testing/',
      'contract/',
    ]),
    only('database-stands-alone', 'server/database', [
      'server/database/',
      'server/testing/',
      'contract/',
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // It doesn't read TypeScript 7's own compiler yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
}
