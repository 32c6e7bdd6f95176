// The tests that `npm run mutate` runs once a planted mistake: rules and the wire. Screens, processes and floods would
// take hours and see no more.
module.exports = {
  test: {
    include: ['tests/{api,session,server,features/compute}/**/*.test.ts'],
    exclude: ['tests/server/{process,flood,hardship,nginx,fuzz}.test.ts'],
  },
};
