import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

/**
 * A translator replaces the text nodes of a page. React can't remove, update or insert beside a node that is no longer there.
 * So a text that changes, or that has siblings which come and go, must be the only child of its element.
 */
function findUnsafeTexts(path: string, source: string): string[] {
  const offences: string[] = [];
  visit(parseSync(path, source).program, (node) => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return;
    const children = node.children.filter((child) => !isBlank(child));
    const changes = children.some(
      (child) => child.type === 'JSXExpressionContainer' && !isFixed(child.expression),
    );
    if (children.length > 1 && changes)
      for (const child of children)
        if (isText(child)) offences.push(`${path}:${source.slice(0, child.start).split('\n').length}`);
  });
  return offences;
}

type Node = { type: string; start: number; children: Node[]; expression: Node; [field: string]: unknown };

function visit(node: unknown, enter: (node: Node) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, enter);
  else if (isNode(node)) {
    enter(node);
    for (const field of Object.values(node)) visit(field, enter);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** True for line breaks and indentation, which JSX drops, and for comments. */
function isBlank({ type, value, expression }: Node): boolean {
  if (type === 'JSXText') return /^\s*$/.test(String(value));
  return type === 'JSXExpressionContainer' && expression.type === 'JSXEmptyExpression';
}

function isFixed({ type, value }: Node): boolean {
  return type === 'Literal' && typeof value === 'string';
}

/** True for a child that is a text, or that may become one. */
function isText(node: unknown): boolean {
  if (!isNode(node)) return false;
  switch (node.type) {
    case 'JSXText':
    case 'TemplateLiteral':
      return true;
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number';
    case 'JSXExpressionContainer':
      return isText(node.expression);
    case 'LogicalExpression':
      return isText(node.right);
    case 'ConditionalExpression':
      return isText(node.consequent) || isText(node.alternate);
    default:
      return false;
  }
}

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

it('every text that changes is the only child of its element', () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap((path) => findUnsafeTexts(path, readFileSync(path, 'utf8')))).toEqual([]);
});

it.each([
  ["<p>{isOpen && 'open'}<b>x</b></p>", 1],
  ['<p>{count} selected</p>', 1],
  ['<p>Selected{isOpen && <b>x</b>}</p>', 1],
  ["<p>{isOpen && 'open'}</p>", 0],
  ['<p><span>Selected</span>{isOpen && <b>x</b>}</p>', 0],
])('findUnsafeTexts(%s) → %i', (jsx, count) => {
  expect(findUnsafeTexts('a.tsx', `export const a = ${jsx};`)).toHaveLength(count);
});
