import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPathValueProblem } from '../../src/api/servicePath.ts';
import { decodeText } from '../../src/compute/importFiles.ts';
import { type ImportOptions, parseImport } from '../../src/compute/importInstances.ts';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import { superlinearTexts } from '../support/linearTime.ts';

const options: ImportOptions = { existingKeys: new Set(), defaultDatabase: null, workspaceSlug: 'acme' };

describe('parseImport of a valid record', () => {
  const instance = { databaseName: 'orders', id: 'i-1', name: 'orders-primary' };
  const documentedRecord = { id: 'i-1', name: 'orders-primary', workspace: { slug: 'acme' }, deleted: null };

  it.each([
    ['a short record', '{"database":"orders","id":"i-1","name":"orders-primary"}'],
    [
      'a record with long field names',
      '{"databaseName":"orders","instanceId":"i-1","instanceName":"orders-primary"}',
    ],
    [
      'an object with `instances`',
      '{"instances":[{"database":"orders","id":"i-1","name":"orders-primary"}]}',
    ],
    ['a documented record with a database', JSON.stringify({ ...documentedRecord, database: 'orders' })],
    [
      'the public variant with a nested database',
      '{"instanceId":"i-1","instanceName":"orders-primary","database":{"name":"orders"}}',
    ],
    ['NDJSON', '{"database":"orders","id":"i-1","name":"orders-primary"}\n{"id":7}\n'],
    ['CSV with CRLF and a byte order mark', '\ufeffdatabase,id,name\r\norders,i-1,orders-primary'],
    ['CSV with mixed line breaks', 'database,id,name\r\norders,i-1,orders-primary\norders,i-2,\r\n'],
    ['TSV with columns in another order', 'Instance ID\tNAME\tDatabase Name\ni-1\torders-primary\torders'],
    ['cells separated by semicolons', 'Database;ID;Name\norders;i-1;orders-primary'],
    ['cells with spaces around them', ' database , id , name \n orders , i-1 , orders-primary '],
    ['a CSV file with a guarded formula', 'database,id,name\norders,i-1,orders-primary\norders,"\'=1",'],
    ['quoted cells and an unknown column', 'size,"database",id,name\n3,"orders","i-1","orders-primary"'],
  ])('reads %s', (_, text) => {
    const { problem, records } = parseImport(text, options);
    expect(problem).toBeNull();
    expect(records[0]).toMatchObject({ kind: 'new', reason: null, instance });
  });

  it.each([
    ['the default database for JSON without a database', 'analytics', JSON.stringify(documentedRecord)],
    ['the default database for CSV without a database', 'analytics', 'id,name\ni-1,orders-primary'],
    ['the database of the record if it names one', 'orders', 'id,database\ni-1,orders'],
  ])('uses %s', (_, databaseName, text) => {
    const { records } = parseImport(text, { ...options, defaultDatabase: 'analytics' });
    expect(records[0]?.instance).toMatchObject({ databaseName });
  });

  it.each([
    ['16 digits', '9007199254740993', '9007199254740993'],
    ['a quoted space', '" i-1"', ' i-1'],
    ['a quoted comma', '"i,1"', 'i,1'],
  ])('keeps %s in the instance ID of a CSV cell', (_, cell, id) => {
    expect(parseImport(`database,id\norders,${cell}`, options).records[0]?.instance?.id).toBe(id);
  });

  it.each([false, '', 'false', '0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', 0])(
    'marks the record as new if its `deleted` field is %j',
    (deleted) => {
      const { records } = parseImport(JSON.stringify({ database: 'orders', id: 'i-1', deleted }), options);
      expect(records[0]?.kind).toBe('new');
    },
  );

  it.each([
    ['an object without a slug', '{"database":"orders","id":"i-1","workspace":{"id":"w-1"}}'],
    ['the slug as text', '{"database":"orders","id":"i-1","workspace":"acme"}'],
    ['a blank cell', 'workspace,database,id\n,orders,i-1'],
  ])('marks the record as new if its workspace is %s', (_, text) => {
    expect(parseImport(text, options).records.map(({ kind }) => kind)).toEqual(['new']);
  });

  it('takes linear time if a CSV cell has many spaces', async () => {
    const parse = (spaces: string) => parseImport(`database,id,name\norders,i-1,a${spaces}b`, options);
    expect(await superlinearTexts([' '.repeat(160_000)], parse)).toEqual([]);
  });

  it('returns the number of the line on which the record ends', () => {
    const { records } = parseImport('database,id,name\n\norders,a,"two\nlines"\norders,b,\n', options);
    expect(records.map(({ position }) => position)).toEqual([4, 5]);
  });
});

it('parseImport gives a reason why a listed or repeated instance can’t be imported', () => {
  const existingKeys = new Set([createInstanceKey('orders', 'i-1')]);
  const text = 'database,id\norders,i-1\norders,i-2\nanalytics,i-1\norders,i-2';
  const { records } = parseImport(text, { ...options, existingKeys });
  const reasons = ['Already in the list.', null, null, 'Same as line 3.'];
  expect(records.map(({ reason }) => reason)).toEqual(reasons);
});

