import { runnerImport } from 'vite';

// Node 20 can't run TypeScript.
await runnerImport(`./tests/${process.argv[2]}.ts`);
