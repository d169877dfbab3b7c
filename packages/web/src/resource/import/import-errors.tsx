import '../record/diff.css';
import { type Fields, type ImportRowError, isAboutRow } from '@gantry/core';
import { useMemo } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { saveBlob, saveRows } from '../transfer/save-file.ts';
import type { ImportRow } from './import-run.ts';
import type { OpenedTable } from './import-worker.ts';

/** Maximum number of listed problems, and of lines and values for each; the file contains all of them. */
const listed = 100;
const firstLines = 5;
const firstValues = 3;

export interface ImportErrorsProps {
  readonly errors: readonly ImportRowError[];
  /** The file; null before it is opened. */
  readonly table: OpenedTable | null;
  /** Reads the cells of lines as in the file. */
  readonly readCells: (lines: readonly number[]) => Promise<readonly (readonly unknown[])[]>;
  readonly rows: readonly ImportRow[];
  readonly fields: Fields;
}

function getShownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Reasons = (name: string, value: unknown, reported: readonly string[]) => readonly string[];

/**
 * Returns a function that explains why a value was rejected. It lists choices by their labels, as in a file, where the server
 * lists their codes.
 */
function useReasons(fields: Fields): Reasons {
  const t = useWords();
  const localize = useSay();
  return (name, value, reported) => {
    const field = fields[name];
    if (!field || !('options' in field)) return reported;
    const given = [value].flat().filter((one) => one !== undefined && one !== null);
    if (given.every((one) => Object.hasOwn(field.options, String(one)))) return reported;
    const options = Object.values(field.options).map((label) => localize(label));
    return [t('validation.option', { field: localize(field.label), options: options.join(' / ') })];
  };
}

/** Saves the invalid lines with the reasons, in a format that can be imported again after correction. */
async function saveWrongLines(
  { errors, table, readCells, rows }: ImportErrorsProps,
  reasonsOf: Reasons,
): Promise<void> {
  if (!table) return;
  const values = new Map(rows.map((row) => [row.line, row.values]));
  const cells = await readCells(errors.map(({ line }) => line));
  const lines = errors.map(({ line, errors: reasons }, at) => {
    const why = Object.entries(reasons).flatMap(([name, reported]) =>
      reasonsOf(name, values.get(line)?.[name], reported),
    );
    return { line, reason: why.join(' '), given: cells[at] ?? [] };
  });
  if (table.isTyped) {
    const texts = lines.map(({ line, reason, given }) => {
      const entries = table.headings.map((heading, at) => [heading, given[at]] as const);
      return `${JSON.stringify({ ...Object.fromEntries(entries), '#line': line, '#error': reason })}\n`;
    });
    saveBlob('import-errors.ndjson', new Blob(texts, { type: 'application/x-ndjson' }));
    return;
  }
  const head = table.headings.findIndex((heading) => !isAboutRow(heading));
  const body = lines.map(({ line, reason, given }) => [String(line), reason, ...given.slice(head).map(getShownValue)]);
  saveRows('import-errors.csv', [['#line', '#error', ...table.headings.slice(head)], ...body]);
}

/** Each problem once: its lines, its field, the value and the reason of the rejection. */
export function ImportErrors(props: ImportErrorsProps) {
  const t = useWords();
  const format = useFormat();
  const { errors, rows, fields } = props;
  const reasonsOf = useReasons(fields);
  const byLine = useMemo(() => new Map(rows.map((row) => [row.line, row.values])), [rows]);
  if (errors.length === 0) return null;
  const groups = groupProblems(errors, (line, name, reported) =>
    reasonsOf(name, byLine.get(line)?.[name], reported).join(' '),
  );
  return (
    <>
      <div className="import-errors">
        <table className="diff">
          <caption>
            {t('resource.import.problems', {
              count: format.number(groups.length),
              lines: format.number(errors.length),
            })}
          </caption>
          <thead>
            <tr>
              {(['line', 'field', 'value', 'why'] as const).map((part) => (
                <th key={part} scope="col">
                  {t(`resource.import.errorParts.${part}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, listed).map((group) => (
              <GroupRow key={`${group.name}-${group.why}`} group={group} fields={fields} byLine={byLine} />
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button size="small" onClick={() => void saveWrongLines(props, reasonsOf)}>
          {t('resource.import.downloadErrors')}
        </Button>
      </div>
    </>
  );
}

interface GroupRowProps {
  readonly group: ProblemGroup;
  readonly fields: Fields;
  readonly byLine: ReadonlyMap<number, ImportRow['values']>;
}

function GroupRow({ group: { name, why, lines }, fields, byLine }: GroupRowProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const first = lines.slice(0, firstLines).join(', ');
  const more = lines.length - firstLines;
  const values = new Set(lines.slice(0, listed).map((line) => getShownValue(byLine.get(line)?.[name]) || '–'));
  return (
    <tr>
      <th scope="row">{more > 0 ? t('resource.import.moreLines', { first, more: format.number(more) }) : first}</th>
      <td>{fields[name] ? localize(fields[name].label) : name}</td>
      <td className="gone">
        {[...values].slice(0, firstValues).map((value) => (
          <span key={value} className="import-value">
            {value}
          </span>
        ))}
        {values.size > firstValues ? '…' : null}
      </td>
      <td>{why}</td>
    </tr>
  );
}

/** A problem of a file and the lines that have it. */
interface ProblemGroup {
  /** Field name. */
  readonly name: string;
  readonly why: string;
  /** The affected lines, in file order. */
  readonly lines: readonly number[];
}

/** Groups equal problems, the most frequent first: a wrong column is one mistake, however many lines it affects. */
export function groupProblems(
  errors: readonly ImportRowError[],
  whyOf: (line: number, name: string, reported: readonly string[]) => string,
): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup & { readonly lines: number[] }>();
  for (const { line, errors: reasons } of errors) {
    for (const [path, reported] of Object.entries(reasons)) {
      const name = path.split('.')[0] ?? path;
      const why = whyOf(line, name, reported);
      const key = JSON.stringify([name, why]);
      const group = groups.get(key) ?? { name, why, lines: [] };
      if (group.lines.at(-1) !== line) group.lines.push(line);
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((one, other) => other.lines.length - one.lines.length);
}
