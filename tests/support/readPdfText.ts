import { inflateSync } from 'node:zlib';

/**
 * Returns the text of a PDF that Chromium wrote, one string per page. The ToUnicode tables of the file map its glyphs to
 * characters.
 */
export function readPdfText(pdf: Buffer): string[] {
  const objects = readObjects(pdf.toString('latin1'));
  return [...objects.values()]
    .filter(({ head }) => /\/Type\s*\/Page\b/.test(head))
    .map(({ head }) => {
      const fonts = readFonts(inline(head, 'Resources', objects), objects);
      const contents = [
        ...(/\/Contents\s*(\[[^\]]*\]|\d+ 0 R)/.exec(head)?.[1] ?? '').matchAll(/(\d+) 0 R/g),
      ];
      return contents.map(([, id = '']) => textOf(objects.get(id)?.stream ?? '', fonts)).join('');
    });
}

type PdfObject = { head: string; stream: string };
type Font = Map<number, string>;

function readObjects(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\nendobj/g)) {
    const [head = '', ...rest] = body.split(/stream\r?\n/);
    const data = rest.join('stream\n').replace(/\r?\n?end$/, '');
    const bytes = Buffer.from(data, 'latin1');
    const packed = rest.length > 0 && head.includes('/FlateDecode');
    objects.set(id, { head, stream: packed ? unpack(bytes) : data });
  }
  return objects;
}

function unpack(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

/** Returns the dictionary of a key, whether it is inline or another object. */
function inline(head: string, key: string, objects: Map<string, PdfObject>): string {
  const id = new RegExp(`/${key}\\s+(\\d+) 0 R`).exec(head)?.[1];
  return id === undefined ? head : (objects.get(id)?.head ?? '');
}

function readFonts(resources: string, objects: Map<string, PdfObject>): Map<string, Font> {
  const fonts = new Map<string, Font>();
  const list = /\/Font\s*<<([\s\S]*?)>>/.exec(resources)?.[1] ?? '';
  for (const [, name = '', id = ''] of list.matchAll(/\/(\w+)\s+(\d+) 0 R/g)) {
    const map = /\/ToUnicode\s+(\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
    fonts.set(name, readMap(objects.get(map)?.stream ?? ''));
  }
  return fonts;
}

function readMap(cmap: string): Font {
  const font: Font = new Map();
  for (const [, lines = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of lines.matchAll(/<(\w+)>\s*<(\w+)>/g))
      font.set(Number.parseInt(glyph, 16), utf16(text));
  for (const [, lines = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of lines.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      const code = Number.parseInt(text, 16);
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph += 1)
        font.set(glyph, String.fromCodePoint(code + glyph - first));
    }
  return font;
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

function textOf(content: string, fonts: Map<string, Font>): string {
  let font: Font = new Map();
  let text = '';
  for (const [, name, hex, end] of content.matchAll(/\/(\w+)\s+[\d.]+\s+Tf|<([0-9A-Fa-f]+)>|\b(ET)\b/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    else if (end !== undefined) text += ' ';
    else
      for (const glyph of (hex ?? '').match(/.{4}/g) ?? [])
        text += font.get(Number.parseInt(glyph, 16)) ?? '\uFFFD';
  }
  return text;
}
