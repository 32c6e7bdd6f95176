/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { buildStamp } from './src/server/buildStamp.ts';
import { devApi } from './src/server/devApi.ts';
import { keptCode } from './src/server/keptCode.ts';

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    devApi(),
    buildStamp(isSsrBuild === true),
    keptCode(),
    isSsrBuild ? null : compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 256 }),
  ],
  resolve: { alias: isSsrBuild || mode !== 'production' ? [] : router },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2022',
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // Where a browser can't preload modules, they are fetched when they are run: later, but all the same.
    // What every page loads anyway, and the file that is imported itself, need not be named again at every import.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (imported, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter(
              (file) => file !== imported && !/\/(gate|index|inside|rolldown-runtime)-/.test(file),
            ),
    },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: chunks } } },
  },
  ssr: { noExternal: true },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**'],
    // Two cores work on two files at a time; left to itself it would leave one of them to whoever watches.
    maxWorkers: '100%',
    // Wide enough for two busy cores: how long things take is the bench's to say.
    testTimeout: 30_000,
  },
}));

/** Browsers are led to the router's development build: its production build lies beside it and is 0.5 kB smaller. */
const router = ['index', 'dom-export'].map((name) => ({
  find: name === 'index' ? /^react-router$/ : /^react-router\/dom$/,
  replacement: fileURLToPath(
    new URL(`node_modules/react-router/dist/production/${name}.mjs`, import.meta.url),
  ),
}));

/** Few files, cut where an admin's way branches: the gate, what stands behind it, a screen, its dialogs. */
const chunks = [
  { name: 'gate', tags: ['$initial' as const], priority: 6 },
  {
    name: 'inside',
    test: /[\\/]src[\\/](app[\\/](Inside|movedHere|useKnownInstances)|ui[\\/](DateText|Dropdown|EmptyState|SearchField|isoInZone|useNow)|session[\\/]useCurl)\./,
    priority: 5,
  },
  {
    name: 'notices',
    test: /[\\/]src[\\/]session[\\/](GateRefused|SignedOutNotice|SignInReport)\./,
    priority: 4,
  },
  { name: 'window', test: /[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/, priority: 4 },
  { name: 'csv', test: /[\\/](papaparse[\\/]|src[\\/]ui[\\/](toCsv|csvFormula)\.)/, priority: 4 },
  { name: 'dialog', test: /[\\/]@base-ui[\\/]|[\\/]src[\\/]ui[\\/]Modal\./, priority: 4 },
  {
    name: 'deleting',
    test: /[\\/]src[\\/]features[\\/]compute[\\/](\w+[\\/])?(ComputeDialogs|DeleteDialog|OutcomeAlerts|OutcomeTag|RunningDeletions)\./,
    priority: 1,
  },
  { name: 'compute', test: /[\\/]src[\\/]features[\\/]compute[\\/]ComputePage\./, priority: 2 },
];
