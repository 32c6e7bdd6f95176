import type { Plugin } from 'vite';

/** What each screen is called in the page's head, and the file its code begins with. */
const screens = {
  compute: '/src/features/compute/ComputePage.tsx',
  subscription: '/src/features/subscription/HistoryPage.tsx',
  regions: '/src/app/RegionsScreen.tsx',
} as const;
const behindTheGate = '/src/app/Inside.tsx';

/**
 * Names in the page's head the files that each screen needs beside the gate's: `public/early.js` fetches them at once
 * where a session is kept, while the first script is still on its way.
 */
export function keptCode(): Plugin {
  return {
    name: 'kept-code',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const loaded = new Set(entry === undefined ? [] : [entry.fileName, ...entry.imports]);
        const needs = (module: string) => {
          const files = new Set<string>();
          const add = (fileName: string) => {
            if (loaded.has(fileName) || files.has(fileName)) return;
            files.add(fileName);
            for (const next of chunks.find((one) => one.fileName === fileName)?.imports ?? []) add(next);
          };
          for (const one of chunks) if (one.moduleIds.some((id) => id.endsWith(module))) add(one.fileName);
          return files;
        };
        return Object.entries(screens).map(([screen, module]) => ({
          tag: 'meta',
          injectTo: 'head-prepend',
          attrs: {
            name: `code-${screen}`,
            content: [...new Set([...needs(behindTheGate), ...needs(module)])]
              .map((file) => `/${file}`)
              .join(' '),
          },
        }));
      },
    },
  };
}
