import type { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { chatMessage, readSheet, type ZipEntry } from '@gantry/core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation } from '../../../../test/create-conversation.ts';
import { rejected } from '../../../../test/rejected.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { aUser, createTestEngine, type TestEngine } from '../../../../test/test-engine.ts';
import { insertUser } from '../../../modules/users/register-user.ts';
import { readZip } from '../../storage/read-zip.ts';
import { withNamedTables } from '../../store/database.ts';
import { stripTags } from './document-text.ts';
import { formatCsvCell, formatCsvLine } from './text-forms.ts';

interface StreamedFile {
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts the turns of the event loop until it is stopped. */
function countTurns() {
  let [turns, isStopped] = [0, false];
  const next = () => {
    turns += 1;
    if (!isStopped) setImmediate(next);
  };
  setImmediate(next);
  return {
    stop() {
      isStopped = true;
      return turns;
    },
  };
}

async function* getText({ bytes, isPacked }: ZipEntry) {
  yield new TextDecoder().decode(isPacked ? inflateRawSync(bytes) : bytes);
}

describe.each(databaseKinds)('exports on %s', (kind) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine(kind, { timeZone: async () => 'Asia/Shanghai' });
  });
  afterAll(() => engine.drop());

  async function exportRecords(
    resource: string,
    body: unknown,
    options = {},
  ): Promise<StreamedFile & { text: string; pieces: number; turns: number }> {
    const streamed = (await engine.raw(`/${resource}/export`, body, options)) as StreamedFile;
    const pieces: string[] = [];
    const turnCounter = countTurns();
    for await (const piece of streamed.body) pieces.push(String(piece));
    return { ...streamed, text: pieces.join(''), pieces: pieces.length, turns: turnCounter.stop() };
  }

  test('writes CSV whose cells are not run as formulas', async () => {
    const rows = [
      { line: 1, values: { phrase: '=HYPERLINK("x")', note: 'a "quoted", note' } },
      { line: 2, values: { phrase: '＋1', note: 'two, parts' } },
    ];
    await engine.call('/allow-word/import', { rows });
    const { text, headers } = await exportRecords('allow-word', { columns: ['id', 'phrase', 'note'] });
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
    const [second, first] = await engine.database.read
      .selectFrom('allow_words')
      .select('id')
      .orderBy('id', 'desc')
      .execute();
    expect(text).toBe(
      `\uFEFFid,phrase,note\r\n${second?.id},'＋1,"two, parts"\r\n${first?.id},"'=HYPERLINK(""x"")","a ""quoted"", note"\r\n`,
    );
  });

  test('ends with the totals of its columns, which the list returns too', async () => {
    const batch = (count: number, cost: number | null) => ({
      ...{ name: `b${count}`, kind: 'coin', mode: 'single', coin: 1, count, cost, used: 1, voided: 0 },
      ...{ status: 'active', version: 1, created_at: 1, updated_at: 1 },
    });
    const rows = [batch(10, 150), batch(20, null), batch(30, 1250)];
    await engine.database.transaction((tx) => withNamedTables(tx).insertInto('redeem_batches').values(rows).execute());
    const options = { columns: ['id', 'name', 'count', 'cost'], totals: true };
    const { text } = await exportRecords('redeem-batch', options);
    expect(text.trim().split('\r\n').at(-1)).toBe('Total,,60,14.00');
    const lines = (await exportRecords('redeem-batch', { ...options, format: 'ndjson' })).text.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ totals: { count: 60, cost: 1400 } });
    expect((await exportRecords('redeem-batch', { columns: options.columns })).text).not.toContain('Total');
    const list = await engine.call<{ summary: unknown }>('/redeem-batch/list', { pageSize: 1 });
    expect(list.summary).toEqual({ count: 60, used: 3, voided: 0, cost: 1400 });
    expect((await engine.call<{ summary: unknown }>('/allow-word/list', {})).summary).toBeNull();
  });

  async function exportSheet(resource: string, body: Readonly<Record<string, unknown>>) {
    const streamed = (await engine.raw(`/${resource}/export`, { ...body, format: 'xlsx' })) as StreamedFile;
    const bytes = Buffer.concat(await streamed.body.toArray());
    const rows: (readonly string[])[] = [];
    for await (const batch of readSheet(bytes, getText)) rows.push(...batch.map(({ cells }) => cells));
    return { rows, bytes, headers: streamed.headers };
  }

  test('writes a workbook with labels, amounts in yuan, local times, totals and no formulas', async () => {
    const columns = ['name', 'kind', 'count', 'cost', 'createdAt'];
    const { rows, bytes, headers } = await exportSheet('redeem-batch', { columns, totals: true });
    expect(headers).toMatchObject({ 'content-disposition': 'attachment; filename="redeem-batch.xlsx"' });
    expect(rows).toEqual([
      ['Name', 'Kind', 'Codes', 'Cost (CNY)', 'Created'],
      ['b30', 'Coins', '30', '12.5', '1970-01-01 08:00:00'],
      ['b20', 'Coins', '20', '', '1970-01-01 08:00:00'],
      ['b10', 'Coins', '10', '1.5', '1970-01-01 08:00:00'],
      ['Total', '', '60', '14'],
    ]);
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    const words = await exportSheet('allow-word', { columns: ['phrase', 'note'] });
    expect(words.rows.slice(1)).toEqual([
      ['＋1', 'two, parts'],
      ['=HYPERLINK("x")', 'a "quoted", note'],
    ]);
  });

  test('writes a workbook that contains the stored texts unchanged', async () => {
    const specialTexts = ['_x000D_', '\u0007bell', ' blanks ', '<&>"', 'a\rb', "'quoted", '-5', '0012'];
    const rows = specialTexts.map((phrase, at) => ({ line: at + 1, values: { phrase: `p${phrase}`, note: phrase } }));
    await engine.call('/allow-word/import', { rows });
    const sheet = await exportSheet('allow-word', { columns: ['note'], keyword: '' });
    const stored = await engine.database.read.selectFrom('allow_words').select('note').orderBy('id', 'desc').execute();
    expect(sheet.rows.slice(1).map(([note]) => note ?? null)).toEqual(stored.map(({ note }) => note));
  });

  test('streams all pages of a large list, one record per line', async () => {
    const rows = (from: number) =>
      Array.from({ length: 1250 }, (_, at) => ({ line: at + 1, values: { word: `e${from + at}` } }));
    await engine.call('/banned-word/import', { rows: rows(0) });
    await engine.call('/banned-word/import', { rows: rows(1250) });
    const { text, pieces, turns } = await exportRecords('banned-word', { format: 'ndjson', columns: ['word'] });
    const words = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { word: string }).word);
    expect(words).toHaveLength(2500);
    expect(new Set(words).size).toBe(2500);
    expect(words[0]).toBe('e2499');
    expect(pieces).toBe(5);
    expect(turns, 'turns for other work between two pages').toBeGreaterThanOrEqual(4);
  });

  test('exports the selected records, or those that match', async () => {
    const { text } = await exportRecords('banned-word', { format: 'ndjson', columns: ['word'], keyword: 'e24' });
    expect(text.trim().split('\n')).toHaveLength(111);
    const [row] = await engine.database.read.selectFrom('banned_words').select('id').where('word', '=', 'e7').execute();
    const one = await exportRecords('banned-word', { format: 'ndjson', columns: ['word'], ids: [row?.id] });
    expect(one.text).toBe('{"word":"e7"}\n');
  });

  test('omits personal data unless its column is requested by a user who may read it', async () => {
    await createConversation(engine.database, 1);
    const exportDefault = await exportRecords('chat-message', { format: 'ndjson' });
    expect(Object.keys(JSON.parse(exportDefault.text))).not.toContain('content');
    const exportNamed = await exportRecords('chat-message', { format: 'ndjson', columns: ['content'] });
    expect(JSON.parse(exportNamed.text)).toEqual({ content: '说 0' });
    const user = engine.raw('/chat-session/export', { columns: ['title'] }, { as: aUser });
    expect(await rejected(user)).toHaveProperty('columns');
  });

  test('is audited with its columns and filters', async () => {
    await exportRecords('chat-message', { columns: ['content'], filters: { role: ['user'] } });
    const [row] = await engine.database.read
      .selectFrom('audit_logs')
      .select(['action', 'resource', 'after'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(row).toMatchObject({ action: 'export', resource: chatMessage.name });
    expect(JSON.parse(String(row?.after))).toMatchObject({ columns: ['content'], filters: { role: ['user'] } });
  });

  test('writes the text of one record as a document, or several as a ZIP file', async () => {
    const user = await engine.database.transaction((tx) =>
      insertUser(tx, engine.database, { username: 'writer' }, { by: null, at: 1 }),
    );
    const systemColumns = { version: 1, created_at: 1, updated_at: 1 };
    const createTask = (no: string, content: string | null) => ({
      ...{
        no,
        user_id: user.id,
        request_id: no,
        prompt: 'p',
        progress: 0,
        attempt: 1,
        asset: 'coin',
        amount: 0,
        charged: 0,
      },
      ...{ refunded: 0, publication: 'private', status: content ? 'succeeded' : 'failed', content, ...systemColumns },
    });
    const rows = [
      createTask('W1', '# ../春: "游"\n<img src=x> `a<b`'),
      createTask('W2', '# ../春: "游"'),
      createTask('W3', null),
    ];
    await engine.database.transaction((tx) => withNamedTables(tx).insertInto('write_tasks').values(rows).execute());
    const { id } = await engine.database.read
      .selectFrom('write_tasks')
      .select('id')
      .where('no', '=', 'W1')
      .executeTakeFirstOrThrow();
    const one = await engine.raw('/write-task/export', { format: 'md', ids: [id] });
    const { body, headers } = one as { body: unknown; headers: Readonly<Record<string, string>> };
    expect(String(body)).toBe('# ../春: "游"\n&lt;img src=x> `a<b`\n');
    expect(headers['content-disposition']).toBe(`attachment; filename="write-task-${id}.md"`);
    const zipFile = (await engine.raw('/write-task/export', { format: 'docx.zip' })) as StreamedFile;
    const bytes = Buffer.concat(await zipFile.body.toArray());
    const source = { size: bytes.length, slice: async (from: number, to: number) => bytes.subarray(from, to) };
    const names = [...(await readZip(source, 1_000_000)).keys()];
    expect(names).toEqual(['W3.docx', 'W2-.._春_ _游_.docx', 'W1-.._春_ _游_.docx']);
    expect(await rejected(engine.raw('/write-task/export', { format: 'docx' }))).toHaveProperty('format');
    expect(await rejected(engine.raw('/write-task/export', { format: 'md.zip', columns: ['no'] }))).toHaveProperty(
      'columns',
    );
  });

  test.each([
    [{ format: 'md.zip' }, 'format'],
    [{ columns: ['password'] }, 'columns'],
    [{ columns: [] }, 'columns'],
    [{ format: 'xls' }, 'format'],
    [{ filters: { word: ['x'] } }, 'filters.word'],
    [{ limit: 5 }, 'limit'],
  ])('rejects the request %j', async (body, field) => {
    expect(await rejected(engine.raw('/banned-word/export', body))).toHaveProperty([field]);
  });
});