describe('parseImport of an invalid record', () => {
  it.each([
    [
      'The instance ID is a number. Put it in quotes, because large numbers lose digits.',
      '{"database":"orders","id":9007199254740993}',
    ],
    ['The instance ID is missing.', '{"database":"orders"}'],
    ['The instance ID isn’t text.', '{"database":"orders","id":["x"]}'],
    ['The database name is missing.', '{"id":"i-1"}'],
    ['The database name can’t be “.” or “..”.', '{"database":"..","id":"i-1"}'],
    ['The instance ID can’t be “.” or “..”.', '{"database":"orders","id":"%2E%2e"}'],
    ['The name isn’t text.', '{"database":"orders","id":"i-1","name":7}'],
    ['Already deleted.', '{"database":"orders","id":"i-1","deleted":"2025-01-01T00:00:00Z"}'],
    ['Belongs to workspace “other”.', '{"database":"orders","id":"i-1","workspace":{"slug":"other"}}'],
    ['Belongs to workspace “other”.', '{"database":"orders","id":"i-1","workspace":"other"}'],
    ['Belongs to workspace “other”.', 'id\tWorkspace Slug\tdatabase\ni-1\tother\torders'],
    ['Already deleted.', 'id;deleted;database\ni-1;2025-01-01;orders'],
    ['Not an instance record.', '[null]'],
    ['Expected 2 columns, found 3.', 'database,id\norders,i-1,x'],
    ['Can’t be read: Quoted field unterminated.', 'database,id\norders,"i-1'],
  ])('gives the reason “%s”', (reason, text) => {
    expect(parseImport(text, options).records.map(({ kind, reason: shown }) => [kind, shown])).toEqual([
      ['invalid', reason],
    ]);
  });

  it('reads the valid lines of NDJSON before and after the invalid line', () => {
    const { records } = parseImport(
      '{"database":"d","id":"a"}\n{"database":\n{"database":"d","id":"b"}',
      options,
    );
    expect(records.map(({ position, kind }) => `${position} ${kind}`)).toEqual([
      '1 new',
      '2 invalid',
      '3 new',
    ]);
    expect(records[1]?.reason).toMatch(/^The JSON can’t be read: /);
  });
});

describe('parseImport of a text that can’t be imported', () => {
  it.each([
    ['No instances found.', ''],
    ['No instances found.', '[]'],
    ['No instances found.', 'database,id'],
    ['The JSON can’t be read: ', '{"database": "orders", "id": }'],
    ['No “id” column found. The first line must name the columns.', 'orders,i-1'],
    ['No “database” column found. Add one, or set a default database.', 'id\ni-1'],
    ['Several columns contain the ID. Keep one of them.', 'id,database,instanceId\n1,orders,i-1'],
    ['Several columns contain the name. Keep one of them.', 'id,name,name,database\ni-1,a,b,orders'],
    ['Too large (limit: 64 MB).', 'x'.repeat(64_000_001)],
    ['Too large (limit: 64 MB).', 'é'.repeat(32_000_001)],
    ['Too many instances (limit: 100,000).', `database,id\n${'d,i\n'.repeat(100_001)}`],
  ])('reports “%s”', (sentence, text) => {
    const { problem, records } = parseImport(text, options);
    expect(problem?.slice(0, sentence.length)).toBe(sentence);
    expect(records).toEqual([]);
  });
});

describe('decodeText', () => {
  const text = 'database,id\norders,ä-1';
  const utf16LittleEndian = (decoded: string) => Uint8Array.from(Buffer.from(decoded, 'utf16le')).buffer;
  const utf16BigEndian = (decoded: string) =>
    Uint8Array.from(Buffer.from(decoded, 'utf16le').swap16()).buffer;
  const bufferOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

  it.each([
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${text}`).buffer],
    ['UTF-16LE', utf16LittleEndian(`\ufeff${text}`)],
    ['UTF-16BE', utf16BigEndian(`\ufeff${text}`)],
    ['UTF-16LE without a byte order mark', utf16LittleEndian(text)],
    ['UTF-16BE without a byte order mark', utf16BigEndian(text)],
  ])('decodes %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it.each([
    ['Latin-1', bufferOf(0x69, 0x64, 0x0a, 0xe4, 0x2d, 0x31)],
    ['half a UTF-16 character', bufferOf(0xff, 0xfe, 0x69)],
    ['a lone surrogate in UTF-16', bufferOf(0xff, 0xfe, 0x00, 0xd8, 0x69, 0x00)],
  ])('returns null for %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeNull();
  });
});

const existingKey = createInstanceKey('orders', 'i-1');
const anyOptions = { existingKeys: new Set([existingKey]), defaultDatabase: null, workspaceSlug: 'acme' };

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 'orders', 'i-1', '..', ' '),
);
const record = fc.record(
  { database: value, id: value, name: value, workspace: fc.record({ slug: value }), deleted: value },
  { requiredKeys: [] },
);
const cell = fc.oneof(fc.string(), fc.constantFrom('"', ';', '\t', '=1+1', 'orders', 'i-1', ''));
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.array(fc.oneof(record, fc.jsonValue()), { maxLength: 8 }).map((list) => JSON.stringify(list)),
  fc.array(record, { maxLength: 8 }).map((records) => records.map((item) => JSON.stringify(item)).join('\n')),
  fc
    .array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 })
    .map((lines) => ['database,id,name', ...lines.map((cells) => cells.join(','))].join('\n')),
);

describe('parseImport with any text', () => {
  it('adds each valid instance once, and gives a reason for every other record', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { problem, records } = parseImport(text, anyOptions);
        if (records.length === 0) expect(problem).toMatch(/\.$/);
        const newInstances = records.flatMap(({ kind, instance }) => (kind === 'new' ? [instance] : []));
        for (const { databaseName, id } of newInstances)
          expect([findPathValueProblem(databaseName), findPathValueProblem(id)]).toEqual([null, null]);
        const keys = newInstances.map(({ databaseName, id }) => createInstanceKey(databaseName, id));
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).not.toContain(existingKey);
        for (const { kind, reason } of records) expect(reason === null).toBe(kind === 'new');
      }),
      { numRuns: 500 },
    );
  });
});
