// The tests that `npm run mutate` runs once a planted mistake: rules and the wire. Screens, processes, floods, and what
// is told by tens of thousands of examples or megabytes would take hours and see no more.
module.exports = {
  test: {
    include: ['tests/{api,session,server,features/compute}/**/*.test.ts'],
    exclude: [
      'tests/server/{process,flood,hardship,nginx,fuzz}.test.ts',
      'tests/api/matrixSizes.test.ts',
      'tests/features/compute/{deletionsModel,names/nameHazards}.test.ts',
      'tests/features/compute/inventory/{exportInstances,parseImport}.test.ts',
      'tests/features/compute/search/{instanceSearch,instanceSort}.test.ts',
    ],
  },
};
