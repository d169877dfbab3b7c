import { Readable } from 'node:stream';
import { type ExportFormat, exportTypes, type Fields, type Locale, type TimeFormat } from '@gantry/core';
import type { FastifyReply } from 'fastify';
import { writeSheet } from './sheet-form.ts';
import { writeCsv, writeJson, writeNdjson, writeTsv, writeYaml } from './text-forms.ts';

export type FileRecord = Readonly<Record<string, unknown>>;

/** The content of an exported file, in any format. */
export interface RecordFile {
  /** Name of the records in the caller's language. */
  readonly title: string;
  /** The columns in order. */
  readonly names: readonly string[];
  readonly fields: Fields;
  /** Read on demand, as fast as the client downloads. */
  readonly pages: AsyncIterable<readonly FileRecord[]>;
  /** Totals that are written after the last record. */
  readonly sums: Sums | null;
  readonly locale: Locale;
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  /** ISO 4217 code of the site, for amounts without a currency. */
  readonly currency?: string;
  /** Requested format of times. */
  readonly timeFormat?: TimeFormat;
}

/** Writes a file in chunks. */
export type FileForm = (file: RecordFile) => AsyncIterable<string | Uint8Array>;
type FileForms = Readonly<Record<ExportFormat, FileForm>>;

/** A row of totals, by column. */
type SumLine = ReadonlyMap<string, number | string>;

/** Totals that are added up while the records are written, so that they match the rows above them. */
export interface Sums {
  readonly names: readonly string[];
  add(records: readonly FileRecord[]): void;
  /** Returns one row; with amounts in several currencies, one per currency, with the currency in its column. */
  lines(): readonly SumLine[];
}

/**
 * @param names columns to add up
 * @param currencyOf returns the currency column of an amount; null for other columns
 */
export function createSums(names: readonly string[], currencyOf: (name: string) => string | null = () => null): Sums {
  const simpleSums = new Map(names.filter((name) => currencyOf(name) === null).map((name) => [name, 0]));
  const amounts = names.flatMap((name) => {
    const currencyColumn = currencyOf(name);
    return currencyColumn === null ? [] : [{ name, by: currencyColumn }];
  });
  const perCurrency = new Map<string, Map<string, number>>();
  return {
    names,
    add(records) {
      for (const record of records) {
        for (const [name, sum] of simpleSums) simpleSums.set(name, sum + Number(record[name] ?? 0));
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
      if (codes.length <= 1) return [new Map([...simpleSums, ...zeros, ...(perCurrency.get(codes[0] ?? '') ?? [])])];
      return codes.map((code, at) => {
        const currencies = amounts.map(({ by }) => [by, code] as const);
        return new Map<string, number | string>([
          ...(at === 0 ? simpleSums : []),
          ...currencies,
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

/** Returns the file as a stream and sets the headers for the download. */
export function createFileStream(reply: FastifyReply, name: string, format: ExportFormat, file: RecordFile): Readable {
  void reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  void reply.header('cache-control', 'no-store').type(exportTypes[format]);
  return Readable.from(forms[format](file));
}
