import { useWords } from '../../fields/index.ts';

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

/** Any JSON answer: names and values in two columns, lists as lists, the rest as JSON. */
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
  if (Array.isArray(answer)) return <pre className="cell-json mono">{JSON.stringify(answer, null, 2)}</pre>;
  return (
    <dl className="answer">
      {Object.entries(answer).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {isPlain(value) ? (
              String(value ?? '–')
            ) : (
              <pre className="cell-json mono">{JSON.stringify(value, null, 2)}</pre>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
