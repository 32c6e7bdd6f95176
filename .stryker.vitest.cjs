// The tests that `npm run mutate` runs for each change of `rules` and `server/deletions`. Screens, processes, sessions and
// random sequences are excluded, because they would take hours and find little more.
module.exports = {
  test: {
    include: ['tests/{rules,server,api,compute,ui}/**/*.test.ts'],
    exclude: [
      'tests/server/{main,replicas,operatorsGuide,deletionModel}.test.ts',
      'tests/server/sessions/*.test.ts',
    ],
    setupFiles: ['tests/support/fillNodeGaps.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
};
