/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { devPlugin } from './src/server/devPlugin.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    devPlugin(),
    isSsrBuild ? null : compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 256 }),
  ],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2022',
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // The first chunk is all that every session needs; `npm run bench` watches its size.
    chunkSizeWarningLimit: 600,
  },
  ssr: { noExternal: true },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // Vitest would take its CommonJS half, and nuqs the other: two routers that know nothing of each other.
    alias: {
      'react-router-dom': fileURLToPath(
        new URL('node_modules/react-router-dom/dist/index.mjs', import.meta.url),
      ),
    },
    // Two cores work on two files at a time; left to itself it would leave one of them to whoever watches.
    maxWorkers: '100%',
    // Wide enough for two busy cores: how long things take is the bench's to say.
    testTimeout: 30_000,
  },
}));
