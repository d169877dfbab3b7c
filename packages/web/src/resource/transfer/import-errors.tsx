import '../record/diff.css';
import type { Fields, ImportRowError } from '@gantry/core';
import { useWords } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import type { ImportRow } from './import-run.ts';
import { saveRows } from './save-file.ts';

/** Wrong lines that are listed; the file has all of them. */
const listed = 100;

interface ImportErrorsProps {
  readonly errors: readonly ImportRowError[];
  readonly rows: readonly ImportRow[];
  readonly fields: Fields;
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The wrong lines as rows of a file that can be corrected and imported again: their values, and why they were refused. */
function errorRows({ errors, rows, fields }: ImportErrorsProps): string[][] {
  const byLine = new Map(rows.map((row) => [row.line, row.values]));
  const used = new Set(rows.flatMap((row) => Object.keys(row.values)));
  const names = Object.keys(fields).filter((name) => used.has(name));
  const lines = errors.map(({ line, errors: reasons }) => {
    const values = names.map((name) => shownValue(byLine.get(line)?.[name]));
    const why = Object.values(reasons).flat().join(' ');
    return [...values, String(line), why];
  });
  return [[...names, 'line', 'reason'], ...lines];
}

/** Every wrong line with its number, the field, what stood there and why it was refused. */
export function ImportErrors(props: ImportErrorsProps) {
  const t = useWords();
  const say = useSay();
  const { errors, rows, fields } = props;
  if (errors.length === 0) return null;
  const byLine = new Map(rows.map((row) => [row.line, row.values]));
  const shown = errors
    .slice(0, listed)
    .flatMap(({ line, errors: reasons }) =>
      Object.entries(reasons).map(([name, messages]) => ({ line, name: name.split('.')[0] ?? name, messages })),
    );
  return (
    <>
      <div className="import-errors">
        <table className="diff">
          <caption>{t('resource.import.firstErrors', { count: Math.min(listed, errors.length) })}</caption>
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
            {shown.map(({ line, name, messages }) => (
              <tr key={`${line}-${name}`}>
                <th scope="row">{line}</th>
                <td>{fields[name] ? say(fields[name].label) : name}</td>
                <td className="gone">
                  <span className="import-value">{shownValue(byLine.get(line)?.[name]) || '–'}</span>
                </td>
                <td>{messages.join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button size="small" onClick={() => saveRows('import-errors.csv', errorRows(props))}>
          {t('resource.import.downloadErrors')}
        </Button>
      </div>
    </>
  );
}
