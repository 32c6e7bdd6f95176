import { describe, expect, it } from 'vitest';
import { type ImportOptions, parseImport } from '../../src/features/compute/importInstances.ts';
import { instanceKey } from '../../src/features/compute/instanceRow.ts';

const options: ImportOptions = { existingKeys: new Set(), defaultDatabase: null, workspaceSlug: 'acme' };

describe('what can be added', () => {
  const wanted = { databaseName: 'orders', id: 'i-1', name: 'orders-primary' };
  const documented = { id: 'i-1', name: 'orders-primary', workspace: { slug: 'acme' }, deleted: null };

  it.each([
    ['a short record', '{"database":"orders","id":"i-1","name":"orders-primary"}'],
    ['its long spelling', '{"databaseName":"orders","instanceId":"i-1","instanceName":"orders-primary"}'],
    ['a list', '[{"database":"orders","id":"i-1","name":"orders-primary"}]'],
    ['an envelope', '{"instances":[{"database":"orders","id":"i-1","name":"orders-primary"}]}'],
    ['a documented record with a database', JSON.stringify({ ...documented, database: 'orders' })],
    [
      'the variant, its database nested',
      '{"instanceId":"i-1","instanceName":"orders-primary","database":{"name":"orders"}}',
    ],
    ['NDJSON', '{"database":"orders","id":"i-1","name":"orders-primary"}\n{"id":7}\n'],
    ['CSV', 'database,id,name\norders,i-1,orders-primary\n'],
    ['CSV with CRLF and a byte order mark', '\ufeffdatabase,id,name\r\norders,i-1,orders-primary'],
    ['CSV of mixed line ends', 'database,id,name\r\norders,i-1,orders-primary\norders,i-2,\r\n'],
    ['TSV in another order', 'Instance ID\tNAME\tDatabase Name\ni-1\torders-primary\torders'],
    ['semicolons, as a German Excel saves', 'Database;ID;Name\norders;i-1;orders-primary'],
    ['spaces around cells', ' database , id , name \n orders , i-1 , orders-primary '],
    ['an exported formula guard', 'database,id,name\norders,i-1,orders-primary\norders,"\'=1",'],
    ['more columns, quoted', 'size,"database",id,name\n3,"orders","i-1","orders-primary"'],
  ])('%s', (_, text) => {
    const { problem, lines } = parseImport(text, options);
    expect(problem).toBeNull();
    expect(lines[0]).toMatchObject({ kind: 'add', reason: null, instance: wanted });
  });

  it('takes the chosen database for records that name none', () => {
    const own = { ...options, defaultDatabase: 'analytics' };
    for (const text of [JSON.stringify(documented), 'id,name\ni-1,orders-primary'])
      expect(parseImport(text, own).lines[0]?.instance?.databaseName).toBe('analytics');
    expect(parseImport('id,database\ni-1,orders', own).lines[0]?.instance?.databaseName).toBe('orders');
  });

  it('keeps a CSV id that looks like a large number', () => {
    const { lines } = parseImport('database,id\norders,9007199254740993', options);
    expect(lines[0]?.instance?.id).toBe('9007199254740993');
  });

  it('keeps spaces that are quoted: they are another id', () => {
    const { lines } = parseImport('database,id\norders," i-1"', options);
    expect(lines[0]?.instance?.id).toBe(' i-1');
  });

  it('drops spaces around what is not quoted, whatever else in its line is', () => {
    const { lines } = parseImport('database,id,name\n orders , i-1 ,"billing, eu"', options);
    expect(lines[0]?.instance).toEqual({ databaseName: 'orders', id: 'i-1', name: 'billing, eu' });
  });

  it('adds what is said not to be deleted', () => {
    const { lines } = parseImport('{"database":"orders","id":"i-1","deleted":false}', options);
    expect(lines[0]?.kind).toBe('add');
  });

  it('counts lines as an editor does, over blank lines and quoted line breaks', () => {
    const { lines } = parseImport('database,id,name\n\norders,a,"two\nlines"\norders,b,\n', options);
    expect(lines.map(({ line }) => line)).toEqual([3, 5]);
  });
});

