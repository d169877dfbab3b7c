import { rmSync } from 'node:fs';
import { type AnyResource, type Field, getResourcePath, getWritableFields, kebab, type Values } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  created,
  createEdgeCaseRecords,
  createEdgeCaseValue,
  type EdgeCaseRecords,
  readable,
  requested,
} from '../../server/test/edge-case-records.ts';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { escapeControls, measureWidth } from '../src/output/wrap-text.ts';
import { getChangedValues, startForm } from '../src/tui/fields/form-state.ts';
import { parseDraft } from '../src/tui/fields/inputs.ts';
import { applyKey, createEditableText } from '../src/tui/parts/input/editable-text.ts';
import { getMarks } from '../src/tui/parts/marks.ts';
import { renderRecord } from '../src/tui/resource/record/render-record.ts';
import { type Gantry, newGantry } from './gantry.ts';

const rejectedTexts = ['a\0b', 'half \ud83d'];
let server: RunningServer;
let gantry: Gantry;
let token: string;
let records: EdgeCaseRecords;

beforeAll(async () => {
  server = await startServer({ env: { CRAFT: 'true' } });
  token = await server.firstAdmin();
  records = createEdgeCaseRecords((path, body) => server.call(path, body, { token }));
  gantry = newGantry({ GANTRY_TOKEN: token, GANTRY_SERVER: server.url, CRAFT: 'true' });
});
afterAll(async () => {
  await server?.stop();
  if (gantry) rmSync(gantry.directory, { recursive: true, force: true });
});

const terminal = { locale: 'en-US', timeZone: 'Asia/Shanghai', marks: getMarks(true), role: 'admin' } as const;
const withoutColor = (line: string) => line.replaceAll(/\u001b\[[0-9;]*m/g, '');
const isFree = (field: Field) =>
  field.kind === 'paragraph' ||
  field.kind === 'markdown' ||
  (field.kind === 'text' && field.pattern === undefined && field.hierarchy === undefined);

/** Every line of text in the given values. */
function textsIn(resource: AnyResource, values: Values): string[] {
  return Object.entries(readable(resource, values)).flatMap(([name, value]) => {
    const field = resource.fields[name];
    return field && isFree(field) && typeof value === 'string' ? value.split(/\r?\n/) : [];
  });
}

const call = (resource: AnyResource, verb: string, body: Values) =>
  server.call(getResourcePath(resource.name, verb), body, { token });

describe.each(created.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  it('returns what was entered, by the API and the command line', async () => {
    const { id, values } = await records.of(resource);
    const expected = readable(resource, values);
    expect((await call(resource, 'get', { id })).data).toMatchObject(expected);
    const printed = await gantry.run([kebab(resource.name), 'get', String(id), '--json']);
    expect(printed.stderr).toBe('');
    expect(JSON.parse(printed.stdout)).toMatchObject(expected);
  });

  it('rejects text that no database can store, in each text field', async () => {
    const fields = Object.entries(getWritableFields(resource, 'create'));
    const texts = fields
      .filter(([, { kind }]) => ['text', 'paragraph', 'markdown'].includes(kind))
      .map(([name]) => name);
    for (const [at, wrong] of rejectedTexts.entries()) {
      if (at > 0 && texts.length === 0) continue;
      const given = Object.fromEntries(texts.map((name) => [name, wrong]));
      const { code, errors } = await call(resource, 'create', given);
      // U+0000 ends the parsing of a body immediately, so only the first field is reported.
      const named = wrong.includes('\u0000') ? texts.slice(0, 1) : texts;
      expect([code, Object.keys(errors)]).toEqual([42_200, expect.arrayContaining(named)]);
    }
  });

  it('is escaped in the terminal interface, whose form returns it unchanged', async () => {
    const { id, values } = await records.of(resource);
    const { data } = await call(resource, 'get', { id });
    const wide = renderRecord(resource, data, 100_000, terminal).map(withoutColor).join('\n');
    for (const text of textsIn(resource, values)) expect(wide).toContain(escapeControls(text));
    const narrow = renderRecord(resource, data, 78, terminal).map(withoutColor);
    expect(narrow.filter((line) => measureWidth(line) > 78 || escapeControls(line) !== line)).toEqual([]);
    const fields = getWritableFields(resource, 'update');
    expect(getChangedValues(startForm(fields, (resource.form ?? []).flat(), data, 'Asia/Shanghai'), fields)).toEqual(
      {},
    );
  });

  it('accepts edge-case texts in the form of the terminal interface', async () => {
    const { id } = await records.of(resource);
    const { data } = await call(resource, 'get', { id });
    const typed = Object.entries(resource.access.update ? getWritableFields(resource, 'update') : {}).flatMap(
      ([name, field], at) =>
        isFree(field) && typeof data[name] === 'string' && !(name in (requested[resource.name] ?? {}))
          ? [[name, field, String(createEdgeCaseValue(field, at + 3))] as const]
          : [],
    );
    const drafts = typed.map(([name, field, text]) => {
      const lines = field.kind !== 'text';
      const draft = applyKey(createEditableText(''), { name: 'text', text }, lines);
      return [name, parseDraft(draft, field)] as const;
    });
    const given = Object.fromEntries(typed.map(([name, , text]) => [name, text]));
    expect(Object.fromEntries(drafts)).toEqual(given);
    if (typed.length === 0) return;
    const { code, errors } = await call(resource, 'update', { id, version: data.version, ...given });
    expect({ code, errors }).toEqual({ code: 20_000, errors: {} });
    expect((await call(resource, 'get', { id })).data).toMatchObject(given);
  });

  it('clears optional texts', async () => {
    const { id } = await records.of(resource);
    const { version } = (await call(resource, 'get', { id })).data;
    const rules = requested[resource.name] ?? {};
    const empty = Object.fromEntries(
      Object.entries(resource.access.update ? getWritableFields(resource, 'update') : {}).flatMap(([name, field]) =>
        isFree(field) && field.required !== true && !(name in rules) ? [[name, null] as const] : [],
      ),
    );
    if (Object.keys(empty).length === 0) return;
    const { code, errors } = await call(resource, 'update', { id, version, ...empty });
    expect({ code, errors }).toEqual({ code: 20_000, errors: {} });
    expect((await call(resource, 'get', { id })).data).toMatchObject(readable(resource, empty));
  });
});
