import { posix } from 'node:path';
import { house } from './bordersHouse.ts';
import { type Reach, type ReadFile, readImports } from './bordersImports.ts';
import { type Room, roomOf } from './bordersRoom.ts';

export type BorderRule =
  | 'unreadable'
  | 'unknown-room'
  | 'not-flat'
  | 'border'
  | 'other-room'
  | 'sub-room'
  | 'outside'
  | 'alias'
  | 'computed'
  | 'node-in-browser'
  | 'react-below'
  | 'circle'
  | 'second-wire'
  | 'default-export'
  | 're-export';

export type BorderOffence = { rule: BorderRule; file: string; message: string };

/**
 * Holds the table of imports to the code.
 * @param files every file of `src/` by its path from the top of the repository
 * @returns every offence, in the order of the files; empty where the house stands as designed
 */
export function borderOffences(files: ReadonlyMap<string, string>): BorderOffence[] {
  const offences: BorderOffence[] = [];
  const edges = new Map<string, string[]>();
  for (const [file, text] of files) {
    const tell = (rule: BorderRule, line: number, message: string) =>
      offences.push({ rule, file, message: `${file}:${line} ${message}` });
    const from = roomOf(file);
    if (from === null) tell('unknown-room', 1, 'stands in no room of the table');
    if (from !== null && !house.nodeRooms.has(from.floor) && file.split('/').length > from.depth)
      tell('not-flat', 1, 'is in a folder that the table does not know; rooms and sub-rooms are flat');
    if (!/\.(c|m)?[jt]sx?$/.test(file)) continue;
    const read = readImports(file, text);
    for (const error of read.errors) tell('unreadable', 1, `cannot be read: ${error}`);
    tellExports(file, read, tell);
    edges.set(
      file,
      read.reaches.flatMap((reach) => judge(file, from, reach, files, tell)),
    );
  }
  for (const circle of circles(edges))
    offences.push({
      rule: 'circle',
      file: circle[0] ?? '',
      message: `imports in a circle: ${circle.join(' → ')}`,
    });
  return offences;
}

type Tell = (rule: BorderRule, line: number, message: string) => void;

const wires = ['src/api/request.ts', 'src/main.tsx'];
const pathRules = /^src\/api\/(pathValueProblem|servicePath|operationPaths)(\.ts)?$/;
const decoders = /^src\/api\/decode\w*(\.ts)?$/;
const starter = /^src\/server\/start\.mjs$/;

function tellExports(file: string, read: ReadFile, tell: Tell): void {
  for (const line of read.defaultExports) tell('default-export', line, 'exports a default');
  for (const line of read.reExports) tell('re-export', line, 'passes on what another file exports');
  // The server's proxy has a wire of its own: Node's, towards the real service.
  if (wires.includes(file) || roomOf(file)?.floor === 'server') return;
  for (const line of read.wires) tell('second-wire', line, 'speaks to the network; only api/request.ts does');
}

/** Judges one reach and gives back the files of the tree it leads to. */
function judge(
  file: string,
  from: Room | null,
  reach: Reach,
  tree: ReadonlyMap<string, string>,
  tell: Tell,
): string[] {
  const { line } = reach;
  if (reach.specifier === null) {
    if (!starter.test(file)) tell('computed', line, 'imports an address computed at run time');
    return [];
  }
  const specifier = reach.glob
    ? reach.specifier.replace(/^!/, '')
    : reach.specifier.replace(/(?<=.)[?#].*$/, '');
  if (!/^\.{1,2}(\/|$)/.test(specifier)) {
    judgePackage(from, specifier, line, tell);
    return [];
  }
  const target = posix.join(posix.dirname(file), specifier);
  if (!target.startsWith('src/')) {
    const build = from?.floor === 'server' && /^(dist|public|\.|\.\.|package\.json)(\/|$)/.test(target);
    if (!build) tell('outside', line, `reaches outside src/: ${specifier}`);
    return [];
  }
  if (from !== null) judgeBorder(from, target, reach, tell);
  if (reach.glob) return [];
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => target + end)
    .filter((path) => tree.has(path));
}

function judgeBorder(from: Room, target: string, reach: Reach, tell: Tell): void {
  // A pattern is judged by the folder it starts in: `../**` from a room reaches every floor.
  const fixed = reach.glob ? target.replace(/[^/]*[*?{[(].*$/, 'any') : target;
  const to = roomOf(fixed);
  const say = (rule: BorderRule, why: string) => tell(rule, reach.line, `imports ${target}: ${why}`);
  if (to === null) say('border', 'no room of the table');
  else if (!house.mayImport[from.floor].includes(to.floor))
    say('border', `${from.name} may not read ${to.name}`);
  else if (from.floor === 'features' && to.floor === 'features' && from.name !== to.name)
    say('other-room', 'rooms do not visit rooms');
  else if (from.floor === 'features' && to.floor === 'features' && !isBelow(from, to))
    say('sub-room', `${from.subRoom} may not read ${to.subRoom ?? 'the top of its room'}`);
  else if (from.floor === 'server' && to.floor === 'api' && !pathRules.test(target))
    say('border', 'of api the server reads the path rules only');
  else if (from.floor === 'sandbox' && to.floor === 'api' && !reach.typeOnly && !decoders.test(target))
    say('border', 'of api the sandbox reads types and decoders only');
}

/** Whether one place of a room may read the other: the top reads all, a sub-room itself and those below it. */
function isBelow({ name, subRoom }: Room, to: Room): boolean {
  if (subRoom === null || subRoom === to.subRoom) return true;
  const order = house.subRooms[name] ?? [];
  return order.indexOf(to.subRoom ?? '') > order.indexOf(subRoom);
}

function judgePackage(from: Room | null, specifier: string, line: number, tell: Tell): void {
  const [top = ''] = specifier.split('/');
  const isRoom = ['src', 'features', ...house.floors].some((name) => name === top);
  if (/^(\/|@\/|~|#|file:|data:|https?:|[a-z]:)/i.test(specifier) || isRoom)
    tell('alias', line, `imports by an absolute or aliased address: ${specifier}`);
  if (from === null) return;
  const isNode = specifier.startsWith('node:') || /^(@?hono|sirv)(\/|$)/.test(specifier);
  if (isNode && !house.nodeRooms.has(from.floor))
    tell('node-in-browser', line, `brings ${specifier} to the browser`);
  if (/(^|\/|-)react(-|\/|$)/.test(specifier) && house.withoutReact.has(from.floor))
    tell('react-below', line, `brings ${specifier} below the screens`);
}

function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) found.push([...trail.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return found;
}
