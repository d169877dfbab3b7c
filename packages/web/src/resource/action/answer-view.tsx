import './result.css';
import { useWords } from '../../fields/index.ts';

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

type Row = Readonly<Record<string, unknown>>;

function areRows(value: unknown): value is readonly Row[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((row) => !isPlain(row) && Object.values(row as object).every(isPlain));
}

/** A list of flat objects as a table, anything else as JSON. */
function AnswerTable({ rows }: { readonly rows: unknown }) {
  if (!areRows(rows)) return <pre className="cell-json mono">{JSON.stringify(rows, null, 2)}</pre>;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <table className="answer-table">
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={JSON.stringify(row)}>
            {names.map((name) => (
              <td key={name}>{String(row[name] ?? '–')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Any JSON answer: names and values in two columns, lists as lists or tables, the rest as JSON. */
export function AnswerView({ answer }: { readonly answer: unknown }) {
  const t = useWords();
  if (answer === null || answer === undefined) return <p className="hint">{t('resource.action.noResult')}</p>;
  if (isPlain(answer)) return <output className="answer-value">{String(answer)}</output>;
  if (Array.isArray(answer) && answer.every(isPlain)) {
    return (
      <ul className="answer-list">
        {[...new Set(answer.map(String))].map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    );
  }
  if (Array.isArray(answer)) return <AnswerTable rows={answer} />;
  return (
    <dl className="answer">
      {Object.entries(answer).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isPlain(value) ? String(value ?? '–') : <AnswerTable rows={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
