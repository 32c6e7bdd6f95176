import { toVisibleText } from '../../format/text.ts';
import type { Evidence, EvidencePart } from './evidence.ts';

/** For tickets. Each value is in a code span, so that `__init__`, `#12` and `@everyone` stay what they are. */
export function toMarkdown({ title, facts, header, rows, notes }: Evidence): string {
  const table = [header, header.map(() => '---'), ...rows.map((row) => row.map(toMarkdownCell))];
  return [
    `**${title.map(toMarkdownPart).join('')}**`,
    '',
    ...facts.map((line) => `- ${line.map(toMarkdownPart).join('')}`),
    '',
    ...table.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...notes.map((line) => `- ${line.map(toMarkdownPart).join('')}`),
    '',
  ].join('\n');
}

/** For e-mail and chat, which don't read Markdown. */
export function toHtml({ title, facts, header, rows, notes }: Evidence): string {
  const list = (lines: Evidence['facts']) =>
    `<ul>${lines.map((line) => `<li>${line.map(toHtmlPart).join('')}</li>`).join('')}</ul>`;
  const heads = header.map((text) => `<th>${text}</th>`).join('');
  const cells = rows.map((row) => `<tr>${row.map((part) => `<td>${toHtmlPart(part)}</td>`).join('')}</tr>`);
  const table = `<table border="1"><thead><tr>${heads}</tr></thead><tbody>${cells.join('')}</tbody></table>`;
  return `<p><b>${title.map(toHtmlPart).join('')}</b></p>${list(facts)}${table}${list(notes)}`;
}

function toMarkdownPart(part: EvidencePart): string {
  return typeof part === 'string' ? part : toCodeSpan(part.value);
}

/**
 * A pipe ends a cell even in a code span, unless a backslash precedes it: https://github.github.com/gfm/#example-200.
 * Programs disagree about a pipe after a backslash, so that one is shown as its code.
 */
function toMarkdownCell(part: EvidencePart): string {
  return toMarkdownPart(part).replaceAll('\\|', '\\[U+007C]').replaceAll('|', '\\|');
}

/** @see https://spec.commonmark.org/0.31.2/#code-spans */
function toCodeSpan(value: string): string {
  const text = toVisibleText(value);
  if (text === '') return '';
  const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longestRun + 1);
  const padding = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

function toHtmlPart(part: EvidencePart): string {
  if (typeof part === 'string') return escapeHtml(part);
  return part.value === '' ? '' : `<code>${escapeHtml(toVisibleText(part.value))}</code>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
