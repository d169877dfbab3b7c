import { inflateRawSync } from 'node:zlib';
import {
  type AnyResource,
  allFields,
  catalogue,
  type ExportFormat,
  exportFormats,
  readSheet,
  type TimeFormat,
  timeFormats,
  type ZipEntry,
} from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { FileForm, RecordFile } from './record-file.ts';
import { writeSheet } from './sheet-form.ts';
import { writeCsv, writeJson, writeNdjson, writeTsv, writeYaml } from './text-forms.ts';

const forms: Readonly<Record<ExportFormat, FileForm>> = {
  csv: writeCsv,
  tsv: writeTsv,
  json: writeJson,
  ndjson: writeNdjson,
  yaml: writeYaml,
  xlsx: writeSheet,
};
const moment = Date.UTC(2026, 11, 1, 1);
const written: Readonly<Record<TimeFormat, string>> = {
  iso: '2026-12-01T09:00:00+08:00',
  epoch: String(moment),
  local: '2026-12-01 09:00:00',
};
const usual: Readonly<Record<ExportFormat, TimeFormat>> = {
  csv: 'iso',
  tsv: 'iso',
  json: 'epoch',
  ndjson: 'epoch',
  yaml: 'epoch',
  xlsx: 'local',
};

const exportable = catalogue.resources.filter(({ access }) => access.export);
const getTimes = (resource: AnyResource) =>
  Object.entries(allFields(resource)).flatMap(([name, { kind }]) => (kind === 'time' ? [name] : []));

async function* getPart({ bytes, isPacked }: ZipEntry) {
  yield new TextDecoder().decode(isPacked ? inflateRawSync(bytes) : bytes);
}

/** The cells of the only record of an export that has the times of a resource as its columns. */
async function exportTimes(
  resource: AnyResource,
  format: ExportFormat,
  timeFormat?: TimeFormat,
  at = moment,
): Promise<string[]> {
  const names = getTimes(resource);
  const record = Object.fromEntries(names.map((name) => [name, at]));
  const file: RecordFile = {
    title: resource.name,
    names,
    fields: allFields(resource),
    pages: (async function* () {
      yield [record];
    })(),
    sums: null,
    locale: 'en-US',
    timeZone: 'Asia/Shanghai',
    ...(timeFormat ? { timeFormat } : {}),
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of forms[format](file)) pieces.push(Buffer.from(piece));
  const bytes = Buffer.concat(pieces);
  const text = bytes.toString('utf8');
  const values = (value: unknown) => Object.values(value as object).map(String);
  if (format === 'json') return values(JSON.parse(text)[0]);
  if (format === 'ndjson') return values(JSON.parse(text));
  if (format === 'yaml') return values(parse(text)[0]);
  if (format !== 'xlsx') return (text.trim().split(/\r?\n/)[1] ?? '').split(format === 'csv' ? ',' : '\t');
  for await (const [, row] of readSheet(bytes, getPart)) return [...(row?.cells ?? [])];
  return [];
}

describe('the times of an export', () => {
  it.each(
    exportFormats.flatMap((format) => [undefined, ...timeFormats].map((timeFormat) => [format, timeFormat] as const)),
  )('are written in every time column of every resource, as %s with the time format %s', async (format, timeFormat) => {
    const expected = written[timeFormat ?? usual[format]];
    for (const resource of exportable) {
      const names = getTimes(resource);
      const cells = await exportTimes(resource, format, timeFormat);
      expect([resource.name, cells]).toEqual([resource.name, names.map(() => expected)]);
    }
  });

  it.each(exportFormats)('are read back as they were from local time in %s, milliseconds included', async (format) => {
    const resource = exportable.find(({ name }) => name === 'notice');
    const names = resource ? getTimes(resource) : [];
    const cells = resource ? await exportTimes(resource, format, 'local', moment + 250) : [];
    expect(cells[names.indexOf('startAt')]).toBe('2026-12-01T09:00:00.250+08:00');
    expect(cells[names.indexOf('createdAt')]).toBe('2026-12-01 09:00:00');
  });
});
