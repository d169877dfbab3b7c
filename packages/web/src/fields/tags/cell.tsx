import '../fields.css';
import type { CellProps } from '../field-props.ts';

export function TagsCell({ value, full }: CellProps<'tags'>) {
  const words = Array.isArray(value) ? value.map(String) : [];
  return (
    <span className={full ? 'cell-row whole' : 'cell-row'} title={words.join(', ')}>
      {words.map((word) => (
        <bdi key={word} className="word-tag">
          {word}
        </bdi>
      ))}
    </span>
  );
}
