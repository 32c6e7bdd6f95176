import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { operations } from '../../src/rules/pathValues.ts';
import { createTestSandbox } from './testSandbox.ts';

type Schema = Partial<{ $ref: string; type: string | string[]; enum: string[]; format: string }> &
  Partial<{ required: string[]; properties: Record<string, Schema>; items: Schema }>;
type Response = { $ref?: string; content: { 'application/json': { schema: Schema } } };
type Operation = { operationId: string; parameters: Schema[]; responses: Record<string, Response> };

const document = parse(readFileSync('src/sandbox/openapi.yaml', 'utf8'));
const documentedOperations = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** The part of the document that a `$ref` names. */
function resolve<Part extends { $ref?: string }>(part: Part): Part {
  const names = part.$ref?.split('/').slice(1) ?? [];
  const resolved = names.reduce((value, name) => value[name], document);
  return part.$ref === undefined ? part : resolve(resolved);
}

/** Each place where a value differs from a schema. Unknown fields differ, so that the document names them all. */
function findProblems(value: unknown, schemaOrRef: Schema, place = '$'): string[] {
  const schema = resolve(schemaOrRef);
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const allowedTypes = [schema.type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name));
  if (!allowedTypes.includes(type)) return [`${place}: ${type}`];
  if (schema.enum?.includes(String(value)) === false) return [`${place}: ${value}`];
  if (schema.format === 'date-time' && value !== null && !/Z$/.test(String(value)))
    return [`${place}: ${value}`];
  if (Array.isArray(value))
    return value.flatMap((item) => findProblems(item, schema.items ?? {}, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const missing = schema.required?.filter((name) => !(name in value)) ?? [];
  const ofFields = Object.entries(value).flatMap(([name, field]) =>
    findProblems(field, schema.properties?.[name] ?? {}, `${place}.${name}`),
  );
  return [...missing.map((name) => `${place}.${name} is missing`), ...ofFields];
}

test('openapi.yaml has the operations of the client, and the list of instances', () => {
  const { deleteComputeInstance, listRegions, listSubscriptionHistory } = operations;
  const listInstances = deleteComputeInstance.replace('/{instanceId}', '');
  const gets = [listInstances, listRegions, listSubscriptionHistory].map((path) => `GET ${path}`);
  const names = documentedOperations.map(({ method, path }) => `${method} ${path}`);
  expect(names.sort()).toEqual([`DELETE ${deleteComputeInstance}`, ...gets].sort());
});

test.each(documentedOperations)(
  'openapi.yaml describes $method $path as the sandbox does',
  async ({ path, method, operation }) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true }));
    expect(operation.parameters.map((parameter) => resolve(parameter))).toMatchObject(names);
    const { call, list } = createTestSandbox();
    const [{ id }] = await list('acme', 'orders');
    for (const workspaceSlug of ['acme', 'nobody', 'forbidden']) {
      const values: Record<string, string> = { workspaceSlug, databaseName: 'orders', instanceId: id };
      const response = await call(
        method,
        path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
      );
      const described = operation.responses[response.status] ?? operation.responses.default;
      const schema = described && resolve(described).content['application/json'].schema;
      expect(findProblems(await response.json(), schema ?? {})).toEqual([]);
    }
  },
);
