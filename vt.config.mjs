export default { test: { testTimeout: 60000, maxWorkers: '100%', setupFiles: ['tests/support/fillNodeGaps.ts'] } };
