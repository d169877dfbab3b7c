import type { CellProps } from '../field-props.ts';
import { ToneMark } from '../option-tag.tsx';
import { useWords } from '../words.tsx';

/** Yes or no. In a list, a "no" is visible only to screen readers, so that each "yes" is easy to see. */
export function BooleanCell({ value, full = false }: CellProps<'boolean'>) {
  const t = useWords();
  const yes = value === true;
  if (!yes && !full) return <span className="unseen">{t('common.no')}</span>;
  return (
    <span className={yes ? 'yes-no yes' : 'yes-no no'}>
      <ToneMark tone={yes ? 'good' : 'neutral'} />
      {t(yes ? 'common.yes' : 'common.no')}
    </span>
  );
}
