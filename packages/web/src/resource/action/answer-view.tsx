import './result.css';
import { useWords } from '../../fields/index.ts';
import { JsonView } from '../../fields/json/json-view.tsx';

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

/** Shows any JSON result: names and values in two columns, arrays as lists or tables. */
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
  if (Array.isArray(answer)) return <JsonView value={answer} field={{}} />;
  return (
    <dl className="answer">
      {Object.entries(answer).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isPlain(value) ? String(value ?? '–') : <JsonView value={value} field={{}} />}</dd>
        </div>
      ))}
    </dl>
  );
}
