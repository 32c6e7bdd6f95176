/// <reference types="vitest/config" />
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { buildStamp } from './src/server/buildStamp.ts';
import { devApi } from './src/server/devApi.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    devApi(),
    buildStamp(isSsrBuild === true),
    isSsrBuild ? null : compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512 }),
  ],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2022',
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // Where a browser can't preload modules, they are fetched when they are run: later, but all the same.
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: chunks } } },
  },
  ssr: { noExternal: true },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**'],
    retry: process.env.CI === undefined ? 0 : 1,
  },
}));

/** Few files, cut where an admin's way branches: the gate, what stands behind it, a screen, its dialogs. */
const chunks = [
  { name: 'gate', tags: ['$initial' as const], priority: 6 },
  {
    name: 'inside',
    test: /[\\/]src[\\/](app[\\/]Inside|ui[\\/](DateText|Dropdown|EmptyState|ReadView|SearchField))\./,
    priority: 5,
  },
  { name: 'window', test: /[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/, priority: 4 },
  { name: 'csv', test: /[\\/]papaparse[\\/]/, priority: 4 },
  { name: 'dialog', test: /[\\/]@base-ui[\\/]|[\\/]src[\\/]ui[\\/]Modal\./, priority: 4 },
  { name: 'instances', test: /[\\/]src[\\/]app[\\/]useKnownInstances\./, priority: 3 },
  { name: 'compute', test: /[\\/]src[\\/]features[\\/]compute[\\/]ComputePage\./, priority: 2 },
];
