import { Readable } from 'node:stream';
import { type ExportFormat, exportTypes, type Fields, type Locale, type TimeFormat } from '@gantry/core';
import type { FastifyReply } from 'fastify';
import { writeSheet } from './sheet-form.ts';
import { writeCsv, writeJson, writeNdjson, writeTsv, writeYaml } from './text-forms.ts';

export type FileRecord = Readonly<Record<string, unknown>>;

/** Records on their way into a file, whatever its form. */
export interface RecordFile {
  /** What the records are called, in the caller's language. */
  readonly title: string;
  /** The columns, in their order. */
  readonly names: readonly string[];
  readonly fields: Fields;
  /** Asked for as the reader takes them. */
  readonly pages: AsyncIterable<readonly FileRecord[]>;
  /** Written after the last record. */
  readonly sums: Sums | null;
  readonly locale: Locale;
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  /** ISO 4217 code of the site, in which amounts are that name no currency. */
  readonly currency?: string;
  /** How times are written, where it was asked for. */
  readonly timeFormat?: TimeFormat;
}

/** Writes a file piece by piece. */
export type FileForm = (file: RecordFile) => AsyncIterable<string | Uint8Array>;
type FileForms = Readonly<Record<ExportFormat, FileForm>>;

/** One line of sums, by column. */
type SumLine = ReadonlyMap<string, number | string>;

/** Columns that are added up while their records are written, so that the sums are those of the very lines above them. */
export interface Sums {
  readonly names: readonly string[];
  add(records: readonly FileRecord[]): void;
  /** One line; with amounts in several currencies one for each, which names the currency in its column. */
  lines(): readonly SumLine[];
}

/**
 * @param names of the columns that are added up
 * @param currencyOf the column that names the currency of an amount; null for what is no amount
 */
export function createSums(names: readonly string[], currencyOf: (name: string) => string | null = () => null): Sums {
  const plain = new Map(names.filter((name) => currencyOf(name) === null).map((name) => [name, 0]));
  const amounts = names.flatMap((name) => {
    const by = currencyOf(name);
    return by === null ? [] : [{ name, by }];
  });
  const perCurrency = new Map<string, Map<string, number>>();
  return {
    names,
    add(records) {
      for (const record of records) {
        for (const [name, sum] of plain) plain.set(name, sum + Number(record[name] ?? 0));
        for (const { name, by } of amounts) {
          const code = String(record[by] ?? '');
          const sums = perCurrency.get(code) ?? new Map<string, number>();
          perCurrency.set(code, sums.set(name, (sums.get(name) ?? 0) + Number(record[name] ?? 0)));
        }
      }
    },
    lines() {
      const zeros = amounts.map(({ name }) => [name, 0] as const);
      // Amounts without a currency, such as of users who never paid, are 0.
      const codes = [...perCurrency.keys()].filter((code) => code !== '').sort();
      if (codes.length <= 1) return [new Map([...plain, ...zeros, ...(perCurrency.get(codes[0] ?? '') ?? [])])];
      return codes.map((code, at) => {
        const named = amounts.map(({ by }) => [by, code] as const);
        return new Map<string, number | string>([
          ...(at === 0 ? plain : []),
          ...named,
          ...zeros,
          ...(perCurrency.get(code) ?? []),
        ]);
      });
    },
  };
}

const forms: FileForms = {
  csv: writeCsv,
  xlsx: writeSheet,
  ndjson: writeNdjson,
  tsv: writeTsv,
  json: writeJson,
  yaml: writeYaml,
};

/** The bytes of a file of records, to be sent as they are made, with the heads that name it. */
export function createFileStream(reply: FastifyReply, name: string, format: ExportFormat, file: RecordFile): Readable {
  void reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  void reply.header('cache-control', 'no-store').type(exportTypes[format]);
  return Readable.from(forms[format](file));
}
