import { describe, expect, it } from 'vitest';
import { type BorderRule, borderOffences } from '../support/borders.ts';
import { sourceFiles } from '../support/trackedFiles.ts';

const page = 'src/features/compute/Page.tsx';

/** One offender each: what stands in the file, and the one rule that has to report it. */
const planted: [rule: BorderRule, file: string, text: string][] = [
  // The arrows of the table, one per forbidden floor.
  ['border', 'src/main.tsx', "import { A } from './features/compute/A.ts';"],
  ['border', 'src/main.tsx', "import { A } from './session/A.ts';"],
  ['border', 'src/main.tsx', "import { A } from './api/A.ts';"],
  ['border', 'src/main.tsx', "import { A } from './ui/A.ts';"],
  ['border', 'src/main.tsx', "import { A } from './server/A.ts';"],
  ['border', 'src/app/App.tsx', "import { A } from '../api/A.ts';"],
  ['border', 'src/app/App.tsx', "import { A } from '../main.tsx';"],
  ['border', 'src/app/App.tsx', "import '../styles.css';"],
  ['border', 'src/app/App.tsx', "import { A } from '../sandbox/A.ts';"],
  ['border', page, "import { A } from '../../app/A.ts';"],
  ['border', page, "import { A } from '../../sandbox/A.ts';"],
  ['border', page, "import { A } from '../../server/A.ts';"],
  ['border', 'src/session/A.ts', "import { A } from '../app/B.ts';"],
  ['border', 'src/session/A.ts', "import { A } from '../features/compute/B.ts';"],
  ['border', 'src/api/A.ts', "import { A } from '../session/B.ts';"],
  ['border', 'src/api/A.ts', "import { A } from '../ui/B.ts';"],
  ['border', 'src/ui/A.ts', "import { A } from '../api/B.ts';"],
  ['border', 'src/ui/A.ts', "import { A } from '../session/B.ts';"],
  ['border', 'src/ui/A.ts', "import { A } from '../paths.ts';"],
  ['border', 'src/paths.ts', "import { A } from './config.ts';"],
  ['border', 'src/config.ts', "import type { A } from './api/A.ts';"],
  ['border', 'src/sandbox/A.ts', "import { A } from '../server/B.ts';"],
  ['border', 'src/sandbox/A.ts', "import { A } from '../api/request.ts';"],
  ['border', 'src/sandbox/A.ts', "import { A } from '../config.ts';"],
  ['border', 'src/server/A.ts', "import { A } from '../api/request.ts';"],
  ['border', 'src/server/A.ts', "import type { A } from '../config.ts';"],
  ['border', 'src/server/A.ts', "import { A } from '../app/B.ts';"],
  ['other-room', page, "import { A } from '../regions/A.ts';"],
  ['other-room', 'src/features/brandNew/A.ts', "import { A } from '../regions/A.ts';"],
  ['unknown-room', 'src/utils/A.ts', 'export const a = 1;'],
  ['unknown-room', 'src/helpers.ts', 'export const a = 1;'],
  ['unknown-room', 'src/features/loose.ts', 'export const a = 1;'],
  ['border', page, "import { A } from '../../utils/A.ts';"],
  ['not-flat', 'src/ui/parts/A.tsx', 'export const a = 1;'],
  // The sub-rooms of a large room: known ones only, one level deep, and none reads upward.
  ['sub-room', 'src/features/compute/journal/A.ts', "import { A } from '../deletion/B.ts';"],
  ['sub-room', 'src/features/compute/names/A.ts', "import type { A } from '../instances/B.ts';"],
  ['sub-room', 'src/features/subscription/rules/A.ts', "import { A } from '../timeline/B.ts';"],
  ['sub-room', 'src/features/compute/table/A.tsx', "import { A } from '../B.tsx';"],
  ['sub-room', 'src/features/subscription/export/A.ts', "import '../subscription.css';"],
  ['sub-room', 'src/features/compute/table/A.tsx', "import { A } from '../brandNew/B.ts';"],
  ['sub-room', 'src/features/compute/table/A.tsx', "export const a = import.meta.glob('../**/*.ts');"],
  ['other-room', 'src/features/compute/names/A.ts', "import { A } from '../../regions/B.ts';"],
  ['border', 'src/features/compute/names/A.ts', "import { A } from '../../../app/B.ts';"],
  ['not-flat', 'src/features/compute/brandNew/A.ts', 'export const a = 1;'],
  ['not-flat', 'src/features/subscription/names/A.ts', 'export const a = 1;'],
  ['not-flat', 'src/features/regions/names/A.ts', 'export const a = 1;'],
  ['not-flat', 'src/features/compute/names/parts/A.ts', 'export const a = 1;'],
  // Every spelling of one forbidden reach.
  ['border', page, "import '../../app/A.ts';"],
  ['border', page, "import type { A } from '../../app/A.ts';"],
  ['border', page, "import { type A } from '../../app/A';"],
  ['border', page, "import * as a from '../../app/A.ts';"],
  ['border', page, "export const a = () => import('../../app/A.ts');"],
  ['border', page, 'export const a = () => import(`../../app/A.ts`);'],
  ['border', page, "export let a: import('../../app/A.ts').A;"],
  ['border', page, "export const a: typeof import('../../app/A.ts') | null = null;"],
  ['border', page, "import a = require('../../app/A.ts');"],
  ['border', page, "export const a = require('../../app/A.ts');"],
  ['border', page, "export const a = import.meta.glob('../../app/*.ts');"],
  ['border', page, "export const a = import.meta.glob(['./*.ts', '../../app/*.ts'], { eager: true });"],
  ['border', page, "export const a = import.meta.glob('../../**/*.ts');"],
  ['border', page, "export const a = import.meta.resolve('../../app/A.ts');"],
  ['border', page, "export const a = new URL('../../app/A.ts', import.meta.url);"],
  ['border', page, "export const a = new Worker('../../app/A.ts');"],
  ['border', page, "import a from '../../app/A.ts?raw';"],
  ['border', page, "declare module '../../app/A.ts' {}"],
  ['border', page, "/** @type {import('../../app/A.ts').A} */ export const a = 1;"],
  ['border', page, '/// <reference path="../../app/A.ts" />'],
  ['border', page, "vi.mock('../../app/A.ts');"],
  ['border', page, "vi.importActual('../../app/A.ts');"],
  ['border', page, "import { A } from './../../app/./A.ts';"],
  ['re-export', page, "export { A } from './B.ts';"],
  ['re-export', page, "export type * from './B.ts';"],
  ['re-export', page, "import { A } from './B.ts'; export { A };"],
  ['border', page, "export * from '../../app/A.ts';"],
  ['computed', page, "const name = '../../app/A.ts'; export const a = import(name);"],
  ['computed', page, 'export const a = (name: string) => import(`../../$' + '{name}.ts`);'],
  ['computed', page, 'export const a = createRequire(import.meta.url);'],
  ['alias', page, "import { A } from '/src/app/A.ts';"],
  ['alias', page, "import { A } from '@/app/A.ts';"],
  ['alias', page, "import { A } from '~/app/A.ts';"],
  ['alias', page, "import { A } from '#app/A.ts';"],
  ['alias', page, "import { A } from 'src/app/A.ts';"],
  ['alias', page, "import { A } from 'file:///src/app/A.ts';"],
  ['outside', page, "import { A } from '../../../tests/support/A.ts';"],
  ['outside', page, "import { A } from '../../../node_modules/react/index.js';"],
  ['node-in-browser', page, "import { join } from 'node:path';"],
  ['node-in-browser', page, "import { Hono } from 'hono';"],
  ['react-below', 'src/api/A.ts', "import { useState } from 'react';"],
  ['react-below', 'src/api/A.ts', "import { useQuery } from '@tanstack/react-query';"],
  ['react-below', 'src/sandbox/A.ts', "import { createElement } from 'react';"],
  ['second-wire', page, "export const a = () => fetch('/api');"],
  ['second-wire', page, "export const a = () => window.fetch('/api');"],
  ['second-wire', page, 'const send = fetch; export const a = send;'],
  ['second-wire', 'src/api/regions.ts', "export const a = () => globalThis.fetch('/api');"],
  ['second-wire', 'src/app/App.tsx', "navigator.sendBeacon('/api');"],
  ['second-wire', 'src/session/A.ts', 'export const a = new XMLHttpRequest();'],
  ['default-export', page, 'export default function Page() {}'],
  ['default-export', page, 'const a = 1; export { a as default };'],
  ['unreadable', page, 'export const = ;'],
];

