import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

// A translator replaces the text nodes of a page. React can't remove, update or insert beside a node that is no longer there.
/** A text that changes, or that has siblings which come and go, must be the only child of its element. */
function findUnsafeTexts(path: string, source: string): string[] {
  const offences: string[] = [];
  function check({ children: all }: ESTree.JSXElement | ESTree.JSXFragment) {
    const children = all.filter((child) => !isBlank(child));
    const expressions = children.filter((child) => child.type === 'JSXExpressionContainer');
    if (children.length < 2 || expressions.every(({ expression }) => expression.type === 'Literal')) return;
    for (const child of children.filter(isText))
      offences.push(`${path}:${source.slice(0, child.start).split('\n').length}`);
  }
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(parseSync(path, source).program);
  return offences;
}

/** True for line breaks and indentation, which JSX drops, and for comments. */
function isBlank(child: ESTree.JSXChild): boolean {
  if (child.type === 'JSXText') return child.value.trim() === '';
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';
}

/** True for a child that is a text, or that may become one. */
function isText(node: ESTree.Node): boolean {
  if (node.type === 'JSXExpressionContainer') return isText(node.expression);
  if (node.type === 'LogicalExpression') return isText(node.right);
  if (node.type === 'ConditionalExpression') return isText(node.consequent) || isText(node.alternate);
  if (node.type === 'Literal') return typeof node.value === 'string' || typeof node.value === 'number';
  return node.type === 'JSXText' || node.type === 'TemplateLiteral';
}

it('every text that changes is the only child of its element', () => {
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const paths = all.filter((path) => path.endsWith('.tsx'));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.flatMap((path) => findUnsafeTexts(path, readFileSync(join('src', path), 'utf8')))).toEqual([]);
});
