import '../fields.css';
import { useSay } from '../../i18n/index.ts';
import type { CellProps } from '../field-props.ts';

export function ChoicesCell({ field, value, whole }: CellProps<'choices'>) {
  const say = useSay();
  const names = Array.isArray(value) ? value.map(String) : [];
  return (
    <span className={whole ? 'cell-row whole' : 'cell-row'}>
      {names.map((name) => {
        const option = field.options[name];
        return (
          <span key={name} className="word-tag">
            {option ? say(option) : name}
          </span>
        );
      })}
    </span>
  );
}
