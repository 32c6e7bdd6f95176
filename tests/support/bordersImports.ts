import { parseSync } from 'vite';

/** One place where a file reaches for another, in whichever spelling. */
export type Reach = {
  /** What stands between the quotes; null where it is computed and nobody can judge it. */
  specifier: string | null;
  line: number;
  /** Erased before the code runs, so only knowledge of a shape crosses the border. */
  typeOnly: boolean;
  /** `import.meta.glob`: the specifier is a pattern. */
  glob: boolean;
};

export type ReadFile = {
  reaches: Reach[];
  defaultExports: number[];
  reExports: number[];
  /** Lines that speak to a network by themselves: `fetch` and its kin. */
  wires: number[];
  errors: string[];
};

/** Parses one file (TypeScript, JSX or JavaScript) and lists what it reaches for and what it gives away. */
export function readImports(path: string, text: string): ReadFile {
  const parsed = parseSync(path, text);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const read: ReadFile = {
    reaches: [],
    defaultExports: [],
    reExports: [],
    wires: [],
    errors: parsed.errors.map((error) => error.message),
  };
  const reach = (
    node: Node,
    specifiers: (string | null)[],
    more?: { typeOnly?: boolean; glob?: boolean },
  ) => {
    for (const specifier of specifiers)
      read.reaches.push({ specifier, line: lineOf(node.start), typeOnly: false, glob: false, ...more });
  };
  const imported = new Set<unknown>();

  walk(parsed.program, (node, parent, key) => {
    const { type } = node;
    if (type === 'ImportDeclaration') {
      reach(node, [textOf(node.source)], { typeOnly: isTypeOnly(node) });
      for (const name of nodes(node.specifiers)) imported.add(nameOf(name.local));
    } else if (
      type === 'ExportAllDeclaration' ||
      (type === 'ExportNamedDeclaration' && isNode(node.source))
    ) {
      reach(node, [textOf(node.source)], { typeOnly: isTypeOnly(node) });
      read.reExports.push(lineOf(node.start));
    } else if (type === 'ImportExpression') reach(node, [textOf(node.source)]);
    else if (type === 'TSImportType') reach(node, [textOf(node.source ?? node.argument)], { typeOnly: true });
    else if (type === 'TSExternalModuleReference') reach(node, [textOf(node.expression)]);
    else if (type === 'TSModuleDeclaration' && isNode(node.id) && node.id.type === 'Literal')
      reach(node, [textOf(node.id)], { typeOnly: true });
    else if (type === 'NewExpression') {
      const [first, second] = nodes(node.arguments);
      const callee = nameOf(node.callee);
      if (callee === 'URL' && second !== undefined && isImportMeta(second)) reach(node, [textOf(first)]);
      if (callee.endsWith('Worker') && first?.type === 'Literal') reach(node, [textOf(first)]);
    } else if (type === 'CallExpression') {
      const callee = nameOf(node.callee);
      const [first] = nodes(node.arguments);
      if (loaders.test(callee)) reach(node, [textOf(first)]);
      if (callee.startsWith('import.meta.glob'))
        reach(node, first?.type === 'ArrayExpression' ? nodes(first.elements).map(textOf) : [textOf(first)], {
          glob: true,
        });
    } else if (type === 'ExportDefaultDeclaration' || type === 'TSExportAssignment')
      read.defaultExports.push(lineOf(node.start));
    else if (type === 'ExportSpecifier' && nameOf(node.exported) === 'default')
      read.defaultExports.push(lineOf(node.start));
    if (speaksToNetwork(node, parent, key)) read.wires.push(lineOf(node.start));
  });
  walk(parsed.program, (node) => {
    if (node.type !== 'ExportNamedDeclaration' || isNode(node.source)) return;
    if (nodes(node.specifiers).some((name) => imported.has(nameOf(name.local))))
      read.reExports.push(lineOf(node.start));
  });
  for (const comment of parsed.comments)
    for (const found of comment.value.matchAll(inComments))
      read.reaches.push({
        specifier: found[1] ?? null,
        line: lineOf(comment.start),
        typeOnly: true,
        glob: false,
      });
  return read;
}

type Node = { type: string; start: number; [key: string]: unknown };

const loaders =
  /^(require|require\.resolve|module\.require|import\.meta\.resolve|vi\.(mock|doMock|unmock|doUnmock|importActual|importMock)|createRequire)$/;
const inComments = /(?:\bimport\(\s*|\breference\s+path=|@import\b[^'"]*)['"]([^'"]+)['"]/g;
const networkNames = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon']);
const globalNames = new Set(['window', 'globalThis', 'self', 'navigator']);

function walk(value: unknown, visit: (node: Node, parent: Node | null, key: string) => void): void {
  const step = (item: unknown, parent: Node | null, key: string): void => {
    if (Array.isArray(item)) for (const one of item) step(one, parent, key);
    else if (isNode(item)) {
      visit(item, parent, key);
      for (const [name, child] of Object.entries(item)) step(child, item, name);
    }
  };
  step(value, null, '');
}

/** Any mention of the name counts, so that `const send = fetch` hides nothing; a property of another thing does not. */
function speaksToNetwork(node: Node, parent: Node | null, key: string): boolean {
  if (node.type !== 'Identifier' || !networkNames.has(nameOf(node)) || parent === null) return false;
  if (parent.type === 'MemberExpression' && key === 'property')
    return globalNames.has(nameOf(parent.object)) || parent.computed === true;
  return !(key === 'key' || parent.type.startsWith('TS') || key === 'params');
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const names = nodes(node.specifiers);
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type');
}

function textOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'TSLiteralType') return textOf(value.literal);
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : null;
  if (value.type !== 'TemplateLiteral' || nodes(value.expressions).length > 0) return null;
  const [only] = nodes(value.quasis);
  const cooked = only?.value;
  return typeof cooked === 'object' &&
    cooked !== null &&
    'cooked' in cooked &&
    typeof cooked.cooked === 'string'
    ? cooked.cooked
    : null;
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'MetaProperty') return 'import.meta';
  if (value.type === 'MemberExpression') return `${nameOf(value.object)}.${nameOf(value.property)}`;
  if (typeof value.name === 'string') return value.name;
  return typeof value.value === 'string' ? value.value : '';
}

function isImportMeta(node: Node): boolean {
  return nameOf(node).startsWith('import.meta');
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