describe('duplicates', () => {
  it('are found in the list and in the text', () => {
    const existingKeys = new Set([instanceKey('orders', 'i-1')]);
    const text = 'database,id\norders,i-1\norders,i-2\nanalytics,i-1\norders,i-2\norders,i-2';
    const { lines } = parseImport(text, { ...options, existingKeys });
    expect(lines.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['duplicate', 'Already in the list.'],
      ['add', null],
      ['add', null],
      ['duplicate', 'The same as line 3.'],
      ['duplicate', 'The same as line 3.'],
    ]);
  });
});

describe('what is refused, and why', () => {
  it.each([
    [
      '{"database":"orders","id":7}',
      'The instance ID is a number, not a text. Put it in quotes where it comes from.',
    ],
    [
      '{"database":"orders","id":9007199254740993}',
      'The instance ID is a number, not a text, and so large a number was already rounded when it was read. Put it in quotes where it comes from.',
    ],
    ['{"database":"orders"}', 'The instance ID is missing.'],
    ['{"database":"orders","id":["x"]}', 'The instance ID is not a text.'],
    ['{"id":"i-1"}', 'The database name is missing.'],
    ['{"database":{"name":"orders"},"id":"i-1"}', 'The database name is missing.'],
    ['{"database":"..","id":"i-1"}', 'The database name can’t be “.” or “..”.'],
    ['{"database":"orders","id":"%2E%2e"}', 'The instance ID can’t be “.” or “..”.'],
    [`{"database":"orders","id":"${'x'.repeat(513)}"}`, 'The instance ID is longer than 512 characters.'],
    ['{"database":"orders","id":"\\ud800"}', 'The instance ID contains an invalid character.'],
    ['{"database":"orders","id":"i-1","name":7}', 'The name is not a text.'],
    [
      '{"database":"orders","id":"i-1","deleted":"2025-01-01T00:00:00Z"}',
      'The record says that this instance is deleted.',
    ],
    [
      '{"database":"orders","id":"i-1","workspace":{"slug":"other"}}',
      'The record belongs to the workspace “other”.',
    ],
    ['[null]', 'This is not an instance record.'],
    ['database,id\norders,', 'The instance ID is missing.'],
    ['database,id\n,i-1', 'The database name is missing.'],
    ['database,id\norders,i-1,x', 'This line has 3 cells, the first line names 2.'],
    ['database,id\norders,"i-1', 'This line can’t be read: Quoted field unterminated.'],
  ])('%.60s', (text, reason) => {
    expect(parseImport(text, options).lines.map((line) => [line.kind, line.reason])).toEqual([
      ['refused', reason],
    ]);
  });

  it('one bad line of NDJSON takes no other with it', () => {
    const { lines } = parseImport(
      '{"database":"d","id":"a"}\n{"database":\n{"database":"d","id":"b"}',
      options,
    );
    expect(lines.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'add'],
      [2, 'refused'],
      [3, 'add'],
    ]);
    expect(lines[1]?.reason).toMatch(/^This line is not valid JSON: /);
  });
});

describe('a text of which nothing can be added', () => {
  it.each([
    ['', 'There is no instance in this text.'],
    [' \n ', 'There is no instance in this text.'],
    ['[]', 'There is no instance in this text.'],
    ['database,id', 'There is no instance in this text.'],
    ['{"database": "orders", "id": }', 'This is not valid JSON: '],
    [
      'orders,i-1',
      'The first line reads “orders, i-1”: it must name the columns, and one of them must be “id”.',
    ],
    [
      'id\ni-1',
      'The first line reads “id”: none of its columns is “database”, and no database is chosen for all.',
    ],
    [
      'id,database,instanceId\n1,orders,i-1',
      'The first line reads “id, database, instanceId”: more than one of its columns could be the id.',
    ],
    [
      'id,name,name,database\ni-1,a,b,orders',
      'The first line reads “id, name, name, database”: more than one of its columns could be the name.',
    ],
    ['x'.repeat(64_000_001), 'This is larger than 64 MB.'],
    ['é'.repeat(32_000_001), 'This is larger than 64 MB.'],
    [`database,id\n${'d,i\n'.repeat(100_001)}`, 'This holds more than 100 000 instances.'],
    [`[${'1,'.repeat(100_000)}1]`, 'This holds more than 100 000 instances.'],
  ])('%.40s', (text, sentence) => {
    const { problem, lines } = parseImport(text, options);
    expect(problem?.slice(0, sentence.length)).toBe(sentence);
    expect(lines).toEqual([]);
  });
});
