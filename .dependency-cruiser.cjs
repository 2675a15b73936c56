// Imports point one way: routes → features → forms → ui; features, forms → api; src and server → contract.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    path: '^(src|server|contract|probe|e2e|scripts|bench)/',
    pathNot: allowed.map(p => `^${p}`),
  },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-test',
      severity: 'error',
      from: { pathNot: '\\.(test|long)\\.tsx?$|/testing/|^e2e/|^bench/' },
      to: { path: '\\.test\\.tsx?$|/testing/' },
    },
    only('contract-stands-alone', 'contract', ['contract/']),
    only('ui-knows-no-domain', 'src/ui', ['src/ui/']),
    only('api-below-features', 'src/api', ['src/api/', 'contract/']),
    only('forms-below-features', 'src/forms', ['src/forms/', 'src/ui/', 'src/api/', 'contract/']),
    only('features-below-routes', 'src/features', [
      'src/features/',
      'src/forms/',
      'src/ui/',
      'src/api/',
      'contract/',
    ]),
    only('dashboard-never-meets-server', 'src', ['src/', 'contract/']),
    only('server-never-meets-dashboard', 'server', ['server/', 'contract/']),
    // It knows a service by the interface alone; its tests start one.
    only('probe-knows-only-the-contract', 'probe', ['probe/', 'contract/', 'server/testing/']),
    only('gateway-knows-only-the-interface', 'server/gateway', [
      'server/gateway/',
      'server/timings.ts',
      'server/attempts/',
      'server/delivery/',
      'server/database/',
      'server/testing/',
      'server/http/',
      'contract/',
    ]),
    only('service-knows-no-gateway', 'server/service', [
      'server/service/',
      'server/attempts/',
      'server/delivery/',
      'server/database/',
      'server/testing/',
      'server/http/',
      'contract/',
    ]),
    only('operations-know-no-gateway', 'server/operations', [
      'server/operations/',
      'server/attempts/',
      'server/delivery/',
      'server/database/',
      'server/testing/',
      'server/http/',
      'contract/',
    ]),
    only('attempts-know-neither', 'server/attempts', [
      'server/attempts/',
      'server/database/',
      'server/testing/',
      // What a receiver is.
      'contract/receiver.ts',
    ]),
    only('delivery-stands-alone', 'server/delivery', [
      'server/delivery/',
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
