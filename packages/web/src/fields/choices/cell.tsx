import '../fields.css';
import { useSay } from '../../app/i18n/index.ts';
import type { CellProps } from '../field-props.ts';

export function ChoicesCell({ field, value, full }: CellProps<'choices'>) {
  const localize = useSay();
  const names = Array.isArray(value) ? value.map(String) : [];
  return (
    <span className={full ? 'cell-row whole' : 'cell-row'}>
      {names.map((name) => {
        const option = field.options[name];
        return (
          <span key={name} className="word-tag">
            {option ? localize(option) : name}
          </span>
        );
      })}
    </span>
  );
}