describe('the borders of the house', () => {
  it('stand in the code', () => {
    expect(borderOffences(sourceFiles('.')).map((offence) => offence.message)).toEqual([]);
  });

  it.each(planted)('report %s in %s: %s', (rule, file, text) => {
    const rules = borderOffences(new Map([[file, text]])).map((offence) => offence.rule);
    expect(rules).toContain(rule);
  });

  it('report a circle through three files, even one of types alone', () => {
    const circle = new Map([
      ['src/ui/A.ts', "import type { B } from './B.ts'; export type A = B;"],
      ['src/ui/B.ts', "import type { C } from './C.ts'; export type B = C;"],
      ['src/ui/C.ts', "import type { A } from './A'; export type C = A;"],
    ]);
    expect(borderOffences(circle).map((offence) => offence.rule)).toEqual(['circle']);
  });

  it('let through what the table allows', () => {
    const allowed = new Map([
      ['src/main.tsx', "import './styles.css'; import { App } from './app/App.tsx'; fetch('/config.json');"],
      [
        'src/app/App.tsx',
        "import { Gate } from '../session/Gate.tsx'; import('../features/compute/Page.tsx');",
      ],
      [page, "import { useState } from 'react'; import { rows } from './rows.ts'; import '../../ui/A.tsx';"],
      [
        'src/features/compute/rows.ts',
        "import './names/A.tsx'; import { A } from '../../api/A.ts'; import { paths } from '../../paths.ts';",
      ],
      [
        'src/features/compute/table/A.tsx',
        "import './B.tsx'; import '../names/A.tsx'; import { A } from '../../../api/A.ts';",
      ],
      ['src/app/B.ts', "import { A } from '../features/compute/names/A.ts';"],
      [
        'src/api/request.ts',
        "import { A } from './A.ts'; import type { B } from '../config.ts'; fetch('/');",
      ],
      [
        'src/sandbox/A.ts',
        "import type { I } from '../api/instances.ts'; import { d } from '../api/decodeJson.ts';",
      ],
      ['src/sandbox/B.ts', "import { Hono } from 'hono'; const app = new Hono(); app.fetch('/x');"],
      [
        'src/server/A.ts',
        "import { servicePath } from '../api/servicePath.ts'; import '../sandbox/A.ts'; fetch('/');",
      ],
      ['src/server/start.mjs', "await import(new URL('../../dist/server/main.js', import.meta.url).href);"],
    ]);
    expect(borderOffences(allowed)).toEqual([]);
  });
});
