const { options } = require('./.dependency-cruiser.cjs')

// Folders, too, need each other one way only. Tests and their helpers are left out: they start servers.
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|server|contract)' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '\\.(test|long)\\.tsx?$|/testing/|^server/faults/' } },
}