/** Parses CSV strictly by RFC 4180. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, raw, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted === undefined ? (raw ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

test('formatCsvLine() writes any text so that a CSV parser returns it unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 })), (rows) => {
      expect(readCsv(rows.map(formatCsvLine).join(''))).toEqual(rows);
    }),
  );
});

const label = { zh: '词', en: 'Word' };
test.each([
  ['=1+1', "'=1+1"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['@SUM', "'@SUM"],
  ['－5', "'－5"],
  ['a=b', 'a=b'],
  ['-', "'-"],
])('formatCsvCell() writes the text %j as %j', (value, expected) => {
  expect(formatCsvCell(value, { kind: 'text', label })).toBe(expected);
});

test.each([
  [-520, { kind: 'integer', label }, '-520'],
  [-520, { kind: 'money', label }, '-5.20'],
  [7, { kind: 'money', label }, '0.07'],
  [true, { kind: 'boolean', label }, 'true'],
  [['a', 'b'], { kind: 'tags', label }, 'a;b'],
  [{ a: 1 }, { kind: 'json', label }, '{"a":1}'],
  [null, { kind: 'text', label }, ''],
] as const)('formatCsvCell() writes the value %j of %j as %j', (value, field, expected) => {
  expect(formatCsvCell(value, field)).toBe(expected);
});

test.each([
  ['<b>x</b> 1 < 2', '&lt;b>x&lt;/b> 1 < 2\n'],
  ['`<b>` and <i>', '`<b>` and &lt;i>\n'],
  ['\\`<b>`', '\\`&lt;b>`\n'],
  ['a ` b\n<b> ` c', 'a ` b\n&lt;b> ` c\n'],
  ['```\n<b>\n```\n<i>', '```\n<b>\n```\n&lt;i>\n'],
  ['- a\n  ```\n<b>', '- a\n  ```\n&lt;b>\n'],
  ['| `a | <b> ` |', '| `a | &lt;b> ` |\n'],
])('stripTags() escapes the tags of %j', (markdown, expected) => {
  expect(stripTags(markdown)).toBe(expected);
});
