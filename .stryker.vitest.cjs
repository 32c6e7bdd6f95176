// The tests that `npm run mutate` runs once a planted mistake: rules and the wire. Screens, processes, floods, and what
// is told by tens of thousands of examples or megabytes would take hours and see no more.
module.exports = {
  test: {
    include: ['tests/{api,session,server,compute}/**/*.test.ts'],
    exclude: [
      'tests/server/{process,flood,hardship,hosting,replicas,dockerfile,fuzz}.test.ts',
      'tests/api/matrixSizes.test.ts',
      'tests/compute/{deletion/deletionsModel,deletion/deletionLogSize,nameHazards,exportInstances,parseImport,instanceSearch}.test.ts',
    ],
  },
};
