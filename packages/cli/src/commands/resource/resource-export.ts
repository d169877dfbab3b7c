import process from 'node:process';
import {
  type AnyResource,
  exportFormats,
  type FileFormat,
  fillText,
  getFileFormat,
  getResourcePath,
  isDocumentForm,
  isTotalsRow,
  kebab,
  packedForms,
  type TimeFormat,
  timeFormats,
} from '@gantry/core';
import { type Command, Option } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { addReferenceFlags, buildReferenceFilters, createMissingArgumentError, gather } from '../options/filters.ts';
import { parseWhere } from '../options/where.ts';
import { hasMoney } from './resource-import.ts';

interface ExportFlags {
  readonly keyword?: string;
  readonly where: string[];
  readonly fields?: string;
  readonly totals?: boolean;
  readonly format?: FileFormat;
  readonly timeFormat?: TimeFormat;
  readonly force?: boolean;
}

const unclear = {
  zh: '“{ending}”结尾的文件没有对应的格式。请用 {endings} 结尾，或用 --format 指明格式',
  en: 'unknown file extension “{ending}”. Use one of {endings}, or add --format',
};

/** The format that a file name implies. Rejects an extension that does not match the possible formats. */
function getFormatOf(file: string, resource: AnyResource, { locale }: Context): FileFormat {
  const endings = [...exportFormats, ...(resource.document ? packedForms : [])];
  const known = [...endings, 'jsonl', 'yml', ...(resource.document ? ['md', 'docx', 'zip'] : [])];
  const [ending] = /\.(?:(?:md|docx)\.zip|[a-z]+)$/i.exec(file) ?? [];
  if (ending === undefined || known.includes(ending.slice(1).toLowerCase())) return getFileFormat(file, resource);
  const params = { ending, endings: endings.map((name) => `.${name}`).join(' ') };
  throw new CliError(fillText(unclear, params, locale), exitCodes.usage);
}

/** Removes the byte order mark, which spreadsheets need, and which a program that reads standard output would take for data. */
async function* omitByteOrderMark(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const bytes of stream) {
    if (head === null) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < 3) continue;
    yield isByteOrderMark(head) ? head.subarray(3) : head;
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}

const isByteOrderMark = ([first, second, third]: Uint8Array) => first === 0xef && second === 0xbb && third === 0xbf;

export function fillExport(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  addReferenceFlags(command, resource, context);
  if (resource.list.totals) command.option('--totals', t('cli.totals'));
  command
    .argument('[file]', t('cli.outFile'))
    .option('-k, --keyword <text>', t('cli.keyword'))
    .option('-w, --where <field=value>', t('cli.where'), gather, [])
    .option('--fields <names>', t('cli.fields'))
    .addOption(
      new Option('--format <format>', t('cli.format')).choices([
        ...exportFormats,
        ...(resource.document ? packedForms : []),
      ]),
    )
    .addOption(new Option('--time-format <format>', t('cli.timeFormat')).choices([...timeFormats]))
    .option('--force', t('cli.overwrite'))
    .addHelpText('after', () => (hasMoney(resource) ? `\n${t('cli.moneyUnits')}` : ''))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} export rows.csv\n  gantry ${entity} export rows.xlsx\n  gantry ${entity} export -o ndjson | wc -l${resource.document ? `\n  gantry ${entity} export texts.md.zip\n  gantry ${entity} export texts.docx.zip --where status=succeeded` : ''}`,
    )
    .action(async (file: string | undefined, flags: ExportFlags) => {
      const requested = context.options().form;
      const format =
        flags.format ?? exportFormats.find((form) => form === requested) ?? getFormatOf(file ?? '', resource, context);
      // A workbook or a zip is binary: it would be unreadable on a terminal.
      const isBinary = format === 'xlsx' || isDocumentForm(format);
      if (isBinary && (file ?? '-') === '-' && process.stdout.isTTY) throw createMissingArgumentError('file', context);
      const columns = flags.fields?.split(',');
      const body = {
        filters: await parseWhere(
          [...flags.where, ...buildReferenceFilters({ ...flags }, resource)],
          resource,
          context,
        ),
        format,
        ...(flags.keyword ? { keyword: flags.keyword } : {}),
        ...(columns ? { columns } : {}),
        ...(flags.totals ? { totals: true } : {}),
        ...(flags.timeFormat ? { timeFormat: flags.timeFormat } : {}),
      };
      const { openStream } = await import('../../context/stream.ts');
      const { saveOrWrite } = await import('../../output/save-or-write.ts');
      const { countBytes, createRowCounter } = await import('../../bulk/count-rows.ts');
      const counter = createRowCounter(format, (head, cells) => isTotalsRow(head, cells, resource));
      const target = file ?? '-';
      const getSource = async () => {
        const stream = await openStream(context, getResourcePath(resource.name, 'export'), body);
        const bytes = target === '-' ? omitByteOrderMark(stream) : stream;
        return Object.assign(countBytes(bytes, counter), { size: stream.size });
      };
      await saveOrWrite(getSource, { file: target, force: flags.force === true }, context);
      const rows = await counter.end();
      const name = target === '-' ? t('cli.standardOutput') : escapeControls(target);
      context.note(rows === null ? t('cli.exportedFile', { file: name }) : t('cli.exported', { file: name, rows }));
    });
}
