import type { CellProps } from '../field-props.ts';
import { ToneMark } from '../option-tag.tsx';
import { useWords } from '../words.tsx';

export function BooleanCell({ value }: CellProps<'boolean'>) {
  const t = useWords();
  const yes = value === true;
  return (
    <span className={yes ? 'yes-no yes' : 'yes-no no'}>
      <ToneMark tone={yes ? 'good' : 'neutral'} />
      {t(yes ? 'common.yes' : 'common.no')}
    </span>
  );
}
