// The tests that `npm run mutate` runs for each change of the code. Screens, processes and tests with tens of thousands of
// examples or megabytes are excluded, because they would take hours and find no more.
module.exports = {
  test: {
    setupFiles: ['tests/support/fillNodeGaps.ts'],
    include: ['tests/{api,session,server,deletion}/**/*.test.ts'],
    exclude: [
      'tests/server/main.test.ts',
      'tests/server/replicas.test.ts',
      'tests/instances/deletionModel.test.ts',
    ],
  },
};
