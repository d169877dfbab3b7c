import { allFields } from '@gantry/core';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import { Button } from '../../../ui/index.ts';
import { usePageScope } from '../../page-scope.tsx';

interface AwayColumnsProps {
  readonly away: readonly string[];
  readonly onShow: () => void;
}

/** How many columns have no room in this window, which they are, and the way to them: the list scrolls sideways then. */
export function AwayColumns({ away, onShow }: AwayColumnsProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { resource } = usePageScope();
  if (away.length === 0) return null;
  const fields = allFields(resource);
  const names = format.list(away.flatMap((name) => (fields[name] ? [localize(fields[name].label)] : [])));
  return (
    <Button type="text" size="mini" title={t('resource.list.awayWhy', { names })} onClick={onShow}>
      {t('resource.list.away', { count: away.length })}
    </Button>
  );
}
